package org.iosched.dsl;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;

/**
 * Builds expectations in the words of the language, e.g. {@code
 * scheduler("noop").isFasterThan("cfq", atLeast(percent(10)))}. What it builds equals what the
 * sentence reads as. Each method throws {@link IllegalArgumentException} where the sentence would
 * be refused.
 */
@CheckReturnValue
public final class ExpectationBuilder {

  private final Subject subject;
  private final Phase phase;

  private ExpectationBuilder(Subject subject, Phase phase) {
    this.subject = subject;
    this.phase = phase;
  }

  /** Begins an expectation about one arm. */
  public static ExpectationBuilder scheduler(String arm) {
    return about(new Subject.Named(arm));
  }

  /** Begins an expectation about every arm. */
  public static ExpectationBuilder everyScheduler() {
    return about(new Subject.EveryScheduler());
  }

  static ExpectationBuilder about(Subject subject) {
    return new ExpectationBuilder(subject, new Phase.WholeRun());
  }

  ExpectationBuilder during(Phase part) {
    return new ExpectationBuilder(subject, part);
  }

  /** Confines the expectation to the first part of each run. */
  public ExpectationBuilder inTheFirst(Duration length) {
    return during(new Phase.InTheFirst(length));
  }

  /** Confines the expectation to the part of each run after some time. */
  public ExpectationBuilder after(Duration start) {
    return during(new Phase.After(start));
  }

  /** Builds {@code SUBJECT at least 10% faster than OTHER}. */
  public Expectation isFasterThan(String other, DifferenceLimit limit) {
    return isFasterThan(new Reference.Other(other), limit);
  }

  /** Builds {@code SUBJECT at least 10% faster than OBJECT}. */
  public Expectation isFasterThan(Reference object, DifferenceLimit limit) {
    return isFasterThan("speed", object, limit);
  }

  /**
   * Builds {@code SUBJECT at least 10% faster METRIC than OBJECT}.
   *
   * @param metric the speed of one job or side, e.g. {@code "reader speed"}
   */
  public Expectation isFasterThan(String metric, Reference object, DifferenceLimit limit) {
    return differs(Direction.FASTER, metric, object, limit);
  }

  /** Builds {@code SUBJECT at most 5% slower than OTHER}. */
  public Expectation isSlowerThan(String other, DifferenceLimit limit) {
    return isSlowerThan(new Reference.Other(other), limit);
  }

  /** Builds {@code SUBJECT at most 5% slower than OBJECT}. */
  public Expectation isSlowerThan(Reference object, DifferenceLimit limit) {
    return isSlowerThan("speed", object, limit);
  }

  /**
   * Builds {@code SUBJECT at most 5% slower METRIC than OBJECT}.
   *
   * @param metric the speed of one job or side, e.g. {@code "reader speed"}
   */
  public Expectation isSlowerThan(String metric, Reference object, DifferenceLimit limit) {
    return differs(Direction.SLOWER, metric, object, limit);
  }

  /** Builds {@code SUBJECT takes at least 10% less time than OTHER}. */
  public Expectation takesLessTimeThan(String other, DifferenceLimit limit) {
    return takesLessTimeThan(new Reference.Other(other), limit);
  }

  /** Builds {@code SUBJECT takes at least 10% less time than OBJECT}. */
  public Expectation takesLessTimeThan(Reference object, DifferenceLimit limit) {
    return hasLower("time", object, limit);
  }

  /** Builds {@code SUBJECT takes at most 10% more time than OTHER}. */
  public Expectation takesMoreTimeThan(String other, DifferenceLimit limit) {
    return takesMoreTimeThan(new Reference.Other(other), limit);
  }

  /** Builds {@code SUBJECT takes at most 10% more time than OBJECT}. */
  public Expectation takesMoreTimeThan(Reference object, DifferenceLimit limit) {
    return hasMore("time", object, limit);
  }

  /** Builds {@code SUBJECT takes at most 3m30s}. */
  public Expectation takes(ValueLimit limit) {
    return has("time", limit);
  }

  /**
   * Builds {@code SUBJECT at least 10% more METRIC than OBJECT}.
   *
   * @param metric e.g. {@code "write bandwidth"} or {@code "reader p99 latency"}
   */
  public Expectation hasMore(String metric, Reference object, DifferenceLimit limit) {
    return differs(Direction.MORE, metric, object, limit);
  }

  /** Builds the same as {@link #hasMore}, for metrics that are called higher. */
  public Expectation hasHigher(String metric, Reference object, DifferenceLimit limit) {
    return hasMore(metric, object, limit);
  }

  /**
   * Builds {@code SUBJECT at least 5x lower METRIC than OBJECT}.
   *
   * @param metric e.g. {@code "p99 read latency"} or {@code "reader p99 latency"}
   */
  public Expectation hasLower(String metric, Reference object, DifferenceLimit limit) {
    return differs(Direction.LESS, metric, object, limit);
  }

  /** Builds the same as {@link #hasLower}, for metrics of which there is less. */
  public Expectation hasLess(String metric, Reference object, DifferenceLimit limit) {
    return hasLower(metric, object, limit);
  }

  /** Builds the same as {@link #hasLower}, for metrics of which there are fewer. */
  public Expectation hasFewer(String metric, Reference object, DifferenceLimit limit) {
    return hasLower(metric, object, limit);
  }

  /** Builds {@code SUBJECT at most 5 ms METRIC}. */
  public Expectation has(String metric, ValueLimit limit) {
    Metric read = Metric.parse(metric);
    return new Expectation(
        subject,
        new Relation.Limited(limit.sense()),
        read,
        new Reference.Bound(limit.amount(read.quantity())),
        phase);
  }

  /** Builds {@code SUBJECT within 5% of OTHER}. */
  public Expectation isWithin(Difference difference, String other) {
    return isWithin(difference, new Reference.Other(other));
  }

  /** Builds {@code SUBJECT within 5% of OBJECT}. */
  public Expectation isWithin(Difference difference, Reference object) {
    return isWithin(difference, "speed", object);
  }

  /** Builds {@code SUBJECT within 5% of the METRIC of OBJECT}. */
  public Expectation isWithin(Difference difference, String metric, Reference object) {
    return new Expectation(
        subject, new Relation.Within(difference), Metric.parse(metric), object, phase);
  }

  private Expectation differs(
      Direction direction, String metric, Reference object, DifferenceLimit limit) {
    return new Expectation(
        subject,
        new Relation.Differs(limit.sense(), limit.difference(), direction),
        Metric.parse(metric),
        object,
        phase);
  }
}
