package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs whose writes are verified, and runs on several files. */
class VerifiedRunsTest {
  private static final int MIB = 1 << 20;
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

  private static JobResult run(IoPath path, String jobs, Path target) throws InterruptedException {
    return ENGINES.on(path).run(JobFile.parse(jobs), target);
  }

  static Stream<Arguments> writers() {
    return Stream.of(IoPath.IO_URING, IoPath.THREADS)
        .flatMap(
            path ->
                Stream.of(
                    Arguments.of(path, "rw=write", 512),
                    Arguments.of(path, "rw=write\nbs=64k\noffset=1m\niodepth=4", 16),
                    Arguments.of(path, "rw=randwrite\niodepth=8\nio_size=5m\nsize=1m", 256),
                    Arguments.of(
                        path, "rw=randwrite\niodepth=16\nnorandommap\nsize=128k\nio_size=32m", 32),
                    Arguments.of(
                        path,
                        "rw=randwrite\niodepth=16\nrandom_distribution=zipf:1.2\nbs=512\nsize=64k"
                            + "\nio_size=4m\nrefill_buffers",
                        128)));
  }

  @ParameterizedTest
  @MethodSource("writers")
  void everyBlockWrittenIsReadBackOnce(IoPath path, String options, int blocks) throws Exception {
    JobResult result = run(path, "[j]\nverify=crc32c\n" + options, file);

    assertThat(result.verifiedBlocks()).isEqualTo(blocks);
    assertThat(result.jobs().get(0).read().ios()).as("reading back counts as no I/O").isZero();
    assertThat(result.metrics().keySet()).noneMatch(m -> m.toString().contains("read"));
  }

  @BothPaths
  void ofAMixedJobTheWritesAreVerified(IoPath path) throws Exception {
    JobResult result = run(path, "[j]\nverify=crc32c\nrw=randrw\niodepth=8", file);

    assertThat(result.verifiedBlocks()).isEqualTo(result.jobs().get(0).write().ios()).isPositive();
  }

  @BothPaths
  void readersVerifyWhatWasWrittenBefore(IoPath path) throws Exception {
    String reader = "[r]\nrw=randread\nverify=crc32c\niodepth=4";
    run(path, "[w]\nrw=write\nverify=crc32c", file);
    assertThat(run(path, reader, file).jobs().get(0).read().ios()).isEqualTo(512);
    byte[] content = Files.readAllBytes(file);
    content[77_777] ^= 1;
    Files.write(file, content);

    assertThatThrownBy(() -> run(path, reader, file))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith(
            "job r: verification failed: the block at offset 73728 of " + file + " is damaged:");
    assertThatThrownBy(() -> run(path, reader + "\nbs=8k", file))
        .hasMessageEndingWith(
            "was written as a block of 4096 bytes and is read as one of 8192; give both jobs the"
                + " same bs");
  }

  @BothPaths
  void aStoppedRunIsNotVerified(IoPath path) throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=write\nverify=crc32c\nruntime=1h\ntime_based");
    try (EngineRun run = ENGINES.on(path).begin(jobs, file)) {
      assertThat(run.stop().verifiedBlocks()).isZero();
    }
  }

  @BothPaths
  void jobsThatWouldOverwriteWhatIsVerifiedAreRefused(IoPath path) throws Exception {
    assertThatThrownBy(() -> run(path, "[j]\nrw=write\nverify=crc32c\nnumjobs=2", file))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "job j verifies what it writes to %s, but its clones (numjobs=2) would write there as"
                    .formatted(file)
                + " well; give each an offset and a size of its own, or a directory as the target");
    String apart = "[a]\nrw=write\nverify=crc32c\nsize=1m\n[b]\nrw=write\nsize=1m\noffset=";
    assertThatThrownBy(() -> run(path, apart + "1020k", file))
        .hasMessageContaining("but job b would write there as well");
    assertThat(run(path, apart + "1m", file).verifiedBlocks()).isEqualTo(256);
  }

  @BothPaths
  void severalFilesTakeTurns(IoPath path) throws Exception {
    Path target = Files.createDirectory(directory.resolve("d"));
    String options = "rw=write\nsize=300k\nnrfiles=3\niodepth=4\nverify=crc32c\nfsync=5";

    JobResult result = run(path, "[j]\nnumjobs=2\n" + options, target);

    assertThat(result.jobs().get(0).write().bytes()).isEqualTo(2 * 300 * 1024);
    assertThat(result.verifiedBlocks()).isEqualTo(150);
    try (Stream<Path> files = Files.list(target)) {
      List<Path> made = files.sorted().toList();
      assertThat(made)
          .extracting(one -> one.getFileName().toString())
          .containsExactly("j.0.0", "j.0.1", "j.0.2", "j.1.0", "j.1.1", "j.1.2");
      assertThat(made).allSatisfy(one -> assertThat(Files.size(one)).isEqualTo(100 * 1024));
    }
  }

  @BothPaths
  void severalFilesNeedADirectory(IoPath path) throws Exception {
    assertThatThrownBy(() -> run(path, "[j]\nnrfiles=4", file))
        .hasMessage(
            "job j has nrfiles=4, but the target %s is no directory; leave nrfiles out, or name a"
                    .formatted(file)
                + " directory as the target");
  }
}
