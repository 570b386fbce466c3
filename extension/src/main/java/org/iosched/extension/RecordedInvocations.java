package org.iosched.extension;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Verdict;
import org.iosched.workload.WorkloadResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * The leaves of a benchmark whose samples were recorded elsewhere: one for each sample, which the
 * body may check, then one for each expectation. Nothing is measured and no device is opened.
 */
final class RecordedInvocations implements Iterator<TestTemplateInvocationContext> {

  private final Run run;
  private final Class<?> testClass;
  private final BenchmarkPlan plan;
  private final WorkloadPlan.Recording recording;
  private final Deque<TestTemplateInvocationContext> leaves = new ArrayDeque<>();
  private boolean decided;
  private @Nullable String failure;

  private final List<Sample> samples = new ArrayList<>();

  RecordedInvocations(Run run, Class<?> testClass, BenchmarkPlan plan) {
    this.run = run;
    this.testClass = testClass;
    this.plan = plan;
    this.recording = (WorkloadPlan.Recording) plan.workloads().get(0);
    for (WorkloadPlan.Recording.Recorded recorded : recording.samples()) {
      Sample sample = sample(recorded);
      samples.add(sample);
      leaves.add(new RecordedLeaf(plan, sample, this::failed));
    }
    noteUnequal();
  }

  private void noteUnequal() {
    List<String> counts = new ArrayList<>();
    Set<Long> different = new HashSet<>();
    for (Arm arm : plan.arms()) {
      long count = samples.stream().filter(sample -> sample.arm().equals(arm.name())).count();
      counts.add(count + " of " + arm.name());
      different.add(count);
    }
    if (different.size() > 1) {
      run.note(
          plan.name()
              + ": there are "
              + String.join(", ", counts)
              + " recorded; only rounds that both schedulers of a pair have are compared");
    }
  }

  private Sample sample(WorkloadPlan.Recording.Recorded recorded) {
    Arm arm =
        plan.arms().stream()
            .filter(candidate -> candidate.name().equals(recorded.arm()))
            .findFirst()
            .orElseThrow();
    WorkloadResult result = recorded.result();
    List<Attachment> attachments =
        result.documents().stream()
            .map(document -> run.keep(plan.name(), arm.name(), recorded.round(), document))
            .toList();
    return new Sample(
        arm.name(),
        arm.requested(),
        arm.scheduler(),
        recorded.round(),
        1 + plan.arms().indexOf(arm),
        Instant.now(),
        result.seconds(),
        0,
        result.metrics(),
        result.latencies(),
        result.series(),
        List.of(
            new Mark(
                Mark.RECORDED,
                "recorded elsewhere (" + recorded.place() + "), in an order that is not known",
                false)),
        result.latencyWindows(),
        Map.of(),
        attachments);
  }

  private void failed(String reason, @Nullable String message) {
    if (failure == null) {
      failure = reason;
    }
    if (message == null) {
      run.skipped(plan.name(), reason);
    } else {
      run.failed(plan.name(), recording.text(), "", message);
    }
  }

  @Override
  public boolean hasNext() {
    if (leaves.isEmpty() && !decided) {
      decided = true;
      decide();
    }
    return !leaves.isEmpty();
  }

  @Override
  public TestTemplateInvocationContext next() {
    if (!hasNext()) {
      throw new NoSuchElementException(plan.name() + " has no further leaf");
    }
    return leaves.removeFirst();
  }

  private void decide() {
    int rounds = samples.stream().mapToInt(Sample::round).max().orElse(1);
    double confidence = run.confidence(plan);
    // All that was recorded is looked at once, so that nothing of the error is spent before.
    LookPlan looks = new LookPlan(List.of(rounds), 1 - confidence, confidence);
    Decisions decisions = new Decisions(plan.arms(), recording.onlyJob());
    List<Verdict> verdicts = new ArrayList<>();
    for (Expectation expectation : plan.expectations()) {
      Optional<String> open =
          Optional.ofNullable(failure).or(() -> decisions.leftOpen(expectation, Map.of()));
      verdicts.add(
          open.map(
                  reason ->
                      Verdict.undecided(
                          expectation.toString(),
                          rounds,
                          "INCONCLUSIVE: " + expectation + ": " + reason))
              .orElseGet(() -> decisions.decide(expectation, samples, looks)));
    }
    verdicts.forEach(
        verdict -> leaves.add(new ExpectationLeaf(plan.name(), verdict, run.settings().strict())));
    run.add(
        testClass,
        new BenchmarkResult(
            plan.name(),
            recording.text(),
            recording.continuous(),
            plan.arms(),
            looks,
            samples,
            verdicts,
            new SamplingPlan.Runs("they were recorded elsewhere"),
            Optional.empty(),
            Optional.ofNullable(failure)));
  }
}
