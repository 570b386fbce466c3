package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegimeVerdictTests {
  private static final LookPlan SIX = LookPlans.plan(6, 0.95);
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
            x""");
  }

  @Test
  void whatHoldsInEveryRegimeIsMet() {
    assertThat(decide("none at most 5% fewer reader iops than bfq", boost(2)).outcome())
        .isEqualTo(Outcome.NOT_MET);
    assertThat(decide("none at most 2x more reader iops than bfq", boost(12)).message())
        .isEqualTo(
            """
            x""");
  }

  @Test
  void whatIsOpenInOneRegimeIsOpen() {
    List<String> lines =
        decide("bfq at least 5% more reader iops than none", boost(12)).message().lines().toList();
    assertThat(lines.get(0))
        .startsWith("INCONCLUSIVE: bfq at least 5% more reader iops than none: typical reader iops")
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
            x""");
    assertThat(decide("bfq at least 80 reader iops", boost(12)).outcome()).isEqualTo(Outcome.MET);
    assertThat(decide("none at least 80 reader iops", boost(12)).warnings()).isEmpty();
  }

  @Test
  void withinIsParted() {
    Verdict verdict = decide("bfq speed within 1.5x of none", boost(12));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message()).contains("; holds only after 2.6 s\n");
  }

  @Test
  void everyOtherNamesThePairThatHoldsInPart() {
    SteppedRuns runs = new SteppedRuns(0.05, 1);
    for (double at : AT) {
      runs.next().step("bfq", 12, at, 5700, 105).flat("none", 12, 100).flat("kyber", 12, 10);
    }
    Verdict verdict =
        decide(
            "bfq at least 5x more reader iops than every other",
            runs.samples(),
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
            x""");
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
    Verdict verdict = decide("bfq reader p99 latency at least 5x lower than none", boost(30));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.message())
        .contains("; holds only in the first 2.4 s\n")
        .contains("\n  reader iops of bfq fell from ");
    assertThat(
            decide("bfq reader p99 latency at least 5x lower than none in the first 2 s", boost(12))
                .message())
        .startsWith("MET: ")
        .contains(" units merged from 6 rounds");
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
      Map<Metric, Measured> metrics = new java.util.LinkedHashMap<>(sample.metrics());
      double seconds = sample.arm().equals("bfq") ? 1 : 2;
      metrics.put(Metric.TIME, new Measured.Value(seconds + 0.01 * sample.round(), Unit.SECONDS));
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
            x""");
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
    assertThat(byRegime.evidence().get(0).values()).allMatch(iops -> iops > 5000);
    assertThat(byRegime.evidence().get(1).values()).allMatch(iops -> iops < 120);
    assertThat(SIX.level()).isEqualTo(0.05);
  }
}
