package org.iosched.device;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A loop device with an ext4 that a test has made beforehand, as it were the user's own disk. */
public final class LoopDisk implements AutoCloseable {

  /** Its device file. */
  public final Path node;

  /** Where its file system is mounted. */
  public final Path mounted;

  private final BlockQueue queue;
  private boolean attached = true;

  /** Makes it, mounted below the directory. */
  public LoopDisk(Path directory) throws IOException {
    Path image = directory.resolve("users-disk.img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(256L << 20);
    }
    node = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", image.toString()));
    queue = new BlockQueue(SysFiles.REAL, Path.of("/sys/block").resolve(node.getFileName()));
    mounted = Files.createDirectory(directory.resolve("mounted"));
    // Nothing is left for the kernel to do in the background, which others' counters would show.
    Machine.TOOLS.mustRun(
        "mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", node.toString());
    Machine.TOOLS.mustRun("mount", node.toString(), mounted.toString());
  }

  String name() {
    return queue.name();
  }

  BlockQueue queue() {
    return queue;
  }

  /** Returns scheduler, tunables and attributes as one text, to be compared. */
  public String state() {
    return settings().toString();
  }

  QueueSettings settings() {
    return QueueSettings.of(queue);
  }

  /** Gives it a scheduler with settings that are not the kernel's defaults. */
  public void setUpUnusually() {
    queue.write(queue.schedulerFile(), "mq-deadline");
    queue.write(queue.attributeFile(QueueAttribute.NR_REQUESTS), "60");
    queue.write(queue.attributeFile(QueueAttribute.READ_AHEAD_KB), "64");
    queue.write(queue.tunableFile("fifo_batch"), "7");
    queue.write(queue.tunableFile("front_merges"), "0");
  }

  /** Detaches it under whoever uses it. */
  void detach() {
    Machine.TOOLS.run("umount", "-l", mounted.toString());
    Machine.TOOLS.mustRun("losetup", "-d", node.toString());
    attached = false;
  }

  @Override
  public void close() {
    if (attached) {
      Machine.TOOLS.run("umount", "-l", mounted.toString());
      Machine.TOOLS.run("sh", "-c", "echo none > /sys/block/" + name() + "/queue/scheduler");
      Machine.TOOLS.mustRun("losetup", "-d", node.toString());
    }
  }
}
