package org.iosched.reports;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Latencies;
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
import org.iosched.dsl.Warning;

/** Takes a document apart that {@link ResultsWriter} wrote. */
final class ResultsReader {

  private ResultsReader() {}

  /** Throws an IllegalArgumentException that names the field where the document is none. */
  static RunReport read(JsonNode document) {
    JsonPlace root = new JsonPlace("", document);
    int version = root.at("schemaVersion").count();
    if (version != ResultsJson.SCHEMA_VERSION) {
      throw new IllegalArgumentException(
          "its schemaVersion is "
              + version
              + ", and this version of iosched reads "
              + ResultsJson.SCHEMA_VERSION
              + " only; read it with the iosched that wrote it ("
              + root.optionalText("version").orElse("unknown")
              + ")");
    }
    return new RunReport(
        root.at("suite").text(),
        root.at("seed").number(),
        root.at("startedAt").parsed(Instant::parse),
        root.at("version").text(),
        root.at("device").texts(),
        root.at("conditions").texts(),
        root.at("benchmarks").list(ResultsReader::benchmark),
        root.at("skipped")
            .list(at -> new RunReport.Skipped(at.at("name").text(), at.at("reason").text())),
        root.at("failures").list(ResultsReader::failure),
        duration(root.at("measuringSeconds")),
        duration(root.at("savedBudgetSeconds")),
        root.at("notes").list(JsonPlace::text));
  }

  private static RunReport.Failure failure(JsonPlace at) {
    return new RunReport.Failure(
        at.at("benchmark").text(),
        at.at("workload").text(),
        at.at("arm").text(),
        at.at("message").text());
  }

  private static BenchmarkResult benchmark(JsonPlace at) {
    return new BenchmarkResult(
        at.at("name").text(),
        at.at("workload").text(),
        at.at("continuous").flag(),
        at.at("arms").list(ResultsReader::arm),
        plan(at.at("plan")),
        at.at("samples").list(ResultsReader::sample),
        at.at("verdicts").list(ResultsReader::verdict));
  }

  private static Arm arm(JsonPlace at) {
    return new Arm(at.at("name").text(), at.at("scheduler").text(), at.at("tunables").texts());
  }

  private static LookPlan plan(JsonPlace at) {
    return new LookPlan(
        at.at("rounds").list(JsonPlace::count), at.at("level").real(), at.at("confidence").real());
  }

  private static Sample sample(JsonPlace at) {
    Map<Metric, Measured> metrics = new HashMap<>();
    for (JsonPlace field : at.at("metrics").fields()) {
      metrics.put(metric(field), measured(field));
    }
    return new Sample(
        at.at("arm").text(),
        at.at("requested").text(),
        at.at("scheduler").text(),
        at.at("round").count(),
        at.at("position").count(),
        at.at("startedAt").parsed(Instant::parse),
        at.at("seconds").real(),
        at.at("harnessSeconds").real(),
        metrics,
        at.at("latencies").list(ResultsReader::latencies),
        at.at("series").list(ResultsReader::series),
        at.at("marks").list(ResultsReader::mark));
  }

  private static Metric metric(JsonPlace at) {
    return new Metric(
        at.optionalText("job"), side(at), at.at("quantity").parsed(ResultsReader::quantity));
  }

  private static Measured measured(JsonPlace at) {
    Unit unit = at.at("unit").parsed(ResultsReader::unit);
    return at.node().has("count")
        ? new Measured.Rate(at.at("count").number(), at.at("seconds").real(), unit)
        : new Measured.Value(at.at("value").real(), unit);
  }

  private static Latencies latencies(JsonPlace at) {
    return new Latencies(
        at.optionalText("job"),
        side(at),
        at.at("upperNanos").list(JsonPlace::number),
        at.at("counts").list(JsonPlace::number));
  }

  private static Series series(JsonPlace at) {
    return new Series(
        metric(at), at.at("windowSeconds").real(), at.at("counts").list(JsonPlace::number));
  }

  private static Mark mark(JsonPlace at) {
    return new Mark(at.at("kind").text(), at.at("message").text(), at.at("contaminates").flag());
  }

  private static Verdict verdict(JsonPlace at) {
    double low = at.at("low").real();
    double high = at.at("high").real();
    // An interval that has a lower end always has an upper one: there, null means infinity.
    boolean unbounded = Double.isNaN(high) && !Double.isNaN(low);
    return new Verdict(
        at.at("expectation").text(),
        at.at("outcome").parsed(Outcome::valueOf),
        at.at("estimate").real(),
        low,
        unbounded ? Double.POSITIVE_INFINITY : high,
        at.at("level").real(),
        at.at("rounds").count(),
        at.at("warnings")
            .list(warning -> new Warning(warning.at("kind").text(), warning.at("message").text())),
        at.at("message").text());
  }

  private static Side side(JsonPlace at) {
    return at.at("side").parsed(text -> oneOf(Side.values(), MetricNames::side, text));
  }

  private static Quantity quantity(String words) {
    return oneOf(Quantity.values(), Quantity::words, words);
  }

  private static Unit unit(String symbol) {
    return oneOf(Unit.values(), Unit::symbol, symbol);
  }

  private static <T extends Enum<T>> T oneOf(T[] values, Function<T, String> name, String text) {
    return Arrays.stream(values)
        .filter(value -> name.apply(value).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "it is one of " + String.join(", ", Arrays.stream(values).map(name).toList())));
  }

  private static Duration duration(JsonPlace at) {
    return Duration.ofNanos(Math.round(at.real() * 1e9));
  }
}
