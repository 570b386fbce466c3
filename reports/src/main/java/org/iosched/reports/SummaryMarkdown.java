package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;

/** Writes {@code summary.md}: the run as Markdown tables. */
public final class SummaryMarkdown {

  private SummaryMarkdown() {}

  /** Writes the summary to a file, replacing it as a whole. */
  public static void write(Path file, RunReport report) throws IOException {
    ReportFile.replace(file, report.suite());
  }
}
