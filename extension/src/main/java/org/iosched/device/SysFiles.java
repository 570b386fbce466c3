package org.iosched.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Reads and writes the one-value files below {@code /sys} and {@code /proc}. */
interface SysFiles {

  /** The kernel gives a page at the most. */
  int MOST_BYTES = 4096;

  /** The machine's own files. */
  SysFiles REAL =
      new SysFiles() {
        @Override
        public String read(Path file) throws IOException {
          // One system call, where readString would ask for the size and for more: the kernel gives
          // such a file whole, and a switch reads dozens of them.
          byte[] content = new byte[MOST_BYTES];
          try (InputStream in = Files.newInputStream(file)) {
            int length = in.read(content);
            return new String(content, 0, Math.max(0, length), StandardCharsets.UTF_8).strip();
          }
        }

        @Override
        public void write(Path file, String value) throws IOException {
          // Neither CREATE nor TRUNCATE: a file that is gone must not become an ordinary one.
          // A stream, unlike a channel, is not closed by the interrupt of a test's timeout.
          try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            out.write(value.getBytes(StandardCharsets.UTF_8));
          }
        }
      };

  /** Returns the value without surrounding blanks. */
  String read(Path file) throws IOException;

  /** Writes the value in one system call, as the kernel expects it. */
  void write(Path file, String value) throws IOException;

  /**
   * Returns why sudo does not write a file where this process may not; empty if it does. Nothing is
   * written, and nobody is asked for a password.
   */
  default Optional<String> sudoRefusal(Path file) {
    return Optional.of("sudo is not used");
  }
}
