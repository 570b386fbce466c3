package org.iosched.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Spoils a text of lines and words as a bad disk, or somebody with bad intentions, might. */
final class Mutation {

  private static final List<String> WORDS =
      List.of("/", "/etc", "..", "-", "*", "$(id)", "'", "", "delete", "put", "end", "groups", "0");

  private Mutation() {}

  /** Returns the text with one to four changes. */
  static String of(String text, Random random) {
    String changed = text;
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed = once(changed, random);
    }
    return changed;
  }

  private static String once(String text, Random random) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    int line = random.nextInt(lines.size());
    int at = random.nextInt(text.length() + 1);
    switch (random.nextInt(7)) {
      case 0 -> {
        return text.substring(0, at);
      }
      case 1 -> {
        return text.substring(0, at) + (char) random.nextInt(256) + text.substring(at);
      }
      case 2 -> {
        return text.substring(0, at) + text.substring(Math.min(text.length(), at + 5));
      }
      case 3 -> Collections.swap(lines, line, random.nextInt(lines.size()));
      case 4 -> lines.add(line, lines.get(random.nextInt(lines.size())));
      case 5 -> lines.remove(line);
      default -> {
        List<String> words = new ArrayList<>(List.of(lines.get(line).split("\t", -1)));
        words.set(random.nextInt(words.size()), WORDS.get(random.nextInt(WORDS.size())));
        lines.set(line, String.join("\t", words));
      }
    }
    return String.join("\n", lines);
  }
}
