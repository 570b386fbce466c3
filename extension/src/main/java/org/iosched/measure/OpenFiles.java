package org.iosched.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells which processes work on a disk, since the kernel counts their I/O on all disks together.
 */
final class OpenFiles {

  private final KernelFiles kernel;
  private final Set<String> numbers;

  /**
   * Finds the numbers of disks and of their partitions.
   *
   * @param disks names of the kernel
   */
  OpenFiles(KernelFiles kernel, Collection<String> disks) {
    this.kernel = kernel;
    this.numbers = new HashSet<>();
    for (String disk : disks) {
      Path directory = kernel.sys().resolve("block").resolve(disk);
      addNumber(directory);
      KernelFiles.list(directory, disk + "*").forEach(this::addNumber);
    }
  }

  private void addNumber(Path directory) {
    KernelFiles.read(directory.resolve("dev")).ifPresent(number -> numbers.add(number.strip()));
  }

  /** Tells whether a process has one of the disks open, or a file on a file system on it. */
  boolean has(long pid) {
    return KernelFiles.list(kernel.proc().resolve(pid + "/fd"), "*").stream().anyMatch(this::isOn);
  }

  private boolean isOn(Path file) {
    try {
      // Through the link to what is open, which need not have a name any more.
      Map<String, Object> stat = Files.readAttributes(file, "unix:dev,rdev");
      return numbers.contains(number(stat, "dev")) || numbers.contains(number(stat, "rdev"));
    } catch (IOException e) {
      return false;
    }
  }

  /** Splits the kernel's packed form as glibc's {@code gnu_dev_major} and {@code _minor} do. */
  private static String number(Map<String, Object> stat, String field) {
    long number = stat.get(field) instanceof Number n ? n.longValue() : 0;
    long major = ((number >>> 8) & 0xfff) | ((number >>> 32) & ~0xfffL);
    long minor = (number & 0xff) | ((number >>> 12) & ~0xffL);
    return major + ":" + minor;
  }
}
