package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on loop devices and full file systems, which take root to make. */
@Tag("root")
class EngineOnDevicesTest {
  private static final int MIB = 1 << 20;
  private static final int BLOCK = 4096;

  /** The place of the flush counter in /sys/block/DEV/stat (block/stat.rst). */
  private static final int FLUSHES = 15;

  private static final RunningEngines ENGINES = new RunningEngines();

  @TempDir private Path directory;

  /** What undoes what a test has made, the latest first. */
  private final Deque<List<String>> undo = new ArrayDeque<>();

  @BeforeEach
  void needsRoot() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "loop devices need root");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel has no loop devices");
  }

  @AfterAll
  static void endEngines() {
    ENGINES.close();
  }

  @AfterEach
  void undoAll() throws Exception {
    while (!undo.isEmpty()) {
      command(undo.pop());
    }
  }

  private static String command(List<String> words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", words, output).isZero();
    return output.strip();
  }

  private Path sparse(Path file, long bytes) throws IOException {
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(bytes);
    }
    return file;
  }

  private Path loopDevice(Path image, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("losetup", "-f", "--show"));
    words.addAll(List.of(options));
    words.add(image.toString());
    String device = command(words);
    undo.push(List.of("losetup", "-d", device));
    return Path.of(device);
  }

  private Path smallFileSystem() throws Exception {
    Path mounted = Files.createDirectory(directory.resolve("small"));
    command(List.of("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mounted.toString()));
    undo.push(List.of("umount", mounted.toString()));
    return mounted;
  }

  private static EngineProcess engine(String path) throws InterruptedException {
    return ENGINES.on(IoPath.valueOf(path));
  }

  private static JobResult run(String path, String options, Path target)
      throws InterruptedException {
    return engine(path).run(JobFile.parse("[j]\n" + options), target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void directWritesLandAndFlushesReachTheDevice(String path) throws Exception {
    Path image = Files.write(directory.resolve("image"), new byte[4 * MIB]);
    Path device = loopDevice(image);
    long flushes = flushes(device);

    JobResult result =
        run(path, "rw=randwrite\ndirect=1\niodepth=8\nsize=2m\nfsync=64\nend_fsync=1", device);

    assertThat(result.jobs().get(0).write().ios()).isEqualTo(2 * MIB / BLOCK);
    assertThat(flushes(device) - flushes).isGreaterThanOrEqualTo(1);
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(image));
    Set<Long> stamps = new HashSet<>();
    for (int offset = 0; offset < 2 * MIB; offset += BLOCK) {
      stamps.add(content.getLong(offset));
    }
    assertThat(stamps).hasSize(2 * MIB / BLOCK).doesNotContain(0L);
    assertThat(content.getLong(2 * MIB)).isZero();
  }

  private static long flushes(Path device) throws IOException {
    Path stat = Path.of("/sys/block/" + device.getFileName() + "/stat");
    List<String> fields = new Scanner(Files.readString(stat)).tokens().toList();
    assumeTrue(fields.size() > FLUSHES, "this kernel does not count flushes");
    return Long.parseLong(fields.get(FLUSHES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void namesTheLogicalBlockSizeOfTheDevice(String path) throws Exception {
    Path device = loopDevice(sparse(directory.resolve("image"), 4 * MIB), "--sector-size", "4096");

    assertThatThrownBy(() -> run(path, "direct=1\nbs=512", device))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "job j has bs=512, but direct I/O on %s goes in multiples of 4096 bytes, its logical"
                    .formatted(device)
                + " block size; change bs or set direct=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void aFullFileSystemIsToldWithTheOffset(String path) throws Exception {
    Path file = sparse(smallFileSystem().resolve("file"), 4 * MIB);

    assertThatThrownBy(() -> run(path, "rw=write", file))
        .isInstanceOf(EngineException.class)
        .hasMessageMatching(
            "job j: write at offset \\d+ of "
                + file
                + " failed: ENOSPC \\(no space left on device\\); free space there, or lower size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void anErrorOfTheDeviceIsToldWithTheOffset(String path) throws Exception {
    Path device = loopDevice(sparse(smallFileSystem().resolve("image"), 4 * MIB));

    assertThatThrownBy(() -> run(path, "rw=write\ndirect=1\niodepth=4", device))
        .isInstanceOf(EngineException.class)
        .hasMessageMatching(
            "job j: write at offset \\d+ of "
                + device
                + " failed: (EIO \\(input/output error\\)|ENOSPC \\(no space left on device\\));.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void preparingOnAFullFileSystemIsTold(String path) throws Exception {
    Path file = smallFileSystem().resolve("file");

    assertThatThrownBy(() -> engine(path).prepare(file, 4 * MIB))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            file
                + " cannot be laid out: write at offset 1048576 failed: ENOSPC (no space left on"
                + " device); free space there, or lower size");
  }

  private Path fileSystemOn(Path device, String... makeOptions) throws Exception {
    List<String> words = new ArrayList<>(List.of("mkfs.ext4", "-q", "-F"));
    words.addAll(List.of(makeOptions));
    words.add(device.toString());
    command(words);
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    command(List.of("mount", device.toString(), mounted.toString()));
    undo.push(List.of("umount", mounted.toString()));
    return mounted;
  }

  private static void writeTo(Path image, long offset, ByteBuffer content) throws IOException {
    try (FileChannel channel = FileChannel.open(image, StandardOpenOption.WRITE)) {
      assertThat(channel.write(content, offset)).isEqualTo(content.limit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void aReadErrorOfTheDeviceIsToldWithTheOffset(String path) throws Exception {
    Path image = Files.write(directory.resolve("image"), new byte[4 * MIB]);
    Path device = loopDevice(image);
    // What lies behind the device's back half is gone, and the device still as large.
    sparse(image, 2 * MIB);

    assertThatThrownBy(() -> run(path, "rw=read\ndirect=1\niodepth=4", device))
        .isInstanceOf(EngineException.class)
        .hasMessageMatching(
            "job j: read at offset 2[01]\\d{5} of "
                + device
                + " failed: EIO \\(input/output error\\); the kernel's log says what the device did"
                + " \\(dmesg\\)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void aFileThatBecomesShorterIsToldWithTheOffset(String path) throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[4 * MIB]);
    JobFile jobs = JobFile.parse("[j]\nrw=read\nrate_iops=200");
    try (EngineRun run = engine(path).begin(jobs, file)) {
      sparse(file, 6 * BLOCK + 100);

      assertThatThrownBy(run::finish)
          .isInstanceOf(EngineException.class)
          .hasMessageMatching(
              "job j: read at offset \\d+ of "
                  + file
                  + " ended after (0|100) of 4096 bytes; the target ends there");
    }
  }

  /** The part that found room is gone on with, and the rest tells why there is none. */
  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void aWriteThatIsCutShortByAFullFileSystemIsNoSpace(String path) throws Exception {
    Path file = sparse(smallFileSystem().resolve("file"), 4 * MIB);

    assertThatThrownBy(() -> run(path, "rw=write\nbs=384k", file))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "job j: write at offset 1048576 of "
                + file
                + " failed: ENOSPC (no space left on device); free space there, or lower size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void layingOutAJobsFilesOnAFullFileSystemIsTold(String path) throws Exception {
    Path mounted = smallFileSystem();

    assertThatThrownBy(() -> run(path, "rw=read\nsize=2m\nnrfiles=4", mounted))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            mounted.resolve("j.0.2")
                + " cannot be laid out: write at offset 0 failed: ENOSPC (no space left on device);"
                + " free space there, or lower size");
  }

  @Test
  void whatIsReadOnlyIsToldBeforeAnyIo() throws Exception {
    Path device = loopDevice(sparse(directory.resolve("image"), 4 * MIB), "--read-only");
    Path mounted = smallFileSystem();
    Path file = sparse(mounted.resolve("file"), BLOCK);
    command(List.of("mount", "-o", "remount,ro", mounted.toString()));

    assertThatThrownBy(() -> run("THREADS", "rw=write", device))
        .isInstanceOf(EngineException.class)
        .hasMessage(device + " is read-only; take another device, or see blockdev --setrw");
    assertThatThrownBy(() -> run("THREADS", "rw=write", file))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            file
                + " cannot be opened for writing: EROFS (read-only file system); mount it for"
                + " writing");
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096})
  void directIoOnAFileGoesByTheSectorsOfTheDeviceBelow(int sector) throws Exception {
    Path image = sparse(directory.resolve("image"), 32 * MIB);
    Path device = loopDevice(image, "--sector-size", Integer.toString(sector));
    Path file = Files.write(fileSystemOn(device).resolve("file"), new byte[MIB]);

    if (sector == 512) {
      JobResult result = run("AUTO", "rw=randread\ndirect=1\nbs=512\nsize=64k", file);
      assertThat(result.jobs().get(0).read().ios()).isEqualTo(128);
      return;
    }
    assertThatThrownBy(() -> run("AUTO", "direct=1\nbs=512", file))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            ("job j has bs=512, but direct I/O on %s goes in multiples of 4096 bytes, its logical"
                    + " block size; change bs or set direct=0")
                .formatted(file));
    assertThatThrownBy(() -> run("AUTO", "direct=1\nbs=4k\noffset=2k\nsize=64k", file))
        .hasMessageContaining("has offset=2048, but direct I/O on");
    assertThat(run("AUTO", "direct=1\nbs=4k", file).jobs().get(0).read().ios()).isEqualTo(256);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "THREADS"})
  void aLastPartShorterThanABlockIsLeftOut(String path) throws Exception {
    Path device = loopDevice(Files.write(directory.resolve("image"), new byte[MIB + 512 * 3]));

    assertThat(run(path, "rw=randread\ndirect=1\nbs=4k", device).jobs().get(0).read().ios())
        .isEqualTo(256);
    assertThat(run(path, "rw=read\ndirect=1\nbs=512", device).jobs().get(0).read().ios())
        .isEqualTo(2 * 1024 + 3);
    assertThat(run(path, "rw=read\ndirect=1\nbs=4k\noffset=33%", device).jobs().get(0).read().ios())
        .as("a share of the target begins at a whole block")
        .isEqualTo(256 - 85);
  }

  /** What a device that lies has to do: say that a write is done, and hold something else. */
  @ParameterizedTest
  @CsvSource({
    "AUTO, lost, 'holds zeros, and not what was written'",
    "THREADS, lost, 'holds zeros, and not what was written'",
    "AUTO, elsewhere, holds the block that belongs to offset 4096",
    "THREADS, damaged, is damaged: its data has crc32c",
    "AUTO, earlier, holds what an earlier run wrote: the writes of this run were lost"
  })
  void aDeviceThatLiesIsNoticed(String path, String lie, String problem) throws Exception {
    Path image = Files.write(directory.resolve("image"), new byte[MIB]);
    Path device = loopDevice(image);
    String writer = "[w]\nrw=write\nsize=64k\ndirect=1\nverify=crc32c\niodepth=4\n";
    String rest = "[rest]\nrw=read\noffset=512k\nsize=4k\nrate_iops=20\nruntime=1\ntime_based";
    EngineProcess engine = engine(path);
    assertThat(engine.run(JobFile.parse(writer), device).verifiedBlocks()).isEqualTo(16);
    byte[] earlier = Files.readAllBytes(image);
    try (EngineRun run = engine.begin(JobFile.parse(writer + rest), device)) {
      byte[] now = awaitOther(image, earlier);
      ByteBuffer told =
          switch (lie) {
            case "lost" -> ByteBuffer.allocate(BLOCK);
            case "elsewhere" -> ByteBuffer.wrap(now, BLOCK, BLOCK).slice();
            case "earlier" -> ByteBuffer.wrap(earlier, 8 * BLOCK, BLOCK).slice();
            default -> ByteBuffer.wrap(now, 8 * BLOCK, BLOCK).slice().put(999, (byte) 1);
          };
      writeTo(image, 8 * BLOCK, told);

      assertThatThrownBy(run::finish)
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith(
              "job w: verification failed: the block at offset 32768 of " + device + " " + problem);
    }
    assertThat(engine.run(JobFile.parse(writer), device).verifiedBlocks())
        .as("the engine goes on")
        .isEqualTo(16);
  }

  /** Waits until all blocks that the writer writes differ from what was there before. */
  private static byte[] awaitOther(Path image, byte[] before) throws Exception {
    for (int i = 0; i < 200; i++) {
      byte[] now = Files.readAllBytes(image);
      boolean all = true;
      for (int block = 0; block < 16; block++) {
        int from = block * BLOCK;
        all &= !Arrays.equals(now, from, from + BLOCK, before, from, from + BLOCK);
      }
      if (all) {
        return now;
      }
      Thread.sleep(2);
    }
    throw new AssertionError("the writer did not write");
  }
}
