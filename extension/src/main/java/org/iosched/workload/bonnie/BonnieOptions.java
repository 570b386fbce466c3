package org.iosched.workload.bonnie;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options of bonnie++ as a user writes them, checked as {@code main} of {@code bonnie++.cpp} 2.00a
 * checks them; the units are those of {@code bonnie++(8)}.
 *
 * @param words the options that are passed on, apart from {@code -r}, {@code -u} and {@code -g}
 * @param sizeMebibytes {@code -s}; 0 leaves the large file out; empty for twice the memory
 * @param files how many files {@code -n} asks for; 0 leaves them out
 * @param largestFileBytes the size of the largest of them
 * @param ramMebibytes {@code -r}; 0 takes bonnie++'s checks away
 * @param user {@code -u}
 * @param group {@code -g}, or what follows the colon of {@code -u}
 * @param concurrency {@code -c}
 * @param byteByByte whether the tests that go byte by byte are run: {@code -f} leaves them out
 * @param direct {@code -D}
 */
record BonnieOptions(
    List<String> words,
    Optional<Long> sizeMebibytes,
    long files,
    long largestFileBytes,
    Optional<Long> ramMebibytes,
    Optional<String> user,
    Optional<String> group,
    int concurrency,
    boolean byteByByte,
    boolean direct) {

  private static final int FILES_UNIT = 1024;
  private static final int DEFAULT_FILES = 16;
  private static final int LEAST_CHUNK = 256;
  private static final int LARGEST_CHUNK = 1 << 20;
  private static final int MOST_COPIES = 200;

  private static final String WITH_VALUE = "cgmnrsuz";
  private static final String WITHOUT_VALUE = "bDq";

  private static final Pattern NUMBER = Pattern.compile("(-?\\d{1,9})([a-zA-Z]?)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.-]*");

  /** Copies the words. */
  BonnieOptions {
    words = List.copyOf(words);
  }

  /**
   * Reads options.
   *
   * @param text the options, with or without {@code bonnie++} in front
   * @throws IllegalArgumentException with the option and the remedy, in one sentence
   */
  static BonnieOptions parse(String text) {
    List<String> given = new ArrayList<>(List.of(text.strip().split("\\s+")));
    if (given.get(0).isEmpty() || given.get(0).matches("(.*/)?bonnie\\+\\+")) {
      given.remove(0);
    }
    Reader reader = new Reader(given);
    reader.read();
    return reader.options();
  }

  /** Reads words as {@code getopt(3)} does. */
  private static final class Reader {
    private final List<String> given;
    private final List<String> words = new ArrayList<>();
    private int next;
    private Optional<Long> size = Optional.empty();
    private long files = (long) DEFAULT_FILES * FILES_UNIT;
    private long largest;
    private Optional<Long> ram = Optional.empty();
    private Optional<String> user = Optional.empty();
    private Optional<String> group = Optional.empty();
    private int concurrency = 1;
    private boolean byteByByte = true;
    private boolean direct;

    Reader(List<String> given) {
      this.given = given;
    }

    void read() {
      while (next < given.size()) {
        String word = given.get(next++);
        if (word.length() < 2 || word.charAt(0) != '-') {
          throw refused(
              "\""
                  + word
                  + "\" is no option"
                  + (next > 1 && given.get(next - 2).equals("-f")
                      ? "; -f takes its size without a blank, as in -f" + word
                      : "; bonnie++ takes options such as -s 512m -n 16"));
        }
        readLetters(word);
      }
      if (size.isPresent() && size.get() == 0 && files == 0) {
        throw refused("-s 0 and -n 0 leave nothing to be done; give one of them a size");
      }
    }

    private void readLetters(String word) {
      for (int i = 1; i < word.length(); i++) {
        char letter = word.charAt(i);
        String rest = word.substring(i + 1);
        if (letter == 'f') {
          fast(rest);
          return;
        }
        if (WITHOUT_VALUE.indexOf(letter) >= 0) {
          flag(letter);
          continue;
        }
        if (WITH_VALUE.indexOf(letter) < 0) {
          throw refused(reason(letter));
        }
        if (rest.isEmpty() && next >= given.size()) {
          throw refused("-" + letter + " needs a value");
        }
        value(letter, rest.isEmpty() ? given.get(next++) : rest);
        return;
      }
    }

    private static String reason(char letter) {
      return switch (letter) {
        case 'd' -> "-d is not taken: bonnie++ works in the run's own directory; leave it out";
        case 'x' -> "-x is not taken: rounds repeat the run; leave it out and set rounds=";
        case 'p', 'y' ->
            "-"
                + letter
                + " is not taken: it waits for other copies of bonnie++, and here runs one; leave"
                + " it out";
        case 'Z' -> "-Z is not taken: it names a file of this machine; give a seed with -z";
        default ->
            "-"
                + letter
                + " is no option of bonnie++, whose options are -b, -c, -D, -f, -g, -m, -n, -r, -s,"
                + " -u and -z";
      };
    }

    private void flag(char letter) {
      if (letter == 'D') {
        direct = true;
      }
      // Always there, since it keeps the CSV line apart.
      if (letter != 'q') {
        words.add("-" + letter);
      }
    }

    private void fast(String mebibytes) {
      byteByByte = !mebibytes.isEmpty() && number("-f", mebibytes, "") > 0;
      words.add("-f" + mebibytes);
    }

    private void value(char letter, String value) {
      switch (letter) {
        case 'c' -> {
          long copies = number("-c", value, "");
          if (copies < 1 || copies > MOST_COPIES) {
            throw refused("-c " + value + " is not between 1 and " + MOST_COPIES);
          }
          concurrency = (int) copies;
          pass(letter, value);
        }
        case 'm', 'z' -> pass(letter, value);
        case 'n' -> files(value);
        case 'r' -> ram = Optional.of(atLeastZero("-r", value, ""));
        case 's' -> size(value);
        case 'u' -> {
          String[] parts = value.split(":", 2);
          user = Optional.of(name("-u", parts[0]));
          if (parts.length > 1) {
            group(parts[1]);
          }
        }
        default -> group(value);
      }
    }

    private void group(String value) {
      if (group.isPresent()) {
        throw refused("the group is given twice, as " + group.get() + " and " + value);
      }
      group = Optional.of(name("-g", value));
    }

    private void size(String value) {
      String[] parts = value.split(":", 4);
      // MiB, as the program counts without a unit.
      size = Optional.of(atLeastZero("-s", parts[0].replaceFirst("(?<=\\d)[mM]$", ""), "gt"));
      if (parts.length > 1) {
        chunk("-s", parts[1], "k");
      }
      for (int i = 2; i < parts.length; i++) {
        if (atLeastZero("-s", parts[i], i == 2 ? "k" : "") == 0) {
          throw refused("-s " + value + " asks for no seeks; leave the 0 out");
        }
      }
      pass('s', value);
    }

    private void files(String value) {
      String[] parts = value.split(":", 5);
      // Its m stands for 1024, and so for 1024 times 1024 files.
      files = Math.multiplyExact(atLeastZero("-n", parts[0], "m"), FILES_UNIT);
      long max = parts.length > 1 ? number("-n", parts[1], "kmg") : 0;
      long min = parts.length > 2 ? number("-n", parts[2], "kmg") : 0;
      boolean links = parts.length > 1 && (max == -1 || max == -2);
      if (!links && (min < 0 || max < min)) {
        throw refused(
            "-n " + value + " has a largest size below the smallest; it is number:max:min");
      }
      largest = links ? 0 : max;
      if (parts.length > 3) {
        atLeastZero("-n", parts[3], "k");
      }
      if (parts.length > 4) {
        chunk("-n", parts[4], "kmg");
      }
      pass('n', value);
    }

    private static void chunk(String option, String text, String units) {
      long chunk = atLeastZero(option, text, units);
      if (chunk < LEAST_CHUNK || chunk > LARGEST_CHUNK || Long.bitCount(chunk) != 1) {
        throw refused(
            option
                + " has the chunk "
                + text
                + "; it is a power of two from "
                + LEAST_CHUNK
                + " to "
                + LARGEST_CHUNK
                + " bytes");
      }
    }

    private void pass(char letter, String value) {
      words.add("-" + letter);
      words.add(value);
    }

    private static String name(String option, String value) {
      if (!NAME.matcher(value).matches()) {
        throw refused(option + " names \"" + value + "\", which can be nobody's name");
      }
      return value;
    }

    private static long atLeastZero(String option, String text, String units) {
      long number = number(option, text, units);
      if (number < 0) {
        throw refused(option + " " + text + " is below zero");
      }
      return number;
    }

    /**
     * Reads a number as {@code size_from_str} does, but refuses the units that it overlooks.
     *
     * @param units the units, each 1024 times the one before
     */
    private static long number(String option, String text, String units) {
      Matcher number = NUMBER.matcher(text);
      String unit = number.matches() ? number.group(2).toLowerCase(Locale.ROOT) : "";
      if (!number.matches() || !units.contains(unit)) {
        throw refused(
            option
                + " has \""
                + text
                + "\" where a number"
                + (units.isEmpty()
                    ? " alone belongs, as in " + option + " 32"
                    : ", alone or with " + String.join(", ", units.split("")) + " belongs"));
      }
      int power = unit.isEmpty() ? 0 : units.indexOf(unit) + 1;
      long value = Long.parseLong(number.group(1)) << (10 * power);
      if (value > Integer.MAX_VALUE) {
        throw refused(option + " " + text + " is more than bonnie++ can count");
      }
      return value;
    }

    private static IllegalArgumentException refused(String problem) {
      return new IllegalArgumentException("bonnie++: " + problem + ".");
    }

    BonnieOptions options() {
      return new BonnieOptions(
          words, size, files, largest, ram, user, group, concurrency, byteByByte, direct);
    }
  }
}
