package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFileTest {

  private static Job job(String options) {
    return JobFile.parse("[j]\n" + options).jobs().get(0);
  }

  @Test
  void defaultsAreThoseOfFio() {
    JobDraft draft = new JobDraft();
    draft.name = "j";

    assertThat(job("")).isEqualTo(draft.job());
  }

  @Test
  void readsEveryOption() {
    Job job =
        job(
            """
            rw=randrw
            rwmixread=70
            bs=4k,64k
            size=50%
            offset=1m
            io_size=2g
            runtime=1m
            time_based
            ramp_time=500ms
            startdelay=2
            iodepth=32
            numjobs=4
            direct=1
            invalidate=0
            fsync=32
            fdatasync=16
            end_fsync=1
            thinktime=10
            rate_iops=500,100
            stonewall
            random_distribution=zipf:1.2
            norandommap
            randseed=42
            refill_buffers
            buffer_compress_percentage=30
            directory=sub
            filename=data
            nrfiles=3
            verify=crc32c
            ioengine=libaio
            group_reporting
            """);

    assertThat(job)
        .isEqualTo(
            new Job(
                "j",
                Direction.RANDRW,
                70,
                new Sides(4096, 65536),
                Optional.of(new Amount.Percent(50)),
                new Amount.Bytes(1 << 20),
                Optional.of(new Amount.Bytes(2L << 30)),
                Optional.of(Duration.ofMinutes(1)),
                true,
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                32,
                4,
                true,
                false,
                32,
                16,
                true,
                Duration.ofNanos(10_000),
                Sides.both(0),
                new Sides(500, 100),
                true,
                new Distribution.Zipf(1.2),
                false,
                42,
                true,
                30,
                Optional.of("sub"),
                Optional.of("data"),
                true,
                3));
  }

  @ParameterizedTest
  @CsvSource({
    "4096,4096",
    "512b,512",
    "4k,4096",
    "4K,4096",
    "4kb,4096",
    "4ki,4096",
    "4kib,4000",
    "1m,1048576",
    "1mi,1048576",
    "1MiB,1000000",
    "1g,1073741824",
    "0x1000,4096"
  })
  void sizesHaveTheSuffixesOfFio(String text, long bytes) {
    assertThat(job("bs=" + text).blockBytes()).isEqualTo(Sides.both(bytes));
  }

  @ParameterizedTest
  @CsvSource({"30,30000", "30s,30000", "500ms,500", "2m,120000", "1h,3600000", "1d,86400000"})
  void timesHaveTheSuffixesOfFio(String text, long millis) {
    assertThat(job("runtime=" + text).runtime()).contains(Duration.ofMillis(millis));
  }

  @Test
  void aBareThinktimeIsInMicroseconds() {
    assertThat(job("thinktime=200").thinkTime()).isEqualTo(Duration.ofNanos(200_000));
  }

  @Test
  void oneSideMayKeepItsDefault() {
    assertThat(job("bs=,64k").blockBytes()).isEqualTo(new Sides(4096, 65536));
    assertThat(job("rate=1m,").rate()).isEqualTo(new Sides(1 << 20, 0));
    assertThat(job("bs=8k,,16k").blockBytes()).isEqualTo(new Sides(8192, 4096));
    assertThat(job("bs=1m\nbs=,8k").blockBytes()).isEqualTo(new Sides(1 << 20, 8192));
  }

  @Test
  void globalSectionsApplyToTheJobsAfterThem() {
    JobFile file =
        JobFile.parse(
            """
            ; a comment
            [global]
            bs=8k          # kept by both
            iodepth=4
            [a]
            [global]
            iodepth=8
            [b]
            bs =16k
            name=c
            """);

    assertThat(file.jobNames()).containsExactly("a", "c");
    assertThat(file.jobs()).extracting(Job::depth).containsExactly(4, 8);
    assertThat(file.jobs())
        .extracting(job -> job.blockBytes().read())
        .containsExactly(8192L, 16384L);
  }

  @Test
  void knowsWhetherTheClockEndsIt() {
    assertThat(JobFile.parse("[a]\nsize=1m\n[b]\nruntime=3").continuous()).isTrue();
    assertThat(JobFile.parse("[a]\nsize=1m\n[b]\nsize=1m").continuous()).isFalse();
  }

  @Test
  void addsUpTheRuntimesOfGroupsThatWait() {
    String text =
        "[a]\nruntime=10\nramp_time=1\n[b]\nruntime=3\nstartdelay=2\n[c]\nstonewall\nruntime=5\n";

    assertThat(JobFile.parse(text).longestRuntime()).isEqualTo(Duration.ofSeconds(16));
    assertThat(JobFile.parse("[a]\nsize=1m").longestRuntime()).isZero();
  }

  @Test
  void knowsWhetherItWrites() {
    assertThat(JobFile.parse("[a]\nrw=randread").writes()).isFalse();
    assertThat(JobFile.parse("[a]\nrw=read\n[b]\nrw=randrw").writes()).isTrue();
  }

  @Test
  void knowsHowLargeATargetItNeeds() {
    assertThat(JobFile.parse("[a]\nsize=1m\noffset=3m\n[b]\nsize=2m").largestExtentBytes())
        .isEqualTo(4L << 20);
    assertThat(JobFile.parse("[a]\nsize=50%\n[b]").largestExtentBytes()).isZero();
  }

  @Test
  void writesATextThatParsesToTheSame() {
    JobFile file =
        JobFile.parse(
            """
            [a]
            rw=randrw
            bs=4k,8k
            runtime=1500ms
            time_based
            random_distribution=pareto:0.2
            [b]
            stonewall
            size=10%
            offset=4k
            invalidate=0
            filename=x
            thinktime=7
            """);

    assertThat(JobFile.parse(file.text())).isEqualTo(file);
    assertThat(file.text())
        .startsWith("[a]\nrw=randrw\nbs=4096,8192\nruntime=1500000us\ntime_based=1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "iodpth=4 | line 2: iodpth is not known to the embedded engine nor to fio (did you mean"
            + " iodepth?)",
        "bsize=4k | line 2: bsize is not known to the embedded engine nor to fio (did you mean"
            + " size?)",
        "verify_patern=0 | line 2: verify_patern is not known to the embedded engine nor to fio"
            + " (did you mean verify_pattern?)",
        "ioscheduler=bfq | line 2: ioscheduler=bfq is not run by any engine: the scheduler is"
            + " switched by the extension; leave it out",
        "exec_prerun=rm -r x | line 2: exec_prerun=rm -r x is not run by any engine: jobs run no"
            + " commands; do that in the test",
        "iodepth=0 | line 2: iodepth=0 is not valid: it is a whole number from 1 to 32768",
        "iodepth= | line 2: iodepth= is not valid: it is a whole number from 1 to 32768",
        "iodepth | line 2: iodepth needs a value, as in iodepth=VALUE",
        "bs=abc | line 2: bs=abc is not valid: it is a size from 1 byte to 1g, like 4k or 1m",
        "bs=0 | line 2: bs=0 is not valid: it is a size from 1 byte to 1g, like 4k or 1m",
        "bs=4k,8q | line 2: bs=4k,8q is not valid: it is a size from 1 byte to 1g, like 4k or 1m",
        "bs=4k,4k,4k,4k | line 2: bs=4k,4k,4k,4k is not valid: it is one value, READ,WRITE or"
            + " READ,WRITE,TRIM",
        "bs=, | line 2: bs=, is not valid: it is one value, READ,WRITE or READ,WRITE,TRIM",
        "bs= 4k | line 2: bs= 4k is not valid: fio takes the blank behind = into the value; write"
            + " bs=4k",
        "bs=4k, 8k | line 2: bs=4k, 8k is not valid: it is a size from 1 byte to 1g, like 4k or 1m",
        "size=1.5m | line 2: size=1.5m is not valid: it is a size like 64k, 10g or 50%, without a"
            + " fraction",
        "size=120% | line 2: size=120% is not valid: a percentage is whole, from 0% to 100%",
        "rwmixread=120 | line 2: rwmixread=120 is not valid: it is a whole number from 0 to 100",
        "rw=reads | line 2: rw=reads is not valid: it is read, write, randread, randwrite,"
            + " readwrite (or rw), or randrw",
        "runtime=10min | line 2: runtime=10min is not valid: it is a time like 30, 500ms or 2m, with"
            + " us, ms, s, m, h or d (a bare number is in s), at most 10000d",
        "direct=yes | line 2: direct=yes is not valid: it is 0 or 1",
        "verify=crc | line 2: verify=crc is not valid: it is crc32c, or 0 for none",
        "ioengine=./evil.so | line 2: ioengine=./evil.so is not run by any engine: fio has no such"
            + " I/O engine, and libraries are not loaded",
        "random_distribution=zip:1 | line 2: random_distribution=zip:1 is not valid: it is random,"
            + " zipf:THETA or pareto:H",
        "time_based | line 1: j is time_based but has no runtime",
      })
  void refusesByLineAndName(String option, String message) {
    assertThatThrownBy(() -> job(option))
        .hasMessage(message)
        .isInstanceOfSatisfying(
            JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isFalse());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "bssplit=4k/10 | bssplit is not run by the embedded engine; it has bs",
        "zonemode=zbd | zonemode is not run by the embedded engine",
        "verify_pattern=0xff | verify_pattern is not run by the embedded engine",
        "file_service_type=random | file_service_type is not run by the embedded engine",
        "ss=iops:1% | ss is not run by the embedded engine",
        "rw=trim | rw=trim is not run by the embedded engine; there it is read, write, randread,"
            + " randwrite, readwrite (or rw), or randrw, without a sequence",
        "rw=randread:8 | rw=randread:8 is not run by the embedded engine; there it is read, write,"
            + " randread, randwrite, readwrite (or rw), or randrw, without a sequence",
        "ioengine=mmap | ioengine=mmap is not run by the embedded engine; there it is one of"
            + " io_uring, libaio, psync, sync, for which it stands in",
        "random_distribution=normal:50 | random_distribution=normal:50 is not run by the embedded"
            + " engine; there it is random, zipf:THETA or pareto:H",
        "random_distribution=zipf:1.2:0.5 | random_distribution=zipf:1.2:0.5 is not run by the"
            + " embedded engine; there it is random, zipf:THETA or pareto:H",
        "verify=md5 | verify=md5 is not run by the embedded engine; there it is crc32c, or 0 for"
            + " none",
        "do_verify=0 | do_verify=0 is not run by the embedded engine; there it is 1: what is to be"
            + " verified is verified after writing",
        "rate_process=poisson | rate_process=poisson is not run by the embedded engine; there it is"
            + " linear: I/Os are due at equal intervals",
        "randrepeat=0 | randrepeat=0 is not run by the embedded engine; there it is 1: offsets are"
            + " the same in each run unless randseed changes",
        "filename=a:b | filename=a:b is not run by the embedded engine; there it is one path,"
            + " without a colon",
        "iodepth=40000 | iodepth=40000 is not run by the embedded engine; there it is a whole number"
            + " from 1 to 32768",
        "size=10z | size=10z is not run by the embedded engine; there it is a size or a share, not a"
            + " number of zones",
        "size=(4*1024) | size=(4*1024) is not run by the embedded engine; there it is a number"
            + " without arithmetic",
        "startdelay=1-5 | startdelay=1-5 is not run by the embedded engine; there it is one time,"
            + " not a range",
      })
  void leavesToFioWhatFioHas(String option, String message) {
    assertThatThrownBy(() -> job(option))
        .hasMessage("line 2: " + message)
        .isInstanceOfSatisfying(
            JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isTrue());
  }

  @Test
  void namesWhatNoEngineRunsBeforeWhatOnlyFioRuns() {
    assertThatThrownBy(() -> job("bssplit=4k/10\niodpth=4"))
        .hasMessageStartingWith("line 3: iodpth");
  }

  @Test
  void zeroIsNoLimitAndNoSize() {
    assertThat(job("size=1m\nsize=0\nio_size=0\nruntime=0")).isEqualTo(job(""));
  }

  @Test
  void otherNamesOfOptionsMeanTheSame() {
    assertThat(job("timeout=5\nio_limit=1m\nnr_files=2\nfileoffset=4k\nbuffered=0\nrwmixwrite=30"))
        .isEqualTo(job("runtime=5\nio_size=1m\nnrfiles=2\noffset=4k\ndirect=1\nrwmixread=70"));
  }

  @Test
  void optionsThatChangeNothingHereAreAccepted() {
    assertThat(
            job(
                "thread\ndescription= any words\nrandrepeat=1\nallrandrepeat=1\noverwrite=1\n"
                    + "verify_fatal=1\nrate_process=linear\ndo_verify=1\nloops=1"))
        .isEqualTo(job(""));
  }

  @Test
  void loopsMultiplyWhatIsReadAndWritten() {
    assertThat(job("size=8k\nloops=3").ioSize()).contains(new Amount.Bytes(24 << 10));
    assertThat(job("loops=3\nsize=8k\nio_size=4k").ioSize()).contains(new Amount.Bytes(12 << 10));
    assertThat(job("size=10k\nloops=3").ioSize())
        .as("whole blocks in each loop")
        .contains(new Amount.Bytes(24 << 10));
    assertThat(job("size=10k\nio_size=10k\nloops=3").ioSize()).contains(new Amount.Bytes(30 << 10));
    assertThat(job("size=100k\nnrfiles=3\nloops=2").ioSize())
        .as("whole blocks in each file")
        .contains(new Amount.Bytes(2 * 3 * 8 * 4096));
    assertThatThrownBy(() -> job("size=50%\nloops=2"))
        .hasMessage(
            "line 1: j has loops, which the embedded engine runs with a size or io_size in bytes"
                + " only")
        .isInstanceOfSatisfying(
            JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isTrue());
  }

  @Test
  void takesWhatFioTakesWhereADistributionHasNoParameter() {
    assertThat(job("random_distribution=zipf").distribution())
        .isEqualTo(new Distribution.Zipf(1.1));
    assertThat(job("random_distribution=pareto").distribution())
        .isEqualTo(new Distribution.Pareto(0.2));
  }

  @Test
  void refusesTextsThatAreNoJobFile() {
    assertThatThrownBy(() -> JobFile.parse("rw=read\n[j]"))
        .hasMessage("line 1: rw stands before the first section, such as [global] or [reader]");
    assertThatThrownBy(() -> JobFile.parse("[global]\nbs=4k\n"))
        .hasMessage("the job text has no job; begin one with a line like [reader]");
    assertThatThrownBy(() -> JobFile.parse("\n[j\nrw=read"))
        .hasMessage("line 2: [j is not a section; write it as [name]");
    assertThatThrownBy(() -> JobFile.parse("[j]\n[k]\n[j]"))
        .hasMessage(
            "line 3: j is already the name of the job in line 1; results tell jobs apart by name");
    assertThatThrownBy(() -> job("rate=1m\nrate_iops=10"))
        .hasMessage("line 1: j has rate and rate_iops; a job is limited by one of them");
    assertThatThrownBy(() -> job("name=global"))
        .hasMessage(
            "line 2: name=global is not valid: sections whose names begin with global hold common"
                + " options");
  }

  @Test
  void namesTheFirstBadLineAlsoOfAGlobalSection() {
    List<String> lines = List.of("[global]", "bs=x", "[j]", "rw=y");

    assertThatThrownBy(() -> JobFile.parse(String.join("\n", lines)))
        .hasMessageStartingWith("line 2: bs=x");
  }
}
