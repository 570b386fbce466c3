package org.iosched.dsl;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;

/**
 * Asserts an expectation of what a class's benchmarks measured, e.g. {@code
 * assertThat(results).benchmark("unpack").scheduler("eager").isSlowerThan("noop",
 * atMost(percent(5)))}. A chain names the benchmark, its workload where it has several, the
 * scheduler and perhaps a phase, and ends in one asserting call. That call returns when the
 * expectation is met, throws {@link AssertionError} when it is not, and {@link InconclusiveError}
 * when the evidence does not tell; it also throws {@link AssertionError} when the chain itself is
 * at fault, so that soft assertions lose nothing.
 */
// One object for the whole chain, not a type per step: soft assertions watch over this object only.
public class ResultsAssert extends AbstractAssert<ResultsAssert, Results> {

  private final Decider decider;
  private Optional<String> benchmark = Optional.empty();
  private Optional<String> workload = Optional.empty();
  private Optional<Function<ExpectationBuilder, ExpectationBuilder>> phase = Optional.empty();
  private Optional<Supplier<ExpectationBuilder>> subject = Optional.empty();

  /** Begins a chain that decides by the samples and looks of the results. */
  public ResultsAssert(Results results) {
    this(results, new ChainDecider());
  }

  /** Begins a chain that decides in a way of its own. */
  public ResultsAssert(Results results, Decider decider) {
    super(results, ResultsAssert.class);
    this.decider = decider;
  }

  /**
   * Chooses the benchmark by its method, or by its class and method: {@code "unpack"}, {@code
   * "SourceTreeTests.unpack"}. May be left out where only one was measured.
   */
  @CheckReturnValue
  public ResultsAssert benchmark(String name) {
    benchmark = Optional.of(name);
    return this;
  }

  /** Chooses the workload by its text or a part of it that no other has. */
  @CheckReturnValue
  public ResultsAssert workload(String text) {
    workload = Optional.of(text);
    return this;
  }

  /** Makes one arm the subject. */
  @CheckReturnValue
  public ResultsAssert scheduler(String arm) {
    subject = Optional.of(() -> ExpectationBuilder.scheduler(arm));
    return this;
  }

  /** Makes every arm the subject. */
  @CheckReturnValue
  public ResultsAssert everyScheduler() {
    subject = Optional.of(ExpectationBuilder::everyScheduler);
    return this;
  }

  /** Confines the expectation to the first part of each run. */
  @CheckReturnValue
  public ResultsAssert inTheFirst(Duration length) {
    phase = Optional.of(sentence -> sentence.inTheFirst(length));
    return this;
  }

  /** Confines the expectation to the part of each run after some time. */
  @CheckReturnValue
  public ResultsAssert after(Duration start) {
    phase = Optional.of(sentence -> sentence.after(start));
    return this;
  }

  /** Asserts {@code SUBJECT at least 10% faster than OTHER}: a speed ratio of 1.10. */
  public void isFasterThan(String other, DifferenceLimit limit) {
    decide(sentence -> sentence.isFasterThan(other, limit));
  }

  /** Asserts {@code SUBJECT at least 10% faster than OBJECT}: a speed ratio of 1.10. */
  public void isFasterThan(Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.isFasterThan(object, limit));
  }

  /**
   * Asserts {@code SUBJECT at least 10% faster METRIC than OBJECT}, the metric being the speed of
   * one job or side, e.g. {@code "reader speed"}.
   */
  public void isFasterThan(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.isFasterThan(metric, object, limit));
  }

  /** Asserts {@code SUBJECT at most 5% slower than OTHER}: an elapsed ratio of 1.05. */
  public void isSlowerThan(String other, DifferenceLimit limit) {
    decide(sentence -> sentence.isSlowerThan(other, limit));
  }

  /** Asserts {@code SUBJECT at most 5% slower than OBJECT}: an elapsed ratio of 1.05. */
  public void isSlowerThan(Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.isSlowerThan(object, limit));
  }

  /**
   * Asserts {@code SUBJECT at most 5% slower METRIC than OBJECT}, the metric being the speed of one
   * job or side, e.g. {@code "reader speed"}.
   */
  public void isSlowerThan(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.isSlowerThan(metric, object, limit));
  }

  /** Asserts {@code SUBJECT takes at least 10% less time than OTHER}: an elapsed ratio of 0.90. */
  public void takesLessTimeThan(String other, DifferenceLimit limit) {
    decide(sentence -> sentence.takesLessTimeThan(other, limit));
  }

  /** Asserts {@code SUBJECT takes at least 10% less time than OBJECT}: an elapsed ratio of 0.90. */
  public void takesLessTimeThan(Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.takesLessTimeThan(object, limit));
  }

  /** Asserts {@code SUBJECT takes at most 10% more time than OTHER}: an elapsed ratio of 1.10. */
  public void takesMoreTimeThan(String other, DifferenceLimit limit) {
    decide(sentence -> sentence.takesMoreTimeThan(other, limit));
  }

  /** Asserts {@code SUBJECT takes at most 10% more time than OBJECT}: an elapsed ratio of 1.10. */
  public void takesMoreTimeThan(Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.takesMoreTimeThan(object, limit));
  }

  /** Asserts {@code SUBJECT takes at most 3m30s}. */
  public void takes(ValueLimit limit) {
    decide(sentence -> sentence.takes(limit));
  }

  /**
   * Asserts {@code SUBJECT at least 10% more METRIC than OBJECT}, e.g. of {@code "write
   * bandwidth"}.
   */
  public void hasMore(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.hasMore(metric, object, limit));
  }

  /** Asserts the same as {@link #hasMore}, for metrics that are called higher. */
  public void hasHigher(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.hasHigher(metric, object, limit));
  }

  /**
   * Asserts {@code SUBJECT at least 5x lower METRIC than OBJECT}, e.g. of {@code "p99 read
   * latency"}.
   */
  public void hasLower(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.hasLower(metric, object, limit));
  }

  /** Asserts the same as {@link #hasLower}, for metrics of which there is less. */
  public void hasLess(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.hasLess(metric, object, limit));
  }

  /** Asserts the same as {@link #hasLower}, for metrics of which there are fewer. */
  public void hasFewer(String metric, Reference object, DifferenceLimit limit) {
    decide(sentence -> sentence.hasFewer(metric, object, limit));
  }

  /** Asserts {@code SUBJECT at most 5 ms METRIC}. */
  public void has(String metric, ValueLimit limit) {
    decide(sentence -> sentence.has(metric, limit));
  }

  /** Asserts {@code SUBJECT within 5% of OTHER}: neither is slower by more. */
  public void isWithin(Difference difference, String other) {
    decide(sentence -> sentence.isWithin(difference, other));
  }

  /** Asserts {@code SUBJECT within 5% of OBJECT}: neither is slower by more. */
  public void isWithin(Difference difference, Reference object) {
    decide(sentence -> sentence.isWithin(difference, object));
  }

  /** Asserts {@code SUBJECT within 5% of the METRIC of OBJECT}. */
  public void isWithin(Difference difference, String metric, Reference object) {
    decide(sentence -> sentence.isWithin(difference, metric, object));
  }

  private void decide(Function<ExpectationBuilder, Expectation> rest) {
    isNotNull();
    Verdict verdict;
    BenchmarkResult measured;
    try {
      measured = measured();
      try {
        verdict = decide(measured, rest.apply(begun()));
      } catch (IllegalArgumentException e) {
        throw failure(measured.name() + ": " + e.getMessage());
      }
    } finally {
      forget();
    }
    String message = measured.name() + ": " + verdict.message();
    switch (verdict.outcome()) {
      case MET -> {}
      case NOT_MET -> throw failure(message);
      case INCONCLUSIVE -> throw inconclusive(message);
    }
  }

  private Verdict decide(BenchmarkResult measured, Expectation expectation) {
    try {
      return decider.decide(measured, expectation);
    } catch (SentenceException e) {
      // The sentence itself is in order by now, so that only its schedulers can be amiss.
      throw new MissingSchedulerError(described(measured.name() + ": " + e.getMessage()));
    }
  }

  /** What was chosen holds for one asserting call, since soft assertions may reuse the object. */
  private void forget() {
    benchmark = Optional.empty();
    workload = Optional.empty();
    subject = Optional.empty();
    phase = Optional.empty();
  }

  private ExpectationBuilder begun() {
    ExpectationBuilder begun =
        subject
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the chain names no scheduler; say scheduler(\"noop\") or everyScheduler()"
                            + " before the asserting call"))
            .get();
    return phase.map(p -> p.apply(begun)).orElse(begun);
  }

  private BenchmarkResult measured() {
    List<BenchmarkResult> named =
        actual.benchmarks().stream()
            .filter(b -> benchmark.map(name -> isCalled(b, name)).orElse(true))
            .toList();
    if (named.isEmpty()) {
      throw new MissingBenchmarkError(benchmark.orElse(""), described(notMeasured()));
    }
    if (benchmark.isEmpty() && named.stream().map(BenchmarkResult::method).distinct().count() > 1) {
      throw failure("the chain names no benchmark; measured were " + names(named));
    }
    List<BenchmarkResult> chosen =
        named.stream().filter(b -> workload.map(text -> runs(b, text)).orElse(true)).toList();
    Optional<BenchmarkResult> exact =
        chosen.stream().filter(b -> workload.filter(w -> isExactly(b, w)).isPresent()).findFirst();
    if (exact.isPresent()) {
      return exact.get();
    }
    if (chosen.size() != 1) {
      throw failure(
          named.get(0).method()
              + " has "
              + (chosen.isEmpty() ? "no such workload" : chosen.size() + " such workloads")
              + "; choose one by workload(...): "
              + named.stream()
                  .map(b -> b.alternative().isEmpty() ? b.workload().strip() : b.alternative())
                  .map(text -> "\"" + text + "\"")
                  .toList());
    }
    return chosen.get(0);
  }

  private static boolean isCalled(BenchmarkResult result, String name) {
    return result.name().equals(name)
        || result.method().equals(name)
        || result.method().endsWith("." + name);
  }

  private static boolean runs(BenchmarkResult result, String text) {
    return result.workload().contains(text) || result.alternative().equals(text);
  }

  private static boolean isExactly(BenchmarkResult result, String text) {
    return result.workload().equals(text) || result.alternative().equals(text);
  }

  private String notMeasured() {
    List<String> names =
        actual.benchmarks().stream().map(BenchmarkResult::method).distinct().toList();
    List<String> methods =
        names.stream().map(name -> name.substring(name.lastIndexOf('.') + 1)).toList();
    return benchmark
            .map(name -> "benchmark " + name + " was not measured")
            .orElse("nothing was measured")
        + (names.isEmpty()
            ? "; no benchmark of this class ran"
            : "; measured were " + String.join(", ", names))
        + benchmark
            .flatMap(name -> Nearest.to(name, methods))
            .map(near -> " (did you mean " + near + "?)")
            .orElse("");
  }

  private static List<String> names(List<BenchmarkResult> results) {
    return results.stream().map(BenchmarkResult::method).distinct().toList();
  }

  private AssertionError failure(String message) {
    return new AssertionError(described(message));
  }

  private InconclusiveError inconclusive(String message) {
    return new InconclusiveError(described(message));
  }

  private String described(String message) {
    String description = Objects.requireNonNullElse(info.descriptionText(), "");
    return description.isEmpty() ? message : "[" + description + "] " + message;
  }
}
