package org.iosched.device;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is on a device: the signatures that wipefs(8) finds on it and on its partitions.
 *
 * @param disk the disk or partition
 * @param signatures those of the device itself
 * @param partitions what is on its partitions
 */
record Contents(Disk disk, List<Signature> signatures, List<Contents> partitions) {

  /** Copies the lists. */
  Contents {
    signatures = List.copyOf(signatures);
    partitions = List.copyOf(partitions);
  }

  /**
   * Looks what is on a device; nothing is written.
   *
   * @throws DeviceException in one sentence if that cannot be told for certain
   */
  static Contents of(Tools tools, Disk disk) {
    List<Signature> signatures = new ArrayList<>(signatures(tools, disk));
    if (signatures.stream().anyMatch(s -> s.type().equals("gpt"))) {
      // The old table in front of the new one only says that there is a new one.
      signatures.removeIf(s -> s.type().equals("PMBR"));
    }
    List<Disk> known = disk.partitions();
    if (signatures.stream().anyMatch(Signature::isTable)) {
      refuseUnknownPartitions(tools, disk, known);
    }
    return new Contents(
        disk, signatures, known.stream().map(partition -> of(tools, partition)).toList());
  }

  private static List<Signature> signatures(Tools tools, Disk disk) {
    checkNode(disk);
    Tools.Answer answer =
        tools.run(
            "wipefs",
            "--no-act",
            "--json",
            "--output",
            "TYPE,USAGE,LABEL,UUID",
            disk.node().toString());
    if (!answer.ok()) {
      throw untold(disk, "wipefs ended with status " + answer.status() + ": " + answer.out());
    }
    if (answer.out().isEmpty()) {
      return List.of();
    }
    Set<Signature> found = new LinkedHashSet<>();
    try {
      for (JsonNode entry :
          JsonMapper.builder().build().readTree(answer.out()).path("signatures")) {
        String type = entry.path("type").asText("");
        if (type.isEmpty()) {
          throw untold(disk, "wipefs tells of a signature without a type");
        }
        found.add(
            new Signature(
                type, entry.path("usage").asText(""), text(entry, "label"), text(entry, "uuid")));
      }
    } catch (JsonProcessingException e) {
      throw untold(disk, "wipefs printed \"" + answer.out() + "\"");
    }
    return List.copyOf(found);
  }

  private static Optional<String> text(JsonNode entry, String field) {
    return Optional.of(entry.path(field))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(value -> !value.isEmpty());
  }

  /** What is looked at must be the device that is meant, also where somebody made the node. */
  private static void checkNode(Disk disk) {
    try {
      if (disk.host().stat().of(disk.node()).is().toString().equals(disk.number())) {
        return;
      }
    } catch (IOException e) {
      throw untold(disk, "it cannot be opened: " + BlockQueue.reason(e));
    }
    throw untold(disk, "it is not the device " + disk.number());
  }

  private static DeviceException untold(Disk disk, String why) {
    return new DeviceException("what is on " + disk.node() + " cannot be told, since " + why);
  }

  private static void refuseUnknownPartitions(Tools tools, Disk disk, List<Disk> known) {
    Tools.Answer answer =
        tools.run("partx", "--raw", "--noheadings", "--output", "NR", disk.node().toString());
    // Status 1 is that of a table without partitions as well as of a failure; nothing is printed.
    Set<String> there = new TreeSet<>(answer.out().lines().map(String::strip).toList());
    known.forEach(partition -> there.remove(Integer.toString(partition.partitionNumber())));
    there.removeIf(String::isEmpty);
    boolean empty = answer.out().contains("failed to read partition table");
    if ((answer.ok() && there.isEmpty()) || (!answer.ok() && empty && known.isEmpty())) {
      return;
    }
    throw untold(
        disk,
        "its table has partitions that the kernel does not know ("
            + String.join(", ", there)
            + "); have them read (`partx -a "
            + disk.node()
            + "`), or erase the table (`wipefs -a "
            + disk.node()
            + "`)");
  }

  /** Tells whether a btrfs on the device itself spreads over further ones. */
  boolean isBtrfsOfSeveral() {
    if (signatures.stream().noneMatch(s -> s.type().equals("btrfs"))) {
      return false;
    }
    // struct btrfs_super_block at 64 KiB, num_devices at 0x88 in it; no tool that is always there
    // tells it.
    final long at = (64 << 10) + 0x88;
    ByteBuffer devices = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(disk.node(), StandardOpenOption.READ)) {
      while (devices.hasRemaining()) {
        if (channel.read(devices, at + devices.position()) < 0) {
          return true;
        }
      }
      return devices.getLong(0) != 1;
    } catch (IOException e) {
      throw untold(disk, "its btrfs cannot be read: " + BlockQueue.reason(e));
    }
  }

  /** Returns the device and its partitions, each with what is on it. */
  Stream<Contents> all() {
    return Stream.concat(Stream.of(this), partitions.stream().flatMap(Contents::all));
  }

  /** Returns what has to be named before it may be lost, each once. */
  List<String> types() {
    return all().flatMap(c -> c.signatures().stream()).map(Signature::type).distinct().toList();
  }

  /**
   * Returns it for people.
   *
   * @param node the device as it was named
   */
  String text(Path node) {
    StringBuilder text = new StringBuilder(ofOne(node));
    partitions.forEach(
        partition -> text.append("; ").append(partition.text(partition.disk.node())));
    return text.toString();
  }

  private String ofOne(Path node) {
    String image =
        disk.value("loop/backing_file").map(file -> "loop over " + file + ", ").orElse("");
    String model = disk.value("device/model").map(name -> name + ", ").orElse("");
    return node
        + " ("
        + image
        + model
        + RandomFill.size(disk.bytes())
        + ") holds "
        + (signatures.isEmpty()
            ? "no known signature"
            : String.join(", ", signatures.stream().map(Signature::toString).toList()));
  }
}
