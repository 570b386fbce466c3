package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Who runs this process.
 *
 * @param name the name, or what stands for it where the number has none
 * @param number the number
 */
record User(String name, long number) {

  /** Returns the user of this process. */
  static User current() {
    String name = System.getProperty("user.name");
    try {
      return new User(
          name, ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue());
    } catch (IOException e) {
      return new User(name, -1);
    }
  }

  private boolean isPlain() {
    return number < 0 || name.matches("[A-Za-z_][A-Za-z0-9_.-]*");
  }

  /** Returns the name as sudoers takes it: by number where it would have to be escaped. */
  String inSudoers() {
    return isPlain() ? name : String.format(Locale.ROOT, "#%d", number);
  }

  /** Returns the name as chown takes it. */
  String inShell() {
    return isPlain() ? name : Long.toString(number);
  }
}
