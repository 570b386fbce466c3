package org.iosched.reports;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyFrom;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;

/** Writes a run field by field, in the order in which the schema lists them. */
final class ResultsWriter implements AutoCloseable {

  private final JsonGenerator json;

  ResultsWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes one element of a list. */
  @FunctionalInterface
  private interface Element<T> {
    void write(T value) throws IOException;
  }

  void write(RunReport report) throws IOException {
    json.writeStartObject();
    json.writeNumberField("schemaVersion", ResultsJson.SCHEMA_VERSION);
    json.writeStringField("suite", report.suite());
    json.writeNumberField("seed", report.seed());
    json.writeStringField("startedAt", report.startedAt().toString());
    json.writeStringField("version", report.version());
    texts("device", report.device());
    texts("conditions", report.conditions());
    seconds("measuringSeconds", report.measuring());
    seconds("savedBudgetSeconds", report.savedBudget());
    harnessCost(report.harnessCost());
    list("notes", report.notes(), json::writeString);
    list("skipped", report.skipped(), this::skipped);
    list("failures", report.failures(), this::failure);
    json.writeBooleanField("familywise", report.familywise());
    list("samplingChecks", report.samplingChecks(), this::samplingCheck);
    list("benchmarks", report.benchmarks(), this::benchmark);
    json.writeEndObject();
  }

  private void harnessCost(HarnessCost cost) throws IOException {
    json.writeObjectFieldStart("harness");
    number("medianSeconds", cost.medianSeconds());
    number("totalSeconds", cost.totalSeconds());
    number("share", cost.share());
    json.writeEndObject();
  }

  private void skipped(RunReport.Skipped skipped) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", skipped.name());
    json.writeStringField("reason", skipped.reason());
    json.writeEndObject();
  }

  private void failure(RunReport.Failure failure) throws IOException {
    json.writeStartObject();
    json.writeStringField("benchmark", failure.benchmark());
    json.writeStringField("workload", failure.workload());
    json.writeStringField("arm", failure.arm());
    json.writeStringField("message", failure.message());
    json.writeEndObject();
  }

  private void benchmark(BenchmarkResult benchmark) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", benchmark.name());
    json.writeStringField("workload", benchmark.workload());
    json.writeBooleanField("continuous", benchmark.continuous());
    list("arms", benchmark.arms(), this::arm);
    plan(benchmark.plan());
    sampling(benchmark.sampling());
    Map<Metric, Unit> metrics = units(benchmark.samples());
    metrics(metrics);
    List<Long> bounds = SamplingWords.slices(benchmark) ? bounds(benchmark.samples()) : List.of();
    if (!bounds.isEmpty()) {
      list("latencyBounds", bounds, json::writeNumber);
    }
    list("samples", benchmark.samples(), sample -> sample(sample, metrics, bounds));
    list("verdicts", benchmark.verdicts(), this::verdict);
    if (benchmark.control().isPresent()) {
      json.writeFieldName("control");
      verdict(benchmark.control().get());
    }
    if (benchmark.obstacle().isPresent()) {
      json.writeStringField("obstacle", benchmark.obstacle().get());
    }
    json.writeEndObject();
  }

  private void sampling(SamplingPlan sampling) throws IOException {
    json.writeObjectFieldStart("sampling");
    if (sampling instanceof SamplingPlan.Slices slices) {
      json.writeStringField("kind", "slices");
      number("sliceSeconds", slices.sliceSeconds());
      number("settleSeconds", slices.settleSeconds());
    } else {
      json.writeStringField("kind", "runs");
    }
    json.writeStringField("reason", sampling.reason());
    json.writeEndObject();
  }

  /** Returns the metrics of all samples, each with the unit it has where it comes first. */
  private static Map<Metric, Unit> units(List<Sample> samples) {
    Map<Metric, Unit> units = new TreeMap<>(MetricNames.ORDER);
    for (Sample sample : samples) {
      sample.metrics().forEach((metric, value) -> units.putIfAbsent(metric, value.unit()));
    }
    return units;
  }

  /** Returns the bounds of all distributions: thousands of slices have much the same ones. */
  private static List<Long> bounds(List<Sample> samples) {
    SortedSet<Long> bounds = new TreeSet<>();
    for (Sample sample : samples) {
      sample.latencies().forEach(latencies -> bounds.addAll(latencies.upperNanos()));
    }
    return List.copyOf(bounds);
  }

  /** Thousands of slices share a description of their metrics, which is longer than the values. */
  private void metrics(Map<Metric, Unit> metrics) throws IOException {
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<Metric, Unit> entry : metrics.entrySet()) {
      json.writeObjectFieldStart(MetricNames.of(entry.getKey()));
      json.writeStringField("unit", entry.getValue().symbol());
      metric(entry.getKey());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void samplingCheck(SamplingCheck check) throws IOException {
    json.writeStartObject();
    json.writeStringField("benchmark", check.benchmark());
    json.writeStringField("metric", MetricNames.of(check.metric()));
    metric(check.metric());
    json.writeStringField("arm", check.arm());
    json.writeStringField("other", check.other());
    ratio("slices", check.slices());
    ratio("runs", check.runs());
    ratio("difference", check.difference());
    number("confidence", check.confidence());
    number("sliceSeconds", check.sliceSeconds());
    number("runSeconds", check.runSeconds());
    json.writeBooleanField("agrees", check.agrees());
    json.writeEndObject();
  }

  private void ratio(String name, SamplingCheck.Interval interval) throws IOException {
    json.writeObjectFieldStart(name);
    number("estimate", interval.estimate());
    number("low", interval.low());
    number("high", interval.high());
    json.writeNumberField("rounds", interval.rounds());
    json.writeEndObject();
  }

  private void arm(Arm arm) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", arm.name());
    json.writeStringField("scheduler", arm.scheduler());
    texts("tunables", arm.tunables());
    json.writeEndObject();
  }

  private void plan(LookPlan plan) throws IOException {
    json.writeObjectFieldStart("plan");
    list("rounds", plan.rounds(), json::writeNumber);
    number("level", plan.level());
    number("confidence", plan.confidence());
    json.writeEndObject();
  }

  private void sample(Sample sample, Map<Metric, Unit> units, List<Long> bounds)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("arm", sample.arm());
    json.writeStringField("requested", sample.requested());
    json.writeStringField("scheduler", sample.scheduler());
    json.writeNumberField("round", sample.round());
    json.writeNumberField("position", sample.position());
    json.writeStringField("startedAt", sample.startedAt().toString());
    number("seconds", sample.seconds());
    number("harnessSeconds", sample.harnessSeconds());
    json.writeObjectFieldStart("metrics");
    Map<Metric, Measured> ordered = new TreeMap<>(MetricNames.ORDER);
    ordered.putAll(sample.metrics());
    for (Map.Entry<Metric, Measured> entry : ordered.entrySet()) {
      boolean described = entry.getValue().unit() == units.get(entry.getKey());
      measured(entry.getKey(), entry.getValue(), described);
    }
    json.writeEndObject();
    listOfDistinct(
        "latencies",
        sample.latencies(),
        ResultsWriter::buckets,
        (latencies, sameAs) -> latencies(latencies, sameAs, bounds));
    list("series", sample.series(), this::series);
    list("marks", sample.marks(), this::mark);
    if (!sample.latencyWindows().isEmpty()) {
      listOfDistinct(
          "latencyWindows", sample.latencyWindows(), ResultsWriter::buckets, this::latencyWindows);
    }
    if (!sample.conditions().isEmpty()) {
      json.writeObjectFieldStart("conditions");
      for (Map.Entry<String, Double> entry : new TreeMap<>(sample.conditions()).entrySet()) {
        number(entry.getKey(), entry.getValue());
      }
      json.writeEndObject();
    }
    if (!sample.attachments().isEmpty()) {
      list("attachments", sample.attachments(), this::attachment);
    }
    json.writeEndObject();
  }

  private void attachment(Attachment attachment) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", attachment.name());
    json.writeStringField("mediaType", attachment.mediaType());
    json.writeStringField("file", attachment.file());
    json.writeEndObject();
  }

  private void measured(Metric metric, Measured measured, boolean described) throws IOException {
    json.writeObjectFieldStart(MetricNames.of(metric));
    if (measured instanceof Measured.Rate rate) {
      // Only for people: exact are the count and the time.
      number("value", sevenDigits(rate.value()));
      json.writeNumberField("count", rate.count());
      number("seconds", rate.seconds());
    } else {
      number("value", measured.value());
    }
    if (!described) {
      json.writeStringField("unit", measured.unit().symbol());
    }
    json.writeEndObject();
  }

  /** The parts of a metric, so that no reader has to take its words apart. */
  private void metric(Metric metric) throws IOException {
    if (metric.job().isPresent()) {
      json.writeStringField("job", metric.job().get());
    }
    json.writeStringField("side", MetricNames.side(metric.side()));
    json.writeStringField("quantity", metric.quantity().words());
  }

  private void latencies(Latencies latencies, int sameAs, List<Long> bounds) throws IOException {
    json.writeStartObject();
    scope(latencies.job(), latencies.side());
    if (latencies.from() == LatencyFrom.INTENDED_START) {
      json.writeStringField("since", ResultsJson.INTENDED_START);
    }
    if (sameAs >= 0) {
      json.writeNumberField("sameAs", sameAs);
    } else if (fits(latencies, bounds)) {
      int from = Collections.binarySearch(bounds, latencies.upperNanos().get(0));
      json.writeNumberField("from", from);
      json.writeFieldName("counts");
      counts(latencies, bounds.subList(from, bounds.size()));
    } else {
      list("upperNanos", latencies.upperNanos(), json::writeNumber);
      list("counts", latencies.counts(), json::writeNumber);
    }
    json.writeEndObject();
  }

  /** Tells whether a distribution can be told from its counts along the common bounds. */
  private static boolean fits(Latencies latencies, List<Long> bounds) {
    return !bounds.isEmpty()
        && !latencies.upperNanos().isEmpty()
        && !latencies.counts().contains(0L)
        && List.copyOf(new TreeSet<>(latencies.upperNanos())).equals(latencies.upperNanos());
  }

  /** The stretches of a run share the bounds of their buckets, so that each bound stands once. */
  private void latencyWindows(LatencyWindows windows, int sameAs) throws IOException {
    json.writeStartObject();
    scope(windows.job(), windows.side());
    if (sameAs >= 0) {
      json.writeNumberField("sameAs", sameAs);
    } else {
      number("windowSeconds", windows.windowSeconds());
      SortedSet<Long> bounds = new TreeSet<>();
      windows.windows().forEach(window -> bounds.addAll(window.upperNanos()));
      list("upperNanos", bounds, json::writeNumber);
      list("windows", windows.windows(), window -> counts(window, bounds));
    }
    json.writeEndObject();
  }

  private void counts(Latencies window, Collection<Long> bounds) throws IOException {
    json.writeStartArray();
    Iterator<Long> next = bounds.iterator();
    for (int i = 0; i < window.counts().size(); i++) {
      while (!next.next().equals(window.upperNanos().get(i))) {
        json.writeNumber(0);
      }
      json.writeNumber(window.counts().get(i));
    }
    json.writeEndArray();
  }

  private void scope(Optional<String> job, Side side) throws IOException {
    if (job.isPresent()) {
      json.writeStringField("job", job.get());
    }
    json.writeStringField("side", MetricNames.side(side));
  }

  private static List<Object> buckets(Latencies latencies) {
    return List.of(latencies.upperNanos(), latencies.counts());
  }

  private static List<Object> buckets(LatencyWindows windows) {
    return List.of(
        windows.windowSeconds(), windows.windows().stream().map(ResultsWriter::buckets).toList());
  }

  private void series(Series series) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", MetricNames.of(series.metric()));
    metric(series.metric());
    number("windowSeconds", series.windowSeconds());
    list("counts", series.counts(), json::writeNumber);
    json.writeEndObject();
  }

  private void mark(Mark mark) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", mark.kind());
    json.writeStringField("message", mark.message());
    json.writeBooleanField("contaminates", mark.contaminates());
    json.writeEndObject();
  }

  private void verdict(Verdict verdict) throws IOException {
    json.writeStartObject();
    json.writeStringField("expectation", verdict.expectation());
    json.writeStringField("outcome", verdict.outcome().name());
    number("estimate", verdict.estimate());
    number("low", verdict.low());
    number("high", verdict.high());
    number("level", verdict.level());
    json.writeNumberField("rounds", verdict.rounds());
    list("warnings", verdict.warnings(), this::warning);
    json.writeStringField("message", verdict.message());
    json.writeEndObject();
  }

  private void warning(Warning warning) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", warning.kind());
    json.writeStringField("message", warning.message());
    json.writeEndObject();
  }

  /** Writes one element of a list whose content may be that of an earlier one. */
  @FunctionalInterface
  private interface Repeatable<T> {
    void write(T value, int sameAs) throws IOException;
  }

  /** Writes what is the same as an earlier element (all I/Os were reads, say) as its place. */
  private <T> void listOfDistinct(
      String name, List<T> values, Function<T, Object> content, Repeatable<T> element)
      throws IOException {
    json.writeArrayFieldStart(name);
    List<Object> before = new ArrayList<>();
    for (T value : values) {
      Object own = content.apply(value);
      element.write(value, before.indexOf(own));
      before.add(own);
    }
    json.writeEndArray();
  }

  private <T> void list(String name, Collection<T> values, Element<T> element) throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      element.write(value);
    }
    json.writeEndArray();
  }

  private void texts(String name, Map<String, String> texts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  /** JSON has neither NaN nor infinity: both are null. */
  private void number(String name, double value) throws IOException {
    if (value == (int) value) {
      json.writeNumberField(name, (int) value);
    } else if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private static double sevenDigits(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(7)).doubleValue()
        : value;
  }

  private void seconds(String name, Duration duration) throws IOException {
    number(name, duration.toNanos() / 1e9);
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
