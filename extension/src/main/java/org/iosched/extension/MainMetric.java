package org.iosched.extension;

import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Shown;

/** The one number by which a person follows a run. */
final class MainMetric {

  private static final double SMALL_IO_BYTES = 64 * 1024;

  private MainMetric() {}

  /**
   * Returns the elapsed time of work that ends; else the I/O rate of small I/Os, the bandwidth of
   * large ones.
   */
  static String shown(Sample sample) {
    return sample
        .measured(Metric.TIME)
        .or(
            () ->
                sample
                    .measured(Metric.of(Quantity.IOPS))
                    .filter(
                        iops ->
                            sample.measured(Metric.BANDWIDTH).stream()
                                .allMatch(b -> b.value() <= SMALL_IO_BYTES * iops.value())))
        .or(() -> sample.measured(Metric.BANDWIDTH))
        .map(Shown::of)
        .orElse("");
  }
}
