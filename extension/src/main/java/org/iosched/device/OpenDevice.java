package org.iosched.device;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A device under test on the machine at hand. */
final class OpenDevice implements TestDevice {

  /** For how long a device is waited for to become idle. */
  private static final Duration IDLE_BOUND = Duration.ofSeconds(30);

  /** For how long nothing may be in flight before a device counts as idle. */
  private static final Duration IDLE_FOR = Duration.ofMillis(20);

  private static final Map<String, String> MODULES =
      Map.of("bfq", "bfq", "kyber", "kyber-iosched", "mq-deadline", "mq-deadline");

  private final Host host;
  private final Tools tools;
  private final String name;
  private final Optional<Disk> disk;
  private final Switching switching;
  private final Place place;
  private final Guard guard;
  private final Workload workload;
  private final Optional<MissingRights> missingRights;
  private final List<String> recovered;
  private final String what;
  private final ClosingGate making = new ClosingGate();
  private final Object closing = new Object();
  private final KernelModules modules;
  private final Duration syncCost;
  private final List<Disk> bottom;
  private final Copies copies;
  private @Nullable ShutdownRestore shutdownRestore;
  private volatile boolean closed;

  /** Whether the watchdog knows the depths; they are written down when the first is to be set. */
  private boolean depthGuarded;

  OpenDevice(
      Host host,
      Tools tools,
      String name,
      String what,
      Optional<Disk> disk,
      Switching switching,
      Place place,
      Guard guard,
      Workload workload,
      Optional<MissingRights> missingRights,
      List<String> recovered) {
    this.host = host;
    this.tools = tools;
    this.name = name;
    this.what = what;
    this.disk = disk;
    this.switching = switching;
    this.place = place;
    this.guard = guard;
    this.workload = workload;
    this.missingRights = missingRights;
    this.recovered = List.copyOf(recovered);
    this.modules = new KernelModules(host, tools, guard);
    this.syncCost = costOfSync();
    Set<String> counted =
        switching.queues().stream().map(BlockQueue::name).collect(Collectors.toSet());
    // Found once: what lies below stays as it is, and the counters are read often.
    this.bottom =
        disk.map(Disk::bottom).orElse(List.of()).stream()
            .filter(lowest -> !counted.contains(lowest.name()))
            .toList();
    this.copies =
        disk.map(d -> new Copies(d.mostCopies(), bottom.isEmpty() ? 1 : d.mostCopiesBelow()))
            .orElse(Copies.NONE);
  }

  /** Has the device closed when the JVM ends. */
  void closeOnShutdown() {
    shutdownRestore = ShutdownRestore.of(name, this::breakOff);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> recovered() {
    return recovered;
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("device", name);
    facts.put("what", what);
    disk.ifPresent(d -> describe(d, facts));
    facts.putAll(place.facts());
    List<BlockQueue> queues = switching.queues();
    if (queues.stream().anyMatch(queue -> !queue.name().equals(name))) {
      facts.put(
          "queues",
          queues.stream().map(BlockQueue::name).collect(Collectors.joining(", "))
              + (queues.size() > 1 ? " (switched together)" : ""));
    }
    for (int i = 0; i < queues.size(); i++) {
      BlockQueue queue = queues.get(i);
      QueueSettings saved = switching.saved().get(i);
      String of = queues.size() == 1 ? "" : " of " + queue.name();
      facts.put("schedulers" + of, String.join(", ", queue.schedulers().listed()));
      facts.put("scheduler before the run" + of, saved.scheduler());
      saved.attributes().forEach((key, value) -> facts.put(key + of + " before the run", value));
    }
    facts.put(
        "cost of a sync with nothing to write",
        String.format(Locale.ROOT, "%.1f ms", syncCost.toNanos() / 1e6));
    missingRights.ifPresent(missing -> facts.put("missing rights", missing.sentence()));
    return new Description(facts);
  }

  private static void describe(Disk disk, Map<String, String> facts) {
    Optional<Storage> storage = disk.storage();
    if (storage.isPresent()) {
      String below =
          storage.get().disk().map(Disk::scheduling).filter(s -> !s.isEmpty()).isPresent()
              ? ", still scheduling below it"
              : "";
      facts.put("lies on", "an image file on " + storage.get().layers() + below);
    } else if (!disk.below().isEmpty()) {
      facts.put("lies on", String.join(", ", disk.below().stream().map(Disk::layers).toList()));
    }
    String without =
        disk.withoutScheduler().stream()
            .filter(lowest -> !lowest.equals(disk))
            .map(Disk::name)
            .collect(Collectors.joining(", "));
    if (!without.isEmpty()) {
      facts.put("below without a scheduler", without);
    }
    disk.value("loop/dio")
        .ifPresent(
            dio ->
                facts.put(
                    "loop I/O",
                    dio.equals("1")
                        ? "direct"
                        : "buffered, since the image's file system refuses direct I/O: the page"
                            + " cache below the queue is part of what is measured"));
    facts.put("size", disk.bytes() + " bytes (" + RandomFill.size(disk.bytes()) + ")");
    Map<String, String> files = new LinkedHashMap<>();
    files.put("vendor", "device/vendor");
    files.put("model", "device/model");
    files.put("firmware", "device/rev");
    files.put("firmware revision", "device/firmware_rev");
    files.put("rotational", "queue/rotational");
    files.put("logical block size", "queue/logical_block_size");
    files.put("physical block size", "queue/physical_block_size");
    files.put("write cache", "queue/write_cache");
    files.put("nomerges", "queue/nomerges");
    files.put("rq_affinity", "queue/rq_affinity");
    files.put("max_sectors_kb", "queue/max_sectors_kb");
    files.forEach((fact, file) -> disk.value(file).ifPresent(value -> facts.put(fact, value)));
  }

  @Override
  public List<String> schedulers() {
    return switching.schedulers();
  }

  @Override
  public boolean tryLoad(String kernelName) {
    if (schedulers().contains(kernelName)) {
      return true;
    }
    if (!kernelName.matches("[A-Za-z0-9_-]+") || tools.find("modprobe").isEmpty()) {
      return false;
    }
    for (String module : modulesOf(kernelName)) {
      modules.load(module);
      if (schedulers().contains(kernelName)) {
        return true;
      }
    }
    return false;
  }

  /** Upstream calls the modules kyber-iosched and bfq; others follow the first pattern. */
  private static List<String> modulesOf(String kernelName) {
    return List.of(MODULES.getOrDefault(kernelName, kernelName + "-iosched"), kernelName);
  }

  @Override
  public String active() {
    return switching.queues().isEmpty() ? "none" : switching.queues().get(0).schedulers().active();
  }

  @Override
  public Map<String, String> tunables() {
    return switching.queues().isEmpty() ? Map.of() : switching.queues().get(0).tunables();
  }

  @Override
  public boolean canSwitch() {
    return missingRights.isEmpty() && !switching.queues().isEmpty();
  }

  @Override
  public Optional<String> missingRights() {
    return missingRights.map(MissingRights::sentence);
  }

  @Override
  public List<String> rightsToGive() {
    return missingRights.map(MissingRights::remedies).orElse(List.of());
  }

  @Override
  public void switchTo(
      String kernelName, Map<String, String> tunables, Map<QueueAttribute, String> attributes) {
    if (missingRights.isPresent()) {
      throw new DeviceException(missingRights.get().sentence());
    }
    guard.ensureWatched();
    if (attributes.containsKey(QueueAttribute.QUEUE_DEPTH)) {
      guardDepth();
    }
    modulesOf(kernelName).forEach(modules::share);
    switching.switchTo(kernelName, tunables, attributes);
  }

  private synchronized void guardDepth() {
    if (!depthGuarded) {
      List<Undo> undo = new ArrayList<>();
      for (int i = 0; i < switching.queues().size(); i++) {
        BlockQueue queue = switching.queues().get(i);
        Optional.ofNullable(switching.saved().get(i).attributes().get(QueueAttribute.QUEUE_DEPTH))
            .map(v -> Undo.put(queue, queue.attributeFile(QueueAttribute.QUEUE_DEPTH), v))
            .ifPresent(undo::add);
      }
      guard.before(undo);
      depthGuarded = true;
    }
  }

  @Override
  public Optional<String> changed() {
    return switching.changed();
  }

  @Override
  public String tellChanges(String often) {
    return switching.tellChanges(name, often, Suspects.on(host));
  }

  @Override
  public void closeSwitching() {
    switching.close();
  }

  @Override
  public Path target() {
    return making.passing(place::target);
  }

  @Override
  public long targetBytes() {
    return place.targetBytes();
  }

  @Override
  public boolean targetIsRaw() {
    return place.targetIsRaw();
  }

  @Override
  public Optional<String> refuseWrites() {
    return place.refuseWrites();
  }

  @Override
  public Optional<String> refuseContent() {
    return place.refuseContent();
  }

  @Override
  public Path freshWorkspace() {
    checkPresent();
    return making.passing(place::freshWorkspace);
  }

  @Override
  public void removeWorkspace() {
    if (!closed) {
      place.removeWorkspace();
    }
  }

  private void checkPresent() {
    switching.queues().forEach(BlockQueue::checkPresent);
  }

  @Override
  public Optional<String> coldCache() {
    checkPresent();
    List<String> warm = new ArrayList<>();
    place.written().ifPresent(this::durable);
    try {
      // Pages, directory entries and inodes: Documentation/admin-guide/sysctl/vm.rst.
      host.files().write(host.proc().resolve("sys/vm/drop_caches"), "3");
    } catch (IOException e) {
      warm.add(
          "caches could not be dropped ("
              + BlockQueue.reason(e)
              + "; it takes root), so reads may be answered from memory");
    }
    if (!waitUntilIdle()) {
      warm.add(
          name
              + " did not become idle within "
              + IDLE_BOUND.toSeconds()
              + " s; something else is using it");
    }
    return warm.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", warm));
  }

  private boolean waitUntilIdle() {
    long start = System.nanoTime();
    long idleSince = start;
    while (true) {
      long now = System.nanoTime();
      if (switching.queues().stream().anyMatch(OpenDevice::isBusy)) {
        idleSince = now;
      } else if (now - idleSince >= IDLE_FOR.toNanos()) {
        return true;
      }
      if (now - start > IDLE_BOUND.toNanos()) {
        return false;
      }
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  private static boolean isBusy(BlockQueue queue) {
    // Reads and writes in flight: Documentation/ABI/stable/sysfs-block.
    return queue
        .optional("inflight")
        .map(inflight -> !inflight.matches("\\s*0\\s+0\\s*"))
        .orElse(false);
  }

  @Override
  public void durable(Path path) {
    if (Files.isDirectory(path)) {
      // fsync of a directory leaves other files' data behind, and Java has no syncfs(2).
      tools.mustRun("sync", "-f", path.toString());
      return;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      checkPresent();
      throw new DeviceException(
          path
              + " could not be synced to the device: "
              + BlockQueue.reason(e)
              + (e instanceof NoSuchFileException
                  ? "; the benchmark's body has to leave its workspace where it is"
                  : ""),
          e);
    }
  }

  private Duration costOfSync() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      // /proc has nothing to write, which leaves the cost of the call itself.
      tools.run("sync", "-f", host.proc().toString());
      least = Math.min(least, System.nanoTime() - start);
    }
    return Duration.ofNanos(least);
  }

  @Override
  public Counters counters() {
    Counters sum = Counters.ZERO;
    for (BlockQueue queue : switching.queues()) {
      Optional<String> stat = queue.optional("stat");
      if (stat.isEmpty()) {
        queue.checkPresent();
        continue;
      }
      sum = sum.plus(Counters.parse(stat.get()));
    }
    return sum;
  }

  @Override
  public Map<String, Counters> countersBelow() {
    Map<String, Counters> counters = new LinkedHashMap<>();
    for (Disk bottom : bottom) {
      bottom.value("stat").ifPresent(stat -> counters.put(bottom.name(), Counters.parse(stat)));
    }
    return counters;
  }

  @Override
  public Copies copies() {
    return copies;
  }

  @Override
  public Process start(ProcessBuilder builder) throws IOException {
    return making.passing(() -> workload.start(builder));
  }

  @Override
  public Optional<Path> cgroup() {
    return workload.cgroup();
  }

  /** Returns the run's name, which the workload's processes are marked with. */
  String run() {
    return workload.run();
  }

  /** Returns the watchdog's process number. */
  long watchdogPid() {
    return guard.watchdogPid();
  }

  @Override
  public void close() {
    boolean unused = closeOnce();
  }

  /** Closes; returns whether this was the first call. */
  private boolean closeOnce() {
    // Before the wait for another thread's close: it may hang in a switch that never ends.
    switching.close();
    synchronized (closing) {
      if (closed) {
        return false;
      }
      closed = true;
      Optional<DeviceException> refused = refusedRestore();
      // What another thread is making now it makes to its end, so that it is seen and removed.
      making.close();
      List<String> remaining = guard.finish();
      place.close();
      if (shutdownRestore != null) {
        shutdownRestore.remove();
      }
      if (!remaining.isEmpty()) {
        throw new NotRestoredException(
            refused
                .map(OpenDevice::sentence)
                .orElse("something of the run on " + name + " is left"),
            remaining);
      }
      if (refused.isPresent()) {
        // The watchdog, which has ended, has tried again for two seconds.
        refusedRestore()
            .ifPresent(
                e -> {
                  throw e;
                });
      }
      return true;
    }
  }

  private Optional<DeviceException> refusedRestore() {
    try {
      switching.restore();
      return Optional.empty();
    } catch (DeviceException e) {
      return Optional.of(e);
    }
  }

  private static String sentence(DeviceException e) {
    return e instanceof NotRestoredException left
        ? left.sentence()
        : String.valueOf(e.getMessage());
  }

  /** Closes the device of a run that is broken off, and says what became of it, if it was open. */
  private Optional<String> breakOff() {
    try {
      if (!closeOnce()) {
        return Optional.empty();
      }
    } catch (NotRestoredException e) {
      return Optional.of("broken off; " + e.lines());
    } catch (DeviceException e) {
      return Optional.of("broken off; " + e.getMessage());
    }
    List<String> again = new ArrayList<>();
    for (BlockQueue queue : switching.queues()) {
      // The run's own loop device is gone.
      if (canSwitch() && Files.exists(queue.schedulerFile())) {
        again.add(queue.name() + " has " + queue.schedulers().active() + " again");
      }
    }
    again.add(again.isEmpty() ? "nothing of the run is left" : "and nothing of the run is left");
    return Optional.of("broken off; " + String.join(", ", again));
  }
}
