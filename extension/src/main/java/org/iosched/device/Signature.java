package org.iosched.device;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A mark on a device by which others recognize what is on it.
 *
 * @param type what blkid calls it, e.g. {@code ext4}, {@code gpt}, {@code crypto_LUKS}
 * @param usage what blkid takes it for, e.g. {@code filesystem}, {@code raid}
 * @param label the name that people gave it
 * @param uuid its own number
 */
record Signature(String type, String usage, Optional<String> label, Optional<String> uuid) {

  /** Parts of something larger that blkid does not take for a RAID. */
  private static final Set<String> PARTS =
      Set.of("bcache", "ceph_bluestore", "dm_snapshot_cow", "dm_integrity", "jbd", "stratis");

  /** Tells whether it is a partition table. */
  boolean isTable() {
    return usage.equals("partition-table");
  }

  /** Tells whether the device is a part of what other devices are a part of as well. */
  boolean isMember() {
    String name = type.toLowerCase(Locale.ROOT);
    return usage.equals("raid") || name.endsWith("_member") || PARTS.contains(name);
  }

  /** Returns it for people: {@code ext4 "data" 49a8…}. */
  @Override
  public String toString() {
    return type
        + label.map(name -> " \"" + name + "\"").orElse("")
        + uuid.map(number -> " " + number).orElse("");
  }
}
