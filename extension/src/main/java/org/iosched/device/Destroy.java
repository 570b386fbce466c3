package org.iosched.device;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The value of {@code destroy=}: the one device that may be overwritten, and what on it is given
 * up. It is written {@code NAME+SIGNATURE+SIGNATURE}; characters that a shell or a properties file
 * would read are written {@code %XX}, in UTF-8.
 *
 * @param name a name that stays with the device: a serial number, a WWN, a name in {@code
 *     /dev/disk/by-id}
 * @param signatures what blkid calls the signatures that may be lost, e.g. {@code gpt}, {@code
 *     ext4}
 */
public record Destroy(String name, List<String> signatures) {

  private static final String BY_ID = "/dev/disk/by-id/";
  private static final String PLAIN = "._:@/-";

  /** What the kernel hands out in the order in which it finds devices. */
  private static final Pattern KERNEL_NAME =
      Pattern.compile(
          "(sd[a-z]+|vd[a-z]+|hd[a-z]+|xvd[a-z]+)\\d*"
              + "|(nvme\\d+n\\d+|mmcblk\\d+|loop\\d+|md\\d+|nbd\\d+|zram\\d+|sr\\d+|nullb\\d+)(p\\d+)?"
              + "|dm-\\d+");

  /** Copies the list. */
  public Destroy {
    signatures = List.copyOf(signatures);
  }

  /**
   * Reads a value.
   *
   * @throws DeviceException in one sentence if it names no device for good, or is not written well
   */
  public static Destroy parse(String value) {
    List<String> words = new ArrayList<>();
    for (String word : value.strip().split("\\+", -1)) {
      words.add(decoded(word, value));
    }
    String name =
        words.get(0).startsWith(BY_ID) ? words.get(0).substring(BY_ID.length()) : words.get(0);
    if (words.stream().anyMatch(String::isBlank)) {
      throw new DeviceException(
          "destroy=" + value + " has an empty word; write it as NAME or NAME+gpt+ext4");
    }
    if (KERNEL_NAME.matcher(name).matches() || name.startsWith("/")) {
      throw new DeviceException(
          "destroy="
              + value
              + " is not accepted: the kernel gives such names anew at each start, and the next time"
              + " it may be another disk; name the device by its serial number, WWN or name in"
              + " /dev/disk/by-id (a run with -Ddevice=/dev/X and without destroy= prints the value)");
    }
    return new Destroy(name, words.subList(1, words.size()));
  }

  /** Tells whether a signature may be lost. */
  boolean gives(String signature) {
    return signatures.stream().anyMatch(signature::equalsIgnoreCase);
  }

  /** Returns the value that parses to the same. */
  public String value() {
    StringBuilder text = new StringBuilder(encoded(name));
    signatures.forEach(signature -> text.append('+').append(encoded(signature)));
    return text.toString();
  }

  private static String encoded(String word) {
    StringBuilder text = new StringBuilder();
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || PLAIN.indexOf(c) >= 0;
      text.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return text.toString();
  }

  private static String decoded(String word, String value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] given = word.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < given.length; i++) {
      if (given[i] != '%') {
        bytes.write(given[i]);
        continue;
      }
      int high = i + 2 < given.length ? Character.digit(given[i + 1], 16) : -1;
      int low = i + 2 < given.length ? Character.digit(given[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new DeviceException(
            "destroy="
                + value
                + " has a % that two hexadecimal digits do not follow; write % as %25");
      }
      bytes.write(high * 16 + low);
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new DeviceException(
          "destroy=" + value + " has %XX that are no UTF-8; copy the value as it was printed", e);
    }
  }
}
