package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Switches a real queue beside two others that write its scheduler all the time, which some kernels
 * do not survive: only in the lab machine.
 */
@InTheLab
class CompetingWritersTest {

  private static final int SWITCHES = Integer.getInteger("iosched.test.switches", 250);

  /** For how long the scheduler is watched after each switch, at the most. */
  private static final int MOST_WATCHED_MILLIS = 60;

  /**
   * Writes a random scheduler at random pauses of up to 0.3 s, and a line for each that was taken.
   */
  private static final String WRITER =
      """
      count=0
      while [ -e "$STOP.run" ]; do
        number=$(od -An -N2 -tu2 /dev/urandom)
        set -- $NAMES
        shift $((number % $#))
        { printf '%s' "$1" > "$FILE"; } 2>/dev/null && count=$((count + 1))
        echo $count > "$STOP"
        sleep "$(printf '0.%03d' $((number % 300)))"
      done
      """;

  @TempDir Path temp;

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void noWindowThatCountsHadAnotherScheduler() throws Exception {
    Machine.assumeLoops();
    try (LoopDisk disk = new LoopDisk(temp);
        TestDevice device =
            Devices.open(
                new DeviceRequest(
                    disk.node.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
                Machine.host(temp))) {
      List<String> schedulers = device.schedulers();
      List<Process> writers = new ArrayList<>();
      Random random = new Random(1);
      int held = 0;
      int seen = 0;
      int givenUp = 0;
      int wrong = 0;
      try {
        writers.add(writer(disk, schedulers, "one"));
        writers.add(writer(disk, schedulers, "two"));
        for (int i = 0; i < SWITCHES; i++) {
          String scheduler = schedulers.get(random.nextInt(schedulers.size()));
          try {
            device.switchTo(scheduler, Map.of());
          } catch (DeviceException e) {
            givenUp++;
            continue;
          }
          boolean other = watch(disk, scheduler, random.nextInt(MOST_WATCHED_MILLIS));
          if (device.changed().isPresent()) {
            seen++;
          } else {
            held++;
            wrong += other ? 1 : 0;
          }
        }
      } finally {
        for (String name : List.of("one", "two")) {
          Files.deleteIfExists(temp.resolve(name + ".run"));
        }
        for (Process writer : writers) {
          if (!writer.waitFor(10, TimeUnit.SECONDS)) {
            writer.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
          }
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%d switches beside two others that wrote the scheduler %d times: %d held, %d were seen to"
              + " have been changed, %d given up, %d wrong ones were taken for measured%n",
          SWITCHES,
          count("one") + count("two"),
          held,
          seen,
          givenUp,
          wrong);
      assertThat(wrong).isZero();
      assertThat(held).isPositive();
    }
  }

  /** Reads the scheduler again and again, and tells whether it ever was another one. */
  private static boolean watch(LoopDisk disk, String scheduler, int millis) {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean other = false;
    while (System.nanoTime() < endNanos) {
      other |= !disk.queue().schedulers().active().equals(scheduler);
    }
    return other;
  }

  private Process writer(LoopDisk disk, List<String> schedulers, String name) throws IOException {
    Path count = temp.resolve(name);
    Files.createFile(temp.resolve(name + ".run"));
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", WRITER);
    builder.environment().put("STOP", count.toString());
    builder.environment().put("NAMES", String.join(" ", schedulers));
    builder.environment().put("FILE", disk.queue().schedulerFile().toString());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private int count(String name) throws IOException {
    return Integer.parseInt(Files.readString(temp.resolve(name)).strip());
  }
}
