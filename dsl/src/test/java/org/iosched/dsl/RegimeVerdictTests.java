package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegimeVerdictTests {
  private static final double[] AT = {2.5, 2.4, 2.6, 2.5, 2.4, 2.6};
  private static final String FIVE_TIMES = "bfq at least 5x more reader iops than none";

  private static Verdict decide(String sentence, List<Sample> samples) {
    return decide(sentence, samples, List.of("bfq", "none"));
  }

  private static Verdict decide(String sentence, List<Sample> samples, List<String> arms) {
    Expectation expectation = Expectation.parse(sentence);
    return Verdicts.decide(
        expectation.toString(),
        "",
        expectation.phase(),
        expectation.claims(arms),
        samples,
        LookPlans.plan(6, 0.95));
  }

  /** Twelve rounds, since each of several parts takes more of them to be refuted. */
  private static Verdict decideTwelve(String sentence, SteppedRuns runs, List<String> arms) {
    Expectation expectation = Expectation.parse(sentence);
    return Verdicts.decide(
        expectation.toString(),
        "",
        expectation.phase(),
        expectation.claims(arms),
        runs.samples(),
        LookPlans.plan(12, 0.95));
  }

  /** The interactive boost of bfq: 5,700 for about 2.5 s, then the same as none. */
  private static List<Sample> boost(double seconds) {
    SteppedRuns runs = new SteppedRuns(0.1, 1);
    for (double at : AT) {
      runs.next().step("bfq", seconds, at, 5700, 105).flat("none", seconds, 100);
    }
    return runs.samples();
  }

  @Test
  void theBoostIsNotMetAndNamesThePhaseInWhichItHolds() {
    assertThat(decide(FIVE_TIMES, boost(12)).message())
        .isEqualTo(
            """
            NOT MET: bfq at least 5x more reader iops than none: typical reader iops bfq/none = 1.06 (90% interval 1.05 to 1.07; at least 5.00 claimed), 6 rounds, after 2.6 s of each run; holds only in the first 2.4 s
              median reader iops of 6 rounds, after 2.6 s of each run: bfq 106 io/s, none 101 io/s
              met: reader iops bfq/none = 57.2 (55.9 to 58.4), in the first 2.4 s
              refuted: reader iops bfq/none = 1.06 (1.05 to 1.07), after 2.6 s
              reader iops of bfq fell from 5.68k io/s to 106 io/s after 2.5 s of each run, in 6 of 6 runs
              warning (regimes): each run has more than one regime (reader iops of bfq falls after 2.5 s); the claim has to hold in the first 2.4 s and after 2.6 s""");
  }

  @Test
  void whatHoldsInEveryRegimeIsMet() {
    assertThat(decide("none at most 5% fewer reader iops than bfq", boost(2)).outcome())
        .isEqualTo(Outcome.NOT_MET);
    assertThat(decide("none at most 2x more reader iops than bfq", boost(12)).message())
        .isEqualTo(
            """
            MET: none at most 2x more reader iops than bfq: typical reader iops none/bfq = 0.944 (90% interval 0.936 to 0.952; at most 2.00 claimed), 6 rounds, after 2.6 s of each run; holds in every regime
              median reader iops of 6 rounds, after 2.6 s of each run: none 101 io/s, bfq 106 io/s
              met: reader iops none/bfq = 0.0175 (0.0171 to 0.0179), in the first 2.4 s
              met: reader iops none/bfq = 0.944 (0.936 to 0.952), after 2.6 s
              reader iops of bfq fell from 5.68k io/s to 106 io/s after 2.5 s of each run, in 6 of 6 runs
              warning (regimes): each run has more than one regime (reader iops of bfq falls after 2.5 s); the claim has to hold in the first 2.4 s and after 2.6 s""");
  }

  @Test
  void whatIsOpenInOneRegimeIsOpen() {
    List<String> lines =
        decide("bfq at least 6% more reader iops than none", boost(12)).message().lines().toList();
    assertThat(lines.get(0))
        .startsWith("INCONCLUSIVE: bfq at least 6% more reader iops than none: typical reader iops")
        .contains("6 rounds, after 2.6 s of each run, do not decide it; ");
  }

  @Test
  void aWholeRunWithoutRegimesIsJudgedAsBefore() {
    SteppedRuns runs = new SteppedRuns(0.1, 1);
    for (int i = 0; i < 6; i++) {
      runs.next().flat("bfq", 12, 700).flat("none", 12, 100);
    }
    Verdict verdict = decide(FIVE_TIMES, runs.samples());
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.message()).doesNotContain("regime", "of each run");
    assertThat(verdict.warnings()).isEmpty();
  }

  @Test
  void bothArmsChangesPartTheRuns() {
    SteppedRuns runs = new SteppedRuns(0.05, 1);
    for (int i = 0; i < 6; i++) {
      runs.next().step("bfq", 12, 2.5, 5700, 105).step("none", 12, 6, 100, 1000);
    }
    Verdict verdict = decide(FIVE_TIMES, runs.samples());
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message())
        .contains("; holds only in the first 2.5 s\n")
        .contains("\n  met: reader iops bfq/none = 5")
        .contains(", in the first 2.5 s\n", ", from 2.5 s to 6 s\n", ", after 6 s\n")
        .contains("reader iops of bfq fell from ")
        .contains("reader iops of none rose from ");
  }

  @Test
  void boundsHaveToHoldInEveryRegime() {
    assertThat(decide("bfq at least 1k reader iops", boost(12)).message())
        .isEqualTo(
            """
            NOT MET: bfq at least 1k reader iops: typical reader iops of bfq = 106 io/s (90% interval 106 io/s to 107 io/s; at least 1k io/s claimed), 6 rounds, after 2.6 s of each run; holds only in the first 2.4 s
              median reader iops of 6 rounds, after 2.6 s of each run: bfq 106 io/s
              met: reader iops of bfq = 5.70k io/s (5.60k io/s to 5.78k io/s), in the first 2.4 s
              refuted: reader iops of bfq = 106 io/s (106 io/s to 107 io/s), after 2.6 s
              reader iops of bfq fell from 5.68k io/s to 106 io/s after 2.5 s of each run, in 6 of 6 runs
              warning (regimes): each run has more than one regime (reader iops of bfq falls after 2.5 s); the claim has to hold in the first 2.4 s and after 2.6 s""");
    assertThat(decide("bfq at least 80 reader iops", boost(12)).outcome()).isEqualTo(Outcome.MET);
    assertThat(decide("none at least 80 reader iops", boost(12)).warnings()).isEmpty();
  }

  @Test
  void withinIsParted() {
    SteppedRuns runs = new SteppedRuns(0.05, 1);
    for (int i = 0; i < 12; i++) {
      runs.next().step("bfq", 12, AT[i % 6], 5700, 105).flat("none", 12, 100);
    }
    Verdict verdict = decideTwelve("bfq speed within 1.5x of none", runs, List.of("bfq", "none"));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message()).contains("; holds only after 2.6 s\n");
  }

  @Test
  void everyOtherNamesThePairThatHoldsInPart() {
    SteppedRuns runs = new SteppedRuns(0.05, 1);
    for (int i = 0; i < 12; i++) {
      runs.next().step("bfq", 12, AT[i % 6], 5700, 105).flat("none", 12, 100).flat("kyber", 12, 10);
    }
    Verdict verdict =
        decideTwelve(
            "bfq at least 5x more reader iops than every other",
            runs,
            List.of("bfq", "none", "kyber"));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message()).contains("; bfq/none holds only in the first 2.4 s\n");
  }

  @Test
  void phasesAreDecidedOnTheirPartOfEachRun() {
    Verdict first = decide(FIVE_TIMES + " in the first 2 s", boost(12));
    assertThat(first.message())
        .isEqualTo(
            """
            MET: bfq at least 5x more reader iops than none in the first 2 s: typical reader iops bfq/none = 56.8 (90% interval 55.2 to 58.5; at least 5.00 claimed), 6 rounds
              median reader iops of 6 rounds: bfq 5.62k io/s, none 98.5 io/s""");
    Verdict after = decide(FIVE_TIMES + " after 5 s", boost(12));
    assertThat(after.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(after.estimate()).isCloseTo(1.05, within(0.05));
    assertThat(after.warnings()).isEmpty();
  }

  @Test
  void aPhaseThatHasRegimesItselfIsJudgedAsAWholeWithAWarning() {
    Verdict verdict = decide(FIVE_TIMES + " in the first 4 s", boost(12));
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.warnings())
        .containsExactly(
            new Warning(
                "regimes",
                "each run has more than one regime (reader iops of bfq falls after 2.5 s), and the"
                    + " phase \"in the first 4 s\" was judged as a whole"));
    assertThat(verdict.message())
        .contains("\n  reader iops of bfq fell from ", " after 2.5 s of each run, in 6 of 6 runs");
  }

  @Test
  void aPhaseThatTheRunsDoNotReachIsLeftOpen() {
    assertThat(decide(FIVE_TIMES + " after 15 s", boost(12)).message())
        .isEqualTo(
            "INCONCLUSIVE: bfq at least 5x more reader iops than none after 15 s: the runs of bfq"
                + " lasted 12 s, too short to judge reader iops \"after 15 s\"");
    assertThat(decide(FIVE_TIMES + " in the first 13 s", boost(12)).message())
        .contains("the runs of bfq lasted 12 s, too short");
    assertThat(decide(FIVE_TIMES + " in the first 12 s", boost(12)).outcome())
        .isNotEqualTo(Outcome.INCONCLUSIVE);
    assertThat(decide(FIVE_TIMES + " in the first 50 ms", boost(12)).message())
        .endsWith(
            "the runs of bfq have no whole window \"in the first 50 ms\" in which reader iops was"
                + " recorded");
  }

  @Test
  void runsThatAreLongEnoughDecideWithoutTheOthers() {
    SteppedRuns runs = new SteppedRuns(0.1, 1);
    for (int i = 0; i < 7; i++) {
      double seconds = i == 3 ? 4 : 12;
      runs.next().flat("bfq", seconds, 700).flat("none", seconds, 100);
    }
    Verdict verdict = decide(FIVE_TIMES + " after 5 s", runs.samples());
    assertThat(verdict.rounds()).isEqualTo(6);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
  }

  @Test
  void whatIsKnownOnlyOfTheWholeRunHasNoPhases() {
    assertThat(decide("bfq at least 10% less cpu than none after 2 s", boost(12)).message())
        .endsWith(
            ": cpu is known only of the whole run, so that nothing can be said about \"after 2 s\"");
    List<Sample> times =
        Rounds.times("bfq", new double[] {1, 1, 1}, "none", new double[] {2, 2, 2});
    assertThat(decide("bfq at least 10% faster than none after 2 s", times).message())
        .endsWith(
            ": speed is known only of the whole run where the work ends (it is 1/elapsed), so that"
                + " nothing can be said about \"after 2 s\"");
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().bandwidth("bfq", 2e6 + i).bandwidth("none", 1e6 + i);
    }
    assertThat(decide("bfq at least 10% faster than none after 2 s", rounds.samples()).message())
        .endsWith(
            ": speed was not recorded over time, so that nothing can be said about \"after 2 s\"");
  }

  @Test
  void latenciesAreJudgedByTheHalfSecondsOfEachRegime() {
    Verdict verdict = decide("bfq reader p90 latency at least 5x lower than none", boost(12));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message())
        .contains("; holds only in the first 2.4 s\n")
        .contains("\n  reader iops of bfq fell from ");
    assertThat(
            decide("bfq reader p90 latency at least 5x lower than none in the first 2 s", boost(12))
                .message())
        .startsWith("MET: ")
        .contains("claimed), 6 rounds\n");
  }

  @Test
  void latenciesWithoutHalfSecondsAreJudgedWholeWithAWarning() {
    SteppedRuns runs = new SteppedRuns(0.1, 1);
    for (double at : AT) {
      runs.next()
          .withoutLatencyWindows("bfq", 12, t -> t < at ? 5700 : 105)
          .withoutLatencyWindows("none", 12, t -> 100);
    }
    Verdict verdict = decide("bfq reader p99 latency at least 2x lower than none", runs.samples());
    assertThat(verdict.message()).doesNotContain("holds only");
    assertThat(verdict.warnings())
        .contains(
            new Warning(
                "regimes",
                "each run has more than one regime (reader iops of bfq falls after 2.5 s), and the"
                    + " claim was judged on the whole run: reader p99 latency was not recorded by"
                    + " half seconds"));
  }

  @Test
  void cpuIsJudgedWholeWithAWarning() {
    Verdict verdict = decide("bfq at most 10% more cpu than none", boost(12));
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.warnings())
        .extracting(Warning::message)
        .singleElement()
        .asString()
        .startsWith("each run has more than one regime (iops of bfq falls after 2.5 s), and the")
        .endsWith("cpu is known only of the whole run");
  }

  @Test
  void elapsedTimesAreJudgedWhole() {
    List<Sample> samples = new ArrayList<>();
    for (Sample sample : boost(12)) {
      Map<Metric, Measured> metrics = new LinkedHashMap<>(sample.metrics());
      double seconds = sample.arm().equals("bfq") ? 1 : 2;
      metrics.put(
          Metric.TIME, new Measured.Value(seconds + 0.01 * (sample.round() * 5 % 7), Unit.SECONDS));
      samples.add(
          new Sample(
              sample.arm(),
              sample.requested(),
              sample.scheduler(),
              sample.round(),
              sample.position(),
              sample.startedAt(),
              sample.seconds(),
              0,
              metrics,
              sample.latencies(),
              sample.series(),
              sample.marks()));
    }
    Verdict verdict = decide("bfq at least 50% faster than none", samples);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.warnings()).isEmpty();
    assertThat(decide(FIVE_TIMES, samples).warnings())
        .extracting(Warning::message)
        .singleElement()
        .asString()
        .endsWith("the claim was judged on the whole run: the work ends by itself");
  }

  @Test
  void contaminatedRoundsDoNotMakeRegimes() {
    SteppedRuns runs = new SteppedRuns(0.1, 1);
    for (int i = 0; i < 6; i++) {
      runs.next().flat("bfq", 12, 700).flat("none", 12, 100);
    }
    runs.next().step("bfq", 12, 3, 5700, 10).marked("none", 12, 100, "updatedb read 300 MB");
    Verdict verdict = decide(FIVE_TIMES, runs.samples());
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.warnings()).extracting(Warning::kind).containsExactly("contaminated-rounds");
  }

  @Test
  void moreThanAThirdDisturbedDecidesNothingAndNamesTheSuspects() {
    SteppedRuns runs = new SteppedRuns(0, 1);
    for (int i = 0; i < 7; i++) {
      runs.next().flat("bfq", 4, 700 + 10 * i).flat("none", 4, 100);
    }
    for (int i = 0; i < 4; i++) {
      runs.next()
          .flat("bfq", 4, 700)
          .marked("none", 4, 100, i == 0 ? "cpu steal 12%" : "updatedb read from loop0");
    }
    assertThat(decide(FIVE_TIMES, runs.samples()).message())
        .isEqualTo(
            """
            INCONCLUSIVE: bfq at least 5x more reader iops than none: typical reader iops bfq/none = 7.29 (90% interval 7.09 to 7.49; at least 5.00 claimed), 7 rounds; 4 of 11 rounds were disturbed, more than a third: updatedb read from loop0; cpu steal 12%
              median reader iops of 7 rounds: bfq 730 io/s, none 100 io/s
              what disturbed so many rounds is in the others as well, if less; end it, and measure again
              warning (trend): reader iops of bfq rose over the run (last third / first third = 1.07); the pairs bear with that, a figure of one arm alone does not
              warning (coarse-clock): many values of reader iops are exactly the same: what measured them is coarser than the noise; let the workload run longer
              warning (contaminated-rounds): rounds 8 to 11 were disturbed and left out of the decision, more than a third of all 11, so that nothing is decided: updatedb read from loop0; cpu steal 12%""");
    Verdict third = decide(FIVE_TIMES, runs.samples().subList(2, 2 * 9));
    assertThat(third.outcome()).isEqualTo(Outcome.MET);
  }

  @Test
  void wholeBenchmarksDisturbedNameTheSuspects() {
    SteppedRuns runs = new SteppedRuns(0, 1);
    for (int i = 0; i < 3; i++) {
      runs.next().marked("bfq", 4, 700, "cpu steal 12%").flat("none", 4, 100);
    }
    assertThat(decide(FIVE_TIMES, runs.samples()).message())
        .startsWith(
            "INCONCLUSIVE: "
                + FIVE_TIMES
                + ": 3 of 3 rounds were disturbed, more than a third: cpu steal 12%\n");
  }

  @Test
  void everyPartCountsInTheCorrection() {
    Expectation expectation = Expectation.parse(FIVE_TIMES);
    List<Claim> claims = expectation.claims(List.of("bfq", "none"));
    RegimeEvidence byRegime = RegimeEvidence.of(claims, new Phase.WholeRun(), boost(12));
    assertThat(byRegime.evidence()).hasSize(2);
    assertThat(Medians.of(byRegime.evidence().get(0).values())).isCloseTo(5700, within(100.0));
    assertThat(Medians.of(byRegime.evidence().get(1).values())).isCloseTo(105, within(2.0));
  }
}
