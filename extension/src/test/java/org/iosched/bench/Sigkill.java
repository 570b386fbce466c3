package org.iosched.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.iosched.bench.Bench.CannotRun;
import org.iosched.device.LoopDisk;
import org.iosched.device.Machine;
import org.iosched.device.TestDevice;
import org.iosched.device.Trees;
import org.iosched.device.WatchedOpening;
import org.iosched.extension.DyingSuite;

/**
 * Kills a running suite at random moments, and looks whether everything is as before: settings
 * within a second, all else within ten. Then kills the watchdog too, and looks whether the next
 * start restores.
 */
final class Sigkill {

  /** Carried by everything that descends from the suite. */
  private static final String TOKEN = "IOSCHED_CAMPAIGN";

  /** The exit status that Java gives a process which SIGKILL has ended. */
  private static final int SIGKILLED = 128 + 9;

  private static final long RESTORED_MILLIS = 1000;
  private static final long CLEANED_MILLIS = 10_000;
  private static final List<String> KINDS =
      List.of("write", "any", "open", "any", "restore", "write");

  /** What was seen at one kind of moment. */
  private static final class Row {
    private int kills;
    private int restored;
    private int good;
    private long slowestRestored;
    private int cleaned;
    private long slowestCleaned;
  }

  private final Path temp;
  private final LoopDisk disk;
  private final String before;
  private final Map<String, String> machine;
  private final Random random;
  private final String token;
  private final List<String> failures = new ArrayList<>();

  private Sigkill(Path temp, LoopDisk disk, int seed) {
    this.temp = temp;
    this.disk = disk;
    this.before = disk.state();
    this.machine = Machine.state(temp);
    this.random = new Random(seed);
    this.token = temp.getFileName().toString();
  }

  static Bench.Figure run() throws Exception {
    int kills = Setting.of("bench.kills", 200, 1);
    int seed = Setting.of("bench.seed", 1, 0);
    System.out.printf("seed %d (-Dbench.seed), %d kills (-Dbench.kills)%n", seed, kills);
    return campaign(kills, Math.max(1, kills / 4), seed);
  }

  /** Kills a suite so many times, and so many times its watchdog too. */
  static Bench.Figure campaign(int kills, int both, int seed) throws Exception {
    if (!Files.isWritable(Path.of("/dev/loop-control"))) {
      throw new CannotRun("it needs root for a loop device; run it with sudo");
    }
    Path temp = Files.createTempDirectory("iosched-sigkill");
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      return new Sigkill(temp, disk, seed).killed(kills, both);
    } finally {
      Trees.delete(temp);
    }
  }

  private Bench.Figure killed(int kills, int both) throws Exception {
    Map<String, Row> rows = new TreeMap<>();
    Child next = new Child(deviceOf(0));
    try {
      int missed = 0;
      int i = 0;
      while (i < kills + both) {
        Child child = next;
        boolean watchdogToo = i >= kills;
        String kind = KINDS.get(i % KINDS.size());
        child.go(i % 3 == 0 ? "job" : "body");
        OptionalLong struckNanos = strike(child, kind, i % 2 == 1, watchdogToo);
        if (struckNanos.isEmpty()) {
          missed++;
          if (missed > kills + both) {
            throw new IllegalStateException("the moments to kill at were missed too often");
          }
          child.end();
          next = new Child(deviceOf(i));
          continue;
        }
        long killedNanos = struckNanos.getAsLong();
        String label = watchdogToo ? "watchdog too, next start" : kind;
        Row row = rows.computeIfAbsent(label, k -> new Row());
        row.kills++;
        if (watchdogToo) {
          nextStart(i);
        }
        long restored = elapsed(killedNanos, RESTORED_MILLIS, () -> disk.state().equals(before));
        boolean isRestored = (watchdogToo || restored >= 0) && disk.state().equals(before);
        if (watchdogToo || restored >= 0) {
          row.restored += isRestored ? 1 : 0;
          row.slowestRestored = Math.max(row.slowestRestored, restored);
        } else {
          failures.add("kill " + i + " (" + kind + "): still " + disk.state() + " after 1 s");
        }
        // Started only now, so that its start does not take the processor from the watchdog.
        next = new Child(deviceOf(i + 1));
        Child waiting = next;
        long cleaned = elapsed(killedNanos, CLEANED_MILLIS, () -> left(waiting).isEmpty());
        if (cleaned >= 0) {
          row.cleaned++;
          row.good += isRestored ? 1 : 0;
          row.slowestCleaned = Math.max(row.slowestCleaned, cleaned);
        } else {
          failures.add("kill " + i + " (" + kind + "): left " + left(waiting));
        }
        child.end();
        i++;
      }
    } finally {
      next.end();
    }
    print(rows);
    failures.forEach(System.out::println);
    return figure(rows, kills, both);
  }

  private static Bench.Figure figure(Map<String, Row> rows, int kills, int both) {
    int good = 0;
    int bothGood = 0;
    for (Map.Entry<String, Row> row : rows.entrySet()) {
      if (row.getKey().startsWith("watchdog")) {
        bothGood += row.getValue().good;
      } else {
        good += row.getValue().good;
      }
    }
    return new Bench.Figure(
        good + " of " + kills + ", and by the next start " + bothGood + " of " + both,
        kills + " of " + kills + " and " + both + " of " + both,
        good == kills && bothGood == both);
  }

  private static void print(Map<String, Row> rows) {
    System.out.printf(
        "%-26s %6s %9s %11s %9s %11s%n",
        "moment", "kills", "in 1 s", "slowest ms", "in 10 s", "slowest ms");
    rows.forEach(
        (kind, row) ->
            System.out.printf(
                Locale.ROOT,
                "%-26s %6d %9d %11d %9d %11d%n",
                kind,
                row.kills,
                row.restored,
                row.slowestRestored,
                row.cleaned,
                row.slowestCleaned));
  }

  /** Two in three work on the disk that was set up, the others on a loop device of their own. */
  private String deviceOf(int kill) {
    return kill % 5 < 3 ? disk.mounted.toString() : "";
  }

  /**
   * Waits for the moment and kills; returns when, and nothing if the suite had ended by itself
   * before.
   */
  private OptionalLong strike(Child child, String kind, boolean group, boolean watchdogToo)
      throws InterruptedException {
    if (!hasCome(child, kind)) {
      return OptionalLong.empty();
    }
    List<Long> dogs = watchdogToo ? watchdogs() : List.of();
    long nanos = System.nanoTime();
    child.kill(group);
    if (watchdogToo) {
      Thread.sleep(random.nextInt(100));
      for (long dog : dogs) {
        ProcessHandle.of(dog).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    return child.wasKilled() ? OptionalLong.of(nanos) : OptionalLong.empty();
  }

  private boolean hasCome(Child child, String kind) throws InterruptedException {
    if (kind.equals("any")) {
      boolean open = child.await("open");
      Thread.sleep(random.nextInt(2500));
      return open;
    }
    int words = kind.equals("write") ? 1 + random.nextInt(6) : 1;
    for (int word = 0; word < words; word++) {
      if (!child.await(kind)) {
        return false;
      }
    }
    Thread.sleep(random.nextInt(kind.equals("open") ? 600 : 21));
    return true;
  }

  private void nextStart(int kill) {
    try (TestDevice device = WatchedOpening.open(disk.mounted.toString(), temp, what -> {})) {
      if (!disk.state().equals(before)) {
        failures.add("kill " + kill + ": the next start left " + disk.state());
      }
      device.recovered().stream().limit(1).forEach(words -> System.out.println("  " + words));
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static long elapsed(long sinceNanos, long boundMillis, Condition condition)
      throws InterruptedException {
    while (true) {
      boolean holds = condition.holds();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
      if (holds || millis > boundMillis) {
        return holds && millis <= boundMillis ? millis : -1;
      }
      Thread.sleep(10);
    }
  }

  /** Returns what is left of the runs, but for the child that waits for its turn. */
  private List<String> left(Child waiting) {
    List<String> left = new ArrayList<>(WatchedOpening.leftovers(temp));
    if (!Machine.state(temp).equals(machine)) {
      left.add("loop devices or mounts");
    }
    for (long pid : descendants()) {
      if (pid != waiting.process.pid()) {
        left.add("process " + pid);
      }
    }
    return left;
  }

  private List<Long> descendants() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::isOurs).toList();
  }

  private boolean isOurs(long pid) {
    return read(pid, "environ").contains(TOKEN + "=" + token + "\0");
  }

  private List<Long> watchdogs() {
    return descendants().stream()
        .filter(pid -> read(pid, "cmdline").contains("iosched-watchdog"))
        .toList();
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc/" + pid, file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** A suite in a process and a process group of its own. */
  private final class Child {

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    Child(String device) throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
              "setsid",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx128m",
              "-XX:TieredStopAtLevel=1",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path", ""),
              DyingSuite.class.getName(),
              temp.toString(),
              device);
      builder.environment().put(TOKEN, token);
      process = builder.redirectError(temp.resolve("errors").toFile()).start();
      Thread reader = new Thread(this::listen, "campaign-listener");
      reader.setDaemon(true);
      reader.start();
    }

    private void listen() {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          said.add(line);
        }
      } catch (IOException e) {
        // It was killed.
      }
    }

    /**
     * Waits for a word, for as long as a whole suite takes at most; false if the suite has ended
     * without it.
     */
    boolean await(String word) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (System.nanoTime() < deadline) {
        String line = said.poll(100, TimeUnit.MILLISECONDS);
        if (word.equals(line)) {
          return true;
        }
        if (line == null && !process.isAlive()) {
          return false;
        }
      }
      throw new IllegalStateException("the suite never said " + word);
    }

    void go(String what) throws InterruptedException {
      if (!await("warm")) {
        throw new IllegalStateException("the suite has ended before it began");
      }
      PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      in.println(what);
    }

    void kill(boolean group) throws InterruptedException {
      if (group) {
        try {
          int unused =
              new ProcessBuilder("kill", "-KILL", "--", "-" + process.pid()).start().waitFor();
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
      process.destroyForcibly();
    }

    /** Tells whether it has ended by SIGKILL, not by itself before. */
    boolean wasKilled() throws InterruptedException {
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == SIGKILLED;
    }

    void end() throws InterruptedException {
      process.destroyForcibly();
      boolean unused = process.waitFor(10, TimeUnit.SECONDS);
    }
  }
}
