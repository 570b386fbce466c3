package org.iosched.device;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A loop device over an image of 80 MiB of data, as it were the user's own disk, not mounted. */
final class UsersImage implements AutoCloseable {

  private static final long BYTES = 80L << 20;

  final Path image;
  final Path node;

  /** How much of it must not change: in swap space in use the kernel itself may write. */
  long keptBytes = BYTES;

  /** Makes the image, whose first bytes are not all zero, and attaches it. */
  UsersImage(Path directory, String name) throws IOException {
    image = directory.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(BYTES);
      file.seek(20 << 20);
      file.write("what the user would lose".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    node = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", image.toString()));
  }

  /** Writes a partition table with an ext4 and a swap space, and tells the kernel of both. */
  void partition(String label) {
    tool(
        "sh",
        "-c",
        "printf 'label: "
            + label
            + "\\n,8M\\n,\\n' | sfdisk -q --no-reread --no-tell-kernel "
            + node);
    readPartitions();
  }

  void readPartitions() {
    tool("partx", "-a", node.toString());
    assumeTrue(Files.exists(part(1)), "needs a kernel that takes partitions of loop devices");
  }

  Path part(int number) {
    return Path.of(node + "p" + number);
  }

  static void tool(String tool, String... arguments) {
    assumeTrue(Machine.TOOLS.find(tool).isPresent(), "needs " + tool);
    Machine.TOOLS.mustRun(tool, arguments);
  }

  /** Returns all that must not change: the device's bytes and its queue's settings. */
  Map<String, String> state() {
    tool("sync");
    return Map.of(
        "bytes", sum(node),
        "image", sum(image),
        "queue",
            QueueSettings.of(
                    new BlockQueue(
                        SysFiles.REAL, Path.of("/sys/block").resolve(node.getFileName())))
                .toString());
  }

  private String sum(Path file) {
    return Machine.TOOLS.mustRun(
        "sh", "-c", "head -c " + keptBytes + " \"$0\" | sha256sum", file.toString());
  }

  @Override
  public void close() {
    Machine.TOOLS.run("partx", "-d", node.toString());
    Machine.TOOLS.mustRun("losetup", "-d", node.toString());
  }
}
