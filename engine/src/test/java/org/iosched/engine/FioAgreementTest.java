package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is accepted here means the same to the fio that is installed. */
class FioAgreementTest {

  /** Values of numbers and times, each for a job of its own. */
  private static final List<String> VALUES =
      List.of(
          "bs=512",
          "bs=512b",
          "bs=4k",
          "bs=4K",
          "bs=4kb",
          "bs=4kB",
          "bs=4ki",
          "bs=4kib",
          "bs=4KiB",
          "bs=1m",
          "bs=1MB",
          "bs=1mi",
          "bs=1mib",
          "bs=0x1000",
          "bs=0X1000",
          "bs=08k",
          "bs = 4096",
          "bs=4k,8k",
          "bs=4k,8k,16k",
          "bs=,8k",
          "bs=4k,",
          "bs=4k,,16k",
          "bs=,,16k",
          "bs=4k ,8k",
          "bs=512, 1024",
          "bs=1m\nbs=,8k",
          "blocksize=16k",
          "size=1g",
          "size=1gi",
          "size=1gib",
          "size=1t",
          "size=1p",
          "size=1pib",
          "size=50%",
          "size=100%",
          "size=0",
          "size=1m\nio_size=50%",
          "size=1m\nio_size=3m",
          "size=1m\nio_limit=4k",
          "size=1m\noffset=4k",
          "size=1m\noffset=10%",
          "size=1m\nfileoffset=1k",
          "runtime=10",
          "runtime=10s",
          "runtime=10S",
          "runtime=500ms",
          "runtime=500msec",
          "runtime=1500us",
          "runtime=1500usec",
          "runtime=2m",
          "runtime=1h",
          "runtime=1d",
          "runtime = 7",
          "timeout=3",
          "ramp_time=2",
          "ramp_time=200ms",
          "startdelay=3",
          "startdelay=1m",
          "thinktime=200",
          "thinktime=2ms",
          "thinktime=1s",
          "iodepth=32",
          "iodepth=1k",
          "numjobs=4",
          "rate=1m",
          "rate=1m,500k",
          "rate=,500k",
          "rate=1m,",
          "rate_iops=500",
          "rate_iops=500,100",
          "rate_iops=1k",
          "rwmixread=70",
          "fsync=32",
          "fdatasync=16",
          "randseed=42",
          "buffer_compress_percentage=30",
          "nrfiles=4",
          "nr_files=2");

  /** Texts whose sections, inheritance and comments are read. */
  private static final List<String> TEXTS =
      List.of(
          "[a]\nsize=1m",
          "[global]\nbs=8k\nsize=1m\n[a]\n[b]\nbs=4k\n[global]\nbs=16k\nrw=write\n[c]\n[d]\nrw=read\n",
          "[global]\nsize=1m\nstonewall\ngroup_reporting\n[a]\n[b]\nstonewall=0\n",
          "[globals]\nbs=8k\n[GLOBAL]\nsize=1m\n",
          "# c\n; c\n\n[a] ; c\n  size=1m # c\n\tbs=4k;c\n \t# c\nrw=read\n",
          "[a]\r\nsize=1m\r\nrw=write\r\n\r\n[b]\r\nbs=8k",
          "[a b/c]\nsize=1m\n[x=y:z,(1)]\nsize=2m\n[a]b]\nbs=8k\n",
          "[global]\nname=n\nsize=1m\n[a]\nname=first\n[b]\n",
          "[a]\nsize=1m\ntime_based\nruntime=1\nnorandommap\nrefill_buffers\nthread\n[empty]\n",
          "[a]\nrw=randrw\nrwmixread=30\ndirect=1\niodepth=4\nnumjobs=2\ninvalidate=0\nend_fsync=1\n",
          "[a]\nbuffered=0\n[b]\nrw=rw\nrandom_distribution=zipf:1.2\n[c]\nrandom_distribution=pareto\n",
          "[global]\nbs=1m\nrate=1m\n[a]\nbs=,8k\nrate=2m,\n[b]\nblocksize=4k\nbs=8k\n",
          "[a]\nfilename=/tmp/x y\ndirectory=/tmp\ndescription= some words, = and so on\n",
          "[a]\nsize=$pagesize*16\niodepth=$ncpus\nfilename=${HOME}/x\n",
          """
          [a]
          ioengine=libaio
          verify=crc32c
          do_verify=1
          verify_fatal=1
          randrepeat=1
          loops=2
          size=1m
          overwrite=1
          rate_process=linear
          [b]
          ioengine=psync
          verify=crc32c-intel
          """);

  @TempDir Path directory;

  @Test
  void numbersAndTimesAreThoseOfFio() throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < VALUES.size(); i++) {
      text.append("[j").append(i).append("]\n").append(VALUES.get(i)).append('\n');
    }

    List<Job> jobs = JobFile.parse(text.toString()).jobs();
    FioReading fio = FioReading.of(text.toString(), directory);

    assertThat(fio.accepted()).as(fio.output()).isTrue();
    assertThat(fio.jobs()).hasSameSizeAs(jobs);
    SoftAssertions.assertSoftly(
        softly -> {
          for (int i = 0; i < jobs.size(); i++) {
            compare(softly, VALUES.get(i), jobs.get(i), fio.jobs().get(i));
          }
        });
  }

  private static void compare(SoftAssertions softly, String text, Job job, FioReading.FioJob fio) {
    softly.assertThat(job.blockBytes()).as(text).isEqualTo(sides(fio, "bs", 4096));
    softly.assertThat(job.rate()).as(text).isEqualTo(sides(fio, "rate", 0));
    softly.assertThat(job.rateIops()).as(text).isEqualTo(sides(fio, "rate_iops", 0));
    softly.assertThat(job.size()).as(text).isEqualTo(amount(fio, "size"));
    softly.assertThat(job.ioSize()).as(text).isEqualTo(amount(fio, "io_size"));
    softly
        .assertThat(job.offset())
        .as(text)
        .isEqualTo(amount(fio, "offset").orElse(new Amount.Bytes(0)));
    softly
        .assertThat(job.runtime().orElse(Duration.ZERO))
        .as(text)
        .isEqualTo(micros(fio, "runtime"));
    softly.assertThat(job.rampTime()).as(text).isEqualTo(micros(fio, "ramp_time"));
    softly.assertThat(job.startDelay()).as(text).isEqualTo(micros(fio, "startdelay"));
    softly.assertThat(job.thinkTime()).as(text).isEqualTo(micros(fio, "thinktime"));
    softly.assertThat(job.depth()).as(text).isEqualTo(number(fio, "iodepth", 1));
    softly.assertThat(job.clones()).as(text).isEqualTo(number(fio, "numjobs", 1));
    softly.assertThat(job.readPercent()).as(text).isEqualTo(number(fio, "rwmixread", 50));
    softly.assertThat(job.fsyncEvery()).as(text).isEqualTo(number(fio, "fsync", 0));
    softly.assertThat(job.fdatasyncEvery()).as(text).isEqualTo(number(fio, "fdatasync", 0));
    softly.assertThat(job.seed()).as(text).isEqualTo(number(fio, "randseed", 1));
    softly.assertThat(job.files()).as(text).isEqualTo(number(fio, "nrfiles", 1));
    softly
        .assertThat(job.compressPercent())
        .as(text)
        .isEqualTo(number(fio, "buffer_compress_percentage", 0));
  }

  private static Sides sides(FioReading.FioJob fio, String option, long otherwise) {
    return new Sides(
        fio.number(option, 0).orElse(otherwise), fio.number(option, 1).orElse(otherwise));
  }

  private static int number(FioReading.FioJob fio, String option, long otherwise) {
    return fio.number(option, 0).orElse(otherwise).intValue();
  }

  private static Duration micros(FioReading.FioJob fio, String option) {
    return Duration.ofNanos(fio.number(option, 0).orElse(0L) * 1_000);
  }

  /** fio keeps a share of P percent as the number -1-P. */
  private static Optional<Amount> amount(FioReading.FioJob fio, String option) {
    return fio.number(option, 0)
        .filter(number -> number != 0)
        .map(
            number ->
                number < 0 ? new Amount.Percent((int) (-1 - number)) : new Amount.Bytes(number));
  }

  @Test
  void sectionsAreThoseOfFio() throws IOException, InterruptedException {
    for (String text : TEXTS) {
      JobText ours = JobText.read(text);
      FioReading raw = FioReading.of(text, directory);
      FioReading flat = FioReading.of(ours.text(), directory);

      assertThat(raw.accepted()).as(text + raw.output()).isTrue();
      assertThat(flat.accepted()).as(ours.text() + flat.output()).isTrue();
      assertThat(flat.jobs()).as(text).hasSameSizeAs(raw.jobs());
      for (int i = 0; i < raw.jobs().size(); i++) {
        assertThat(withoutName(flat.jobs().get(i)))
            .as("job " + i + " of " + text)
            .isEqualTo(withoutName(raw.jobs().get(i)));
      }
      assertThat(JobFile.of(ours).jobs()).hasSameSizeAs(raw.jobs());
    }
  }

  /**
   * A name becomes that of the section, and blanks before words that only describe are left out.
   */
  private static List<String> withoutName(FioReading.FioJob job) {
    List<String> values = new ArrayList<>();
    job.values()
        .forEach(
            (option, value) -> {
              if (!option.equals("name")) {
                values.add(option + "=" + value.strip());
              }
            });
    return values;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bs=4k\n[a]",
        "[a]\niodpth=4",
        "[a]\nBS=4k",
        "[a]\n=4k",
        "[a]\nbs=",
        "[a]\nbs=,",
        "[a]\nbs=,,",
        "[a]\nbs",
        "[a]\ndirect",
        "[a]\ntime_based=",
        "[a]\nbs=512z",
        "[a]\nbs=k",
        "[a]\nbs='4k'",
        "[a]\nbs=\"4k\"",
        "[a]\nrw=reads",
        "[a]\nrw=READ",
        "[a]\nrw= read",
        "[a]\ndirect=2",
        "[a]\nrwmixread=101",
        "[a]\nrandom_distribution=zipf:1",
        "[a]\nrandom_distribution=pareto:1",
        "[a]\nverify=crc32d",
        "[a]\niodepth=0",
        "[a]\nio_size=101%"
      })
  void whatFioRefusesIsRefused(String text) throws IOException, InterruptedException {
    FioReading fio = FioReading.of(text, directory);

    assertThatThrownBy(() -> JobFile.parse(text)).isInstanceOf(JobException.class);
    assertThat(fio.accepted()).as(fio.output()).isFalse();
  }

  @Test
  void fioKnowsTheOptionsThatAreLeftToIt() throws IOException, InterruptedException {
    List<String> options =
        List.of(
            "bssplit=4k/10:64k/90",
            "bsrange=4k-8k",
            "zonemode=strided",
            "verify_pattern=0xff",
            "rw=trim",
            "rw=randread:8",
            "rw=write:4k",
            "ioengine=mmap",
            "random_distribution=normal:50",
            "random_distribution=zoned:50/10:50/90",
            "percentage_random=50",
            "file_service_type=random",
            "rate_process=poisson",
            "startdelay=1-5",
            "filename=a:b",
            "verify=md5",
            "gtod_reduce=1",
            "iodepth_batch=4",
            "latency_target=10ms",
            "unlink=1");
    StringBuilder text = new StringBuilder();
    for (String option : options) {
      assertThatThrownBy(() -> JobFile.parse("[a]\n" + option))
          .isInstanceOfSatisfying(
              JobException.class, e -> assertThat(e.knownToFio()).as(option).isTrue());
      text.append("[")
          .append(option)
          .append("]\nsize=1m\nioengine=null\n")
          .append(option)
          .append('\n');
    }

    FioReading fio = FioReading.of(JobText.read(text.toString()).text(), directory);

    assertThat(fio.accepted()).as(fio.output()).isTrue();
    assertThat(fio.jobs()).hasSameSizeAs(options);
  }

  @Test
  void fioReadsWhateverIsAccepted() throws IOException, InterruptedException {
    Random random = new Random(7);
    StringBuilder all = new StringBuilder();
    int texts = 0;
    int jobs = 0;
    while (texts < 300) {
      JobFile file;
      try {
        file = JobFile.parse(JobFileFuzzTest.mutated(random));
      } catch (JobException e) {
        continue;
      }
      all.append(file.text()).append('\n');
      texts++;
      jobs += file.jobs().size();
    }

    FioReading fio = FioReading.of(all.toString(), directory);

    assertThat(fio.accepted()).as(fio.output()).isTrue();
    assertThat(fio.jobs()).hasSize(jobs);
  }
}
