package org.iosched.reports;

import java.util.Comparator;
import java.util.Locale;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;

/** Names metrics in reports, one name per metric. */
final class MetricNames {

  /** The order in which reports list metrics: the whole workload first, then job by job. */
  static final Comparator<Metric> ORDER =
      Comparator.comparing((Metric m) -> m.job().orElse(""))
          .thenComparing(Metric::quantity)
          .thenComparing(Metric::side);

  private MetricNames() {}

  /**
   * Returns the metric's own words. Only a job that is itself called like a side is told apart:
   * both the reads' IOPS and the IOPS of a job called {@code read} are {@code "read iops"}.
   */
  static String of(Metric metric) {
    String words = metric.toString();
    return metric
        .job()
        .filter(job -> metric.side() == Side.BOTH && endsInSide(job))
        .map(job -> words + " (job " + job + ")")
        .orElse(words);
  }

  /** Returns the metric's words; of CPU time also whether it was measured per I/O. */
  static String of(BenchmarkResult benchmark, Metric metric) {
    return of(metric)
        + (metric.quantity() == Quantity.CPU
                && MainMetric.unit(benchmark, metric) == Unit.NANOSECONDS
            ? " per I/O"
            : "");
  }

  static String side(Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  private static boolean endsInSide(String job) {
    String lastWord = job.substring(job.lastIndexOf(' ') + 1);
    return lastWord.equals("read") || lastWord.equals("write");
  }
}
