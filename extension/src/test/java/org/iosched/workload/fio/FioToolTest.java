package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.engine.JobException;
import org.iosched.workload.ExecException;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the fio of this machine on files. */
class FioToolTest {

  private static final long MIB = 1 << 20;

  @TempDir Path folder;
  private Path target;
  private Workspace workspace;

  @BeforeEach
  void prepare() throws IOException {
    Optional<String> problem = FioBinary.find().problem();
    assumeTrue(problem.isEmpty(), problem.orElse(""));
    target = folder.resolve("target");
    try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
      file.setLength(8 * MIB);
    }
    workspace =
        new Workspace(
            Files.createDirectory(folder.resolve("work")),
            Files.createDirectory(folder.resolve("logs")).resolve("run.log"),
            ProcessBuilder::start);
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    if (workspace != null) {
      assertThat(workspace.endLeftovers()).isZero();
      try (Stream<Path> files = Files.list(folder.resolve("logs"))) {
        assertThat(files).allMatch(file -> file.getFileName().toString().equals("run.log"));
      }
    }
  }

  @Test
  void runsJobsOnAFileWithSeriesOfTheWholeAndEachJob() throws Exception {
    FioTool tool =
        FioTool.of(
            """
            [global]
            filename=/dev/nvme9n1
            runtime=1200ms
            time_based
            group_reporting
            [reader]
            rw=randread
            iodepth=4
            numjobs=2
            [both]
            rw=randrw
            rate_iops=200
            unified_rw_reporting=1
            startdelay=300ms
            """);
    assertThat(tool.worksInDirectory()).isFalse();
    assertThat(tool.continuous()).isTrue();
    assertThat(tool.writes()).isTrue();
    assertThat(tool.onlyJob()).isEmpty();
    WorkloadResult result = tool.run(workspace, target);
    assertThat(result.metrics())
        .containsKeys(
            Metric.parse("iops"),
            Metric.parse("reader read iops"),
            Metric.parse("both write bandwidth"),
            Metric.parse("both p99.9 write latency"),
            Metric.parse("cpu"))
        .doesNotContainKeys(Metric.TIME, Metric.parse("reader write iops"));
    assertThat(result.documents()).singleElement().extracting("name").isEqualTo("fio.json");
    assertThat(result.series())
        .extracting(series -> series.metric().toString())
        .containsExactly(
            "iops",
            "bandwidth",
            "read iops",
            "read bandwidth",
            "write iops",
            "write bandwidth",
            "reader iops",
            "reader bandwidth",
            "reader read iops",
            "reader read bandwidth",
            "both iops",
            "both bandwidth",
            "both read iops",
            "both read bandwidth",
            "both write iops",
            "both write bandwidth");
    for (Series series : result.series()) {
      assertThat(series.windowSeconds()).isEqualTo(0.1);
      assertThat(series.counts()).hasSameSizeAs(result.series().get(0).counts());
      assertThat(series.counts().stream().mapToLong(Long::longValue).sum())
          .as(series.metric().toString())
          .isBetween(count(result, series.metric()) / 2, count(result, series.metric()));
    }
    assertThat(result.latencyWindows())
        .extracting(LatencyWindows::job, w -> w.side().name())
        .containsExactly(
            tuple(Optional.of("reader"), "READ"),
            tuple(Optional.of("both"), "READ"),
            tuple(Optional.of("both"), "WRITE"));
    for (LatencyWindows windows : result.latencyWindows()) {
      assertThat(windows.windowSeconds()).isEqualTo(0.5);
      assertThat(windows.windows()).hasSize(result.series().get(0).counts().size() / 5);
      Metric ios = new Metric(windows.job(), windows.side(), Quantity.IOPS);
      assertThat(windows.windows().stream().mapToLong(Latencies::total).sum())
          .isBetween(count(result, ios) / 3, count(result, ios));
    }
    // The delayed job has nothing in the first windows.
    Series delayed = result.series().get(10);
    assertThat(delayed.counts().subList(0, 3)).containsOnly(0L);
  }

  private static long count(WorkloadResult result, Metric metric) {
    return ((Measured.Rate) Objects.requireNonNull(result.metrics().get(metric))).count();
  }

  @Test
  void timesWorkThatEnds() throws Exception {
    FioTool tool = FioTool.of("[fill]\nrw=write\nbs=64k\nsize=4m\nend_fsync=1");
    assertThat(tool.neededBytes()).isEqualTo(4 * MIB);
    assertThat(tool.onlyJob()).contains("fill");
    WorkloadResult result = tool.run(workspace, target);
    assertThat(result.metrics()).containsKeys(Metric.TIME, Metric.parse("write iops"));
    assertThat(count(result, Metric.parse("write iops"))).isEqualTo(64);
    assertThat(tool.neverMeasures(Metric.parse("read iops")))
        .contains("no job that it is about does reads; change the jobs' rw or the metric.");
    assertThat(tool.neverMeasures(Metric.parse("time"))).isEmpty();
    assertThat(tool.neverMeasures(Metric.parse("filler iops")))
        .hasValueSatisfying(why -> assertThat(why).contains("whose jobs are fill"));
  }

  @Test
  void worksBelowItsDirectoryOnly() throws Exception {
    FioTool tool =
        FioTool.of(
            """
            [a]
            directory=/mnt/somewhere
            nrfiles=3
            size=192k
            rw=write
            [b]
            directory=sub
            filename=x:deep/y
            size=128k
            rw=read
            """);
    assertThat(tool.worksInDirectory()).isTrue();
    assertThat(tool.neededBytes()).isEqualTo((192 + 2 * 128) * 1024);
    tool.run(workspace, workspace.directory());
    try (Stream<Path> files = Files.walk(workspace.directory())) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> workspace.directory().relativize(file).toString()))
          .containsExactlyInAnyOrder("a.0.0", "a.0.1", "a.0.2", "sub/x", "sub/deep/y");
    }
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nfilename=../passwd\nrw=write\nsize=4k"))
        .withMessageContaining("job a works on ../passwd, which leads out of its directory");
  }

  @Test
  void refusesWhatReachesBeyondTheTarget() {
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nrw=read\nioscheduler=bfq"))
        .withMessageContaining("line 3")
        .withMessageContaining("ioscheduler=bfq");
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nexec_prerun=rm -rf /tmp/x"))
        .withMessageContaining("exec_prerun");
  }

  @Test
  void showsFiosOwnComplaintWithTheLine() {
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[global]\nbs=4k\n[a]\nrw=read\nzonemode=round\n"))
        .withMessageStartingWith("line 5: zonemode=round is refused by fio-")
        .withMessageContaining("failed parsing zonemode=round");
  }

  @Test
  void failsWithFiosWordsWhereTheDeviceIsFull() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "needs /dev/full");
    FioTool tool = FioTool.of("[w]\nrw=write\nsize=64k\nioengine=psync");
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(() -> tool.run(workspace, Path.of("/dev/full")))
        .withMessageStartingWith("fio ended with status 1: Job \"w\" of the fio document")
        .withMessageContaining("ENOSPC (28: no space left on the device)")
        .withMessageContaining("It said: fio: ")
        .withMessageContaining("No space left on device");
  }

  @Test
  void failsWhereTheTargetIsNotThere() {
    FioTool tool = FioTool.of("[r]\nrw=read\nioengine=psync");
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(() -> tool.run(workspace, folder.resolve("no/target")))
        .withMessageContaining("fio ended with status 1");
  }

  @Test
  void endsWithItsThread() throws Exception {
    FioTool tool = FioTool.of("[r]\nrw=randread\nruntime=600\ntime_based\nnumjobs=2");
    CountDownLatch started = new CountDownLatch(1);
    Workspace watched =
        new Workspace(
            workspace.directory(),
            workspace.log(),
            builder -> {
              Process process = builder.start();
              started.countDown();
              return process;
            });
    Thread runner = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                started.await();
                Thread.sleep(1000);
              } catch (InterruptedException e) {
                return;
              }
              runner.interrupt();
            });
    interrupter.start();
    try {
      assertThatThrownBy(() -> tool.run(watched, target)).isInstanceOf(InterruptedException.class);
    } finally {
      // Where fio ended early it must not hit a later test.
      interrupter.interrupt();
      interrupter.join();
      boolean unused = Thread.interrupted();
    }
    assertThat(watched.endLeftovers()).isZero();
  }

  @Test
  void leavesTheSeriesOutWhereAJobLogsItself() throws Exception {
    FioTool tool = FioTool.of("[r]\nrw=read\nsize=64k\nlog_avg_msec=1000\nwrite_bw_log=mine");
    WorkloadResult result = tool.run(workspace, target);
    assertThat(result.series()).isEmpty();
    assertThat(result.latencyWindows()).isEmpty();
    assertThat(result.metrics()).containsKey(Metric.parse("p99 read latency"));
    assertThat(result.documents())
        .extracting(WorkloadResult.Document::name)
        .containsExactly("fio.json", "mine_bw.1.log");
  }

  @Test
  void keepsLogsOfJobsInADirectoryOffTheDevice() throws Exception {
    FioTool tool = FioTool.of("[r]\nnr_files=2\nrw=write\nsize=64k\nwrite_bw_log=mine");
    WorkloadResult result = tool.run(workspace, workspace.directory());
    assertThat(files()).containsExactlyInAnyOrder("r.0.0", "r.0.1");
    assertThat(result.documents()).extracting("name").contains("mine_bw.1.log");
    assertThat(result.documents().get(1).text()).contains(", 1, ");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(workspace.directory())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> workspace.directory().relativize(file).toString())
          .toList();
    }
  }

  @Test
  void refusesFilesThatFioWouldNameOutsideOfTheTarget() {
    for (String job :
        List.of(
            "[../../../../out]\ndirectory=d",
            "[../out]\nnrfiles=2",
            "[../out]\nnr_files=2",
            "[a/b]\ndirectory=d",
            "[..]\nioengine=filecreate",
            "[x]\nname=../out\ndirectory=d",
            "[../out]\ndirectory=d\nfilename_format=$jobname",
            "[./x]\ndirectory=d\nfilename_format=.$jobname",
            "[.]\ndirectory=d\nfilename_format=.$jobname/x",
            "[x]\ndirectory=d\nfilename_format=.$clientuid./x")) {
      assertThatExceptionOfType(JobException.class)
          .as(job)
          .isThrownBy(() -> FioTool.of(job + "\nrw=write\nsize=4k", FioBinary.find("/nowhere")))
          .withMessageStartingWith("line 1: job ")
          .withMessageEndingWith(
              " names no file, so that fio would make one of its name, which may lead out of the"
                  + " target; leave / and .. out of the job's name, or give it a filename.");
    }
    for (String places :
        List.of(
            "filename=../x",
            "filename=a:../x",
            "filename=a\\:b:c:d/../../x",
            "filename=./ ../x",
            "filename=/..:x",
            "directory=..",
            "directory=d:../e",
            "directory=d/../..\nfilename=x")) {
      assertThatExceptionOfType(JobException.class)
          .as(places)
          .isThrownBy(() -> FioTool.of("[a]\nrw=write\nsize=4k\n" + places))
          .withMessageStartingWith("line 1: job a works on ")
          .withMessageEndingWith(", which leads out of its directory; name a file below it.");
    }
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nrw=write\nsize=4k\nfilename=/:b"))
        .withMessage(
            "line 1: job a works on /, which names no file; name one below its directory.");
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[/dev/sdz]\nrw=read\nwrite_bw_log"))
        .withMessageStartingWith("line 3: write_bw_log names no log");
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nrw=write\nfilename=${IOSCHED_NO_SUCH}/x"))
        .withMessageContaining("no variable IOSCHED_NO_SUCH");
  }

  @Test
  void worksOnTheTargetInsteadOfAnAbsolutePathThatIsAJobsName() throws Exception {
    Path outside = folder.resolve("outside");
    String job = "[" + outside + "]\nrw=write\nsize=4k\n";
    FioTool.of(job).run(workspace, target);
    FioTool.of(job + "directory=d").run(workspace, workspace.directory());
    FioTool.of("[../named]\nrw=write\nsize=4k\nfilename=x").run(workspace, workspace.directory());
    FioTool.of("[f]\nrw=write\nsize=4k\nnrfiles=2\nfilename_format=$jobname/$filenum.dat")
        .run(workspace, workspace.directory());
    assertThat(outside).doesNotExist();
    assertThat(files()).containsExactlyInAnyOrder("d/outside", "x", "f/0.dat", "f/1.dat");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("target", "work", "logs");
    }
  }

  @Test
  void takesFilesOfAnyNameThatTheCheckItselfUses() {
    for (String place : List.of("filename=data/x", "directory=data", "filename=jobs.fio/x")) {
      assertThat(FioTool.of("[a]\nrw=write\nsize=4k\n" + place).worksInDirectory()).isTrue();
    }
  }

  @Test
  void saysInASentenceWhyFioCannotBeAsked() throws IOException {
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nrw=write\nsize=4k\ndirectory=" + "x".repeat(300)))
        .withMessageStartingWith("What the jobs name cannot be made in ")
        .withMessageContaining("File name too long; shorten the names");
    FioBinary gone = new FioBinary(folder.resolve("gone"), "fio-3.33");
    FioBinary.Search search =
        new FioBinary.Search(Optional.of(gone), Optional.empty(), Optional.empty());
    assertThatExceptionOfType(JobException.class)
        .isThrownBy(() -> FioTool.of("[a]\nrw=read", search))
        .withMessageStartingWith(gone.file() + " cannot be asked about the jobs: ")
        .withMessageEndingWith("install it anew if not.");
  }

  @Test
  void givesTheLatenciesOfAllJobsByOneClock() throws Exception {
    String jobs = "[a]\nrw=read\nsize=64k\n[b]\nrw=read\nsize=64k\n";
    WorkloadResult total = FioTool.of(jobs).run(workspace, target);
    assertThat(total.latencyClock()).contains("from the preparation of an I/O (fio's lat)");
    for (String own : List.of("clat_percentiles=1", "lat_percentiles=0")) {
      WorkloadResult completion = FioTool.of(jobs + own).run(workspace, target);
      assertThat(completion.latencyClock()).contains("from the submission of an I/O (fio's clat)");
      assertThat(completion.metrics())
          .containsKeys(Metric.parse("a p99 latency"), Metric.parse("b p99 latency"));
    }
  }

  @Test
  void saysWhyItCannotRun() {
    FioTool tool = FioTool.of("[r]\nrw=read", FioBinary.find("/nowhere"));
    assertThat(tool.missing())
        .hasValueSatisfying(why -> assertThat(why).startsWith("fio is not installed"));
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(() -> tool.run(workspace, target))
        .withMessageStartingWith("fio is not installed");
    assertThat(FioTool.of("[r]\nrw=read").missing()).isEmpty();
  }

  @Test
  void measuresNoLatencyWhereTheJobSaysSo() throws Exception {
    FioTool tool = FioTool.of("[r]\nrw=read\nsize=64k\ngtod_reduce=1");
    assertThat(tool.neverMeasures(Metric.parse("p99 read latency")))
        .contains("with gtod_reduce fio measures no latency; leave it out.");
    assertThat(tool.run(workspace, target).metrics().keySet())
        .noneMatch(metric -> metric.quantity().isLatency());
    assertThat(List.of(tool.text())).containsExactly("[r]\nrw=read\nsize=64k\ngtod_reduce=1");
  }
}
