package org.iosched.workload.dd;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Nearest;

/**
 * Operands of dd, checked; their meaning is that of {@code dd(1)} of GNU coreutils.
 *
 * @param words the operands as they are passed on
 * @param input the file that is read, relative to the workspace; empty for a device such as {@code
 *     /dev/zero}
 * @param source the device that is read where there is no such file
 * @param output the file that is written, relative to the workspace; empty for {@code /dev/null}
 * @param skippedBytes how much of the input comes before what is read
 * @param bytes how much is copied
 * @param durable whether dd's time ends when the data is on the device and not before
 * @param outputMustExist whether the output is written over and not made
 * @param outputBytes how large the output is in the end
 */
record DdOperands(
    List<String> words,
    Optional<Path> input,
    String source,
    Optional<Path> output,
    long skippedBytes,
    long bytes,
    boolean durable,
    boolean outputMustExist,
    long outputBytes) {

  private static final List<String> NAMES =
      List.of(
          "if", "of", "bs", "ibs", "obs", "count", "skip", "seek", "iseek", "oseek", "conv",
          "iflag", "oflag", "status");
  private static final List<String> SOURCES = List.of("/dev/zero", "/dev/urandom", "/dev/random");
  private static final String NOWHERE = "/dev/null";
  private static final List<String> CONVERSIONS =
      List.of(
          "fsync",
          "fdatasync",
          "notrunc",
          "nocreat",
          "excl",
          "sparse",
          "noerror",
          "sync",
          "swab",
          "lcase",
          "ucase");
  private static final List<String> FLAGS =
      List.of(
          "direct",
          "dsync",
          "sync",
          "append",
          "nocache",
          "nonblock",
          "noatime",
          "nofollow",
          "fullblock",
          "count_bytes",
          "skip_bytes",
          "seek_bytes");
  private static final List<String> DURABLE_CONVERSIONS = List.of("fsync", "fdatasync");
  private static final List<String> DURABLE_FLAGS = List.of("direct", "dsync", "sync");
  private static final List<String> SUPPRESSING = List.of("none", "noxfer");
  private static final String DEFAULT_BLOCK = "512";

  /** So that the sum of all lengths can be counted. */
  private static final long MOST_BYTES = 1L << 60;

  /** Copies the words. */
  DdOperands {
    words = List.copyOf(words);
  }

  /**
   * Reads operands.
   *
   * @param text the operands, with or without {@code dd} in front
   * @throws IllegalArgumentException with the operand and the remedy, in one sentence
   */
  static DdOperands parse(String text) {
    return new Reader(text).operands();
  }

  /** Reads the operands of one text; of those that are given twice, the last one counts. */
  private static final class Reader {
    private final Map<String, String> given = new LinkedHashMap<>();

    Reader(String text) {
      List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+")));
      if (words.get(0).equals("dd") || words.get(0).isEmpty()) {
        words.remove(0);
      }
      for (String word : words) {
        int sign = word.indexOf('=');
        String name = sign < 0 ? word : word.substring(0, sign);
        if (sign < 0 || !NAMES.contains(name)) {
          throw refused(
              "\""
                  + word
                  + "\" is no operand; they are "
                  + String.join("=, ", NAMES)
                  + "="
                  + Nearest.hint(name, NAMES)
                  + ", and a line for the shell is a command workload");
        }
        given.put(canonical(name), word.substring(sign + 1));
      }
    }

    private static String canonical(String name) {
      return switch (name) {
        case "iseek" -> "skip";
        case "oseek" -> "seek";
        default -> name;
      };
    }

    DdOperands operands() {
      String from = need("if", "it would read its standard input; name /dev/zero or a file");
      String to = need("of", "it would write to its standard output; name a file or /dev/null");
      Optional<Path> input =
          SOURCES.contains(from) ? Optional.empty() : Optional.of(inWorkspace("if", from));
      Optional<Path> output =
          to.equals(NOWHERE) ? Optional.empty() : Optional.of(inWorkspace("of", to));
      if (input.isEmpty() && output.isEmpty()) {
        throw refused(
            "if=" + from + " of=" + to + " touches no device; name a file on one of the sides");
      }
      List<String> conversions = list("conv", CONVERSIONS);
      if (input.equals(output) && !conversions.contains("notrunc")) {
        throw refused(
            "if= and of= name the same file, which would be emptied before it is read; add"
                + " conv=notrunc, or name another file");
      }
      List<String> inputFlags = list("iflag", FLAGS);
      List<String> outputFlags = list("oflag", FLAGS);
      if (SUPPRESSING.contains(given.getOrDefault("status", ""))) {
        throw refused(
            "status=" + given.get("status") + " suppresses the line with the time; leave it out");
      }
      long block = size("bs", given.getOrDefault("ibs", DEFAULT_BLOCK)).value();
      long outputBlock = given.containsKey("bs") ? block : size("obs", DEFAULT_BLOCK).value();
      if (block == 0 || outputBlock == 0) {
        throw refused("a block has no bytes; give bs= a size, as in bs=4k");
      }
      need(
          "count",
          input.isPresent()
              ? "how large the file is to be that is read is not said; say how many blocks"
              : "it would go on until the device is full; say how many blocks");
      long bytes = length("count", inputFlags.contains("count_bytes"), block);
      if (bytes == 0) {
        throw refused("count= copies nothing; give it a number");
      }
      return new DdOperands(
          passedOn(),
          input,
          from,
          output,
          length("skip", inputFlags.contains("skip_bytes"), block),
          bytes,
          DURABLE_CONVERSIONS.stream().anyMatch(conversions::contains)
              || DURABLE_FLAGS.stream().anyMatch(outputFlags::contains),
          conversions.contains("nocreat"),
          length("seek", outputFlags.contains("seek_bytes"), outputBlock) + bytes);
    }

    /** Returns the operands, apart from one that would only write over dd's own last line. */
    private List<String> passedOn() {
      return given.entrySet().stream()
          .filter(operand -> !operand.getKey().equals("status"))
          .map(operand -> operand.getKey() + "=" + operand.getValue())
          .toList();
    }

    private String need(String name, String problem) {
      return Optional.ofNullable(given.get(name))
          .filter(value -> !value.isEmpty())
          .orElseThrow(() -> refused("without " + name + "= " + problem + " with " + name + "="));
    }

    private DdSize size(String name, String otherwise) {
      return DdSize.parse(name, given.getOrDefault(name, otherwise));
    }

    /** Returns a number of blocks, or of bytes where a flag or a B says so, in bytes. */
    private long length(String name, boolean inBytes, long block) {
      DdSize size = size(name, "0");
      long blocks = inBytes || size.bytes() ? 1 : block;
      if (size.value() > MOST_BYTES / blocks) {
        throw refused(name + "=" + given.get(name) + " is more than any device has");
      }
      return size.value() * blocks;
    }

    private List<String> list(String name, List<String> known) {
      String value = given.getOrDefault(name, "");
      List<String> words = value.isEmpty() ? List.of() : Arrays.asList(value.split(",", -1));
      for (String word : words) {
        if (!known.contains(word)) {
          throw refused(
              name
                  + "="
                  + word
                  + " is not known; "
                  + name
                  + "= takes "
                  + String.join(", ", known)
                  + Nearest.hint(word, known));
        }
      }
      return words;
    }

    private static Path inWorkspace(String name, String value) {
      try {
        Path path = Path.of(value);
        Path normal = path.normalize();
        if (!path.isAbsolute() && !normal.startsWith("..") && !normal.toString().isEmpty()) {
          return normal;
        }
      } catch (InvalidPathException e) {
        // It is refused below.
      }
      throw refused(
          name
              + "="
              + value
              + " is not in the run's directory; name a file below it, as in "
              + name
              + "=file"
              + (name.equals("if") ? ", or /dev/zero" : ", or /dev/null"));
    }

    private static IllegalArgumentException refused(String problem) {
      return new IllegalArgumentException("dd: " + problem + ".");
    }
  }
}
