package org.iosched.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A run of its own: opens a device, switches it, makes a workspace where there can be one, starts a
 * workload, and then holds all that until it is ended.
 */
final class HoldingDevice {

  /** How long it lives at most, so that whoever waits for it does not wait for ever. */
  private static final long BOUND_SECONDS = 120;

  private HoldingDevice() {}

  /** Arguments: device, and the directory in which the test works. */
  public static void main(String[] arguments) throws Exception {
    Path temp = Path.of(arguments[1]);
    DeviceRequest request =
        new DeviceRequest(arguments[0], temp.resolve("images"), DeviceRequest.SMALLEST_BYTES);
    OpenDevice device = Devices.open(request, Machine.host(temp));
    device.switchTo("bfq", Map.of("low_latency", "0"));
    Path work = Path.of("/");
    if (!arguments[0].startsWith("/dev/")) {
      work = device.freshWorkspace();
    }
    Process workload =
        device.start(
            new ProcessBuilder("sh", "-c", "trap '' TERM HUP INT; setsid sleep 300 & sleep 300")
                .directory(work.toFile())
                .inheritIO());
    // Started behind the run's back, as a library may do it; lives on after the run.
    Process stranger = new ProcessBuilder("setsid", "sleep", "60").inheritIO().start();
    System.out.println(
        "ready "
            + device.name()
            + " "
            + device.run()
            + " "
            + device.watchdogPid()
            + " "
            + workload.pid()
            + " "
            + stranger.pid());
    System.out.flush();
    Thread switcher =
        new Thread(
            () -> {
              // Goes on while the shutdown hook restores, as a test thread does.
              while (true) {
                try {
                  device.switchTo("kyber", Map.of());
                  device.switchTo("bfq", Map.of());
                } catch (DeviceException e) {
                  return;
                }
              }
            });
    if (arguments.length > 2 && arguments[2].equals("switching")) {
      switcher.start();
    }
    Thread.sleep(300_000);
  }

  /** Such a run in a process of its own. */
  static final class Run implements AutoCloseable {

    final Process process;
    final String device;
    final String run;
    final long watchdog;
    final long workload;
    final long stranger;

    Run(String device, Path temp, String... more) throws IOException {
      this(here(device, temp, more));
    }

    private static List<String> here(String device, Path temp, String... more) {
      List<String> command = new ArrayList<>();
      // A session of its own, so that its whole process group can be killed without ours.
      command.addAll(
          List.of(
              "setsid",
              // A shell that runs in the background has its children ignore it.
              "env",
              "--default-signal=INT",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx64m",
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path", ""),
              HoldingDevice.class.getName(),
              device,
              temp.toString()));
      command.addAll(List.of(more));
      return command;
    }

    /** Starts it by a command that runs the class, of this process's process numbers. */
    Run(List<String> command) throws IOException {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      CompletableFuture.delayedExecutor(BOUND_SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      StringBuilder said = new StringBuilder();
      InputStream in = process.getInputStream();
      while (said.indexOf("ready") < 0 || said.charAt(said.length() - 1) != '\n') {
        int next = in.read();
        if (next < 0) {
          throw new IllegalStateException("the run has ended: " + said);
        }
        said.append((char) next);
      }
      String line = said.substring(said.indexOf("ready")).strip();
      String[] words = line.split(" ", -1);
      this.device = words[1];
      this.run = words[2];
      this.watchdog = Long.parseLong(words[3]);
      this.workload = Long.parseLong(words[4]);
      this.stranger = Long.parseLong(words[5]);
    }

    /** Returns what it says until it ends. */
    String rest() {
      try {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void signal(String signal) {
      Machine.TOOLS.mustRun("sh", "-c", "kill -" + signal + " " + process.pid());
    }

    void signalGroup(String signal) {
      Machine.TOOLS.mustRun("sh", "-c", "kill -" + signal + " -" + process.pid());
    }

    @Override
    public void close() {
      process.destroyForcibly();
      ProcessHandle.of(stranger).ifPresent(ProcessHandle::destroyForcibly);
      ProcessHandle.of(watchdog).ifPresent(dog -> Machine.waitFor(() -> !dog.isAlive(), 20_000));
    }
  }
}
