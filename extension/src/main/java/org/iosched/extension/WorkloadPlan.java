package org.iosched.extension;

import org.iosched.engine.JobFile;

/** What a benchmark runs in each invocation. */
sealed interface WorkloadPlan {

  /** Returns the workload's text for reports. */
  String text();

  /** Returns the short name that tells alternatives apart; empty where there is only one. */
  String name();

  /** Tells whether it runs for a fixed time, so that its speed is its throughput. */
  boolean continuous();

  /** The test method's own body, timed up to the final sync. */
  record Body() implements WorkloadPlan {
    @Override
    public String text() {
      return "method body";
    }

    @Override
    public String name() {
      return "";
    }

    @Override
    public boolean continuous() {
      return false;
    }
  }

  /**
   * Jobs in fio's language, run by the embedded engine.
   *
   * @param name the short name, may be empty
   * @param text the jobs as written
   * @param jobs the jobs as read
   */
  record Fio(String name, String text, JobFile jobs) implements WorkloadPlan {
    @Override
    public boolean continuous() {
      return jobs.continuous();
    }
  }
}
