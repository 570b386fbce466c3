package org.iosched.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.iosched.bench.Bench.CannotRun;

/** A loop device over a written image, for both sides of a comparison. */
final class Loop implements AutoCloseable {

  private final Path image;
  private final String node;

  /** For a benchmark that is interrupted, which ends the JVM. */
  private final Thread atExit = new Thread(this::remove, "remove loop device");

  private Loop(Path image, String node) {
    this.image = image;
    this.node = node;
  }

  /** Makes one of so many MiB of random data. */
  static Loop make(int mebibytes) throws IOException, InterruptedException, CannotRun {
    if (!Files.isWritable(Path.of("/dev/loop-control"))) {
      throw new CannotRun("it needs root for a loop device; run it with sudo");
    }
    Path image = Files.createTempFile(Path.of("target").toAbsolutePath(), "bench", ".img");
    image.toFile().deleteOnExit();
    try {
      write(image, mebibytes);
      run(List.of("sync", image.toString()));
      String node =
          run(List.of("losetup", "-f", "--show", "--direct-io=on", image.toString())).strip();
      Loop loop = new Loop(image, node);
      Runtime.getRuntime().addShutdownHook(loop.atExit);
      return loop;
    } catch (IOException | InterruptedException | CannotRun e) {
      Files.deleteIfExists(image);
      throw e;
    }
  }

  private static void write(Path image, int mebibytes) throws IOException {
    byte[] data = new byte[1 << 20];
    SplittableRandom random = new SplittableRandom(1);
    try (OutputStream out = Files.newOutputStream(image)) {
      for (int i = 0; i < mebibytes; i++) {
        random.nextBytes(data);
        out.write(data);
      }
    }
  }

  String node() {
    return node;
  }

  /** Runs a command and returns what it printed. */
  static String run(List<String> command) throws IOException, InterruptedException, CannotRun {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new CannotRun(command.get(0) + " is missing; install it");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new CannotRun(String.join(" ", command) + " failed: " + output);
    }
    return output;
  }

  private void remove() {
    try {
      run(List.of("losetup", "-d", node));
      Files.deleteIfExists(image);
    } catch (IOException | CannotRun e) {
      System.err.println(node + " is left; run losetup -d " + node + " and delete " + image);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      System.err.println(node + " is left; run losetup -d " + node + " and delete " + image);
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    remove();
  }
}
