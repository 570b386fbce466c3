package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real runs on files, through both I/O paths; no rights are needed. */
class EngineProcessTest {
  private static final int MIB = 1 << 20;
  private static final int BLOCK = 4096;
  private static final int BLOCKS = MIB / BLOCK;

  private static final RunningEngines ENGINES = new RunningEngines();

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[2 * MIB]);
  }

  @AfterAll
  static void endEngines() {
    ENGINES.close();
  }

  private static EngineProcess engine(IoPath path) throws InterruptedException {
    return ENGINES.on(path);
  }

  private JobResult run(IoPath path, String options) throws InterruptedException {
    return engine(path).run(JobFile.parse("[j]\n" + options), file);
  }

  @BothPaths
  void saysWhichPathItTakes(IoPath path) throws Exception {
    String words = path == IoPath.THREADS ? "pread/pwrite threads" : "io_uring";

    assertThat(engine(path).ready().ioPath()).isEqualTo(words);
    assertThat(run(path, "size=64k").ioPath()).isEqualTo(words);
  }

  @BothPaths
  void readsTheWholeExtentOnce(IoPath path) throws Exception {
    JobResult result = run(path, "rw=randread\nsize=1m\niodepth=8");

    SideStats reads = result.jobs().get(0).read();
    assertThat(reads.ios()).isEqualTo(BLOCKS);
    assertThat(reads.bytes()).isEqualTo(MIB);
    assertThat(reads.counts().stream().mapToLong(Long::longValue).sum()).isEqualTo(BLOCKS);
    assertThat(reads.meanNanos()).isPositive().isLessThanOrEqualTo((double) reads.maxNanos());
    assertThat(result.jobs().get(0).write().ios()).isZero();
    assertThat(result.continuous()).isFalse();
    assertThat(result.metrics()).containsKey(Metric.TIME);
  }

  @BothPaths
  void directReadsReachTheDevice(IoPath path) throws Exception {
    assumeDirectIo();
    long before = readBytes(engine(path).pid());

    run(path, "rw=read\nsize=1m\nbs=64k\niodepth=4\ndirect=1");

    assertThat(readBytes(engine(path).pid()) - before).isEqualTo(MIB);
  }

  private void assumeDirectIo() throws IOException, ClassNotFoundException {
    // By name, since compilers warn of the class in a way that no option silences.
    OpenOption direct =
        Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
            .filter(option -> option.toString().equals("DIRECT"))
            .map(OpenOption.class::cast)
            .findFirst()
            .orElseThrow();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, direct)) {
      assertThat(channel.isOpen()).isTrue();
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "no direct I/O in " + directory + ": " + e.getMessage());
    }
    String kind = Files.getFileStore(file).type();
    assumeTrue(!kind.equals("tmpfs"), "tmpfs has no device to be read from");
  }

  private static long readBytes(long pid) throws IOException {
    Path counters = Path.of("/proc/" + pid + "/io");
    assumeTrue(Files.isReadable(counters), "this kernel does not count the I/O of processes");
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith("read_bytes: "))
        .mapToLong(line -> Long.parseLong(line.substring("read_bytes: ".length())))
        .sum();
  }

  @BothPaths
  void writesEachBlockOfTheExtentOnceAndNothingElse(IoPath path) throws Exception {
    JobResult result = run(path, "rw=randwrite\noffset=512k\nsize=1m\niodepth=8\nend_fsync=1");

    assertThat(result.jobs().get(0).write().ios()).isEqualTo(BLOCKS);
    Set<Long> stamps = new HashSet<>();
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    for (int offset = 0; offset < 2 * MIB; offset += BLOCK) {
      boolean inside = offset >= MIB / 2 && offset < MIB / 2 + MIB;
      long stamp = content.getLong(offset);
      assertThat(stamp != 0).as("offset %d is written", offset).isEqualTo(inside);
      stamps.add(stamp);
    }
    assertThat(stamps).as("different blocks, and zero").hasSize(BLOCKS + 1);
  }

  /** Threads that fill buffers at the same time do not draw the same numbers. */
  @BothPaths
  void refilledBuffersAreAllDifferent(IoPath path) throws Exception {
    run(path, "rw=write\nsize=2m\niodepth=16\nrefill_buffers");

    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    Set<Long> words = new HashSet<>();
    for (int offset = 0; offset < 2 * MIB; offset += BLOCK) {
      for (int at = 8; at < BLOCK; at += Long.BYTES) {
        words.add(content.getLong(offset + at));
      }
    }
    assertThat(words).hasSize(2 * BLOCKS * (BLOCK / Long.BYTES - 1));
  }

  @BothPaths
  void mixedJobsReadAndWriteInTheShareAskedFor(IoPath path) throws Exception {
    JobStats stats = run(path, "rw=randrw\nrwmixread=75\nsize=1m\niodepth=4").jobs().get(0);

    assertThat(stats.read().ios() + stats.write().ios()).isEqualTo(BLOCKS);
    assertThat(stats.read().ios()).isBetween(BLOCKS * 65L / 100, BLOCKS * 85L / 100);
  }

  @BothPaths
  void ioSizeGoesOverTheExtentAgain(IoPath path) throws Exception {
    JobStats stats = run(path, "rw=read\nsize=256k\nio_size=1m\nbs=4k,64k").jobs().get(0);

    assertThat(stats.read().ios()).isEqualTo(BLOCKS);
  }

  @BothPaths
  void aTimeBasedJobGoesOnUntilItsTimeIsOver(IoPath path) throws Exception {
    JobResult result = run(path, "rw=read\nsize=64k\nruntime=350ms\ntime_based\niodepth=2");

    SideStats reads = result.jobs().get(0).read();
    assertThat(reads.ios()).isGreaterThan(16);
    assertThat(reads.seconds()).isGreaterThanOrEqualTo(0.35);
    assertThat(reads.windowIos()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(result.continuous()).isTrue();
    assertThat(result.metrics()).doesNotContainKey(Metric.TIME);
    assertThat(result.metrics()).containsKey(Metric.of(Quantity.IOPS));
  }

  @BothPaths
  void latenciesAreKeptByHalfSeconds(IoPath path) throws Exception {
    JobResult result = run(path, "rw=randread\nsize=1m\nruntime=650ms\ntime_based");

    LatencyWindows reads = result.latencyWindows().get(0);
    assertThat(result.latencyWindows()).hasSize(1);
    assertThat(reads.job()).isEmpty();
    assertThat(reads.side()).isEqualTo(Side.READ);
    assertThat(reads.windows()).hasSize(1);
    assertThat(reads.windows().get(0).total())
        .as("the same I/Os as in the first five windows")
        .isEqualTo(
            result.jobs().get(0).read().windowIos().stream()
                .limit(5)
                .mapToLong(Long::longValue)
                .sum());
    Latencies all = result.latencies().get(0);
    assertThat(all.upperNanos()).containsAll(reads.windows().get(0).upperNanos());
  }

  @BothPaths
  void rampTimeIsNotMeasured(IoPath path) throws Exception {
    JobResult result =
        run(path, "rw=read\nruntime=200ms\nramp_time=300ms\ntime_based\nrate_iops=100");

    assertThat(result.elapsedSeconds()).isGreaterThanOrEqualTo(0.5);
    assertThat(result.elapsedSeconds() - result.measuredSeconds()).isBetween(0.299, 0.301);
    SideStats reads = result.jobs().get(0).read();
    assertThat((double) reads.ios()).isLessThanOrEqualTo(100 * reads.seconds() + 1);
  }

  @BothPaths
  void aRateIsNotExceeded(IoPath path) throws Exception {
    SideStats reads =
        run(path, "rw=randread\nrate_iops=200\nruntime=500ms\ntime_based\niodepth=4")
            .jobs()
            .get(0)
            .read();

    assertThat(reads.ios()).isPositive();
    assertThat((double) reads.ios()).isLessThanOrEqualTo(200 * reads.seconds() + 1);
  }

  @BothPaths
  void thinksAfterEachIo(IoPath path) throws Exception {
    JobResult result = run(path, "rw=read\nsize=32k\nthinktime=10ms\niodepth=8");

    assertThat(result.jobs().get(0).read().ios()).isEqualTo(8);
    assertThat(result.elapsedSeconds()).isGreaterThanOrEqualTo(0.07);
  }

  @BothPaths
  void syncsCountAsNoIo(IoPath path) throws Exception {
    JobStats stats =
        run(path, "rw=write\nsize=64k\nfsync=4\nfdatasync=3\niodepth=2\nend_fsync=1").jobs().get(0);

    assertThat(stats.write().ios()).isEqualTo(16);
  }

  @BothPaths
  void jobsRunSideBySideOrOneAfterTheOther(IoPath path) throws Exception {
    JobResult result =
        engine(path)
            .run(
                JobFile.parse(
                    """
                    [global]
                    runtime=200ms
                    time_based
                    rate_iops=500
                    [reader]
                    numjobs=2
                    [writer]
                    rw=randwrite
                    [after]
                    stonewall
                    """),
                file);

    assertThat(result.jobs())
        .extracting(JobStats::name)
        .containsExactly("reader", "writer", "after");
    assertThat(result.jobs()).allSatisfy(job -> assertThat(ios(job)).isPositive());
    assertThat(result.elapsedSeconds()).isGreaterThanOrEqualTo(0.4);
    assertThat(result.metrics())
        .containsKey(Metric.of(Quantity.IOPS).forJob("reader"))
        .containsKey(Metric.of(Quantity.P99_LATENCY).forJob("writer"));
  }

  private static long ios(JobStats job) {
    return job.read().ios() + job.write().ios();
  }

  @BothPaths
  void cutsLoseAndRepeatNothing(IoPath path) throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=randread\nsize=1m\nrate_iops=1000\niodepth=2");
    try (EngineRun run = engine(path).begin(jobs, file)) {
      long first = ios(run.cut().jobs().get(0));
      long second = ios(run.cut().jobs().get(0));
      JobResult last = run.finish();
      long rest = ios(last.jobs().get(0));

      assertThat(last.latencyWindows()).isEmpty();
      assertThat(first + second + rest).isEqualTo(BLOCKS);
      assertThat(rest).isPositive();
      assertThatThrownBy(run::cut).hasMessage("the run has ended");
    }
  }

  @BothPaths
  void aStoppedRunTellsWhatItMeasured(IoPath path) throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=randread\nruntime=1h\ntime_based");
    try (EngineRun run = engine(path).begin(jobs, file)) {
      assertThat(run.stop().elapsedSeconds()).isPositive().isLessThan(3600);
    }
    assertThat(ios(run(path, "size=64k").jobs().get(0))).isEqualTo(16);
  }

  @BothPaths
  void anInterruptedCallerStopsTheJobs(IoPath path) throws Exception {
    EngineProcess engine = engine(path);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              JobFile jobs = JobFile.parse("[j]\nruntime=1h\ntime_based");
              try (EngineRun run = engine.begin(jobs, file)) {
                begun.countDown();
                run.finish();
              } catch (InterruptedException | RuntimeException e) {
                thrown.set(e);
              }
            });
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();

    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(engine.alive()).isTrue();
    assertThat(ios(run(path, "size=64k").jobs().get(0))).isEqualTo(16);
  }

  @BothPaths
  void aDirectoryGetsAFileForEachClone(IoPath path) throws Exception {
    Path target = Files.createDirectory(directory.resolve("d"));

    JobResult result =
        engine(path).run(JobFile.parse("[j]\nrw=read\nsize=256k\nnumjobs=2"), target);

    assertThat(result.jobs().get(0).read().bytes()).isEqualTo(2 * 256 * 1024);
    try (Stream<Path> files = Files.list(target)) {
      assertThat(files.map(made -> made.getFileName().toString()).sorted())
          .containsExactly("j.0.0", "j.1.0");
    }
  }

  @BothPaths
  void refusesWhatDoesNotFitTheTarget(IoPath path) throws Exception {
    assertThatThrownBy(() -> run(path, "size=10m"))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "job j needs 10485760 bytes from offset 0, but %s has 2097152 bytes; lower size"
                .formatted(file));
    assertThatThrownBy(() -> run(path, "offset=2m"))
        .hasMessage(
            "job j begins at offset 2097152, but %s has 2097152 bytes; lower offset"
                .formatted(file));
    assertThatThrownBy(() -> run(path, "bs=1m\nsize=64k"))
        .hasMessage("job j has blocks of 1048576 bytes but works on 65536; lower bs");
    assertThatThrownBy(() -> run(path, "bs=512m\niodepth=4\nsize=512m"))
        .isInstanceOf(EngineException.class);
    assertThatThrownBy(() -> run(path, "filename=/dev/other"))
        .hasMessage(
            "job j names filename=/dev/other, but the target is %s; leave filename out, jobs work"
                    .formatted(file)
                + " on the target");
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> engine(path).run(JobFile.parse("[j]"), missing))
        .hasMessage(missing + " does not exist or cannot be reached");
    assertThatThrownBy(
            () -> engine(path).run(JobFile.parse("[j]\nsize=1m\nfilename=../x"), directory))
        .hasMessageContaining("lies outside of");
    assertThatThrownBy(() -> engine(path).run(JobFile.parse("[j]"), directory))
        .hasMessageContaining("needs a size in bytes");
    assertThatThrownBy(() -> engine(path).run(JobFile.parse("[j]"), Path.of("/dev/null")))
        .hasMessage(
            "/dev/null is neither a block device nor a file; name one of them as the target");
  }

  @BothPaths
  void directIoOfOddSizeIsRefusedWithTheBlockSize(IoPath path) throws Exception {
    assumeDirectIo();

    assertThatThrownBy(() -> run(path, "direct=1\nbs=1000"))
        .hasMessageContaining(
            "has bs=1000, but direct I/O on " + file + " goes in multiples of 512")
        .hasMessageEndingWith("change bs or set direct=0");
  }

  @Test
  void preparedFilesHaveDataThatDoesNotCompress() throws Exception {
    Path made = directory.resolve("made");
    EngineProcess engine = engine(IoPath.THREADS);

    engine.prepare(made, MIB + 512);

    byte[] content = Files.readAllBytes(made);
    assertThat(content).hasSize(MIB + 512);
    Deflater deflater = new Deflater();
    deflater.setInput(content);
    deflater.finish();
    assertThat(deflater.deflate(new byte[2 * MIB])).isGreaterThan(MIB);
    deflater.end();
    engine.prepare(made, MIB);
    assertThat(Files.readAllBytes(made)).as("left as it is").isEqualTo(content);
  }

  @Test
  void prepareFailsWithASentence() throws Exception {
    Path nowhere = directory.resolve("no/where");

    assertThatThrownBy(() -> engine(IoPath.THREADS).prepare(nowhere, MIB))
        .isInstanceOf(EngineException.class)
        .hasMessage(nowhere + " cannot be opened for writing: ENOENT (no such file or directory)");
  }

  @Test
  void aKilledProcessIsToldAndLeavesNothing() throws Exception {
    EngineProcess engine = EngineProcess.start(new EngineOptions(IoPath.THREADS));
    try (EngineRun run = engine.begin(JobFile.parse("[j]\nruntime=1h\ntime_based"), file)) {
      ProcessHandle.of(engine.pid()).orElseThrow().destroyForcibly();

      assertThatThrownBy(run::finish)
          .isInstanceOf(EngineException.class)
          .hasMessage("the engine's process has ended: exit status 137");
      assertThat(engine.alive()).isFalse();
      assertThatThrownBy(() -> engine.run(JobFile.parse("[j]"), file))
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("the engine's process has ended");
    } finally {
      engine.close();
    }
  }

  @Test
  void endsWithItsInputInTheMiddleOfARun() throws Exception {
    Process process =
        new ProcessBuilder(EngineProcess.command(new EngineOptions(IoPath.THREADS)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader replies =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter requests =
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      assertThat(reply(replies).event()).isEqualTo(Reply.Event.READY);
      String jobs = "[j]\nruntime=1h\ntime_based";
      requests.write(
          Wire.line(new Request(7, Request.Ask.RUN, jobs, file.toString(), null)) + "\n");
      requests.flush();
      assertThat(reply(replies)).isEqualTo(Reply.of(7, Reply.Event.STARTED, null));

      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the process has ended").isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Reply reply(BufferedReader replies) throws IOException {
    String line = replies.readLine();
    assertThat(line).isNotNull();
    return Wire.read(line, Reply.class);
  }

  @Test
  void anEmptyTargetIsNotTheWorkingDirectory() throws Exception {
    EngineProcess engine = engine(IoPath.THREADS);

    assertThatThrownBy(() -> engine.run(JobFile.parse("[j]\nsize=4k"), Path.of("")))
        .hasMessage("the target is empty; name a block device, a file or a directory");
    assertThatThrownBy(() -> engine.prepare(Path.of(" "), 4096))
        .hasMessage("the target is empty; name a block device, a file or a directory");
  }

  /** Each clone keeps what it counts for ten minutes, which has to fit the engine's heap. */
  @BothPaths
  void clonesThatWouldFillTheHeapAreRefused(IoPath path) throws Exception {
    EngineProcess engine = engine(path);
    Path descriptors = Path.of("/proc/" + engine.pid() + "/fd");
    run(path, "size=64k");
    long before = entries(descriptors);

    assertThatThrownBy(() -> run(path, "rw=randrw\nnumjobs=192\nruntime=600"))
        .isInstanceOf(EngineException.class)
        .hasMessageMatching(
            "the clones of these jobs would take \\d+ MiB of memory to count their I/Os, more than"
                + " the \\d+ MiB that the engine has for that; lower numjobs or runtime");

    assertThat(entries(descriptors)).isEqualTo(before);
    assertThat(run(path, "rw=randread\nsize=64k\nnumjobs=192").jobs().get(0).read().ios())
        .isEqualTo(192 * 16);
  }

  private static long entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.count();
    }
  }

  @Test
  void aNameThatIsNoPathInTheLocaleIsRefused() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(EngineProcess.command(new EngineOptions(IoPath.THREADS)))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    List<String> texts = List.of("[jä]\nsize=4k", "[j]\nsize=4k\nfilename=ä");
    try (BufferedReader replies =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter requests =
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      reply(replies);
      for (String text : texts) {
        requests.write(
            Wire.line(new Request(1, Request.Ask.RUN, text, directory.toString(), null)) + "\n");
        requests.flush();
        Reply reply = reply(replies);
        // Where the JVM writes names in UTF-8 whatever the locale says, the job is run.
        if (reply.event() == Reply.Event.STARTED) {
          reply = reply(replies);
          assertThat(reply.event()).isEqualTo(Reply.Event.RESULT);
        } else {
          assertThat(reply.event()).isEqualTo(Reply.Event.FAILED);
          assertThat(reply.message())
              .contains("is no path on this machine")
              .contains("LC_ALL=C.UTF-8");
        }
      }
    } finally {
      process.destroyForcibly();
    }
  }

  /** A client's bad line is no reason to lose a run of an hour. */
  @Test
  void badLinesDoNotEndARun() throws Exception {
    Process process =
        new ProcessBuilder(EngineProcess.command(new EngineOptions(IoPath.THREADS)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> bad = List.of("null", "{}", "{\"id\":5}", "[]", "7", "\"x\"", "{\"id\":null}");
    try (BufferedReader replies =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter requests =
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      reply(replies);
      String jobs = "[j]\nruntime=1h\ntime_based\nrate_iops=10";
      requests.write(
          Wire.line(new Request(7, Request.Ask.RUN, jobs, file.toString(), null)) + "\n");
      requests.flush();
      assertThat(reply(replies)).isEqualTo(Reply.of(7, Reply.Event.STARTED, null));
      for (String line : bad) {
        requests.write(line + "\n");
        requests.flush();
        Reply reply = reply(replies);
        assertThat(reply.event()).as(line).isEqualTo(Reply.Event.REFUSED);
        assertThat(reply.message()).as(line).isNotBlank();
      }
      requests.write("{\"id\":8,\"ask\":\"CUT\"}\n{\"id\":9,\"ask\":\"STOP\"}\n");
      requests.flush();

      assertThat(reply(replies).id()).isEqualTo(8);
      // The run may end before the stop is answered.
      assertThat(List.of(reply(replies), reply(replies)))
          .extracting(Reply::id, Reply::event)
          .containsExactlyInAnyOrder(tuple(9L, Reply.Event.DONE), tuple(7L, Reply.Event.RESULT));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void badRequestsAreRefusedAndTheProcessGoesOn() throws Exception {
    Process process =
        new ProcessBuilder(EngineProcess.command(new EngineOptions(IoPath.THREADS)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> lines =
        List.of(
            "nonsense",
            "{\"id\":1,\"ask\":\"DANCE\"}",
            "{\"id\":2,\"ask\":\"RUN\",\"target\":\"/\"}",
            "{\"id\":3,\"ask\":\"RUN\",\"jobs\":\"[j]\\nbs=0\",\"target\":\"/\"}",
            "{\"id\":4,\"ask\":\"CUT\"}",
            "{\"id\":5,\"ask\":\"PREPARE\",\"target\":\"/x\"}",
            "{\"id\":6,\"ask\":\"STOP\"}",
            "{\"id\":7,\"ask\":null}",
            "{\"id\":8,\"ask\":\"RUN\",\"jobs\":\"[j]\",\"target\":\" \"}",
            "{\"id\":9,\"ask\":\"RUN\",\"jobs\":\"[j]\",\"target\":\"a\\u0000b\"}",
            "{\"id\":10,\"ask\":\"PREPARE\",\"bytes\":1,\"target\":\"\"}");
    try (BufferedReader replies =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter requests =
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      reply(replies);
      Reply.Event[] events = new Reply.Event[lines.size()];
      for (int i = 0; i < lines.size(); i++) {
        requests.write(lines.get(i) + "\n");
        requests.flush();
        events[i] = reply(replies).event();
      }

      assertThat(events)
          .containsExactly(
              Reply.Event.REFUSED,
              Reply.Event.REFUSED,
              Reply.Event.REFUSED,
              Reply.Event.REFUSED,
              Reply.Event.FAILED,
              Reply.Event.REFUSED,
              Reply.Event.DONE,
              Reply.Event.REFUSED,
              Reply.Event.REFUSED,
              Reply.Event.REFUSED,
              Reply.Event.REFUSED);
    } finally {
      process.destroyForcibly();
    }
  }
}
