package org.iosched.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.iosched.device.Copies;
import org.iosched.device.Counters;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;

/**
 * Tells from two readings what disturbed a workload, by fixed thresholds and without its rates. The
 * thresholds are such that the load itself never crosses them, however much it is.
 */
final class Judgement {

  /**
   * How much foreign I/O two readings may show in bytes however close they are: room for what comes
   * in one piece, such as a probe of the device by udev or a commit of a journal.
   */
  static final long FOREIGN_BYTES = 1 << 20;

  /**
   * How much foreign I/O a second may show, in bytes: logs and the like on an idle machine. A third
   * of what a 4k random reader gets of a disk with 100 I/Os per second.
   */
  static final long FOREIGN_BYTES_PER_SECOND = 128 << 10;

  /** From which share of the processors' time steal disturbs; less is usual on virtual machines. */
  static final double STEAL_SHARE = 0.05;

  /** How many ticks of 10 ms make steal certain: in a slice one tick is already some percent. */
  static final long STEAL_TICKS = 5;

  /**
   * From which share of all processors' time other processes disturb, if work also had to wait for
   * processors.
   */
  static final double FOREIGN_CPU_SHARE = 0.25;

  /** The same where the kernel does not tell whether work had to wait. */
  static final double FOREIGN_CPU_SHARE_WITHOUT_PRESSURE = 0.5;

  /** From which share of the time on work waits for processors; many threads alone cause more. */
  static final double CPU_PRESSURE_SHARE = 0.1;

  /**
   * From which share of the time on, in which everything waited for memory, it disturbs jobs that
   * pass by the page cache and keep their buffers.
   */
  static final double MEMORY_PRESSURE_SHARE = 0.1;

  /** From which share of one processor's time slowing down, by heat or a quota, disturbs. */
  static final double THROTTLED_SHARE = 0.05;

  /** Up to which share direct jobs may miss the device. */
  static final double MISSED_SHARE = 0.05;

  /** From which share on buffered jobs hardly reached the device. */
  static final double CACHED_SHARE = 0.9;

  /** How far the two clocks may go apart, in seconds, before the machine was suspended. */
  static final double SUSPENDED_SECONDS = 0.5;

  /** Which share of the foreign I/O a process must have done to be named. */
  static final double NAMED_SHARE = 0.1;

  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * What the judgement is about.
   *
   * @param device the device's name
   * @param own whose I/O is the workload's
   * @param copies how many bytes may be counted for one of the workload
   * @param onlyOurs whether the run has made the device
   */
  record Case(String device, OwnIo own, Copies copies, boolean onlyOurs) {}

  private final Case about;
  private final Reading first;
  private final Reading last;
  private final Supplier<Optional<Others>> others;
  private final BiPredicate<Set<String>, Long> worksOn;
  private final double seconds;
  private final Map<String, Double> conditions = new TreeMap<>();
  private final List<Mark> marks = new ArrayList<>();

  private Judgement(
      Case about,
      Reading first,
      Reading last,
      Supplier<Optional<Others>> others,
      BiPredicate<Set<String>, Long> worksOn) {
    this.about = about;
    this.first = first;
    this.last = last;
    this.others = others;
    this.worksOn = worksOn;
    this.seconds = Math.max(1e-9, (last.nanos() - first.nanos()) / 1e9);
  }

  /**
   * Judges.
   *
   * @param about what it is about
   * @param first the reading at the begin
   * @param last the reading at the end
   * @param counted what the workload says it has read and written; zero where it does not say
   * @param others what other processes did; asked for only where it is needed
   * @param worksOn tells whether the process of a number works on one of the disks named
   */
  static Disturbance of(
      Case about,
      Reading first,
      Reading last,
      ProcessIo counted,
      Supplier<Optional<Others>> others,
      BiPredicate<Set<String>, Long> worksOn) {
    Judgement judgement = new Judgement(about, first, last, others, worksOn);
    judgement.judgeIo(counted);
    judgement.judgeCaching(counted);
    judgement.judgeProcessors();
    judgement.judgePressure();
    judgement.judgeThrottling();
    judgement.judgeSuspension();
    // What has never counted an I/O has no queue: nothing is compared on it that could be
    // disturbed.
    boolean hasQueue = !last.device().equals(Counters.ZERO);
    return new Disturbance(judgement.conditions, hasQueue ? judgement.marks : List.of());
  }

  // --- I/O -------------------------------------------------------------------------------------

  private void judgeIo(ProcessIo counted) {
    boolean needsOthers = about.own() instanceof OwnIo.Body && !about.onlyOurs();
    Foreign foreign =
        Foreign.of(
            about.own(),
            first,
            last,
            about.copies(),
            about.onlyOurs(),
            counted,
            needsOthers ? others.get() : Optional.empty());
    foreign
        .device()
        .ifPresent(
            io -> {
              conditions.put("foreign-read-bytes", (double) io.readBytes());
              conditions.put("foreign-write-bytes", (double) io.writtenBytes());
              judgeForeign("foreign-io", io, Set.of(about.device()), about.device());
            });
    foreign
        .below()
        .ifPresent(
            io -> {
              conditions.put("foreign-below-read-bytes", (double) io.readBytes());
              conditions.put("foreign-below-write-bytes", (double) io.writtenBytes());
              Set<String> disks = new TreeSet<>(last.below().keySet());
              judgeForeign(
                  "foreign-io-below",
                  io,
                  disks,
                  String.join(", ", disks) + " below " + about.device());
            });
  }

  private void judgeForeign(String kind, ProcessIo io, Set<String> disks, String where) {
    double allowed = FOREIGN_BYTES + FOREIGN_BYTES_PER_SECOND * seconds + inFlightBytes();
    boolean read = io.readBytes() > allowed;
    boolean written = io.writtenBytes() > allowed;
    if (!read && !written) {
      return;
    }
    String reading = "read " + bytes(io.readBytes()) + " from ";
    String writing = "wrote " + bytes(io.writtenBytes()) + " to ";
    String what =
        read && written ? reading + "and " + writing + where : (read ? reading : writing) + where;
    mark(kind, "other processes " + what + " meanwhile, " + whoDid(io, read, written, disks), true);
  }

  private long inFlightBytes() {
    return about.own() instanceof OwnIo.Jobs jobs ? jobs.mostInFlightBytes() : 0;
  }

  /** Names who did most of it, as far as that can be seen. */
  private String whoDid(ProcessIo foreign, boolean read, boolean written, Set<String> disks) {
    Optional<Others> seen = others.get();
    if (seen.isEmpty()) {
      return "by whom was not looked at";
    }
    long did = amount(foreign, read, written);
    ToLongFunction<Others.Other> its = other -> amount(other.io(), read, written);
    List<Others.Other> many =
        seen.get().processes().stream()
            .filter(other -> its.applyAsLong(other) >= did * NAMED_SHARE)
            .sorted(Comparator.comparingLong(its).reversed())
            .toList();
    Optional<Others.Other> there =
        many.stream().filter(other -> worksOn.test(disks, other.pid())).findFirst();
    if (there.isPresent()) {
      Others.Other other = there.get();
      long amount = its.applyAsLong(other);
      String how =
          // What it did on other disks is in it.
          amount > did * 1.5
              ? "probably "
              : amount >= did / 2 ? "most of it " : "the largest part that can be seen ";
      return how + named(other, bytes(amount));
    }
    if (!many.isEmpty()) {
      Others.Other other = many.get(0);
      return "perhaps " + named(other, bytes(its.applyAsLong(other)) + " on all disks");
    }
    return seen.get().allSeen()
        ? "by a process that has ended, or from the page cache"
        : "by a process that has ended, or one that this user may not look at (root may)";
  }

  private static long amount(ProcessIo io, boolean read, boolean written) {
    return (read ? io.readBytes() : 0) + (written ? io.writtenBytes() : 0);
  }

  private static String named(Others.Other other, String amount) {
    return other.name() + " (pid " + other.pid() + ", " + amount + ")";
  }

  private void judgeCaching(ProcessIo counted) {
    long all = counted.readBytes() + counted.writtenBytes();
    if (all == 0
        || !(about.own() instanceof OwnIo.Jobs jobs)
        || !Foreign.countersKept(about.own(), first, last)) {
      return;
    }
    Counters device = last.device().since(first.device());
    // Each direction for itself, so that others' writes do not stand for reads.
    double reached =
        (double) Math.min(counted.readBytes(), device.readBytes())
            + Math.min(counted.writtenBytes(), device.writtenBytes())
            + jobs.mostInFlightBytes();
    double share = Math.max(0, 1 - reached / all);
    conditions.put("cached-share", share);
    if (jobs.caching() == OwnIo.Caching.DIRECT && share > MISSED_SHARE) {
      mark(
          "cached",
          "of what the direct jobs counted, "
              + Shown.percent(share)
              + " did not reach "
              + about.device()
              + ": something above it answered, such as a file system that refuses direct I/O",
          true);
    } else if (jobs.caching() == OwnIo.Caching.BUFFERED && share > CACHED_SHARE) {
      mark(
          "served-from-cache",
          "the buffered jobs hardly reached "
              + about.device()
              + ": the page cache served "
              + Shown.percent(share)
              + " of their bytes, so this measures memory",
          false);
    }
  }

  // --- processors ------------------------------------------------------------------------------

  private void judgeProcessors() {
    if (first.cpu().isEmpty() || last.cpu().isEmpty()) {
      return;
    }
    CpuTicks cpu = last.cpu().get().since(first.cpu().get());
    if (cpu.total() <= 0) {
      // Shorter than a tick.
      return;
    }
    double steal = (double) cpu.steal() / cpu.total();
    conditions.put("steal-share", steal);
    if (steal > STEAL_SHARE && cpu.steal() >= STEAL_TICKS) {
      mark(
          "cpu-steal",
          "the virtual machine's host took "
              + Shown.percent(steal)
              + " of the processors' time for others",
          true);
    }
    long user = Math.max(0, cpu.user() - (last.ownUserTicks() - first.ownUserTicks()));
    double share = (double) user / cpu.total();
    conditions.put("foreign-cpu-share", share);
    Optional<Double> waited = some(first.cpuPressure(), last.cpuPressure());
    boolean disturbs =
        waited
            .map(w -> share > FOREIGN_CPU_SHARE && w > CPU_PRESSURE_SHARE)
            .orElse(share > FOREIGN_CPU_SHARE_WITHOUT_PRESSURE);
    if (disturbs) {
      mark(
          "foreign-cpu",
          "other processes took "
              + Shown.percent(share)
              + " of the processors' time"
              + waited.map(w -> " and work waited for them " + Shown.percent(w)).orElse("")
              + waited.map(w -> " of the time").orElse("")
              + whoComputed(),
          true);
    }
  }

  private String whoComputed() {
    return others
        .get()
        .flatMap(seen -> seen.most(Others.Other::cpuTicks))
        .map(
            other ->
                ", most of all "
                    + named(other, String.format(Locale.ROOT, "%.1f s", other.cpuTicks() / 100.0)))
        .orElse("");
  }

  // --- pressure and throttling -----------------------------------------------------------------

  private void judgePressure() {
    some(first.cpuPressure(), last.cpuPressure())
        .ifPresent(share -> conditions.put("psi-cpu-some-share", share));
    // Waiting for the device is what an I/O load does: told, and never held against it.
    some(first.ioPressure(), last.ioPressure())
        .ifPresent(share -> conditions.put("psi-io-some-share", share));
    full(first.ioPressure(), last.ioPressure())
        .ifPresent(share -> conditions.put("psi-io-full-share", share));
    some(first.memoryPressure(), last.memoryPressure())
        .ifPresent(share -> conditions.put("psi-memory-some-share", share));
    Optional<Double> memory = full(first.memoryPressure(), last.memoryPressure());
    memory.ifPresent(share -> conditions.put("psi-memory-full-share", share));
    boolean direct =
        about.own() instanceof OwnIo.Jobs jobs && jobs.caching() == OwnIo.Caching.DIRECT;
    if (direct && memory.map(share -> share > MEMORY_PRESSURE_SHARE).orElse(false)) {
      mark(
          "memory-pressure",
          "the machine was short of memory: everything waited for it "
              + Shown.percent(memory.get())
              + " of the time",
          true);
    }
  }

  private Optional<Double> some(Optional<Pressure> earlier, Optional<Pressure> later) {
    return earlier.flatMap(e -> later.map(l -> share(l.someMicros() - e.someMicros())));
  }

  private Optional<Double> full(Optional<Pressure> earlier, Optional<Pressure> later) {
    return earlier.flatMap(e -> later.map(l -> share(l.fullMicros() - e.fullMicros())));
  }

  private double share(long micros) {
    return Math.max(0, Math.min(1, micros / MICROS_PER_SECOND / seconds));
  }

  private void judgeThrottling() {
    Throttling earlier = first.throttling();
    Throttling later = last.throttling();
    if (earlier.events().isPresent() && later.events().isPresent()) {
      long events = later.events().get() - earlier.events().get();
      double slowed = share((later.heatMillis() - earlier.heatMillis()) * 1000);
      conditions.put("throttled-count", (double) events);
      // Old kernels tell only how often; then once is enough.
      if (events > 0 && (later.heatMillis() == 0 || slowed > THROTTLED_SHARE)) {
        mark(
            "throttled",
            "processors were slowed down by heat "
                + events
                + (events == 1 ? " time" : " times")
                + "; cool the machine, or limit its clock",
            true);
      }
    }
    if (earlier.quota().isPresent() && later.quota().isPresent()) {
      long events = later.quota().get().events() - earlier.quota().get().events();
      double stood = share(later.quota().get().micros() - earlier.quota().get().micros());
      conditions.put("quota-throttled-count", (double) events);
      conditions.put("quota-throttled-share", stood);
      if (stood > THROTTLED_SHARE) {
        mark(
            "cpu-quota",
            "the control group's processor quota was used up "
                + events
                + (events == 1 ? " time" : " times")
                + ", and threads stood still "
                + Shown.percent(stood)
                + " of the time; raise the quota (cpu.max)",
            true);
      }
    }
  }

  private void judgeSuspension() {
    if (first.uptimeSeconds().isEmpty() || last.uptimeSeconds().isEmpty()) {
      return;
    }
    double asleep = last.uptimeSeconds().get() - first.uptimeSeconds().get() - seconds;
    if (asleep > SUSPENDED_SECONDS) {
      conditions.put("suspended-seconds", asleep);
      mark(
          "suspended",
          String.format(Locale.ROOT, "the machine was suspended for %.1f s", asleep),
          true);
    }
  }

  private void mark(String kind, String message, boolean contaminates) {
    marks.add(new Mark(kind, message, contaminates));
  }

  /** Writes bytes with a decimal prefix: {@code 312 MB}. */
  static String bytes(long bytes) {
    String rate = Shown.of((double) bytes, Unit.BYTES_PER_SECOND);
    return rate.substring(0, rate.length() - "/s".length());
  }
}
