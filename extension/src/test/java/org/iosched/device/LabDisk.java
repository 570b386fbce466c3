package org.iosched.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The disks of the lab machine, by the serial that {@code lab/run} gives them. */
enum LabDisk {
  /** A spinning SATA disk. */
  SATA1("ata-QEMU_HARDDISK_LABSATA1"),
  /** Another one. */
  SATA2("ata-QEMU_HARDDISK_LABSATA2"),
  /** A SATA disk that does not spin, with a mounted ext4 and a swap partition. */
  SATA3("ata-QEMU_HARDDISK_LABSATA3"),
  /** An NVMe with one controller. */
  NVME("nvme-QEMU_NVMe_Ctrl_LABNVME1"),
  /** An NVMe that two controllers lead to. */
  MULTIPATH("nvme-QEMU_NVMe_Ctrl_LABNVME2"),
  /** A disk of the virtual machine's host. */
  VIRTIO("virtio-LABVIRTIO");

  private final String id;

  LabDisk(String id) {
    this.id = id;
  }

  /** Returns the link that does not depend on the order in which disks are found. */
  Path link() {
    return Path.of("/dev/disk/by-id", id);
  }

  /** Returns the kernel's name. */
  String kernelName() {
    try {
      return link().toRealPath().getFileName().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the link to one of its partitions. */
  Path partition(int number) {
    return Path.of(link() + "-part" + number);
  }

  /** Returns the active scheduler. */
  String scheduler() {
    return scheduler(kernelName());
  }

  /** Returns the active scheduler of a disk. */
  static String scheduler(String kernelName) {
    try {
      return SchedulerLine.parse(
              Files.readString(Path.of("/sys/block", kernelName, "queue/scheduler")).strip())
          .active();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
