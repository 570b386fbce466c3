package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerLineTest {

  @ParameterizedTest
  @CsvSource({
    "none [mq-deadline] kyber bfq, mq-deadline, none mq-deadline kyber bfq",
    "[none] mq-deadline kyber bfq, none, none mq-deadline kyber bfq",
    "noop deadline [cfq], cfq, noop deadline cfq",
    "none, none, none",
    "[none], none, none",
    "bfq, bfq, bfq",
  })
  void theActiveOneIsTheOneInBrackets(String content, String active, String listed) {
    SchedulerLine line = SchedulerLine.parse(content + " \n");

    assertThat(line.active()).isEqualTo(active);
    assertThat(String.join(" ", line.listed())).isEqualTo(listed);
  }
}
