package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;

/**
 * Writes samples as CSV, one line per sample in the order taken; values are in base units, named in
 * the head, and empty where they were not measured.
 */
final class SamplesCsv {

  private SamplesCsv() {}

  static String of(List<Sample> samples) {
    List<Metric> metrics =
        samples.stream()
            .flatMap(sample -> sample.metrics().keySet().stream())
            .distinct()
            .sorted(MetricNames.ORDER)
            .toList();
    List<String> head =
        new ArrayList<>(
            List.of(
                "arm",
                "requested",
                "scheduler",
                "round",
                "position",
                "startedAt",
                "seconds",
                "harnessSeconds"));
    metrics.forEach(
        metric -> head.add(MetricNames.of(metric) + " [" + unit(samples, metric) + "]"));
    head.add("marks");
    List<List<String>> lines = new ArrayList<>(List.of(head));
    for (Sample sample : samples) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  sample.arm(),
                  sample.requested(),
                  sample.scheduler(),
                  Integer.toString(sample.round()),
                  Integer.toString(sample.position()),
                  sample.startedAt().toString(),
                  Csv.number(sample.seconds()),
                  Csv.number(sample.harnessSeconds())));
      metrics.forEach(
          metric ->
              cells.add(sample.measured(metric).map(Measured::value).map(Csv::number).orElse("")));
      cells.add(sample.marks().stream().map(Mark::kind).collect(Collectors.joining(" ")));
      lines.add(cells);
    }
    return Csv.of(lines);
  }

  private static String unit(List<Sample> samples, Metric metric) {
    return samples.stream()
        .flatMap(sample -> sample.measured(metric).stream())
        .map(Measured::unit)
        .map(Unit::symbol)
        .findFirst()
        .orElse("");
  }
}
