package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobTextTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("BS", "8k", "DIR", "/mnt/disk", "OPTION", "iodepth", "BAD", "a;b", "LINES", "1\n[x]");

  private static JobText read(String text) {
    return new JobTextReader(
            name -> Optional.ofNullable(ENVIRONMENT.get(name)),
            word -> Optional.ofNullable(Map.of("$pagesize", 4096L, "$ncpus", 6L).get(word)))
        .read(text);
  }

  private static String value(String line) {
    return read("[j]\n" + line).jobs().get(0).options().get(0).value().orElse("(none)");
  }

  @Test
  void eachGlobalSectionAddsToTheJobsAfterIt() {
    JobText text =
        read(
            """
            [global]
            bs=4k
            name=of no job
            [a]
            rw=read
            [globals of the rest]
            bs=8k
            group_reporting
            [b]
            [c]
            name=other
            """);

    assertThat(text.text())
        .isEqualTo(
            """
            [a]
            bs=4k
            rw=read

            [b]
            bs=8k
            group_reporting

            [other]
            bs=8k
            group_reporting
            """);
    assertThat(text.jobs().get(1).options().get(0))
        .isEqualTo(new JobText.Option(2, "bs", Optional.of("4k")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a]\nbs=4k",
        "[a]\r\nbs=4k\r\n",
        "\uFEFF[a]\n\tbs\t=4k \t\n",
        "# first\n; second\n\n  [a] # job\nbs=4k ; size\n",
        "[a]\nbs=4k#size",
        "\u0001 # a control character before a comment\n[ a ]\nbs=4k\u0002"
      })
  void blanksCommentsAndEndsOfLinesDoNotMatter(String text) {
    JobText.Section job = read(text).jobs().get(0);

    assertThat(job.name()).isEqualTo("a");
    assertThat(job.options()).extracting(JobText.Option::text).containsExactly("bs=4k");
  }

  @Test
  void keepsWhatOnlyFioRuns() {
    JobText text = read("[a]\nbssplit=4k/10:8k/90\n[a]\nno_such_option\nrw=randtrim:8");

    assertThat(text.jobs()).extracting(JobText.Section::name).containsExactly("a", "a");
    assertThat(text.text())
        .isEqualTo("[a]\nbssplit=4k/10:8k/90\n\n[a]\nno_such_option\nrw=randtrim:8\n");
    assertThat(JobText.read(text.text()).text()).isEqualTo(text.text());
  }

  @Test
  void leavesOutWhatIsOverridden() {
    assertThat(read("[global]\nblocksize=4k\nrate=1m\n[a]\nbs=8k\nrate=,2m\nbs=16k").text())
        .as("a part of rate is kept, and bs is another name of blocksize")
        .isEqualTo("[a]\nrate=1m\nrate=,2m\nbs=16k\n");
  }

  @ParameterizedTest
  @CsvSource({
    "bs=${BS},8k",
    "filename=${DIR}/${BS}.dat,/mnt/disk/8k.dat",
    "${OPTION}=4,4",
    "filename=${unclosed,${unclosed",
    "filename=$HOME,$HOME",
    "size=$pagesize,4096",
    "size=$pagesize*16,65536",
    "size=2*($pagesize+$ncpus)/4-1,2050",
    "iodepth = 8,8",
    "description= some words,some words",
    "time_based,(none)"
  })
  void replacesVariablesAndKeywords(String line, String value) {
    assertThat(value(line)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bs=${NONE} | line 2: the environment has no variable NONE, which bs=${NONE} asks for; set"
            + " it, or write its value",
        "filename=${BAD} | line 2: the environment variable BAD has a value that no line of a job"
            + " file can hold (# ; ${ or a line's end)",
        "iodepth=${LINES} | line 2: the environment variable LINES has a value that no line of a job"
            + " file can hold (# ; ${ or a line's end)",
        "include /etc/fio.inc | line 2: include /etc/fio.inc is not followed; put the lines of that"
            + " file into this text in its place",
        "rw= read | line 2: rw= read is not valid: fio takes the blank behind = into the value;"
            + " write rw=read",
        "=4k | line 2: =4k has no option before =",
        "name= | line 2: name= is not valid: it has 1 to 200 characters",
        "size=$mb_memory | line 2: size=$mb_memory is not valid: $mb_memory is not to be read on"
            + " this machine; write the number",
        "size=4k*$ncpus | line 2: size=4k*$ncpus is not valid: with $pagesize, $mb_memory or $ncpus"
            + " it is one number, or whole numbers with + - * / and brackets, no suffixes, not below"
            + " zero",
        "size=$ncpus/0 | line 2: size=$ncpus/0 is not valid: with $pagesize, $mb_memory or $ncpus"
            + " it is one number, or whole numbers with + - * / and brackets, no suffixes, not below"
            + " zero",
      })
  void refusesWhatNoEngineReads(String line, String message) {
    assertThatThrownBy(() -> value(line)).isInstanceOf(JobException.class).hasMessage(message);
  }

  @Test
  void refusesTextsWithoutSections() {
    assertThatThrownBy(() -> read("bs=4k\n[a]"))
        .hasMessage("line 1: bs stands before the first section, such as [global] or [reader]");
    assertThatThrownBy(() -> read("\n[]")).hasMessageStartingWith("line 2: a job needs a name");
    assertThatThrownBy(() -> read("[a\n")).hasMessageStartingWith("line 1: [a is not a section");
    assertThatThrownBy(() -> read("[a]x\n")).hasMessageStartingWith("line 1: [a]x is not a sect");
    assertThatThrownBy(() -> read("\0"))
        .hasMessageStartingWith("line 1: it has a character that no text file");
    assertThatThrownBy(() -> read("[\uD800]"))
        .hasMessageStartingWith("line 1: it has a character that no text file");
    assertThatThrownBy(() -> read("[a]\n[global]\nbs=4k\nrw=read"))
        .hasMessageStartingWith("line 3: no job comes after these options of [global]");
    assertThatThrownBy(() -> read("[" + "n".repeat(201) + "]"))
        .hasMessageStartingWith("line 1: the name has more than 200 characters");
  }

  /** fio takes the rest of such a line for another, of a comment for an option. */
  @ParameterizedTest
  @ValueSource(strings = {"description=", "# ", "bs=4k #", "  ", "[b] ;"})
  void refusesLinesThatFioWouldCut(String begin) {
    String longest = begin + "n".repeat(8_190 - begin.length());

    assertThatThrownBy(() -> read("[a]\nbs=4k\n" + longest + "n"))
        .hasMessage("line 3: it has more than 8190 bytes, where fio would cut it");
    assertThatThrownBy(() -> read("[a]\nbs=4k\n" + begin + "é".repeat(4_096)))
        .hasMessage("line 3: it has more than 8190 bytes, where fio would cut it");
    assertThatCode(
            () -> read("[a]\nbs=4k\n" + (begin.isBlank() ? longest.replace('n', ' ') : longest)))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesWhatVariablesMakeTooLong() {
    assertThatThrownBy(() -> read("[a]\ndescription=" + "${DIR}".repeat(1_000)))
        .hasMessage("line 2: it has more than 8190 bytes, where fio would cut it");
  }

  @Test
  void refusesMoreJobsThanFioRuns() {
    StringBuilder text = new StringBuilder();
    for (int job = 0; job < 4_096; job++) {
      text.append("[j").append(job).append("]\n");
    }
    assertThat(read(text.toString()).jobs()).hasSize(4_096);

    assertThatThrownBy(() -> read(text + "[last]"))
        .hasMessage("line 4097: the text has more than 4096 jobs, which is fio's limit");
    assertThatThrownBy(() -> read("[global]\n" + "bs=4k\n".repeat(20_000) + text))
        .hasMessage(
            "line 20002: j0 has more than 2000 options, those of [global] included; leave out"
                + " those that others replace");
  }

  @Test
  void largeTextsAreWrittenInTimeOfTheirSize() {
    StringBuilder text = new StringBuilder("[global]\n" + "rate=1m,\n".repeat(1_000));
    for (int job = 0; job < 500; job++) {
      text.append("[j").append(job).append("]\n");
    }
    JobText jobs = read(text.toString());

    assertThat(read(jobs.text()).jobs()).hasSize(500);
  }

  /** fio works on all of them, so none is left out of what it is given. */
  @Test
  void namesOfFilesAddUp() {
    String text = "[global]\nfilename=a\nbs=4k\n[j]\nfilename=b\nfilename=c:d\nbs=8k\n[k]\n";

    assertThat(read(text).text())
        .isEqualTo("[j]\nfilename=a\nfilename=b\nfilename=c:d\nbs=8k\n\n[k]\nfilename=a\nbs=4k\n");
    assertThat(read(text).summaries())
        .extracting(JobSummary::files)
        .containsExactly(List.of("a", "b", "c", "d"), List.of("a"));
    assertThatThrownBy(() -> JobFile.of(read("[global]\nfilename=a\n[j]\nfilename=b")))
        .hasMessage(
            "line 4: filename=b is not run by the embedded engine; there a job has one filename,"
                + " that of [global] included; fio adds them up")
        .isInstanceOfSatisfying(
            JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isTrue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate_iops=4294967296",
        "rate_iops=1,5g",
        "thinktime=4294967296",
        "thinktime=2h",
        "iodepth=8g",
        "nr_files=4g",
        "loops=4g",
        "fsync=5000000000"
      })
  void whatFioWouldReadAsAnotherNumberIsRunByNoEngine(String option) {
    JobText text = read("[j]\n" + option);
    for (ThrowingCallable reading :
        List.<ThrowingCallable>of(() -> JobFile.of(text), text::summaries)) {
      assertThatThrownBy(reading)
          .hasMessageStartingWith("line 2: " + option + " is not valid: it is at most 4294967295")
          .hasMessageEndingWith(", since fio keeps it in 32 bits")
          .isInstanceOfSatisfying(
              JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isFalse());
    }
    assertThatCode(() -> read("[j]\nrate_iops=4294967295\nthinktime=4294967295").summaries())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime", "ramp_time", "startdelay", "timeout"})
  void refusesTimesThatNobodyWaitsFor(String option) {
    assertThatThrownBy(() -> JobFile.of(read("[j]\n" + option + "=50000d")))
        .hasMessageStartingWith("line 2: " + option + "=50000d is not valid: it is a time like")
        .hasMessageEndingWith("at most 10000d");
    assertThatThrownBy(() -> read("[j]\n" + option + "=50000d").summaries())
        .hasMessageEndingWith("at most 10000d");
  }

  @Test
  void sumsOfLongTimesFitNanoseconds() {
    String times = "runtime=10000d\nramp_time=10000d\nstartdelay=10000d\nstonewall\n";
    StringBuilder text = new StringBuilder("[global]\n" + times);
    for (int job = 0; job < 20; job++) {
      text.append("[j").append(job).append("]\n");
    }

    assertThat(read(text.toString()).longestRuntime().toNanos()).isPositive();
    assertThat(JobFile.of(read(text.toString())).longestRuntime())
        .isEqualTo(Duration.ofDays(100_000));
  }

  @ParameterizedTest
  @CsvSource({
    "/aä,aä",
    "/mnt/x/,x",
    "//a//b/.,b",
    "/a/b/..,a",
    "/a/../../b,b",
    "/..,(none)",
    "/./,(none)"
  })
  void theLastNameOfAPlaceIsKept(String place, String name) {
    List<JobText.Option> options =
        read("[a]\ndirectory=" + place).withoutAbsolutePlaces().jobs().get(0).options();

    assertThat(options.isEmpty() ? "(none)" : options.get(0).value().orElse("")).isEqualTo(name);
  }

  @Test
  void readsTheFiguresOfThisMachine() {
    assertThat(JobText.read("[a]\nsize=$pagesize\noffset=$mb_memory\nnumjobs=$ncpus").jobs())
        .flatExtracting(JobText.Section::options)
        .allSatisfy(option -> assertThat(option.value().orElse("")).matches("[1-9][0-9]*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ioscheduler=none",
        "exec_prerun=true",
        "exec_postrun=true",
        "opendir=/",
        "read_iolog=x",
        "replay_redirect=/dev/sda",
        "merge_blktrace_file=x",
        "write_bw_log=/etc/x",
        "write_iolog=../x",
        "cgroup=x",
        "profile=tiobench",
        "allow_mounted_write=1",
        "iomem=mmap:/etc/passwd",
        "filename_format=/etc/$jobname",
        "ioengine=net",
        "ioengine=external:/tmp/x.so",
        "ioengine=nosuch"
      })
  void noEngineLeavesItsTarget(String option) {
    JobText text = read("[global]\nrw=read\n[a]\n" + option + "\n[b]\n" + option);

    assertThat(text.firstForbidden())
        .hasValueSatisfying(
            forbidden -> {
              assertThat(forbidden.line()).isEqualTo(4);
              assertThat(forbidden.message())
                  .startsWith("line 4: " + option + " is not run by any engine: ");
            });
    assertThatThrownBy(() -> JobFile.of(text))
        .isInstanceOfSatisfying(
            JobException.class, e -> assertThat(e.knownToFio()).as("known to fio").isFalse());
  }

  @Test
  void whatStaysWithTheTargetIsNotForbidden() {
    assertThat(
            read("[a]\nioengine=io_uring\nallow_mounted_write=0\nwrite_bw_log=bw\nmem=mmap\n"
                    + "rw=trim\nbssplit=4k/100")
                .firstForbidden())
        .isEmpty();
  }

  @Test
  void tellsWhatHasToBeKnownBeforeItIsRun() {
    List<JobSummary> jobs =
        read("""
                [global]
                runtime=2m
                filename=/dev/a:b\\:c
                [a]
                rw=randtrimwrite:8
                bssplit=4k/10:64k/90
                size=1g
                offset=1m
                offset_increment=2m
                numjobs=3
                buffered=0
                time_based
                [b]
                stonewall
                rw=randread
                timeout=0
                startdelay=1-5
                size=50%
                directory=/x
                """)
            .summaries();

    assertThat(jobs)
        .containsExactly(
            new JobSummary(
                4,
                "a",
                false,
                true,
                true,
                Optional.of(Duration.ofMinutes(2)),
                Duration.ZERO,
                Duration.ZERO,
                false,
                true,
                3,
                (1L << 30) + (5L << 20),
                List.of("/dev/a", "b:c"),
                List.of()),
            new JobSummary(
                13,
                "b",
                true,
                false,
                false,
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(5),
                true,
                false,
                1,
                0,
                List.of("/dev/a", "b:c"),
                List.of("/x")));
  }

  @Test
  void aJobNamedLikeAPathIsThatFileToFio() {
    assertThat(read("[/dev/sdz]\n[b]\nfilename=x").summaries())
        .extracting(JobSummary::files)
        .containsExactly(List.of("/dev/sdz"), List.of("x"));
  }

  @Test
  void addsUpTheRuntimesOfGroupsThatWait() {
    JobText text =
        read(
            """
            [a]
            runtime=10
            ramp_time=1
            bssplit=4k/100
            [b]
            runtime=3
            startdelay=2
            [c]
            stonewall
            runtime=5
            """);

    assertThat(text.longestRuntime()).isEqualTo(Duration.ofSeconds(16));
    assertThat(read("[a]\nsize=1m").longestRuntime()).isZero();
  }

  @Test
  void refusesToSumUpWhatItCannotRead() {
    assertThatThrownBy(() -> read("[a]\nbssplit=x\nsize=(4*4)").summaries())
        .isInstanceOf(JobException.class)
        .hasMessage(
            "line 3: size=(4*4) is not valid: it is a size like 64k, 10g or 50%, without a"
                + " fraction");
  }

  @Test
  void placesOfAnotherMachineAreLeftOut() {
    JobText text =
        read("[a]\nfilename=/dev/sdb\n[b]\ndirectory=/mnt/data/\nfilename=below\n[c]\ndirectory=/");

    assertThat(text.withoutAbsolutePlaces().text())
        .isEqualTo("[a]\n\n[b]\ndirectory=data\nfilename=below\n\n[c]\n");
    assertThat(text.absolutePlaces()).extracting(JobText.Option::line).containsExactly(2, 4, 7);
  }
}
