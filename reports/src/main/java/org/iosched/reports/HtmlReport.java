package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;

/** Writes {@code report.html}: the run as one self-contained page. */
public final class HtmlReport {

  private HtmlReport() {}

  /** Writes the page to a file, replacing it as a whole. */
  public static void write(Path file, RunReport report) throws IOException {
    ReportFile.replace(file, report.suite());
  }
}
