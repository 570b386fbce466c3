package org.iosched.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of {@code queue/scheduler}, e.g. {@code "none [mq-deadline] kyber bfq"}
 * (Documentation/block/switching-sched.rst): the active one is in brackets, wherever it stands; a
 * queue that knows only one may list it without.
 *
 * @param listed the schedulers as listed
 * @param active the active one; {@code "none"} where none is marked
 */
record SchedulerLine(List<String> listed, String active) {

  /** Copies the list. */
  SchedulerLine {
    listed = List.copyOf(listed);
  }

  /** Reads the file's content. */
  static SchedulerLine parse(String content) {
    List<String> listed = new ArrayList<>();
    String active = "";
    for (String word : content.strip().split("\\s+", -1)) {
      if (word.startsWith("[") && word.endsWith("]")) {
        active = word.substring(1, word.length() - 1);
        listed.add(active);
      } else if (!word.isEmpty()) {
        listed.add(word);
      }
    }
    if (active.isEmpty()) {
      active = listed.size() == 1 ? listed.get(0) : "none";
    }
    return new SchedulerLine(listed, active);
  }
}
