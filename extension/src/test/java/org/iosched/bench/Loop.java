package org.iosched.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A loop device over a written image, for both sides of a comparison. */
final class Loop implements AutoCloseable {

  private final Path image;
  private final String node;

  private Loop(Path image, String node) {
    this.image = image;
    this.node = node;
  }

  /** Makes one of so many MiB of random data. */
  static Loop make(int mebibytes) throws IOException, InterruptedException, Bench.CannotRun {
    if (!Files.isWritable(Path.of("/dev/loop-control"))) {
      throw new Bench.CannotRun("it needs root for a loop device; run it with sudo");
    }
    Path image = Files.createTempFile(Path.of("target").toAbsolutePath(), "bench", ".img");
    byte[] data = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(image)) {
      for (int i = 0; i < mebibytes; i++) {
        random.nextBytes(data);
        out.write(data);
      }
    }
    run(List.of("sync", image.toString()));
    return new Loop(
        image, run(List.of("losetup", "-f", "--show", "--direct-io=on", image.toString())).strip());
  }

  String node() {
    return node;
  }

  /** Runs a command and returns what it printed. */
  static String run(List<String> command)
      throws IOException, InterruptedException, Bench.CannotRun {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new Bench.CannotRun(command.get(0) + " is missing; install it");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new Bench.CannotRun(String.join(" ", command) + " failed: " + output);
    }
    return output;
  }

  @Override
  public void close() throws IOException, Bench.CannotRun {
    try {
      run(List.of("losetup", "-d", node));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Bench.CannotRun(node + " was not detached; run losetup -d " + node);
    }
    Files.delete(image);
  }
}
