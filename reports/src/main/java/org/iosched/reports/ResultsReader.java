package org.iosched.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;

/** Takes a document apart that {@link ResultsWriter} wrote. */
final class ResultsReader {

  private ResultsReader() {}

  /**
   * Reads what stands before everything else, whatever its place.
   *
   * @throws IllegalArgumentException where this version cannot read the document
   */
  static void checkVersion(JsonParser parser) throws IOException {
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    JsonStream.fields(
        parser,
        "",
        name -> {
          if (name.equals("schemaVersion") || name.equals("version")) {
            head.set(name, parser.readValueAsTree());
          } else {
            parser.skipChildren();
          }
        });
    JsonPlace root = new JsonPlace("", head);
    int version = root.at("schemaVersion").count();
    if (version < 1 || version > ResultsJson.SCHEMA_VERSION) {
      throw new IllegalArgumentException(
          "its schemaVersion is "
              + version
              + ", and this version of iosched reads 1 to "
              + ResultsJson.SCHEMA_VERSION
              + " only; read it with the iosched that wrote it ("
              + root.optionalText("version").orElse("unknown")
              + ")");
    }
  }

  /**
   * Reads a document sample by sample, so that never more than one stands in memory as a tree.
   *
   * @throws IllegalArgumentException that names the field where the document is none
   */
  static RunReport read(JsonParser parser) throws IOException {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    List<BenchmarkResult> benchmarks = new ArrayList<>();
    JsonStream.fields(
        parser,
        "",
        name -> {
          if (name.equals("benchmarks") && parser.currentToken() == JsonToken.START_ARRAY) {
            JsonStream.elements(
                parser, "benchmarks", place -> benchmarks.add(benchmark(parser, place)));
            document.putArray("benchmarks");
          } else {
            document.set(name, parser.readValueAsTree());
          }
        });
    JsonPlace root = new JsonPlace("", document);
    root.at("benchmarks").list(at -> at);
    return new RunReport(
        root.at("suite").text(),
        root.at("seed").number(),
        root.at("startedAt").parsed(Instant::parse),
        root.at("version").text(),
        root.at("device").texts(),
        root.at("conditions").texts(),
        benchmarks,
        root.at("skipped")
            .list(at -> new RunReport.Skipped(at.at("name").text(), at.at("reason").text())),
        root.at("failures").list(ResultsReader::failure),
        duration(root.at("measuringSeconds")),
        duration(root.at("savedBudgetSeconds")),
        root.at("notes").list(JsonPlace::text),
        root.optional("samplingChecks")
            .map(checks -> checks.list(ResultsReader::samplingCheck))
            .orElse(List.of()),
        root.optional("familywise").map(JsonPlace::flag).orElse(false));
  }

  private static RunReport.Failure failure(JsonPlace at) {
    return new RunReport.Failure(
        at.at("benchmark").text(),
        at.at("workload").text(),
        at.at("arm").text(),
        at.at("message").text());
  }

  private static SamplingCheck samplingCheck(JsonPlace at) {
    return new SamplingCheck(
        at.at("benchmark").text(),
        metric(at),
        at.at("arm").text(),
        at.at("other").text(),
        ratio(at.at("slices")),
        ratio(at.at("runs")),
        ratio(at.at("difference")),
        at.at("confidence").real(),
        at.at("sliceSeconds").real(),
        at.at("runSeconds").real());
  }

  private static SamplingCheck.Interval ratio(JsonPlace at) {
    return new SamplingCheck.Interval(
        at.at("estimate").real(), at.at("low").real(), high(at), at.at("rounds").count());
  }

  private static BenchmarkResult benchmark(JsonParser parser, String place) throws IOException {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    JsonPlace at = new JsonPlace(place, fields);
    List<Sample> samples = new ArrayList<>();
    JsonStream.fields(
        parser,
        place,
        name -> {
          if (name.equals("samples") && parser.currentToken() == JsonToken.START_ARRAY) {
            Shared shared =
                new Shared(
                    fields.path("metrics"),
                    at.optional("latencyBounds")
                        .map(bounds -> bounds.list(JsonPlace::number))
                        .orElse(List.of()));
            JsonStream.elements(
                parser,
                place + ".samples",
                each -> samples.add(sample(new JsonPlace(each, parser.readValueAsTree()), shared)));
            fields.putArray("samples");
          } else {
            fields.set(name, parser.readValueAsTree());
          }
        });
    at.at("samples").list(sample -> sample);
    return new BenchmarkResult(
        at.at("name").text(),
        at.at("workload").text(),
        at.at("continuous").flag(),
        at.at("arms").list(ResultsReader::arm),
        plan(at.at("plan")),
        samples,
        at.at("verdicts").list(ResultsReader::verdict),
        at.optional("sampling").map(ResultsReader::sampling).orElse(new SamplingPlan.Runs("")),
        at.optional("control").map(ResultsReader::verdict),
        at.optionalText("obstacle"));
  }

  private static SamplingPlan sampling(JsonPlace at) {
    String reason = at.at("reason").text();
    return switch (at.at("kind").text()) {
      case "runs" -> new SamplingPlan.Runs(reason);
      case "slices" ->
          new SamplingPlan.Slices(
              at.at("sliceSeconds").real(), at.at("settleSeconds").real(), reason);
      default ->
          throw new IllegalArgumentException(
              at.at("kind").path() + " is runs or slices, not \"" + at.at("kind").text() + "\"");
    };
  }

  private static Arm arm(JsonPlace at) {
    return new Arm(at.at("name").text(), at.at("scheduler").text(), at.at("tunables").texts());
  }

  private static LookPlan plan(JsonPlace at) {
    return new LookPlan(
        at.at("rounds").list(JsonPlace::count), at.at("level").real(), at.at("confidence").real());
  }

  /**
   * What the samples of a benchmark have in common; it stands before them.
   *
   * @param metrics what their metrics are
   * @param latencyBounds the bounds of their distributions, where these do not have their own
   */
  private record Shared(JsonNode metrics, List<Long> latencyBounds) {}

  private static Sample sample(JsonPlace at, Shared shared) {
    Map<Metric, Measured> metrics = new HashMap<>();
    for (Map.Entry<String, JsonPlace> entry : at.at("metrics").fields().entrySet()) {
      JsonPlace field = entry.getValue();
      // Version 1 describes a metric in each sample, and so does a sample with another unit.
      JsonPlace description =
          field.node().has("quantity")
              ? field
              : new JsonPlace(field.path(), shared.metrics.path(entry.getKey()));
      metrics.put(metric(description), measured(field, description));
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
        repeatable(
            at.at("latencies"), (each, content) -> latencies(each, content, shared.latencyBounds)),
        at.at("series").list(ResultsReader::series),
        at.at("marks").list(ResultsReader::mark),
        at.optional("latencyWindows")
            .map(windows -> repeatable(windows, ResultsReader::latencyWindows))
            .orElse(List.of()),
        at.optional("conditions").map(ResultsReader::numbers).orElse(Map.of()),
        at.optional("attachments")
            .map(attachments -> attachments.list(ResultsReader::attachment))
            .orElse(List.of()));
  }

  private static Attachment attachment(JsonPlace at) {
    return new Attachment(at.at("name").text(), at.at("mediaType").text(), at.at("file").text());
  }

  private static Map<String, Double> numbers(JsonPlace at) {
    Map<String, Double> numbers = new HashMap<>();
    at.fields().forEach((name, number) -> numbers.put(name, number.real()));
    return numbers;
  }

  private static Metric metric(JsonPlace at) {
    return new Metric(
        at.optionalText("job"), side(at), at.at("quantity").parsed(ResultsReader::quantity));
  }

  private static Measured measured(JsonPlace at, JsonPlace description) {
    JsonPlace unitAt = at.node().has("unit") ? at : description;
    Unit unit = unitAt.at("unit").parsed(ResultsReader::unit);
    return at.node().has("count")
        ? new Measured.Rate(at.at("count").number(), at.at("seconds").real(), unit)
        : new Measured.Value(at.at("value").real(), unit);
  }

  private static <T> List<T> repeatable(
      JsonPlace list, BiFunction<JsonPlace, JsonPlace, T> element) {
    return list.list(each -> element.apply(each, list.original(each)));
  }

  private static Latencies latencies(JsonPlace at, JsonPlace content, List<Long> bounds) {
    Latencies buckets =
        content.node().has("from")
            ? along(at, content, bounds)
            : new Latencies(
                at.optionalText("job"),
                side(at),
                content.at("upperNanos").list(JsonPlace::number),
                content.at("counts").list(JsonPlace::number));
    boolean intended =
        at.optionalText("since").filter(ResultsJson.INTENDED_START::equals).isPresent();
    return new Latencies(
        buckets.job(),
        buckets.side(),
        buckets.upperNanos(),
        buckets.counts(),
        intended ? LatencyFrom.INTENDED_START : LatencyFrom.SUBMISSION);
  }

  private static Latencies along(JsonPlace at, JsonPlace content, List<Long> bounds) {
    int from = content.at("from").count();
    return window(
        content.at("counts"),
        at.optionalText("job"),
        side(at),
        bounds.subList(Math.max(0, Math.min(from, bounds.size())), bounds.size()));
  }

  private static LatencyWindows latencyWindows(JsonPlace at, JsonPlace content) {
    List<Long> bounds = content.at("upperNanos").list(JsonPlace::number);
    Optional<String> job = at.optionalText("job");
    Side side = side(at);
    return new LatencyWindows(
        job,
        side,
        content.at("windowSeconds").real(),
        content.at("windows").list(window -> window(window, job, side, bounds)));
  }

  private static Latencies window(
      JsonPlace at, Optional<String> job, Side side, List<Long> bounds) {
    List<Long> all = at.list(JsonPlace::number);
    if (all.size() > bounds.size()) {
      throw new IllegalArgumentException(
          at.path() + " holds " + all.size() + " counts for " + bounds.size() + " buckets");
    }
    List<Long> upperNanos = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) != 0) {
        upperNanos.add(bounds.get(i));
        counts.add(all.get(i));
      }
    }
    return new Latencies(job, side, upperNanos, counts);
  }

  private static Series series(JsonPlace at) {
    return new Series(
        metric(at), at.at("windowSeconds").real(), at.at("counts").list(JsonPlace::number));
  }

  private static Mark mark(JsonPlace at) {
    return new Mark(at.at("kind").text(), at.at("message").text(), at.at("contaminates").flag());
  }

  private static Verdict verdict(JsonPlace at) {
    return new Verdict(
        at.at("expectation").text(),
        at.at("outcome").parsed(Outcome::valueOf),
        at.at("estimate").real(),
        at.at("low").real(),
        high(at),
        at.at("level").real(),
        at.at("rounds").count(),
        at.at("warnings")
            .list(warning -> new Warning(warning.at("kind").text(), warning.at("message").text())),
        at.at("message").text());
  }

  /** An interval that has a lower end always has an upper one: there, null means infinity. */
  private static double high(JsonPlace at) {
    double high = at.at("high").real();
    boolean unbounded = Double.isNaN(high) && !Double.isNaN(at.at("low").real());
    return unbounded ? Double.POSITIVE_INFINITY : high;
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
