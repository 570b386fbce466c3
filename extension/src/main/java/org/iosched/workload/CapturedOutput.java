package org.iosched.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a program writes to one of its outputs: a file beside the log that has lost its name as soon
 * as the program has it, so that nothing remains should this process be killed.
 */
final class CapturedOutput implements AutoCloseable {

  private final Path log;
  private final Path file;
  private final FileChannel written;

  /**
   * Makes the file.
   *
   * @param log the log beside which it lies, and to whose end it is moved
   * @throws UncheckedIOException if it cannot be made
   */
  CapturedOutput(Path log) {
    this.log = log;
    try {
      // Not named after the log, whose name may be as long as a name can be.
      file = Files.createTempFile(log.toAbsolutePath().getParent(), "output-", ".tmp");
      written = FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed("made", e);
    }
  }

  /** Returns where the program's output is to go. */
  ProcessBuilder.Redirect redirect() {
    return ProcessBuilder.Redirect.to(file.toFile());
  }

  /** Takes the name away: the program has been started, or could not be. */
  void unlink() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed("removed", e);
    }
  }

  /** Returns all that was written. */
  String text() {
    try {
      return new String(
          Channels.newInputStream(written.position(0)).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /** Returns the last lines of it. */
  String lastLines() {
    try {
      return LastLines.of(written, 0);
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /** Adds what was written to the end of the log and gives the file up. */
  @Override
  public void close() {
    try (written;
        OutputStream end = Files.newOutputStream(log, StandardOpenOption.APPEND)) {
      Channels.newInputStream(written.position(0)).transferTo(end);
    } catch (IOException e) {
      throw failed("added to the log", e);
    } finally {
      unlink();
    }
  }

  private UncheckedIOException failed(String deed, IOException e) {
    return new UncheckedIOException(
        "the output of a program beside " + log + " cannot be " + deed + ": " + e, e);
  }
}
