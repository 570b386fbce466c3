package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the samples hold about one claim: one logarithm per unit of evidence, which is a round, or
 * several rounds merged where a tail quantile needs more I/Os than a round has.
 */
final class Evidence {
  /** A unit holds at least so many I/Os beyond the quantile. */
  private static final int IOS_BEYOND_QUANTILE = 10;

  private final Claim claim;
  private final double[] logs;
  private final double[] values;
  private final double[] otherValues;
  private final Unit unit;
  private final int rounds;
  private final List<Integer> firstRounds;
  private final List<Boolean> firstBefore;
  private final Optional<String> problem;
  private final Stretch stretch;

  private Evidence(
      Claim claim,
      double[] logs,
      double[] values,
      double[] otherValues,
      Unit unit,
      int rounds,
      List<Integer> firstRounds,
      List<Boolean> firstBefore,
      Optional<String> problem,
      Stretch stretch) {
    this.claim = claim;
    this.logs = logs;
    this.values = values;
    this.otherValues = otherValues;
    this.unit = unit;
    this.rounds = rounds;
    this.firstRounds = firstRounds;
    this.firstBefore = firstBefore;
    this.problem = problem;
    this.stretch = stretch;
  }

  /** Returns what is claimed. */
  Claim claim() {
    return claim;
  }

  /** Returns ln(ratio), or ln(value / bound) for a bound, one per unit; not to be changed. */
  double[] logs() {
    return logs;
  }

  /** Returns the values of the claim's arm as they are shown, one per unit; not to be changed. */
  double[] values() {
    return values;
  }

  /** Returns the values of the other arm; empty for a bound; not to be changed. */
  double[] otherValues() {
    return otherValues;
  }

  /** Returns the unit of the values. */
  Unit unit() {
    return unit;
  }

  /** Returns how many rounds the units were made of. */
  int rounds() {
    return rounds;
  }

  /** Returns the number of the first round of each unit. */
  List<Integer> firstRounds() {
    return firstRounds;
  }

  /**
   * Returns for each unit whether the claim's arm ran before the other one; empty for a bound,
   * where rounds were merged, and where the samples do not tell.
   */
  List<Boolean> firstBefore() {
    return firstBefore;
  }

  /** Returns why there is no evidence; empty where there is some. */
  Optional<String> problem() {
    return problem;
  }

  /** Returns the stretch of each run that this is about, where the regimes are judged apart. */
  Stretch stretch() {
    return stretch;
  }

  /** Returns how many units of evidence there are. */
  int units() {
    return logs.length;
  }

  /** Returns the metric of {@link #values()}: time or bandwidth where speed is claimed. */
  Metric shownMetric() {
    return claim.metric().quantity() != Quantity.SPEED
        ? claim.metric()
        : new Metric(
            claim.metric().job(),
            claim.metric().side(),
            unit == Unit.SECONDS ? Quantity.TIME : Quantity.BANDWIDTH);
  }

  /**
   * Collects the evidence for one claim.
   *
   * @param samples those that may decide: none of a contaminated round
   */
  static Evidence of(Claim claim, List<Sample> samples) {
    List<String> arms = armsOf(claim);
    Set<String> present = samples.stream().map(Sample::arm).collect(Collectors.toSet());
    List<String> absent = arms.stream().filter(arm -> !present.contains(arm)).distinct().toList();
    if (!absent.isEmpty()) {
      return none(
          claim,
          "there is no sample of "
              + String.join(" and ", absent)
              + (present.isEmpty() ? "" : "; measured were " + armNames(samples)));
    }
    List<Map<String, Sample>> complete = completeRounds(arms, samples);
    return merged(claim, arms, complete).orElseGet(() -> plain(claim, arms, complete, samples));
  }

  /** Returns the names of the arms that a claim is about. */
  static List<String> armsOf(Claim claim) {
    return claim instanceof Claim.Ratio ratio
        ? List.of(ratio.arm(), ratio.other())
        : List.of(claim.arm());
  }

  /** Returns the same evidence, said to be about a stretch of each run. */
  Evidence about(Stretch part) {
    return new Evidence(
        claim, logs, values, otherValues, unit, rounds, firstRounds, firstBefore, problem, part);
  }

  /** Returns the rounds in which every arm has a sample, in order. */
  private static List<Map<String, Sample>> completeRounds(List<String> arms, List<Sample> samples) {
    Map<Integer, Map<String, Sample>> rounds = new TreeMap<>();
    for (Sample sample : samples) {
      if (arms.contains(sample.arm())) {
        Sample twin =
            rounds
                .computeIfAbsent(sample.round(), round -> new LinkedHashMap<>())
                .put(sample.arm(), sample);
        if (twin != null) {
          throw new IllegalArgumentException(
              "round "
                  + sample.round()
                  + " holds two samples of "
                  + sample.arm()
                  + "; a repeated round needs a number of its own");
        }
      }
    }
    return rounds.values().stream().filter(round -> round.keySet().containsAll(arms)).toList();
  }

  private static Evidence plain(
      Claim claim, List<String> arms, List<Map<String, Sample>> complete, List<Sample> samples) {
    for (String arm : arms) {
      List<Sample> own = samples.stream().filter(s -> s.arm().equals(arm)).toList();
      if (own.stream().noneMatch(s -> s.measured(claim.metric()).isPresent())) {
        return none(claim, notMeasured(claim.metric(), arm, own, samples));
      }
    }
    List<Map<String, Sample>> rounds =
        complete.stream()
            .filter(
                round ->
                    round.values().stream().allMatch(s -> s.measured(claim.metric()).isPresent()))
            .toList();
    Set<Unit> units = new LinkedHashSet<>();
    double[][] logarithms = new double[arms.size()][rounds.size()];
    double[][] values = new double[arms.size()][rounds.size()];
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < rounds.size(); i++) {
      for (int a = 0; a < arms.size(); a++) {
        Sample sample = sampleOf(rounds.get(i), arms.get(a));
        Measured measured = sample.measured(claim.metric()).orElseThrow();
        Measured shown = shown(claim, sample, measured);
        if (!(measured.forLogarithm() > 0) || Double.isInfinite(measured.forLogarithm())) {
          return none(
              claim,
              claim.metric()
                  + " of "
                  + arms.get(a)
                  + " cannot be judged: round "
                  + sample.round()
                  + " measured "
                  + Shown.of(shown)
                  + "; give the workload more to do");
        }
        units.add(shown.unit());
        values[a][i] = shown.value();
        logarithms[a][i] = Math.log(measured.forLogarithm());
      }
      numbers.add(sampleOf(rounds.get(i), arms.get(0)).round());
    }
    if (units.size() > 1) {
      return none(
          claim,
          claim.metric()
              + " was measured in different units ("
              + units.stream().map(Unit::symbol).collect(Collectors.joining(", "))
              + ") and cannot be compared");
    }
    Unit unit = units.isEmpty() ? Unit.SECONDS : units.iterator().next();
    if (!units.isEmpty() && claim instanceof Claim.Bound bound && bound.unit() != unit) {
      return none(
          claim,
          claim.metric()
              + " was measured in "
              + unit.symbol()
              + ", and a bound in "
              + bound.unit().symbol()
              + " says nothing about that; compare it with another scheduler's");
    }
    return evidence(
        claim, logarithms, values, unit, rounds.size(), numbers, firstBefore(arms, rounds));
  }

  /**
   * Merges consecutive rounds until a unit holds at least 10 / (1 − q) I/Os of every arm. What
   * remains at the end is merged into the last unit.
   *
   * @return empty where the metric is no quantile, where distributions are absent, or where every
   *     round holds enough by itself
   */
  private static Optional<Evidence> merged(
      Claim claim, List<String> arms, List<Map<String, Sample>> complete) {
    double q = claim.metric().quantity().quantile();
    if (Double.isNaN(q) || complete.isEmpty()) {
      return Optional.empty();
    }
    long needed = (long) Math.ceil(IOS_BEYOND_QUANTILE / (1 - q) - 1e-6);
    List<List<Latencies>> rounds = new ArrayList<>();
    boolean everyRoundHoldsEnough = true;
    for (Map<String, Sample> round : complete) {
      List<Latencies> ofArms = new ArrayList<>();
      for (String arm : arms) {
        Sample sample = sampleOf(round, arm);
        Optional<Latencies> latencies = distribution(claim.metric(), sample);
        if (latencies.isEmpty()) {
          return Optional.empty();
        }
        everyRoundHoldsEnough &=
            latencies.get().total() >= needed && sample.measured(claim.metric()).isPresent();
        ofArms.add(latencies.get());
      }
      rounds.add(ofArms);
    }
    if (everyRoundHoldsEnough) {
      return Optional.empty();
    }
    List<List<Latencies>> units = new ArrayList<>();
    List<Integer> firstRounds = new ArrayList<>();
    List<Latencies> open = new ArrayList<>();
    int openSince = 0;
    for (int i = 0; i < rounds.size(); i++) {
      if (open.isEmpty()) {
        openSince = sampleOf(complete.get(i), arms.get(0)).round();
      }
      open = open.isEmpty() ? rounds.get(i) : mergeEach(open, rounds.get(i));
      if (open.stream().allMatch(l -> l.total() >= needed)) {
        units.add(open);
        firstRounds.add(openSince);
        open = List.of();
      }
    }
    if (units.isEmpty()) {
      long fewest = open.stream().mapToLong(Latencies::total).min().orElse(0);
      return Optional.of(
          none(
              claim,
              claim.metric()
                  + " needs at least "
                  + needed
                  + " I/Os of each arm for a single value, and "
                  + complete.size()
                  + (complete.size() == 1 ? " round holds " : " rounds together hold ")
                  + fewest
                  + "; let the workload run longer"));
    }
    if (!open.isEmpty()) {
      int last = units.size() - 1;
      units.set(last, mergeEach(units.get(last), open));
    }
    double[][] values = new double[arms.size()][units.size()];
    double[][] logarithms = new double[arms.size()][units.size()];
    for (int a = 0; a < arms.size(); a++) {
      for (int i = 0; i < units.size(); i++) {
        values[a][i] = units.get(i).get(a).quantile(q);
        logarithms[a][i] = Math.log(Math.max(values[a][i], 0.5));
      }
    }
    return Optional.of(
        evidence(
            claim, logarithms, values, Unit.NANOSECONDS, complete.size(), firstRounds, List.of()));
  }

  private static List<Latencies> mergeEach(List<Latencies> some, List<Latencies> others) {
    List<Latencies> merged = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      merged.add(some.get(i).merge(others.get(i)));
    }
    return merged;
  }

  /** Returns the distribution that the metric is a quantile of, from both sides if need be. */
  private static Optional<Latencies> distribution(Metric metric, Sample sample) {
    List<Latencies> ofJob =
        sample.latencies().stream()
            .filter(l -> l.job().equals(metric.job()))
            .filter(l -> l.from() == metric.quantity().latencyFrom())
            .toList();
    Optional<Latencies> exact =
        ofJob.stream().filter(l -> l.side() == metric.side()).reduce(Latencies::merge);
    return exact.isPresent() || metric.side() != Side.BOTH
        ? exact
        : ofJob.stream().reduce(Latencies::merge);
  }

  private static Evidence evidence(
      Claim claim,
      double[][] logarithms,
      double[][] values,
      Unit unit,
      int rounds,
      List<Integer> firstRounds,
      List<Boolean> firstBefore) {
    double[] logs = new double[logarithms[0].length];
    boolean ratio = claim instanceof Claim.Ratio;
    double subtracted = Math.log(claim.threshold());
    for (int i = 0; i < logs.length; i++) {
      logs[i] = logarithms[0][i] - (ratio ? logarithms[1][i] : subtracted);
    }
    return new Evidence(
        claim,
        logs,
        values[0],
        ratio ? values[1] : new double[0],
        unit,
        rounds,
        List.copyOf(firstRounds),
        List.copyOf(firstBefore),
        Optional.empty(),
        Stretch.WHOLE);
  }

  /** Returns no evidence, with the reason in one sentence. */
  static Evidence none(Claim claim, String problem) {
    return new Evidence(
        claim,
        new double[0],
        new double[0],
        new double[0],
        Unit.SECONDS,
        0,
        List.of(),
        List.of(),
        Optional.of(problem),
        Stretch.WHOLE);
  }

  /** Returns elapsed time instead of its reciprocal, since people read times. */
  private static Measured shown(Claim claim, Sample sample, Measured measured) {
    Metric metric = claim.metric();
    return metric.quantity() != Quantity.SPEED || claim instanceof Claim.Bound
        ? measured
        : sample.measured(new Metric(metric.job(), metric.side(), Quantity.TIME)).orElse(measured);
  }

  private static List<Boolean> firstBefore(List<String> arms, List<Map<String, Sample>> rounds) {
    List<Boolean> firstBefore = new ArrayList<>();
    for (Map<String, Sample> round : rounds) {
      int position = sampleOf(round, arms.get(0)).position();
      int otherPosition = sampleOf(round, arms.get(arms.size() - 1)).position();
      if (position == otherPosition) {
        return List.of();
      }
      firstBefore.add(position < otherPosition);
    }
    return firstBefore;
  }

  private static Sample sampleOf(Map<String, Sample> round, String arm) {
    Sample sample = round.get(arm);
    if (sample == null) {
      throw new IllegalStateException("no sample of " + arm + " in a complete round");
    }
    return sample;
  }

  private static String notMeasured(
      Metric metric, String arm, List<Sample> own, List<Sample> samples) {
    boolean others = samples.stream().anyMatch(s -> s.measured(metric).isPresent());
    String measured =
        own.stream()
            .flatMap(s -> s.metrics().keySet().stream())
            .map(Metric::toString)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return metric
        + " was not measured"
        + (others ? " for " + arm : "")
        + (metric.quantity() == Quantity.SPEED ? " (it takes time or bandwidth)" : "")
        + (measured.isEmpty() ? "; neither was anything else" : "; measured were " + measured);
  }

  private static String armNames(List<Sample> samples) {
    return samples.stream().map(Sample::arm).distinct().collect(Collectors.joining(", "));
  }
}
