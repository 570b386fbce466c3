package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How the time of a run is shared. */
final class BudgetTest {

  private long nowNanos;

  @Test
  void whatABenchmarkLeavesFlowsForward() {
    Budget budget = new Budget(Duration.ofNanos(90), 3, () -> nowNanos);

    Budget.Share first = budget.next();
    nowNanos += 10;
    first.end(Duration.ofNanos(20));

    assertThat(first.nanos()).isEqualTo(30);
    assertThat(budget.next().nanos()).isEqualTo(40);
    assertThat(budget.saved()).isEqualTo(Duration.ofNanos(20));
  }

  @Test
  void aBenchmarkThatCannotRunTakesNoShare() {
    Budget budget = new Budget(Duration.ofNanos(90), 3, () -> nowNanos);

    budget.skip(2);

    assertThat(budget.next().nanos()).isEqualTo(90);
    budget.skip(5);
    assertThat(budget.next().nanos()).isEqualTo(90);
  }
}
