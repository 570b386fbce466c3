package org.iosched.reports;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyFrom;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;

/** Runs at the edges of what the records allow. */
final class ExtremeRun {

  private ExtremeRun() {}

  /** A run in which nothing could be measured. */
  static RunReport empty() {
    return new RunReport(
        "none",
        Long.MIN_VALUE,
        Instant.EPOCH,
        "",
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Duration.ZERO,
        Duration.ZERO,
        List.of());
  }

  /** A run full of texts that break quoting and numbers that are none. */
  static RunReport report() {
    String nasty = "<b>\"q\" & 'a'</b> | ] ]]> \\ tab\there ünï 設備 \uD83D\uDCBE \u0001 `c`";
    Metric jobCalledRead = Metric.of(Quantity.IOPS).forJob("read");
    Sample sample =
        new Sample(
            "arm " + nasty,
            "deadline[fifo_batch=1,front_merges=0]",
            "mq-deadline",
            1,
            1,
            Instant.parse("2026-12-31T23:59:59Z"),
            0,
            Double.NaN,
            Map.of(
                Metric.TIME,
                new Measured.Value(Double.NaN, Unit.SECONDS),
                Metric.of(Side.READ, Quantity.IOPS),
                new Measured.Rate(0, 1e-9, Unit.IO_PER_SECOND),
                jobCalledRead,
                new Measured.Rate(Long.MAX_VALUE, 1e9, Unit.IO_PER_SECOND),
                Metric.of(Quantity.P999_LATENCY).forJob("設備"),
                new Measured.Value(Double.MIN_VALUE, Unit.NANOSECONDS)),
            List.of(
                new Latencies(Optional.empty(), Side.BOTH, List.of(), List.of()),
                new Latencies(Optional.of(nasty), Side.WRITE, List.of(1L), List.of(1L)),
                new Latencies(
                    Optional.of(nasty),
                    Side.WRITE,
                    List.of(1L),
                    List.of(1L),
                    LatencyFrom.INTENDED_START)),
            List.of(
                new Series(jobCalledRead, 0.1, List.of()),
                new Series(jobCalledRead, 0.1, List.of(0L, Long.MAX_VALUE))),
            List.of(new Mark("odd", nasty, true)));
    LookPlan plan = new LookPlan(List.of(1), 0.05, 0.95);
    Arm arm = new Arm("arm " + nasty, "deadline", Map.of("fifo_batch", "1", "front_merges", "0"));
    return new RunReport(
        nasty,
        Long.MAX_VALUE,
        Instant.parse("2026-02-28T00:00:00.000000001Z"),
        "0.1.0",
        Map.of("model " + nasty, nasty),
        Map.of("kernel", nasty),
        List.of(
            new BenchmarkResult(
                "Odd.one " + nasty,
                nasty,
                false,
                List.of(arm),
                plan,
                List.of(sample),
                List.of(
                    Verdict.undecided(nasty, 0, nasty),
                    new Verdict(
                        "a at least 2x faster than b",
                        Outcome.MET,
                        Double.NaN,
                        0,
                        Double.POSITIVE_INFINITY,
                        0.95,
                        1,
                        List.of(),
                        "m"))),
            new BenchmarkResult("Odd.unmeasured", "", true, List.of(), plan, List.of(), List.of())),
        List.of(new RunReport.Skipped(nasty, nasty)),
        List.of(new RunReport.Failure("Odd.one " + nasty, nasty, "nobody", nasty)),
        Duration.ofNanos(1),
        Duration.ofDays(30),
        List.of(nasty));
  }
}
