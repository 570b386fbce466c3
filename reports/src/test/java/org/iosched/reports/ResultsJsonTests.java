package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultsJsonTests {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  static Stream<RunReport> runs() {
    return Stream.of(
        SampleRun.report(),
        SlicedRun.report(),
        SlicedRun.familywise(),
        ExtremeRun.report(),
        ExtremeRun.empty());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void readsBackWhatWasWritten(RunReport report) throws IOException {
    Path file = folder.resolve("new/folders/results.json");

    ResultsJson.write(file, report);

    assertThat(ResultsJson.read(file)).isEqualTo(report);
    assertThat(ResultsJson.read(file).device().keySet())
        .containsExactlyElementsOf(report.device().keySet());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsWrittenFollowsTheSchemaAndHasNoFieldThatTheSchemaDoesNotName(RunReport report)
      throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, report);
    JsonNode strict = forbidUnnamedFields(schema());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(strict);

    assertThat(schema.validate(MAPPER.readTree(file.toFile()))).isEmpty();
  }

  @Test
  void theSchemaNamesEveryUnitAndQuantity() throws IOException {
    JsonNode measured = schema().at("/$defs/metric/properties");

    assertThat(texts(measured.at("/unit/enum")))
        .containsExactlyInAnyOrderElementsOf(Stream.of(Unit.values()).map(Unit::symbol).toList());
    assertThat(texts(measured.at("/quantity/enum")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Quantity.values()).map(Quantity::words).toList());
  }

  @Test
  void theSchemaRefusesAWrongOutcome() throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, SampleRun.report());
    JsonNode document = MAPPER.readTree(file.toFile());
    ((ObjectNode) document.at("/benchmarks/0/verdicts/0")).put("outcome", "PERHAPS");
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema());

    assertThat(schema.validate(document)).hasSize(1);
  }

  /** Version 1 described each metric in each sample, and knew neither slices nor controls. */
  @Test
  void readsVersionOne() throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, SampleRun.report());
    ObjectNode document = (ObjectNode) MAPPER.readTree(file.toFile());
    document.put("schemaVersion", 1).remove(List.of("familywise", "samplingChecks"));
    for (JsonNode benchmark : document.path("benchmarks")) {
      for (JsonNode sample : benchmark.path("samples")) {
        sample
            .path("metrics")
            .properties()
            .forEach(
                metric ->
                    ((ObjectNode) metric.getValue())
                        .setAll((ObjectNode) benchmark.path("metrics").path(metric.getKey())));
      }
      ((ObjectNode) benchmark).remove(List.of("metrics", "sampling"));
    }
    MAPPER.writeValue(file.toFile(), document);

    assertThat(ResultsJson.read(file)).isEqualTo(SampleRun.report());
  }

  /** A thousand slices of four arms are four times as many, and stay below 8 MB. */
  @Test
  void manySlicesStaySmall() throws IOException {
    BenchmarkResult slices = SlicedRun.ofSlices(250);
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, SampleRun.of(List.of(slices)));

    assertThat(Files.size(file)).isLessThan(2_000_000);
    try (Stream<String> lines = Files.lines(file)) {
      assertThat(lines.filter(line -> line.contains("\"position\":"))).hasSize(1000);
    }
    assertThat(ResultsJson.read(file).benchmarks()).containsExactly(slices);
  }

  @Test
  void aSampleInAnotherUnitSaysSo() throws IOException {
    BenchmarkResult reads = SampleRun.report().benchmarks().get(0);
    List<Sample> samples = new ArrayList<>(reads.samples());
    Sample first = samples.get(0);
    Metric cpu = Metric.of(Quantity.CPU);
    samples.set(0, with(first, cpu, new Measured.Value(2, Unit.SECONDS)));
    samples.set(1, with(samples.get(1), cpu, new Measured.Value(4700, Unit.NANOSECONDS)));
    RunReport report = SampleRun.of(List.of(with(reads, samples)));
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, report);

    assertThat(ResultsJson.read(file)).isEqualTo(report);
  }

  @Test
  void whatAToolWroteIsNamed() throws IOException {
    RunReport report = SampleRun.of(List.of(SampleRun.withAttachments()));
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, report);

    assertThat(ResultsJson.read(file)).isEqualTo(report);
    assertThat(Files.readString(file)).contains("\"file\":\"documents/reads-1-none.json\"");
  }

  private static Sample with(Sample sample, Metric metric, Measured measured) {
    Map<Metric, Measured> metrics = new HashMap<>(sample.metrics());
    metrics.put(metric, measured);
    return new Sample(
        sample.arm(),
        sample.requested(),
        sample.scheduler(),
        sample.round(),
        sample.position(),
        sample.startedAt(),
        sample.seconds(),
        sample.harnessSeconds(),
        metrics,
        sample.latencies(),
        sample.series(),
        sample.marks());
  }

  private static BenchmarkResult with(BenchmarkResult of, List<Sample> samples) {
    return new BenchmarkResult(
        of.name(), of.workload(), of.continuous(), of.arms(), of.plan(), samples, of.verdicts());
  }

  @Test
  void writingLeavesNothingButTheFile() throws IOException {
    ResultsJson.write(folder.resolve("results.json"), SampleRun.report());
    ResultsJson.write(folder.resolve("results.json"), ExtremeRun.empty());

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("results.json"));
    }
    assertThat(ResultsJson.read(folder.resolve("results.json"))).isEqualTo(ExtremeRun.empty());
  }

  @Test
  void namesThePlaceOfAWrongField() throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(file, SampleRun.report());
    ObjectNode document = (ObjectNode) MAPPER.readTree(file.toFile());
    ((ObjectNode) document.at("/benchmarks/1/samples/2")).put("round", "three");
    MAPPER.writeValue(file.toFile(), document);

    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(file))
        .withMessage(
            file
                + " is not a result file of iosched: benchmarks[1].samples[2].round must be a whole"
                + " number, not \"three\"");
  }

  @Test
  void saysWhichVersionItReads() throws IOException {
    Path file = folder.resolve("results.json");
    Files.writeString(file, "{\"schemaVersion\": 3, \"version\": \"0.9.0\"}");

    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(file))
        .withMessageContaining("schemaVersion is 3")
        .withMessageContaining("0.9.0");
  }

  @Test
  void saysThatAFileWasCutOff() throws IOException {
    Path file = folder.resolve("results.json");
    Files.writeString(file, "{\"schemaVersion\": 1, \"suite\": \"ss");

    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(file))
        .withMessageStartingWith(file + " is not JSON")
        .withMessageEndingWith("was it cut off?");
  }

  @Test
  void saysThatAFileIsNotThere() {
    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(folder.resolve("no.json")))
        .withMessageContaining("no.json does not exist");
  }

  private static JsonNode schema() throws IOException {
    try (InputStream in = ResultsJson.class.getResourceAsStream("results.schema.json")) {
      return MAPPER.readTree(in);
    }
  }

  private static Set<String> texts(JsonNode list) {
    Set<String> texts = new HashSet<>();
    list.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  private static JsonNode forbidUnnamedFields(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.path("type").asText().equals("object")
        && object.has("properties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(ResultsJsonTests::forbidUnnamedFields);
    return schema;
  }
}
