package org.iosched.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.iosched.device.Machine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The campaign in short. */
@Tag("root")
final class SigkillTest {

  @Test
  @Timeout(300)
  void aFewKillsLeaveNothing() throws Exception {
    Machine.assumeLoops();
    Bench.Figure figure = Sigkill.campaign(5, 2, 1);
    assertThat(figure.met()).as(figure.value()).isTrue();
  }
}
