package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Two arms that are the same, drawn from a recorded trace (see {@code noise/README.md}): runs of 5
 * s from random starts, at the end of the trace going on at its beginning.
 */
class RecordedNoiseTests {
  private static final int WINDOWS_PER_RUN = 50;
  private static final int DRAWS = 2000;
  private static final LookPlan PLAN = LookPlans.plan(30, 0.95);

  @Test
  void randomOrderFindsNoDifferenceThatIsNotThere() throws IOException {
    double[] iops = trace();
    Random random = new Random(5);
    int met = 0;
    int notMet = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      int start = random.nextInt(iops.length);
      double[] d = new double[PLAN.maxRounds()];
      for (int round = 0; round < d.length; round++) {
        double first = rate(iops, start + 2 * round * WINDOWS_PER_RUN);
        double second = rate(iops, start + (2 * round + 1) * WINDOWS_PER_RUN);
        d[round] = (random.nextBoolean() ? 1 : -1) * (Math.log(first) - Math.log(second));
      }
      Outcome outcome = Outcome.INCONCLUSIVE;
      for (int look : PLAN.rounds()) {
        if (outcome == Outcome.INCONCLUSIVE) {
          Part part = Part.decide(Arrays.copyOf(d, look), Claim.Sense.AT_LEAST, 0, PLAN.level(), 1);
          outcome = Decision.of(java.util.List.of(part)).outcome();
        }
      }
      met += outcome == Outcome.MET ? 1 : 0;
      notMet += outcome == Outcome.NOT_MET ? 1 : 0;
    }
    double most = 0.05 + 1.645 * Math.sqrt(0.05 * 0.95 / DRAWS);
    assertThat((double) met / DRAWS).isLessThanOrEqualTo(most).isPositive();
    assertThat((double) notMet / DRAWS).isLessThanOrEqualTo(most).isPositive();
  }

  private static double rate(double[] iops, int from) {
    double count = 0;
    for (int i = 0; i < WINDOWS_PER_RUN; i++) {
      count += iops[(from + i) % iops.length] * 0.1;
    }
    return (count + 0.5) / (WINDOWS_PER_RUN * 0.1);
  }

  private static double[] trace() throws IOException {
    try (InputStream file =
            Objects.requireNonNull(
                RecordedNoiseTests.class.getResourceAsStream("/noise/aa_randread_qd8.csv"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1)
          .mapToDouble(
              line ->
                  Double.parseDouble(line.substring(line.indexOf(',') + 1, line.lastIndexOf(','))))
          .toArray();
    }
  }
}
