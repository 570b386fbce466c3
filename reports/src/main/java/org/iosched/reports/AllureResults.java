package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a run as Allure results. */
public final class AllureResults {

  private AllureResults() {}

  /** Writes the results into a folder, in place of those that a previous run left there. */
  public static void write(Path directory, RunReport report) throws IOException {
    ReportFile.createFolder(directory);
    ReportFile.replace(directory.resolve("environment.properties"), report.suite());
  }
}
