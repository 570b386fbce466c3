package org.iosched.dsl;

import java.util.Locale;
import java.util.Optional;

/**
 * A named number of a workload.
 *
 * @param job the fio job it is about, or empty for the whole workload
 * @param side which I/Os it counts
 * @param quantity what it counts
 */
public record Metric(Optional<String> job, Side side, Quantity quantity) {

  /** Elapsed time of the whole workload. */
  public static final Metric TIME = of(Quantity.TIME);

  /** Speed of the whole workload, see {@link Quantity#SPEED}. */
  public static final Metric SPEED = of(Quantity.SPEED);

  /** Bandwidth of the whole workload, reads and writes together. */
  public static final Metric BANDWIDTH = of(Quantity.BANDWIDTH);

  /**
   * Reads a metric as sentences and result files name it, e.g. {@code "p99 read latency"} or {@code
   * "reader iops"}; plain {@code latency} is the mean.
   *
   * @throws SentenceException if the words name no metric
   */
  public static Metric parse(String words) {
    return SentenceParser.parseMetric(words);
  }

  /** Returns the metric of the whole workload, reads and writes together. */
  public static Metric of(Quantity quantity) {
    return new Metric(Optional.empty(), Side.BOTH, quantity);
  }

  /** Returns the metric of the whole workload on one side. */
  public static Metric of(Side side, Quantity quantity) {
    return new Metric(Optional.empty(), side, quantity);
  }

  /** Returns this metric for one job of the workload. */
  public Metric forJob(String name) {
    return new Metric(Optional.of(name), side, quantity);
  }

  /**
   * Returns the canonical words, e.g. {@code "iops"}, {@code "p99 read latency"}, {@code "reader
   * read iops"}; they are the keys of result files and can be used in sentences.
   */
  @Override
  public String toString() {
    String sideWord = side == Side.BOTH ? "" : side.name().toLowerCase(Locale.ROOT) + " ";
    String words = quantity.words();
    int lastWord = words.lastIndexOf(' ') + 1;
    String sided = words.substring(0, lastWord) + sideWord + words.substring(lastWord);
    return job.map(name -> name + " " + sided).orElse(sided);
  }
}
