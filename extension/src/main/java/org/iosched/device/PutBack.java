package org.iosched.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a watchdog has put back, in words: {@code loop0 has mq-deadline, nr_requests 60 again}. */
final class PutBack {

  private static final String PUT = "put: ";
  private static final String DID = "did: ";

  private PutBack() {}

  /**
   * Returns one phrase for each disk, and one for each other thing that was done.
   *
   * @param lines what the watchdog printed
   */
  static List<String> words(List<String> lines) {
    Map<String, List<String>> disks = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split("\t", 2);
      if (line.startsWith(PUT) && words.length == 2) {
        String file = words[0].substring(PUT.length());
        disks.computeIfAbsent(disk(file), disk -> new ArrayList<>()).add(setting(file, words[1]));
      } else if (line.startsWith(DID)) {
        others.add(line.substring(DID.length()));
      }
    }
    List<String> phrases = new ArrayList<>();
    disks.forEach(
        (disk, settings) -> phrases.add(disk + " has " + String.join(", ", settings) + " again"));
    phrases.addAll(others);
    return phrases;
  }

  /** Settings lie in {@code DISK/queue}, {@code DISK/queue/iosched} or {@code DISK/device}. */
  private static String disk(String file) {
    String above = file.replaceFirst("/(queue/iosched|queue|device)/[^/]+$", "");
    return above.substring(above.lastIndexOf('/') + 1);
  }

  private static String setting(String file, String value) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return name.equals("scheduler") ? value : name + " " + value;
  }
}
