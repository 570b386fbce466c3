package org.iosched.dsl;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sentence about schedulers and a metric: {@code SUBJECT RELATION [METRIC] OBJECT [PHASE]}. The
 * annotation's text and the assertion chain build the same object, which prints as one canonical
 * sentence with the metric after the relation.
 *
 * @param subject what it is about
 * @param relation how the subject stands to the object
 * @param metric what is compared; {@link Metric#SPEED} where the sentence names none
 * @param object what the subject is held against
 * @param phase the part of each run it is about
 */
public record Expectation(
    Subject subject, Relation relation, Metric metric, Reference object, Phase phase) {

  /**
   * Checks that the parts make a claim that measuring can decide.
   *
   * @throws IllegalArgumentException if the parts do not fit, with the reason and a remedy
   */
  public Expectation {
    Soundness.problem(subject, relation, metric, object)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(
                  problem.message()
                      + problem.instead().map(i -> " (did you mean \"" + i + "\"?)").orElse(""));
            });
  }

  /**
   * Reads a sentence. The metric may stand before the relation or after it.
   *
   * @throws SentenceException naming the word, its position and the nearest valid wording
   */
  public static Expectation parse(String sentence) {
    return SentenceParser.parse(sentence);
  }

  /**
   * Reads a sentence about the given arms.
   *
   * @param armNames the names of the benchmark's arms
   * @throws SentenceException also where the sentence names another arm, or needs more of them
   */
  public static Expectation parse(String sentence, List<String> armNames) {
    return SentenceParser.parse(sentence, armNames);
  }

  /**
   * Sees to it that the arms this expectation names are there.
   *
   * @throws SentenceException with a position in the canonical sentence, if one is not or if there
   *     is no arm to compare with
   */
  public void check(List<String> armNames) {
    Wording.Placed placed = Wording.of(this);
    ArmNames.problem(this, armNames)
        .ifPresent(
            problem -> {
              boolean atSubject = problem.part() == Soundness.Part.SUBJECT;
              throw new SentenceException(
                  placed.text(),
                  atSubject ? subject.toString() : object.toString(),
                  atSubject ? 1 : placed.objectColumn(),
                  problem.message(),
                  problem.instead(),
                  "");
            });
  }

  /**
   * Returns the one-sided parts; the expectation holds when all of them do.
   *
   * @param armNames the names of the benchmark's arms
   * @throws SentenceException if an arm it names is not among them, see {@link #check(List)}
   * @throws IllegalStateException if it is {@link #undecidable()}
   */
  public List<Claim> claims(List<String> armNames) {
    check(armNames);
    undecidable()
        .ifPresent(
            reason -> {
              throw new IllegalStateException(reason);
            });
    return Claims.of(this, armNames);
  }

  /** Returns the names of the arms that stand in the sentence. */
  public Set<String> armsNamed() {
    Set<String> names = new LinkedHashSet<>();
    if (subject instanceof Subject.Named named) {
      names.add(named.arm());
    }
    if (object instanceof Reference.Other other) {
      names.add(other.arm());
    }
    return names;
  }

  /**
   * Returns why this version reads the sentence but does not decide it, in one sentence; empty
   * where it does.
   */
  public Optional<String> undecidable() {
    if (object instanceof Reference.Baseline) {
      return Optional.of(
          "\""
              + this
              + "\" is read, but this version does not decide comparisons with a baseline yet");
    }
    return Optional.empty();
  }

  /**
   * Returns why the metric does not fit the workload, in one sentence; empty where it does.
   *
   * @param continuous whether the workload runs for a fixed time instead of ending by itself
   */
  public Optional<String> unsuitable(boolean continuous) {
    boolean ofAPart = !(phase instanceof Phase.WholeRun);
    boolean ofWholeRuns =
        metric.quantity() == Quantity.TIME
            || metric.quantity() == Quantity.CPU
            || metric.quantity().isResponse();
    if (ofAPart && ofWholeRuns) {
      return Optional.of(
          "\""
              + this
              + "\" asks for the "
              + metric.quantity().words()
              + " of a part of each run, which is known of whole runs only; ask for iops, bandwidth"
              + " or latency, or leave \""
              + phase
              + "\" out");
    }
    if (continuous && metric.quantity() == Quantity.TIME) {
      return Optional.of(
          "\""
              + this
              + "\" asks for the time of a workload that runs for a fixed time; ask for speed, iops,"
              + " bandwidth or latency");
    }
    if (metric.quantity() == Quantity.CPU && object instanceof Reference.Bound bound) {
      boolean perIo = bound.amount().unit() == Unit.NANOSECONDS;
      if (continuous != perIo) {
        return Optional.of(
            "\""
                + this
                + (continuous
                    ? "\" bounds the cpu time of a workload that runs for a fixed time, which is"
                        + " counted per I/O: say it as in \"at most 3 us per io cpu\""
                    : "\" bounds the cpu time per I/O of a workload that ends by itself, which is"
                        + " counted in all: say it as in \"at most 2 s cpu\""));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the claim in plain mathematics, e.g. {@code "speed(noop) / speed(cfq) ≥ 1.10"}, which
   * tells "10% faster" and "10% less time" apart.
   */
  public String meaning() {
    return Meaning.of(this);
  }

  /** Returns the canonical sentence; it reads back as an equal expectation. */
  @Override
  public String toString() {
    return Wording.of(this).text();
  }
}
