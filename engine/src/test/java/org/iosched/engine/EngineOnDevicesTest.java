package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on loop devices and full file systems, which take root to make. */
@Tag("root")
class EngineOnDevicesTest {
  private static final int MIB = 1 << 20;
  private static final int BLOCK = 4096;

  /** The place of the flush counter in /sys/block/DEV/stat (block/stat.rst). */
  private static final int FLUSHES = 15;

  @TempDir private Path directory;

  /** What undoes what a test has made, the latest first. */
  private final Deque<List<String>> undo = new ArrayDeque<>();

  @BeforeEach
  void needsRoot() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "loop devices need root");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel has no loop devices");
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

  private static JobResult run(String path, String options, Path target)
      throws InterruptedException {
    try (EngineProcess engine = EngineProcess.start(new EngineOptions(IoPath.valueOf(path)))) {
      return engine.run(JobFile.parse("[j]\n" + options), target);
    }
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

    try (EngineProcess engine = EngineProcess.start(new EngineOptions(IoPath.valueOf(path)))) {
      assertThatThrownBy(() -> engine.prepare(file, 4 * MIB))
          .isInstanceOf(EngineException.class)
          .hasMessage(
              file
                  + " cannot be laid out: write at offset 1048576 failed: ENOSPC (no space left on"
                  + " device); free space there, or lower size");
    }
  }
}
