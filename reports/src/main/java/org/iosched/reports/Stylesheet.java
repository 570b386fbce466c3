package org.iosched.reports;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the style sheets that lie beside this class. */
final class Stylesheet {

  private Stylesheet() {}

  static String text(String name) {
    try (InputStream in = Stylesheet.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar of iosched-reports lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the jar of iosched-reports cannot be read", e);
    }
  }
}
