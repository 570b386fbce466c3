package org.iosched.reports;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/**
 * Breaks the lines of {@code results.json} so that each sample and each verdict is one: thousands
 * of samples stay short, and can be searched and compared line by line.
 */
final class SampleLines extends DefaultIndenter {

  private static final long serialVersionUID = 1L;

  /** The document, its benchmarks, one of them, its samples. */
  private static final int DEEPEST = 4;

  private SampleLines() {
    super("  ", "\n");
  }

  static PrettyPrinter printer() {
    SampleLines lines = new SampleLines();
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.NONE)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
    printer.indentObjectsWith(lines);
    printer.indentArraysWith(lines);
    return printer;
  }

  @Override
  public void writeIndentation(JsonGenerator json, int level) throws IOException {
    if (level <= DEEPEST) {
      super.writeIndentation(json, level);
    }
  }
}
