package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerNamesTest {

  private static final List<String> MULTI_QUEUE = List.of("none", "mq-deadline", "kyber", "bfq");
  private static final List<String> SINGLE_QUEUE = List.of("noop", "deadline", "cfq");

  @ParameterizedTest
  @CsvSource({
    "noop, none, noop (none)",
    "none, none, none",
    "deadline, mq-deadline, deadline (mq-deadline)",
    "mq-deadline, mq-deadline, mq-deadline",
    "kyber, kyber, kyber",
    "bfq, bfq, bfq",
    "cfq, bfq, cfq (bfq stands in)"
  })
  void findsNamesOnAMultiQueueKernel(String requested, String kernelName, String shown) {
    assertThat(SchedulerNames.resolve("sdb", requested, MULTI_QUEUE, true))
        .isEqualTo(new Resolution.Resolved(requested, kernelName, shown));
  }

  @ParameterizedTest
  @CsvSource({
    "noop, noop, noop",
    "none, noop, none (noop)",
    "deadline, deadline, deadline",
    "mq-deadline, deadline, mq-deadline (deadline)",
    "cfq, cfq, cfq"
  })
  void findsNamesOnASingleQueueKernel(String requested, String kernelName, String shown) {
    assertThat(SchedulerNames.resolve("sdb", requested, SINGLE_QUEUE, true))
        .isEqualTo(new Resolution.Resolved(requested, kernelName, shown));
  }

  @Test
  void prefersAListedCfqToItsSuccessor() {
    assertThat(SchedulerNames.resolve("sdb", "cfq", List.of("noop", "cfq", "bfq"), true))
        .isEqualTo(new Resolution.Resolved("cfq", "cfq", "cfq"));
  }

  @Test
  void takesAnyNameThatTheKernelLists() {
    assertThat(SchedulerNames.resolve("sdb", "adios", List.of("none", "adios"), true))
        .isEqualTo(new Resolution.Resolved("adios", "adios", "adios"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mq-deadlin| is not a scheduler of sdb; OFFER (did you mean mq-deadline?)",
        "nop| is not a scheduler of sdb; OFFER (did you mean noop?)",
        "cqf| is not a scheduler of sdb; OFFER (did you mean cfq?)",
        "elevator| is not a scheduler of sdb; OFFER",
        "anticipatory| is not a scheduler of sdb: it left Linux in 2.6.33 and has no successor;"
            + " OFFER"
      })
  void saysWhatThereIsInstead(String requested, String message) {
    assertThat(message(requested, MULTI_QUEUE, true))
        .isEqualTo(
            requested + " " + message.replace("OFFER", "available: none, mq-deadline, kyber, bfq"));
  }

  @Test
  void refusesCfqWithoutSubstitution() {
    assertThat(message("cfq", MULTI_QUEUE, false))
        .isEqualTo(
            "cfq is not a scheduler of sdb; available: none, mq-deadline, kyber, bfq"
                + " (its successor bfq may not stand in with substitute=false)");
    assertThat(message("cfq", List.of("none"), true))
        .isEqualTo(
            "cfq is not a scheduler of sdb, and neither is bfq, its successor; available: none");
  }

  @Test
  void tellsWhichModulesMayHelp() {
    assertThat(SchedulerNames.candidates("cfq", true)).containsExactly("cfq", "bfq");
    assertThat(SchedulerNames.candidates("cfq", false)).containsExactly("cfq");
    assertThat(SchedulerNames.candidates("deadline", true))
        .containsExactly("deadline", "mq-deadline");
    assertThat(SchedulerNames.candidates("kyber", true)).containsExactly("kyber");
  }

  @Test
  void findsArmsThatAreOnePolicy() {
    List<Arm> arms =
        Arms.parseAll(
            List.of("noop", "none", "cfq", "bfq", "kyber", "quick = bfq[low_latency=0]", "what"));

    assertThat(SchedulerNames.samePolicy("sdb", arms, MULTI_QUEUE, true))
        .extracting(Arms::names)
        .containsExactly(List.of("noop", "none"), List.of("cfq", "bfq"));
    assertThat(SchedulerNames.samePolicy("sdb", arms, List.of("noop", "cfq", "bfq"), true))
        .extracting(Arms::names)
        .containsExactly(List.of("noop", "none"));
  }

  @Test
  void takesTunablesForPartOfThePolicy() {
    List<Arm> arms =
        Arms.parseAll(
            List.of("a = bfq[x=1,y=2]", "b = cfq[y=2,x=1]", "c = bfq[x=1,y=3]", "d = bfq"));

    assertThat(SchedulerNames.samePolicy("sdb", arms, MULTI_QUEUE, true))
        .extracting(Arms::names)
        .containsExactly(List.of("a", "b"));
  }

  private static String message(String requested, List<String> available, boolean substitute) {
    return ((Resolution.Unavailable)
            SchedulerNames.resolve("sdb", requested, available, substitute))
        .message();
  }
}
