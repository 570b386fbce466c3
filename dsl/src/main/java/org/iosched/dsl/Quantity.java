package org.iosched.dsl;

/** What can be claimed about a workload, with the direction in which it is better. */
public enum Quantity {
  /**
   * How fast the work was done: 1/elapsed for work that ends, the throughput for a continuous
   * workload. Never stored in a sample; derived by {@link Sample#measured(Metric)}.
   */
  SPEED("speed", true),
  /** Elapsed time of work that ends, in seconds. */
  TIME("time", false),
  /** I/O operations per second. */
  IOPS("iops", true),
  /** Bytes per second. */
  BANDWIDTH("bandwidth", true),
  /** Mean latency, from submission to completion, in nanoseconds. */
  MEAN_LATENCY("mean latency", false),
  /** Median latency in nanoseconds. */
  P50_LATENCY("p50 latency", false),
  /** 90th percentile of latency in nanoseconds. */
  P90_LATENCY("p90 latency", false),
  /** 95th percentile of latency in nanoseconds. */
  P95_LATENCY("p95 latency", false),
  /** 99th percentile of latency in nanoseconds. */
  P99_LATENCY("p99 latency", false),
  /** 99.9th percentile of latency in nanoseconds. */
  P999_LATENCY("p99.9 latency", false),
  /** Largest latency in nanoseconds. */
  MAX_LATENCY("max latency", false),
  /**
   * Mean response: latency from the intended start, which a rate gives each I/O, in nanoseconds.
   */
  MEAN_RESPONSE("mean response", false),
  /** Median response in nanoseconds. */
  P50_RESPONSE("p50 response", false),
  /** 90th percentile of the response in nanoseconds. */
  P90_RESPONSE("p90 response", false),
  /** 95th percentile of the response in nanoseconds. */
  P95_RESPONSE("p95 response", false),
  /** 99th percentile of the response in nanoseconds. */
  P99_RESPONSE("p99 response", false),
  /** 99.9th percentile of the response in nanoseconds. */
  P999_RESPONSE("p99.9 response", false),
  /** Largest response in nanoseconds. */
  MAX_RESPONSE("max response", false),
  /** Processor time: seconds for work that ends, nanoseconds per I/O for a continuous workload. */
  CPU("cpu", false);

  private final String words;
  private final boolean higherIsBetter;

  Quantity(String words, boolean higherIsBetter) {
    this.words = words;
    this.higherIsBetter = higherIsBetter;
  }

  /** Returns the words that name this quantity in a sentence, e.g. {@code "p99 latency"}. */
  public String words() {
    return words;
  }

  /** Tells whether a larger value is the better one. */
  public boolean higherIsBetter() {
    return higherIsBetter;
  }

  /** Tells whether this is one of the latencies, from submission or from the intended start. */
  public boolean isLatency() {
    return words.endsWith("latency") || isResponse();
  }

  /** Tells whether this is one of the latencies from the intended start. */
  public boolean isResponse() {
    return words.endsWith("response");
  }

  /** Returns when the clock of this latency starts. */
  public LatencyFrom latencyFrom() {
    return isResponse() ? LatencyFrom.INTENDED_START : LatencyFrom.SUBMISSION;
  }

  /** Tells whether this is the mean of a latency. */
  public boolean isMean() {
    return this == MEAN_LATENCY || this == MEAN_RESPONSE;
  }

  /** Tells whether this is the largest latency. */
  public boolean isMax() {
    return this == MAX_LATENCY || this == MAX_RESPONSE;
  }

  /** Returns the same statistic of the response; itself for all that is no latency. */
  Quantity ofResponse() {
    return switch (this) {
      case MEAN_LATENCY -> MEAN_RESPONSE;
      case P50_LATENCY -> P50_RESPONSE;
      case P90_LATENCY -> P90_RESPONSE;
      case P95_LATENCY -> P95_RESPONSE;
      case P99_LATENCY -> P99_RESPONSE;
      case P999_LATENCY -> P999_RESPONSE;
      case MAX_LATENCY -> MAX_RESPONSE;
      default -> this;
    };
  }

  /**
   * Returns the quantile this latency stands for, between 0 and 1 exclusive, or {@code NaN} where
   * it is none (mean, max, and everything that is no latency).
   */
  public double quantile() {
    return switch (this) {
      case P50_LATENCY, P50_RESPONSE -> 0.50;
      case P90_LATENCY, P90_RESPONSE -> 0.90;
      case P95_LATENCY, P95_RESPONSE -> 0.95;
      case P99_LATENCY, P99_RESPONSE -> 0.99;
      case P999_LATENCY, P999_RESPONSE -> 0.999;
      default -> Double.NaN;
    };
  }
}
