package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmsTest {

  @Test
  void readsASchedulerAlone() {
    assertThat(Arms.parse(" noop ")).isEqualTo(new Arm("noop", "noop", Map.of()));
  }

  @Test
  void readsANameAndTunables() {
    Arm arm = Arms.parse("eager = deadline [ fifo_batch = 1 , writes_starved=4 ]");

    assertThat(arm.name()).isEqualTo("eager");
    assertThat(arm.scheduler()).isEqualTo("deadline");
    assertThat(arm.tunables())
        .containsEntry("fifo_batch", "1")
        .containsEntry("writes_starved", "4");
    assertThat(arm.requested()).isEqualTo("deadline[fifo_batch=1,writes_starved=4]");
  }

  @Test
  void callsAnArmWithoutANameAsItIsRequested() {
    Arm arm = Arms.parse("bfq[slice_idle=0,low_latency=0]");

    assertThat(arm.name()).isEqualTo("bfq[slice_idle=0,low_latency=0]");
    assertThat(Expectation.parse(arm.name() + " at least 2x faster than none").armsNamed())
        .containsExactly(arm.name(), "none");
  }

  @Test
  void readsNamesWithPunctuation() {
    assertThat(Arms.parse("v6.1_eager-2 = mq-deadline").name()).isEqualTo("v6.1_eager-2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';1;a scheduler's name is expected",
        "'eager =';8;the scheduler that eager stands for",
        "'bfq[';5;a tunable is expected here",
        "'bfq[]';5;a tunable is expected here",
        "'bfq[low_latency]';16;a value for low_latency",
        "'bfq[low_latency=]';17;a value for low_latency",
        "'bfq[low_latency=0';18;',' or ']' is expected",
        "'bfq[../up=0]';5;a tunable is expected here",
        "'bfq[a=1,a=2]';9;a is set twice",
        "'bfq] ';4;the arm ends before this",
        "'noop cfq';6;the arm ends before this",
        "'noop, cfq';5;one arm at a time",
        "' baseline';2;a word of the language",
        "'best = bfq';1;a word of the language"
      })
  void saysWhatIsWrongAndWhere(String text, int column, String problem) {
    ArmException e = catchThrowableOfType(ArmException.class, () -> Arms.parse(text));

    assertThat(e).hasMessageContaining(problem).hasMessageContaining("column " + column);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.text()).isEqualTo(text);
    assertThat(String.valueOf(e.getMessage()).lines().reduce("", (a, b) -> b))
        .isEqualTo(" ".repeat(4 + column - 1) + "^");
  }

  @Test
  void refusesTwoArmsOfOneName() {
    assertThatThrownBy(() -> Arms.parseAll(List.of("noop", "a = bfq", "a = bfq[low_latency=0]")))
        .isInstanceOf(ArmException.class)
        .hasMessageContaining("two arms are called a: bfq and bfq[low_latency=0]");
  }

  @Test
  void keepsTheOrderOfTheArms() {
    assertThat(Arms.names(Arms.parseAll(List.of("noop", "eager = deadline", "cfq"))))
        .containsExactly("noop", "eager", "cfq");
  }
}
