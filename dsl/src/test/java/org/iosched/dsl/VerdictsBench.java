package org.iosched.dsl;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The project's benchmark {@code verdicts}: {@code mvn -q -Pbench verify -Dbench=verdicts}, with
 * {@code -Dbench.trace=FILE} for another trace than the bundled one. The exit status is 0 where
 * every figure is as it is to be, 1 where one is not and 2 where the trace cannot be read.
 */
public final class VerdictsBench {

  private VerdictsBench() {}

  /** Prints the tables; {@code --trace=FILE} names another trace. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    String file = arguments.length == 0 ? "" : arguments[0].replaceFirst("^--trace=", "");
    RecordedTrace trace;
    try {
      trace = file.isEmpty() ? RecordedTrace.bundled() : RecordedTrace.read(Path.of(file));
    } catch (IOException | IllegalArgumentException e) {
      System.err.printf(
          "verdicts cannot run: -Dbench.trace=%s is no trace: %s%n", file, e.getMessage());
      System.exit(2);
      return;
    }
    VerdictFigures figures = new VerdictFigures(trace, VerdictFigures.Effort.FULL, out);
    figures.boundary();
    figures.everyStart();
    figures.equalArms();
    figures.power();
    figures.intervalTime();
    figures.regimes();
    figures.decisionTime();
    long held = figures.figures().stream().filter(Figure::holds).count();
    boolean met = held == figures.figures().size();
    out.printf(
        "%nverdicts: %d of %d figures within their limits (target all): %s%n",
        held, figures.figures().size(), met ? "met" : "missed");
    System.exit(met ? 0 : 1);
  }
}
