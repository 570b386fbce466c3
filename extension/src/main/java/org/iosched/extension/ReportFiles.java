package org.iosched.extension;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.iosched.reports.AllureResults;
import org.iosched.reports.HtmlReport;
import org.iosched.reports.Ownership;
import org.iosched.reports.ResultsJson;
import org.iosched.reports.RunReport;
import org.iosched.reports.SummaryMarkdown;
import org.iosched.reports.SummaryTable;

/** Writes a run's reports to their files and its summary to the console. */
final class ReportFiles {

  private ReportFiles() {}

  static void write(RunReport report, RunSettings settings, PrintStream out) {
    keepLoggingQuiet();
    out.println();
    out.println(SummaryTable.render(report));
    Path results = settings.output().resolve("results.json");
    try {
      Files.createDirectories(settings.output());
      ResultsJson.write(results, report);
      SummaryMarkdown.write(settings.output().resolve("summary.md"), report);
      HtmlReport.write(settings.output().resolve("report.html"), report);
      AllureResults.write(settings.allureResults(), report, settings.output());
      Ownership.handOver(settings.output(), settings.allureResults());
      out.println("Results: " + results + ", report.html and summary.md beside it");
    } catch (IOException e) {
      // The table above has been printed, so the run is not lost.
      out.println(
          "iosched: the results could not be written to "
              + settings.output()
              + " ("
              + e
              + "); free some space or set iosched.output to another folder.");
    }
    out.flush();
  }

  /** Allure logs through SLF4J, which tells users without a logger three lines they cannot use. */
  private static void keepLoggingQuiet() {
    String verbosity = "slf4j.internal.verbosity";
    if (System.getProperty(verbosity) == null) {
      System.setProperty(verbosity, "ERROR");
    }
  }
}
