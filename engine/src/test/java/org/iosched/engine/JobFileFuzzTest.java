package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever text comes, it ends in jobs or in a sentence. */
class JobFileFuzzTest {
  private static final int TEXTS = 5_000;

  private static final String[] PIECES = {
    "[a]",
    "[",
    "]",
    "[]",
    "[global]",
    "name=",
    "=",
    ",",
    "%",
    ":",
    "#",
    ";",
    "\n",
    "\r\n",
    "\t",
    "rw=",
    "randrw",
    "read",
    "bs=",
    "4k",
    "kib",
    "size=",
    "100%",
    "99999999999999999999",
    "-1",
    "0",
    "runtime=",
    "ms",
    "time_based",
    "stonewall",
    "iodepth=",
    "rate=",
    "rate_iops=",
    "1,2",
    "zipf:",
    "1.2",
    "random_distribution=",
    "\u0000",
    "\uD800",
    "é",
    "thinktime=",
    "9223372036854775807",
    "startdelay=",
    "106751d",
    "4611686018427387904",
    "filename=",
    "directory=",
    "../x"
  };

  private static final String BASE =
      """
      [global]
      bs=4k,64k
      runtime=10
      [reader]
      rw=randread
      iodepth=32
      [writer]
      stonewall
      rw=write
      size=50%
      rate=10m
      thinktime=5
      random_distribution=zipf:1.1
      """;

  @Test
  void mutatedTextsEndInJobsOrInASentence() {
    Random random = new Random(20_261_130);
    List<String> broken = new ArrayList<>();
    int parsed = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = mutated(random);
      try {
        JobFile file = JobFile.parse(text);
        parsed++;
        if (!JobFile.parse(file.text()).equals(file)) {
          broken.add("does not come back the same: " + text);
        }
      } catch (JobException e) {
        String message = e.getMessage();
        if (message == null || !message.matches("(?s)(line \\d+: |the job text ).*")) {
          broken.add(message + " for " + text);
        }
      } catch (RuntimeException | StackOverflowError e) {
        broken.add(e + " for " + text);
      }
    }
    assertThat(broken).isEmpty();
    assertThat(parsed).as("texts that are jobs").isBetween(TEXTS / 50, TEXTS);
  }

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(BASE);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(6)));
        default ->
            text.replace(
                at, Math.min(text.length(), at + 3), PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString();
  }
}
