package org.iosched.workload.bonnie;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Unit;
import org.iosched.workload.WorkloadResult;

/**
 * One CSV line of bonnie++ with its columns.
 *
 * @param text the line as it stood, put together again where it was broken
 * @param columns how it is laid out
 * @param fields its fields
 */
record BonnieLine(String text, BonnieColumns columns, List<String> fields) {

  private static final int FILES_UNIT = 1024;
  private static final double KIB = 1024;

  /** Reads a line that begins with its version, or with the machine's name until 1.03. */
  static Optional<BonnieLine> read(String text, List<BonnieColumns> possible) {
    List<String> fields = List.of(text.split(",", -1));
    return possible.stream()
        .filter(columns -> columns.fit(fields))
        .map(columns -> new BonnieLine(text, columns, fields))
        .filter(BonnieLine::tellsOfATest)
        .findFirst();
  }

  private boolean tellsOfATest() {
    return columns.fields(fields, BonnieColumns.Kind.RATE).stream().anyMatch(s -> !s.isEmpty());
  }

  /** Returns what the line tells. */
  WorkloadResult result() {
    return new WorkloadResult(
        0,
        metrics(),
        List.of(),
        List.of(),
        List.of(),
        List.of(new WorkloadResult.Document("bonnie.csv", "text/csv", text + "\n")));
  }

  private Map<Metric, Measured> metrics() {
    Map<BonnieTest, Long> counts = counts();
    List<String> rates = columns.fields(fields, BonnieColumns.Kind.RATE);
    List<String> cpus = columns.fields(fields, BonnieColumns.Kind.CPU);
    List<String> latencies = columns.fields(fields, BonnieColumns.Kind.LATENCY);
    List<BonnieTest> all = List.of(BonnieTest.values());
    // A line without the large file may have no columns for its tests.
    List<BonnieTest> tests = all.subList(all.size() - rates.size(), all.size());
    Map<Metric, Measured> metrics = new HashMap<>();
    for (int i = 0; i < tests.size(); i++) {
      BonnieTest test = tests.get(i);
      if (isNumber(rates.get(i))) {
        double rate = Double.parseDouble(rates.get(i));
        metrics.put(metric(test, test.quantity()), rate(test, rate, counts.getOrDefault(test, 0L)));
      }
      if (isNumber(cpus.get(i))) {
        metrics.put(
            metric(test, Quantity.CPU),
            new Measured.Value(Double.parseDouble(cpus.get(i)), Unit.PERCENT));
      }
    }
    for (int i = 0; i < latencies.size(); i++) {
      if (!latencies.get(i).isEmpty()) {
        metrics.put(
            metric(all.get(i), Quantity.MAX_LATENCY),
            new Measured.Value(nanos(latencies.get(i)), Unit.NANOSECONDS));
      }
    }
    return metrics;
  }

  /** Returns how much each test did, where the line tells: bytes, seeks or files. */
  private Map<BonnieTest, Long> counts() {
    Map<BonnieTest, Long> counts = new EnumMap<>(BonnieTest.class);
    for (String size : columns.fields(fields, BonnieColumns.Kind.SIZE)) {
      if (!size.isEmpty()) {
        long bytes = bytes(size);
        counts.put(BonnieTest.BLOCK_WRITE, bytes);
        counts.put(BonnieTest.REWRITE, bytes);
        counts.put(BonnieTest.BLOCK_READ, bytes);
      }
    }
    for (String seeks : columns.fields(fields, BonnieColumns.Kind.SEEKS)) {
      if (!seeks.isEmpty()) {
        counts.put(BonnieTest.SEEKS, Long.parseLong(seeks));
      }
    }
    String files = columns.fields(fields, BonnieColumns.Kind.FILES).get(0);
    if (!files.isEmpty()) {
      long number = Long.parseLong(files.replaceFirst("[:/].*", "")) * FILES_UNIT;
      for (BonnieTest test : BonnieTest.values()) {
        if (!test.onLargeFile()) {
          counts.put(test, number);
        }
      }
    }
    return counts;
  }

  private static Measured rate(BonnieTest test, double shown, long count) {
    boolean bytes = test.quantity() == Quantity.BANDWIDTH;
    Unit unit = bytes ? Unit.BYTES_PER_SECOND : Unit.IO_PER_SECOND;
    double rate = bytes ? shown * KIB : shown;
    return count > 0 && rate > 0
        ? new Measured.Rate(count, count / rate, unit)
        : new Measured.Value(rate, unit);
  }

  /** Reads {@code 2G} and {@code 300M:64k}; a number alone is in MiB. */
  private static long bytes(String size) {
    String number = size.replaceFirst("[MG]?(:.*)?$", "");
    boolean gibibytes = size.replaceFirst(":.*", "").endsWith("G");
    return Long.parseLong(number) << (gibibytes ? 30 : 20);
  }

  private static double nanos(String latency) {
    String number = latency.replaceFirst("[a-z]+$", "");
    double unit =
        switch (latency.substring(number.length())) {
          case "us" -> 1e3;
          case "ms" -> 1e6;
          default -> 1e9;
        };
    return Double.parseDouble(number) * unit;
  }

  /** Tells whether a field was measured: neither skipped nor too fast to be measured. */
  private static boolean isNumber(String field) {
    return !field.isEmpty() && field.charAt(0) != '+';
  }

  private static Metric metric(BonnieTest test, Quantity quantity) {
    return Metric.of(quantity).forJob(test.job());
  }
}
