package org.iosched.engine.load;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;

/** Says why a name is no path on this machine. */
final class BadPath {
  private BadPath() {}

  /** Returns the end of a sentence that names the path, the reason and the remedy. */
  static String words(String path, InvalidPathException reason) {
    boolean ends = path.indexOf('\0') >= 0;
    return path.replace('\0', '?')
        + " is no path on this machine: "
        + (ends
            ? "it has a character of value zero; leave it out"
            : reason.getReason()
                + "; use plain letters, or a locale with UTF-8, such as LC_ALL=C.UTF-8 (file names"
                + " are written in "
                + Charset.defaultCharset().name()
                + " or less here)");
  }
}
