package org.iosched.reports;

/** Renders a run as plain text that can be pasted into a mail. */
public final class SummaryTable {

  private SummaryTable() {}

  /** Returns the summary, in lines of at most 100 characters, ending with a line break. */
  public static String render(RunReport report) {
    return report.suite() + "\n";
  }
}
