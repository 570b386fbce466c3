package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever text comes, it ends in jobs or in a sentence. */
class JobFileFuzzTest {

  private static final Pattern MESSAGE = Pattern.compile("(?s)(line \\d+: |the job text ).*");
  private static final int TEXTS = 100_000;

  /** Every so many texts are also written and read again. */
  private static final int ROUND_TRIPS = 8;

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
    "../x",
    "${HOME}",
    "${",
    "$ncpus",
    "$pagesize*",
    "(",
    "include x",
    "[global x]",
    "loops=",
    "nrfiles=",
    "verify=crc32c",
    "ioengine=",
    "0x10",
    " ",
    "\uFEFF",
    "bssplit=4k/50:8k/50",
    "ioscheduler=none"
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
        JobText jobs = JobText.read(text);
        if (i % ROUND_TRIPS == 0) {
          check(jobs, broken);
        }
        if (isJobs(jobs, i % ROUND_TRIPS == 0, broken)) {
          parsed++;
        }
      } catch (JobException e) {
        checkMessage(e, text, broken);
      } catch (RuntimeException | StackOverflowError e) {
        broken.add(e + " for " + text);
      }
    }
    assertThat(broken).isEmpty();
    assertThat(parsed).as("texts that are jobs").isBetween(TEXTS / 50, TEXTS);
  }

  private static void check(JobText jobs, List<String> broken) {
    String text = jobs.text();
    if (!JobText.read(text).text().equals(text)) {
      broken.add("does not come back the same: " + text);
    }
    try {
      jobs.summaries();
    } catch (JobException e) {
      checkMessage(e, text, broken);
    }
  }

  private static boolean isJobs(JobText jobs, boolean roundTrip, List<String> broken) {
    JobFile file;
    try {
      file = JobFile.of(jobs);
    } catch (JobException e) {
      checkMessage(e, jobs.text(), broken);
      return false;
    }
    if (!roundTrip) {
      return true;
    }
    if (!JobFile.parse(file.text()).equals(file) || !JobFile.parse(jobs.text()).equals(file)) {
      broken.add("does not come back the same: " + jobs.text());
    }
    checkSummaries(jobs, file, broken);
    return true;
  }

  /** What is known of jobs before anyone runs them is the same as what the engine knows of them. */
  private static void checkSummaries(JobText jobs, JobFile file, List<String> broken) {
    List<JobSummary> summaries = jobs.summaries();
    for (int i = 0; i < summaries.size(); i++) {
      JobSummary summary = summaries.get(i);
      Job job = file.jobs().get(i);
      if (!summary.name().equals(job.name())
          || summary.reads() != job.direction().reads()
          || summary.writes() != job.direction().writes()
          || summary.direct() != job.direct()
          || summary.stonewall() != job.stonewall()
          || !summary.runtime().equals(job.runtime())
          || !summary.clockTime().equals(job.clockTime())
          || summary.extentBytes() != job.extentBytes().orElse(0L)) {
        broken.add("differs: " + summary + " from " + job);
      }
    }
  }

  private static void checkMessage(JobException e, String text, List<String> broken) {
    String message = e.getMessage();
    if (message == null || !MESSAGE.matcher(message).matches()) {
      broken.add(message + " for " + text);
    }
  }

  static String mutated(Random random) {
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
