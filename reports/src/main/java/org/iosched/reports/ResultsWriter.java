package org.iosched.reports;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;
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
    list("samples", benchmark.samples(), this::sample);
    list("verdicts", benchmark.verdicts(), this::verdict);
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

  private void sample(Sample sample) throws IOException {
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
      measured(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
    list("latencies", sample.latencies(), this::latencies);
    list("series", sample.series(), this::series);
    list("marks", sample.marks(), this::mark);
    json.writeEndObject();
  }

  private void measured(Metric metric, Measured measured) throws IOException {
    json.writeObjectFieldStart(MetricNames.of(metric));
    number("value", measured.value());
    json.writeStringField("unit", measured.unit().symbol());
    if (measured instanceof Measured.Rate rate) {
      json.writeNumberField("count", rate.count());
      number("seconds", rate.seconds());
    }
    metric(metric);
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

  private void latencies(Latencies latencies) throws IOException {
    json.writeStartObject();
    if (latencies.job().isPresent()) {
      json.writeStringField("job", latencies.job().get());
    }
    json.writeStringField("side", MetricNames.side(latencies.side()));
    list("upperNanos", latencies.upperNanos(), json::writeNumber);
    list("counts", latencies.counts(), json::writeNumber);
    json.writeEndObject();
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

  private <T> void list(String name, List<T> values, Element<T> element) throws IOException {
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
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private void seconds(String name, Duration duration) throws IOException {
    number(name, duration.toNanos() / 1e9);
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
