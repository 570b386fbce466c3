package org.iosched.extension;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Nearest;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.engine.JobFile;
import org.iosched.workload.Tool;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.fio.FioTool;
import org.iosched.workload.fio.JobSides;

/** What a benchmark runs in each invocation. */
sealed interface WorkloadPlan {

  /** Returns the workload's text for reports. */
  String text();

  /** Returns the short name that tells alternatives apart; empty where there is only one. */
  String name();

  /** Tells whether more is known of a run than its whole: rates within it. */
  default boolean hasParts() {
    return false;
  }

  /** Returns sentences about it for the report. */
  default List<String> notes() {
    return List.of();
  }

  /** Returns the name of the workload's job if it has exactly one. */
  default Optional<String> onlyJob() {
    return Optional.empty();
  }

  /** Returns why a metric can never be measured of this workload; empty if it can. */
  Optional<String> neverMeasures(Metric metric);

  /** Tells whether it runs for a fixed time, so that its speed is its throughput. */
  boolean continuous();

  /** Tells whether it works on files in a fresh directory rather than on the device itself. */
  boolean worksInDirectory();

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

    @Override
    public boolean worksInDirectory() {
      return true;
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      boolean measured =
          metric.job().isEmpty()
              && metric.side() == Side.BOTH
              && List.of(Quantity.SPEED, Quantity.TIME, Quantity.CPU).contains(metric.quantity());
      return measured
          ? Optional.empty()
          : Optional.of(
              metric
                  + " is measured of fio jobs, and here the method's body is the workload, of which"
                  + " there are time and cpu; claim one of these, or add a @Workload.");
    }
  }

  /**
   * Jobs in fio's language, run by the embedded engine.
   *
   * @param name the short name, may be empty
   * @param text the jobs as written
   * @param jobs the jobs as read
   * @param notes sentences about them for the report
   */
  record Fio(String name, String text, JobFile jobs, List<String> notes) implements WorkloadPlan {

    /** Copies the notes. */
    public Fio {
      notes = List.copyOf(notes);
    }

    @Override
    public boolean continuous() {
      return jobs.continuous();
    }

    @Override
    public boolean worksInDirectory() {
      return jobs.namesFiles();
    }

    @Override
    public boolean hasParts() {
      return true;
    }

    @Override
    public Optional<String> onlyJob() {
      List<String> names = jobs.jobNames();
      return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      Optional<String> never =
          JobSides.neverMeasures(
              metric,
              jobs.jobs().stream()
                  .map(
                      job ->
                          new JobSides(
                              job.name(), job.direction().reads(), job.direction().writes()))
                  .toList());
      return never.isEmpty() && metric.quantity().isResponse() && !jobs.limited(metric)
          ? Optional.of(
              "a response is the time from the start that a rate intends, and not every job that it"
                  + " is about has a rate; set rate_iops or rate, or claim a latency.")
          : never;
    }
  }

  /**
   * What programs of the machine carry out.
   *
   * @param name the short name, may be empty
   * @param tool the programs
   * @param inputs the files that are put into its directory before each run
   * @param notes sentences about them for the report, such as why these programs run it
   */
  record ByTool(String name, Tool tool, List<String> inputs, List<String> notes)
      implements WorkloadPlan {

    /** Copies the lists. */
    public ByTool {
      inputs = List.copyOf(inputs);
      notes = List.copyOf(notes);
    }

    @Override
    public String text() {
      return tool.text();
    }

    @Override
    public boolean continuous() {
      return tool.continuous();
    }

    @Override
    public boolean worksInDirectory() {
      return tool.worksInDirectory();
    }

    @Override
    public boolean hasParts() {
      return tool instanceof FioTool;
    }

    @Override
    public Optional<String> onlyJob() {
      return tool.onlyJob();
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      return metric.quantity().isResponse()
          ? Optional.of(
              "only the embedded engine measures a response, and these jobs or programs are not run"
                  + " by it; claim a latency.")
          : tool.neverMeasures(metric);
    }
  }

  /**
   * What was measured elsewhere, in place of runs.
   *
   * @param samples the samples, in the order of the rounds that they make up
   */
  record Recording(List<Recorded> samples) implements WorkloadPlan {

    /**
     * What one run of the past says of itself.
     *
     * @param arm the name of the arm it belongs to
     * @param round the round, counted from 1
     * @param place where it is written, for people
     * @param result what it says
     */
    record Recorded(String arm, int round, String place, WorkloadResult result) {}

    private static final int MOST_SHOWN = 12;

    /** Copies the samples. */
    public Recording {
      samples = List.copyOf(samples);
    }

    @Override
    public String text() {
      return "recorded results";
    }

    @Override
    public String name() {
      return "";
    }

    @Override
    public boolean continuous() {
      return samples.stream().noneMatch(sample -> has(sample, Metric.TIME))
          && samples.stream().anyMatch(sample -> has(sample, Metric.BANDWIDTH));
    }

    /** The name that all samples agree on, if they do. */
    @Override
    public Optional<String> onlyJob() {
      Set<Optional<String>> names =
          samples.stream().map(sample -> sample.result().onlyJob()).collect(Collectors.toSet());
      return names.size() == 1 ? names.iterator().next() : Optional.empty();
    }

    private static boolean has(Recorded sample, Metric metric) {
      return sample.result().metrics().containsKey(metric);
    }

    @Override
    public boolean worksInDirectory() {
      return false;
    }

    @Override
    public boolean hasParts() {
      return samples.stream().anyMatch(sample -> !sample.result().series().isEmpty());
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      Set<String> clocks = new TreeSet<>();
      samples.forEach(sample -> sample.result().latencyClock().ifPresent(clocks::add));
      if (metric.quantity().isLatency() && clocks.size() > 1) {
        return Optional.of(
            "some recorded latencies count "
                + String.join(" and some ", clocks)
                + ", which are not to be compared; record all with one of them.");
      }
      Quantity quantity =
          metric.quantity() == Quantity.SPEED
              ? (continuous() ? Quantity.BANDWIDTH : Quantity.TIME)
              : metric.quantity();
      boolean whole = metric.job().isPresent() && metric.job().equals(onlyJob());
      Metric stored = new Metric(whole ? Optional.empty() : metric.job(), metric.side(), quantity);
      Set<String> measured = new TreeSet<>();
      for (Recorded sample : samples) {
        sample.result().metrics().keySet().forEach(known -> measured.add(known.toString()));
      }
      if (measured.contains(stored.toString())) {
        return Optional.empty();
      }
      int more = measured.size() - MOST_SHOWN;
      return Optional.of(
          "no recorded sample has "
              + stored
              + Nearest.hint(stored.toString(), List.copyOf(measured))
              + "; they have "
              + measured.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
              + (more > 0 ? " and " + more + " more." : "."));
    }
  }
}
