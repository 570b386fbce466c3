package org.iosched.dsl;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.iosched.dsl.Replicates.Shares;

/**
 * Measures the operating characteristics of the verdicts: how often they are wrong, and how soon
 * they are right, on a recorded trace and on synthetic noise.
 */
final class VerdictFigures {
  private static final double ERROR = 0.05;
  private static final double EQUAL_ARMS_ERROR = 0.01;
  private static final List<Double> EQUAL = List.of(1.0, 1.0);
  private static final double INTERVAL_TIME_RATIO = 0.1;
  private static final double DECISION_MILLIS = 100;

  private final RecordedTrace trace;
  private final Effort effort;
  private final FigureTable table;
  private final SimulatedNoise recorded;
  private final Map<String, SimulatedNoise> noises = new LinkedHashMap<>();

  /**
   * How much is simulated.
   *
   * @param replicates of each figure
   * @param everyStart replicates at every start of the trace
   * @param slack how many standard errors of the simulation a share may lie beyond its limit
   */
  record Effort(int replicates, EveryStart.Effort everyStart, double slack) {
    /** What the benchmark does. */
    static final Effort FULL = new Effort(4000, new EveryStart.Effort(20, 2000, 4000), 1.645);
  }

  VerdictFigures(RecordedTrace trace, Effort effort, PrintStream out) {
    this.trace = trace;
    this.effort = effort;
    this.table = new FigureTable(out);
    this.recorded = SimulatedNoise.recorded(trace);
    noises.put("recorded trace", recorded);
    noises.put("independent, 2%", SimulatedNoise.Synthetic.INDEPENDENT);
    noises.put("autoregressive, ρ = 0.8, 2%", SimulatedNoise.Synthetic.AUTOREGRESSIVE);
    noises.put("5% outliers", SimulatedNoise.Synthetic.OUTLIERS);
    noises.put("10% drift", SimulatedNoise.Synthetic.DRIFT);
  }

  /** Returns every figure that has a target and was measured so far. */
  List<Figure> figures() {
    return table.figures();
  }

  /** Wrong verdicts where the true ratio lies exactly on the claim. */
  void boundary() {
    table.begin(
        "True ratio exactly on the claim: wrongly MET / wrongly NOT_MET, in percent",
        "claim",
        "noise",
        "SLICES",
        "RUNS",
        "three runs each, means",
        "ten runs each, Mann–Whitney");
    for (Boundary boundary : Boundary.values()) {
      noises.forEach(
          (name, noise) ->
              table.row(
                  boundary.sentence(),
                  name,
                  boundary.hasManyParts() && noise instanceof SimulatedNoise.Synthetic
                      ? "–"
                      : limited(wrong(boundary, name, noise, Judge.SLICES)),
                  limited(wrong(boundary, name, noise, Judge.RUNS)),
                  FigureTable.percents(wrong(boundary, name, noise, Judge.THREE_MEANS)),
                  FigureTable.percents(wrong(boundary, name, noise, Judge.TEN_MANN_WHITNEY))));
    }
  }

  private double[] wrong(Boundary boundary, String name, SimulatedNoise noise, Judge judge) {
    String seed = boundary + name + "MET";
    Shares met = shares(seed, judge.of(boundary.claims(), boundary.metFactors(), noise));
    Shares notMet =
        boundary.sameFactors()
            ? met
            : shares(seed + "not", judge.of(boundary.claims(), boundary.notMetFactors(), noise));
    return new double[] {met.metShare(), notMet.notMetShare()};
  }

  private String limited(double[] shares) {
    double limit = atMost(ERROR, effort.replicates());
    return table.percent(Figure.atMost(limit, shares[0]))
        + " / "
        + table.percent(Figure.atMost(limit, shares[1]));
  }

  /** Wrong verdicts at every single start of the trace. */
  void everyStart() {
    table.begin(
        "The same for every single start of the trace: only the order of the arms is drawn anew,"
            + " in percent",
        "claim",
        "sampling",
        "wrongly MET, mean",
        "at the worst start",
        "wrongly NOT_MET, mean",
        "at the worst start");
    for (Boundary boundary : Boundary.values()) {
      everyStart(boundary, "SLICES", SimulatedSampling.SLICES);
      everyStart(boundary, "RUNS", SimulatedSampling.RUNS);
    }
  }

  private void everyStart(Boundary boundary, String name, SimulatedSampling sampling) {
    List<String> cells = new ArrayList<>(List.of(boundary.sentence(), name));
    cells.addAll(everyStart(boundary, sampling, boundary.metFactors(), Shares::metShare));
    cells.addAll(everyStart(boundary, sampling, boundary.notMetFactors(), Shares::notMetShare));
    table.row(cells.toArray(String[]::new));
  }

  private List<String> everyStart(
      Boundary boundary,
      SimulatedSampling sampling,
      List<Double> factors,
      ToDoubleFunction<Shares> share) {
    List<Claim> claims = boundary.claims();
    SimulatedBenchmark benchmark =
        new SimulatedBenchmark(
            claims, factors, sampling, Judge.plan(sampling, factors.size(), claims.size()));
    EveryStart.Found found =
        new EveryStart(trace, benchmark, boundary + "every start" + factors)
            .find(effort.everyStart(), share);
    return List.of(
        FigureTable.percents(found.mean()),
        table.percent(Figure.atMost(atMost(ERROR, effort.everyStart().worst()), found.worst()))
            + FigureTable.number(" (at %.1f s)", found.worstStartSeconds()));
  }

  /** Wrong verdicts about arms that are equal. */
  void equalArms() {
    table.begin(
        "Equal arms: wrong verdicts, in percent",
        "claim, and what is wrong",
        "noise",
        "SLICES",
        "RUNS",
        "three runs each, means",
        "ten runs each, Mann–Whitney");
    noises.forEach(
        (name, noise) ->
            equalArms("none within 10% of bfq", "NOT_MET", name, noise, Shares::notMetShare));
    noises.forEach(
        (name, noise) ->
            equalArms("none at least 10% faster than bfq", "MET", name, noise, Shares::metShare));
    table.row(
        Control.sentence(SimulatedBenchmark.ARMS.get(0)) + ": NOT_MET",
        "recorded trace",
        control(SimulatedSampling.SLICES, recorded),
        control(SimulatedSampling.RUNS, recorded),
        "–",
        "–");
  }

  private String control(SimulatedSampling sampling, SimulatedNoise noise) {
    Shares found =
        shares("control" + sampling, random -> SimulatedControl.run(sampling, noise, random));
    return table.percent(
        Figure.atMost(atMost(EQUAL_ARMS_ERROR, effort.replicates()), found.notMetShare()));
  }

  private void equalArms(
      String sentence,
      String wrong,
      String name,
      SimulatedNoise noise,
      ToDoubleFunction<Shares> share) {
    ToDoubleFunction<Judge> measured =
        judge ->
            share.applyAsDouble(
                shares(
                    sentence + name + "equal",
                    judge.of(SimulatedBenchmark.claims(sentence, 2), EQUAL, noise)));
    table.row(
        sentence + ": " + wrong,
        name,
        table.percent(Figure.atMost(EQUAL_ARMS_ERROR, measured.applyAsDouble(Judge.SLICES))),
        table.percent(Figure.atMost(EQUAL_ARMS_ERROR, measured.applyAsDouble(Judge.RUNS))),
        FigureTable.percents(measured.applyAsDouble(Judge.THREE_MEANS)),
        FigureTable.percents(measured.applyAsDouble(Judge.TEN_MANN_WHITNEY)));
  }

  /** How often a true claim is found to be so. */
  void power() {
    table.begin(
        "True 15% against a claim of 10%: MET, in percent",
        "claim",
        "noise",
        "SLICES, at most 120 s",
        "RUNS, at most 30 rounds",
        "three runs each, means",
        "ten runs each, Mann–Whitney");
    String simple = "none at least 10% faster than bfq";
    noises.forEach((name, noise) -> power(simple, 2, name, noise, 0.90));
    power(simple + " (of 4 arms)", 4, "recorded trace", recorded, 0.85);
    power("none at least 10% faster than every other", 4, "recorded trace", recorded, 0.85);
  }

  private void power(String label, int arms, String name, SimulatedNoise noise, double inSlices) {
    List<Double> factors = new ArrayList<>(List.of(1.15, 1.0, 1.0, 1.0)).subList(0, arms);
    List<Claim> claims = SimulatedBenchmark.claims(label.replace(" (of 4 arms)", ""), arms);
    boolean onTrace = name.equals("recorded trace");
    ToDoubleFunction<Judge> met =
        judge -> shares(label + name + "power", judge.of(claims, factors, noise)).metShare();
    double runs = met.applyAsDouble(Judge.RUNS);
    table.row(
        label,
        name,
        claims.size() > 1
            // Three claims at once: even a single look after all of the time meets only 84%.
            ? FigureTable.percents(met.applyAsDouble(Judge.SLICES))
            : table.percent(
                Figure.atLeast(onTrace ? inSlices : 0.99, met.applyAsDouble(Judge.SLICES))),
        // What the trace allows in runs is no target: it is why there are slices.
        onTrace ? FigureTable.percents(runs) : table.percent(Figure.atLeast(0.99, runs)),
        FigureTable.percents(met.applyAsDouble(Judge.THREE_MEANS)),
        FigureTable.percents(met.applyAsDouble(Judge.TEN_MANN_WHITNEY)));
  }

  /** How long it takes to know a ratio to ±5%. */
  void intervalTime() {
    table.begin(
        "Two equal arms on the recorded trace: measuring time until the 95% interval is ±5%,"
            + " in seconds",
        "sampling", "median", "nine in ten within");
    double[] slices = intervalTime("SLICES of 0.2 s", SimulatedSampling.SLICES);
    double[] runs = intervalTime("RUNS of 5 s", SimulatedSampling.RUNS);
    double[] ratios = {slices[0] / runs[0], slices[1] / runs[1]};
    table.row(
        "SLICES / RUNS",
        table.cell("%.3f", Figure.atMost(INTERVAL_TIME_RATIO, ratios[0])),
        table.cell("%.3f", Figure.atMost(INTERVAL_TIME_RATIO, ratios[1])));
  }

  private double[] intervalTime(String name, SimulatedSampling sampling) {
    double[] seconds =
        Replicates.of(
                name,
                effort.replicates(),
                random -> IntervalTime.seconds(sampling, recorded, random))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    double median = seconds[seconds.length / 2];
    double most = seconds[seconds.length * 9 / 10];
    table.row(name, FigureTable.number("%.1f", median), FigureTable.number("%.1f", most));
    return new double[] {median, most};
  }

  /** How often regimes are found where there are none, and where there are. */
  void regimes() {
    table.begin(
        "Runs of 12 s: arms in which a regime is found, in percent",
        "noise",
        "runs of the arm",
        "at a constant rate",
        "at 5,700 and, from 2.5 ± 0.3 s on, 100 I/Os per second");
    SimulatedNoise typical = SimulatedNoise.ofTypicalRate(trace);
    for (int runs : List.of(3, 4, 6, 12)) {
      regimes("recorded trace, each run from a random start", typical, runs, RegimeRuns::scattered);
    }
    for (int runs : List.of(3, 4, 6, 12)) {
      regimes("recorded trace, in turns with another arm", typical, runs, RegimeRuns::inTurns);
    }
    noises.forEach(
        (name, noise) -> {
          if (noise instanceof SimulatedNoise.Synthetic) {
            regimes(name + " from window to window", noise, 3, RegimeRuns::inTurns);
          }
        });
  }

  private void regimes(String name, SimulatedNoise noise, int runs, RegimeRuns.Runs kind) {
    double constant =
        changed(name + runs, random -> kind.draw(noise, runs, random, () -> RegimeRuns.CONSTANT));
    double stepped =
        changed(
            name + runs + "step",
            random -> kind.draw(noise, runs, random, () -> RegimeRuns.step(random)));
    table.row(
        name,
        Integer.toString(runs),
        table.percent(Figure.atMost(0.01, constant)),
        table.percent(Figure.atLeast(0.95, stepped)));
  }

  /** How long it takes to decide a benchmark of 1,000 slices of four arms. */
  void decisionTime() {
    table.begin(
        "Deciding a benchmark of 4 arms and 1,000 slices of each: processor time, in ms",
        "sentences",
        "median of warm code");
    double millis = DecisionTime.millis();
    table.row(
        String.join("; ", DecisionTime.SENTENCES),
        table.cell("%.1f", Figure.atMost(DECISION_MILLIS, millis)));
  }

  private double changed(String name, Function<SplittableRandom, List<RateSeries>> runs) {
    return Replicates.of(
                name, effort.replicates(), random -> Regimes.count(runs.apply(random)) > 0 ? 1 : 0)
            .mapToInt(Integer::intValue)
            .sum()
        / (double) effort.replicates();
  }

  private Shares shares(String name, Function<SplittableRandom, Outcome> replicate) {
    return Replicates.shares(name, effort.replicates(), replicate);
  }

  private double atMost(double share, int replicates) {
    return share + effort.slack() * Math.sqrt(share * (1 - share) / replicates);
  }
}
