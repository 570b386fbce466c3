package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.iosched.dsl.Measured;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Damages documents in every way that mail, editors, full disks and bugs do. */
class FioDocumentsFuzzTest {

  private static final int DOCUMENTS = 100_000;

  private static final String WITH_IOS =
      FioText.document(
          2, "", FioText.job("a", "", FioText.sides(FioText.side(1, 1, 1, ""), FioText.NO_SIDE)));

  private static final List<String> PIECES =
      List.of(
          "0",
          "-1",
          "1e308",
          "-1e308",
          "1e999",
          "99999999999999999999999",
          "9223372036854775807",
          "0.000001",
          "nan",
          "-nan",
          "inf",
          "null",
          "true",
          "\"\"",
          "\"text\"",
          "{}",
          "[]",
          "{",
          "}",
          "[",
          "]",
          "\"",
          "\\",
          ",",
          ":",
          "\n",
          "\t",
          "\0",
          "> ",
          "```",
          "4294967294",
          "\\u12",
          "fio: terminating on signal 2\n",
          "fio: pid=1, err=5/x\n",
          "\"jobs\" :",
          "\"bins\" : {",
          "{\"a\":".repeat(40),
          "[".repeat(2000),
          "\"error\" : 5,",
          "\"N\" : 0,",
          "\uD800");

  @Test
  void endsInAResultOrInASentence() {
    // Without what indents it: a mutation of that tells nothing.
    String seed = seed().replaceAll("\n +", "\n");
    Random random = new Random(20_261_130);
    int[] outcomes = new int[2];
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(5),
        () -> {
          for (int i = 0; i < DOCUMENTS; i++) {
            outcomes[outcome(mutated(seed, random))]++;
          }
        });
    assertThat(outcomes[0]).as("results").isGreaterThan(DOCUMENTS / 20);
    assertThat(outcomes[1]).as("refusals").isGreaterThan(DOCUMENTS / 20);
  }

  @Test
  void takesNoTimeOfItsOwnForDeepAndLongTexts() {
    for (String trap :
        List.of(
            "{\"a\":".repeat(100_000),
            "{\"".repeat(100_000),
            "{\"a\":\"".repeat(50_000),
            "[{\"a\":1},".repeat(50_000),
            "> ".repeat(200_000),
            "{\"jobs\":[".repeat(50_000),
            "1".repeat(500_000),
            "\n".repeat(500_000),
            "fio: pid=".repeat(50_000),
            ": nan".repeat(100_000),
            "{\"jobs\":[{}]}\n".repeat(16_000),
            WITH_IOS.repeat(4_000),
            "{\"jobs\":[{\"x\":" + "9".repeat(500_000) + "}]}")) {
      Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> outcome(trap));
    }
  }

  private static int outcome(String text) {
    try {
      for (WorkloadResult result : FioDocuments.read(text)) {
        for (Measured measured : result.metrics().values()) {
          // An assertion object for each of some million figures would take most of the time.
          if (!(measured.value() >= 0 && Double.isFinite(measured.value()))) {
            fail("measured " + measured + " for this text:\n" + text);
          }
        }
      }
      return 0;
    } catch (RecordException e) {
      assertThat(e.getMessage()).endsWith(".");
      return 1;
    } catch (RuntimeException e) {
      return fail("for this text:\n" + text, e);
    }
  }

  private static String seed() {
    String clocks =
        FioText.clock("clat_ns", 3, 500, 900, "\"bins\" : { \"500\" : 2, \"900\" : 1 }");
    String side = FioText.side(3, 12_288, 10, clocks);
    String old =
        FioText.clock("clat", 3, 5, 9, "\"percentile\" : { \"50.000000\" : 4, \"0.00\" : 0 }");
    return "note: hello\n"
        + FioText.document(
            2,
            "\"runtime\" : \"10ms\"",
            FioText.job("a", "\"rw\" : \"rw\"", FioText.sides(side, side)),
            FioText.job(
                "b", 1, 0, "\"stonewall\" : \"1\"", "\"mixed\" : " + FioText.side(3, 9, 9, old)));
  }

  private static String mutated(String seed, Random random) {
    StringBuilder text = new StringBuilder(seed);
    int mutations = 1 + random.nextInt(4);
    for (int i = 0; i < mutations && !text.isEmpty(); i++) {
      mutate(text, random);
    }
    return text.toString();
  }

  private static void mutate(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    switch (random.nextInt(7)) {
      case 0 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(8)));
      case 1 -> {
        if (random.nextInt(8) == 0) {
          text.setLength(at);
        }
      }
      case 2 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
      case 3 -> {
        int[] line = line(text, at);
        text.delete(line[0], line[1]);
      }
      case 4 -> {
        int[] line = line(text, at);
        text.insert(line[0], text.substring(line[0], line[1]));
      }
      case 5 -> replaceAValue(text, at, random);
      default -> {
        int[] from = line(text, at);
        String moved = text.substring(from[0], from[1]);
        text.delete(from[0], from[1]);
        text.insert(text.isEmpty() ? 0 : random.nextInt(text.length()), moved);
      }
    }
  }

  private static void replaceAValue(StringBuilder text, int at, Random random) {
    List<Integer> colons = new ArrayList<>();
    for (int i = at; i < Math.min(text.length(), at + 200); i++) {
      if (text.charAt(i) == ':') {
        colons.add(i);
      }
    }
    if (colons.isEmpty()) {
      return;
    }
    int start = colons.get(random.nextInt(colons.size())) + 1;
    int end = start;
    while (end < text.length() && ",}\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    text.replace(start, end, " " + PIECES.get(random.nextInt(PIECES.size())));
  }

  private static int[] line(StringBuilder text, int at) {
    int start = text.lastIndexOf("\n", at - 1) + 1;
    int end = text.indexOf("\n", at);
    return new int[] {Math.min(start, at), end < 0 ? text.length() : end + 1};
  }
}
