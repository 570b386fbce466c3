package org.iosched.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Series;

/**
 * What a run says of itself, whether a program of this machine wrote it now or somebody else's long
 * ago. What was not measured is absent, never zero.
 *
 * @param seconds how long the run took by its own account; 0 where it does not say
 * @param metrics what was measured; {@link Metric#TIME} only where the tool itself times the work
 * @param latencies latency distributions, where it records them
 * @param series rates over time within the run, where it records them
 * @param latencyWindows the latency distributions of stretches within the run, where it records
 *     them
 * @param documents what it wrote, as it wrote it
 * @param latencyClock what its latencies count from, as a phrase, e.g. {@code "from submission
 *     (clat)"}: those of different clocks are not to be compared; empty where there are none, or
 *     where there is only one clock
 * @param onlyJob the name of its job if it has exactly one, whose metrics are those of the whole
 */
public record WorkloadResult(
    double seconds,
    Map<Metric, Measured> metrics,
    List<Latencies> latencies,
    List<Series> series,
    List<LatencyWindows> latencyWindows,
    List<Document> documents,
    Optional<String> latencyClock,
    Optional<String> onlyJob) {

  /**
   * A text that a tool wrote.
   *
   * @param name what it is, as a file name, e.g. {@code "fio.json"}
   * @param mediaType its kind, e.g. {@code "application/json"} or {@code "text/csv"}
   * @param text the text
   */
  public record Document(String name, String mediaType, String text) {}

  /** Copies the collections. */
  public WorkloadResult {
    metrics = Map.copyOf(metrics);
    latencies = List.copyOf(latencies);
    series = List.copyOf(series);
    latencyWindows = List.copyOf(latencyWindows);
    documents = List.copyOf(documents);
  }

  /**
   * Says what a run says of itself that has only one clock for latencies, and no job or several.
   */
  public WorkloadResult(
      double seconds,
      Map<Metric, Measured> metrics,
      List<Latencies> latencies,
      List<Series> series,
      List<LatencyWindows> latencyWindows,
      List<Document> documents) {
    this(
        seconds,
        metrics,
        latencies,
        series,
        latencyWindows,
        documents,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the same with other metrics. */
  public WorkloadResult with(Map<Metric, Measured> newMetrics) {
    return new WorkloadResult(
        seconds, newMetrics, latencies, series, latencyWindows, documents, latencyClock, onlyJob);
  }
}
