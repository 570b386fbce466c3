package org.iosched.engine;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The words that fio replaces by figures of the machine ({@code $pagesize}, {@code $mb_memory},
 * {@code $ncpus}), and the arithmetic with them that fio leaves to {@code bc}.
 */
final class FioKeywords {

  private static final List<String> WORDS = List.of("$pagesize", "$mb_memory", "$ncpus");

  /** The type of the page size in the auxiliary vector, see getauxval(3). */
  private static final long AT_PAGESZ = 6;

  private FioKeywords() {}

  /**
   * Replaces the words in a value, and works it out where it then has an operator.
   *
   * @param figures what a word stands for on this machine, empty where that cannot be read
   * @throws IllegalArgumentException with what was expected
   */
  static String replaced(String value, Function<String, Optional<Long>> figures) {
    String text = value;
    for (String word : WORDS) {
      if (text.contains(word)) {
        long figure =
            figures
                .apply(word)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            word + " is not to be read on this machine; write the number"));
        text = text.replace(word, Long.toString(figure));
      }
    }
    if (text.equals(value) || !text.matches("(?s).*[-+*/].*")) {
      return text;
    }
    return new Arithmetic(text.replace(" ", "")).result().toString();
  }

  /** Returns what a word stands for on this machine. */
  static Optional<Long> ofThisMachine(String word) {
    try {
      return switch (word) {
        case "$pagesize" -> pageSize();
        case "$mb_memory" -> memoryMegabytes();
        default -> processors();
      };
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> pageSize() throws IOException {
    ByteBuffer vector =
        ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
            .order(ByteOrder.nativeOrder());
    while (vector.remaining() >= 2 * Long.BYTES) {
      long type = vector.getLong();
      long entry = vector.getLong();
      if (type == AT_PAGESZ) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  private static Optional<Long> memoryMegabytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/meminfo")).stream()
        .filter(line -> line.startsWith("MemTotal:"))
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst();
  }

  private static Optional<Long> processors() throws IOException {
    long count =
        Files.readAllLines(Path.of("/proc/stat")).stream()
            .filter(line -> line.matches("cpu\\d.*"))
            .count();
    return count == 0 ? Optional.empty() : Optional.of(count);
  }

  /** Whole numbers with + - * / and brackets, as bc works them out without a scale. */
  private static final class Arithmetic {
    private static final int DEEPEST = 50;

    private final String text;
    private int at;
    private int depth;

    Arithmetic(String text) {
      this.text = text;
    }

    BigInteger result() {
      BigInteger result = sum();
      if (at != text.length() || result.signum() < 0 || result.bitLength() > 62) {
        throw wrong();
      }
      return result;
    }

    private BigInteger sum() {
      BigInteger sum = product();
      while (next('+') || next('-')) {
        sum = text.charAt(at++) == '+' ? sum.add(product()) : sum.subtract(product());
      }
      return sum;
    }

    private BigInteger product() {
      BigInteger product = factor();
      while (next('*') || next('/')) {
        if (text.charAt(at++) == '*') {
          product = product.multiply(factor());
        } else {
          BigInteger divisor = factor();
          if (divisor.signum() == 0) {
            throw wrong();
          }
          product = product.divide(divisor);
        }
      }
      return product;
    }

    private BigInteger factor() {
      if (next('(')) {
        if (++depth > DEEPEST) {
          throw wrong();
        }
        at++;
        BigInteger inner = sum();
        if (!next(')')) {
          throw wrong();
        }
        at++;
        depth--;
        return inner;
      }
      int begin = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at == begin || at - begin > 18) {
        throw wrong();
      }
      return new BigInteger(text.substring(begin, at));
    }

    private boolean next(char c) {
      return at < text.length() && text.charAt(at) == c;
    }

    private static IllegalArgumentException wrong() {
      return new IllegalArgumentException(
          "with $pagesize, $mb_memory or $ncpus it is one number, or whole numbers with + - * / and"
              + " brackets, no suffixes, not below zero");
    }
  }
}
