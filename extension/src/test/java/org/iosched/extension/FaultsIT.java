package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.iosched.device.DeviceRequest;
import org.iosched.device.Devices;
import org.iosched.device.LoopDisk;
import org.iosched.device.Machine;
import org.iosched.device.TestDevice;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.opentest4j.TestAbortedException;

/** Whatever is wrong is told in one sentence, and leaves the machine as it was. */
@Tag("root")
final class FaultsIT {

  private static final Pattern TEMPLATE = Pattern.compile("\\[test-template:(\\w+)\\(");

  @TempDir Path temp;
  private Map<String, String> before = Map.of();

  @BeforeEach
  void remember() throws IOException {
    Machine.assumeLoops();
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
    before = Machine.state(temp);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(journalsOfThisProcess()).isEmpty();
    assertThat(temp.resolve("images"))
        .satisfiesAnyOf(
            images -> assertThat(images).doesNotExist(),
            images -> assertThat(images).isEmptyDirectory());
  }

  private static List<Path> journalsOfThisProcess() throws IOException {
    List<Path> found = new ArrayList<>();
    Path state = Path.of("/var/lib/iosched");
    if (Files.isDirectory(state)) {
      try (Stream<Path> files = Files.list(state)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".journal")).toList()) {
          if (Files.readString(file).contains("\t" + ProcessHandle.current().pid() + "\t")) {
            found.add(file);
          }
        }
      }
    }
    return found;
  }

  private Map<String, String> settings(String... namesAndValues) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("iosched.image.size", "64m");
    settings.put("iosched.image.dir", temp.resolve("images").toString());
    settings.put("iosched.output", temp.resolve("output").toString());
    settings.put("iosched.allure", temp.resolve("allure").toString());
    settings.put("iosched.seed", "1");
    // What else the machine does must not add leaves to those that are counted here.
    settings.put("iosched.repeats", "0");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put("iosched." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return settings;
  }

  private Execution run(Class<?> fixture, String... namesAndValues) {
    return Execution.of(settings(namesAndValues), DiscoverySelectors.selectClass(fixture));
  }

  /** Returns what each benchmark said first, without what differs from run to run. */
  private Map<String, String> said(Execution execution) {
    Map<String, String> said = new LinkedHashMap<>();
    Stream.concat(execution.containers().stream(), execution.leaves().stream())
        .filter(node -> !node.passed())
        .forEach(
            node -> {
              Matcher template = TEMPLATE.matcher(node.id());
              String name = template.find() ? template.group(1) : node.name();
              said.putIfAbsent(name, node.status() + ": " + steady(node.message()));
            });
    return said;
  }

  private String steady(String message) {
    return message
        .replace(temp.toString(), "TEMP")
        .replaceAll("loop\\d+", "loopN")
        .replaceAll("/[^ ]*/iosched-[0-9a-f]{8}", "PLACE");
  }

  static class Plans {
    @BenchmarkTest
    void noSchedulers() {}

    @BenchmarkTest(rounds = 0)
    @Schedulers({"none", "bfq"})
    void noRounds() {}

    @BenchmarkTest(rounds = -1)
    @Schedulers({"none", "bfq"})
    void negativeRounds() {}

    @BenchmarkTest
    @Schedulers({"noop", "none"})
    void noopAndNone() {}

    @BenchmarkTest
    @Schedulers({"cfq", "bfq"})
    void cfqAndBfq() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Expect("none at leest 10% faster than bfq")
    void unreadable() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Expect("none at least 10% faster than bfq")
    @Expect("bfq at least 10% faster than none")
    void contradicting() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\niodpth=4\n")
    void unknownOption() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\nbs=4q\n")
    void badValue() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\nsize=1m\nfilename=../../dev/sda\n")
    void anotherDisk() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\ndirectory=../../x\n")
    void anotherDirectory() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\nsize=10g\n")
    void tooLarge() {}

    @Disabled("not today")
    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    void disabled() {
      throw new IllegalStateException("a disabled benchmark ran");
    }
  }

  @Test
  void aMistakeIsToldBeforeAnythingIsMeasured() {
    PrintStream err = System.err;
    ByteArrayOutputStream caught = new ByteArrayOutputStream();
    Execution execution;
    try {
      System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
      execution = run(Plans.class);
    } finally {
      System.setErr(err);
    }

    String place = "FAILED: FaultsIT.Plans.";
    assertThat(execution.leaves()).isEmpty();
    assertThat(said(execution))
        .containsOnly(
            Map.entry(
                "noSchedulers",
                place
                    + "noSchedulers has no @Schedulers; put @Schedulers({\"none\", \"bfq\"}) on the"
                    + " method or its class to say what is compared."),
            Map.entry(
                "noRounds",
                place
                    + "noRounds: @BenchmarkTest(rounds = 0) measures nothing; use 1 or more, 12 is a"
                    + " good start."),
            Map.entry(
                "negativeRounds",
                place
                    + "negativeRounds: @BenchmarkTest(rounds = -1) measures nothing; use 1 or more,"
                    + " 12 is a good start."),
            Map.entry(
                "noopAndNone",
                place
                    + "noopAndNone: noop and none are the same policy on loopN (none); leave one of"
                    + " them out or give it other tunables, like \"eager = deadline[fifo_batch=1]\"."),
            Map.entry(
                "cfqAndBfq",
                place
                    + "cfqAndBfq: cfq and bfq are the same policy on loopN (bfq); leave one of them"
                    + " out or give it other tunables, like \"eager = deadline[fifo_batch=1]\"."),
            Map.entry(
                "unreadable",
                place
                    + "unreadable: \"leest\" (column 9): \"at\" is followed by \"least\" or \"most\""
                    + " (did you mean \"least\"?)\n"
                    + "    none at leest 10% faster than bfq\n"
                    + "            ^"),
            Map.entry(
                "contradicting",
                place
                    + "contradicting: \"none at least 10% faster than bfq\" (speed(none) / speed(bfq)"
                    + " ≥ 1.10) and \"bfq at least 10% faster than none\" (speed(bfq) / speed(none) ≥"
                    + " 1.10) cannot both hold; change or remove one of them."),
            Map.entry(
                "unknownOption",
                place
                    + "unknownOption: @Workload: line 3: iodpth is not known to the embedded engine"
                    + " nor to fio (did you mean iodepth?)"),
            Map.entry(
                "badValue",
                place
                    + "badValue: @Workload: line 3: bs=4q is not valid: it is a size from 1 byte to"
                    + " 1g, like 4k or 1m"),
            Map.entry(
                "anotherDisk",
                place
                    + "anotherDisk: job r has filename=../../dev/sda; leave that out or name a file"
                    + " below the device's directory, since jobs run on the device under test, which"
                    + " -Ddevice chooses."),
            Map.entry(
                "anotherDirectory",
                place
                    + "anotherDirectory: job r has directory=../../x; leave that out or name a file"
                    + " below the device's directory, since jobs run on the device under test, which"
                    + " -Ddevice chooses."),
            Map.entry(
                "tooLarge",
                place
                    + "tooLarge: the jobs need 10737418240 bytes but /dev/loopN has 67108864; give a"
                    + " smaller size= or a larger iosched.image.size."));
    assertThat(caught.toString(StandardCharsets.UTF_8))
        .startsWith("iosched: FaultsIT.Plans.unreadable cannot run: \"leest\" (column 9): ");
  }

  static class Names {
    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "mq-deadlin"})
    @Expect("none at least 10% faster than mq-deadlin")
    void unknownScheduler() {}

    @BenchmarkTest(rounds = 1)
    @Schedulers("anticipatory")
    @Expect("anticipatory takes at most 1 s")
    void goneScheduler() {}

    @BenchmarkTest(rounds = 1)
    @Schedulers("mq-deadline[fifo_batchx=1]")
    void unknownTunable() {}

    @BenchmarkTest(rounds = 1)
    @Schedulers("mq-deadline[fifo_batch=many]")
    void badTunable() {}

    @BenchmarkTest(rounds = 1)
    @Schedulers("none[fifo_batch=1]")
    void tunableOfNone() {}
  }

  @Test
  void whatTheKernelDoesNotHaveIsToldWithWhatItHas() {
    Execution execution = run(Names.class);

    assertThat(said(execution))
        .containsOnly(
            Map.entry(
                "unknownScheduler",
                "ABORTED: FaultsIT.Names.unknownScheduler: mq-deadlin is not a scheduler of loopN;"
                    + " available: none, mq-deadline, kyber, bfq (did you mean mq-deadline?)"),
            Map.entry(
                "goneScheduler",
                "ABORTED: FaultsIT.Names.goneScheduler: anticipatory is not a scheduler of loopN: it"
                    + " left Linux in 2.6.33 and has no successor; available: none, mq-deadline,"
                    + " kyber, bfq"),
            Map.entry(
                "unknownTunable",
                "FAILED: fifo_batchx is not a tunable of mq-deadline on loopN; there are:"
                    + " async_depth, fifo_batch, front_merges, prio_aging_expire, read_expire,"
                    + " write_expire, writes_starved (did you mean fifo_batch?)"),
            Map.entry(
                "badTunable",
                "FAILED: the kernel refused 'many' for"
                    + " /sys/devices/virtual/block/loopN/queue/iosched/fifo_batch: Invalid argument;"
                    + " it holds 16, so ask for a value of that kind"),
            Map.entry(
                "tunableOfNone",
                "FAILED: fifo_batch is not a tunable of none on loopN, which has none; leave it"
                    + " out"));
    assertThat(execution.expectations())
        .allMatch(Execution.Node::aborted)
        .extracting(node -> steady(node.message()))
        .containsExactlyInAnyOrder(
            "FaultsIT.Names.unknownScheduler: INCONCLUSIVE: none at least 10% faster than"
                + " mq-deadlin: mq-deadlin is not a scheduler of loopN; available: none,"
                + " mq-deadline, kyber, bfq (did you mean mq-deadline?)",
            "FaultsIT.Names.goneScheduler: INCONCLUSIVE: anticipatory takes at most 1 s: "
                + "anticipatory is not a scheduler of loopN: it left Linux in 2.6.33 and has no"
                + " successor; available: none, mq-deadline, kyber, bfq");
  }

  static class Reads {
    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\nbs=4k\nruntime=100ms\ntime_based\n")
    void reads() {}
  }

  static class Writes {
    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[w]\nrw=randwrite\nbs=4k\nruntime=100ms\ntime_based\n")
    void writes() {}
  }

  static class Body {
    static final List<String> SEEN = new ArrayList<>();

    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "bfq"})
    @Expect("none at least 10% faster than bfq")
    void body(Workspace dir, Scheduler scheduler) throws IOException {
      dir.exec("sh", "-c", "echo something > file");
      SEEN.add(scheduler.kernelName() + " in " + dir.directory());
    }
  }

  private void refused(String sentence, String... settings) {
    Execution execution = run(Reads.class, settings);
    assertThat(execution.leaves()).isEmpty();
    assertThat(said(execution)).containsExactly(Map.entry("reads", "FAILED: " + sentence));
  }

  @Test
  void aWrongSettingIsTold() {
    refused(
        "iosched.image.size=1m is too small to measure on; give at least 64m.", "image.size", "1m");
    refused("iosched.image.size=9000000t is more than any disk holds.", "image.size", "9000000t");
    refused("iosched.budget=0s leaves no time to measure; 90s is a short run.", "budget", "0s");
    refused(
        "iosched.confidence=1 is not above 0.5 and at most 0.9999; the usual value is 0.95.",
        "confidence",
        "1");
  }

  @Test
  void aDeviceThatCannotBeMeasuredIsTold() throws Exception {
    refused(
        "there is no device or directory /dev/nope; `lsblk` lists the devices",
        "device",
        "/dev/nope");
    refused(
        "/dev/null is a character device; give the block device, such as /dev/sda (`lsblk` lists"
            + " them)",
        "device",
        "/dev/null");
    refused(
        "/dev/shm leads to no device: tmpfs lives in memory; give a directory on a disk's own file"
            + " system (ext4, xfs, …), or nothing for a loop device",
        "device",
        "/dev/shm");
    Path small = Files.write(temp.resolve("small.img"), new byte[1 << 20]);
    String node = tool("losetup", "-f", "--show", small.toString());
    try {
      refused(
          "/dev/loopN is too small to measure on (1048576 bytes, at least 64 MiB are needed);"
              + " choose a larger one",
          "device",
          node);
    } finally {
      tool("losetup", "-d", node);
    }
    Path memory = Files.createDirectory(temp.resolve("memory"));
    tool("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", memory.toString());
    try {
      refused(
          "a file of 64 MiB does not fit in TEMP/memory: 40 MiB of 40 MiB are free and 5% of it"
              + " stay so; name a directory with more room",
          "image.dir", memory.toString());
      assertThat(memory).isEmptyDirectory();
    } finally {
      tool("umount", memory.toString());
    }
    Path file = Files.createFile(temp.resolve("file"));
    refused(
        "the directory for the image, TEMP/file/images, cannot be made: Not a directory; set"
            + " iosched.image.dir to one that can be written",
        "image.dir",
        file.resolve("images").toString());
  }

  @Test
  void aCompressedMemoryDiskHasNoScheduler() throws Exception {
    Path control = Path.of("/sys/class/zram-control/hot_add");
    assumeTrue(Files.exists(control), "needs the zram driver");
    String number = Files.readString(control).strip();
    try {
      Files.writeString(Path.of("/sys/block/zram" + number + "/disksize"), "128M");
      refused(
          "/dev/zram"
              + number
              + " (zram"
              + number
              + ") has no scheduler to switch: the kernel lists none at all for zram"
              + number
              + "; choose a device with a queue of its own",
          "device",
          "/dev/zram" + number);
    } finally {
      Files.writeString(Path.of("/sys/class/zram-control/hot_remove"), number);
    }
  }

  @Test
  void aUsersDeviceIsNotWritten() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();
      assertThat(said(run(Writes.class, "device", disk.node.toString())))
          .hasEntrySatisfying(
              "writes",
              message ->
                  assertThat(message)
                      .startsWith(
                          "FAILED: FaultsIT.Writes.writes: /dev/loopN is not written, whatever"
                              + " destroy= says: /dev/loopN is mounted at TEMP/mounted (ext4);"
                              + " unmount it (`umount TEMP/mounted`), or choose another device"
                              + " (/dev/loopN (loop over TEMP/users-disk.img, 256 MiB) holds ext4 ")
                      .endsWith(
                          "; to measure writes on this disk give a directory on it:"
                              + " -Ddevice=TEMP/mounted"));
      assertThat(said(run(Body.class, "device", disk.node.toString())))
          .containsExactly(
              Map.entry(
                  "body",
                  "FAILED: there is no place for files on /dev/loopN, since no file system is made"
                      + " on a device that the run did not make; to measure files on this disk give"
                      + " a directory on it: -Ddevice=TEMP/mounted"));
      assertThat(disk.state()).isEqualTo(state);
    }
  }

  @Test
  void inAUsersDirectoryOnlyTheRunsOwnFolderIsUsed() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();
      Path own = Files.writeString(disk.mounted.resolve("users-file"), "untouched");
      List<Path> listed = list(disk.mounted);
      Body.SEEN.clear();

      Execution bodies = run(Body.class, "device", disk.mounted.toString());
      Execution jobs = run(Writes.class, "device", disk.mounted.toString());

      assertThat(bodies.runs()).hasSize(2).allMatch(Execution.Node::passed);
      assertThat(jobs.runs()).hasSize(2).allMatch(Execution.Node::passed);
      assertThat(Body.SEEN)
          .hasSize(2)
          .allMatch(
              seen ->
                  seen.matches(
                      "(none|bfq) in " + disk.mounted + "/iosched-[0-9a-f]{8}/workspace-[12]"));
      assertThat(disk.state()).isEqualTo(state);
      assertThat(list(disk.mounted)).isEqualTo(listed);
      assertThat(own).hasContent("untouched");
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void anotherRunOnTheSameDeviceIsTold() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp);
        TestDevice holding =
            Devices.open(
                new DeviceRequest(disk.mounted.toString(), temp, DeviceRequest.SMALLEST_BYTES))) {
      Map<String, String> said = said(run(Reads.class, "device", disk.node.toString()));

      assertThat(holding.canSwitch()).isTrue();
      assertThat(said.get("reads"))
          .matches(
              "FAILED: loopN is in use by the run of pid "
                  + ProcessHandle.current().pid()
                  + ", started [-0-9T:+Z]+; wait for it or end it");
    }
  }

  static class Detaches {
    @BenchmarkTest(rounds = 3)
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[r]\nrw=randread\nbs=4k\nruntime=100ms\ntime_based\n")
    @Expect("none at least 1 read iops")
    void detached(Device device) throws Exception {
      tool("losetup", "-d", "/dev/" + device.name());
    }
  }

  @Test
  void aDeviceThatDisappearsEndsItsBenchmark() throws Exception {
    Path image = temp.resolve("users.img");
    tool("truncate", "-s", "64M", image.toString());
    String node = tool("losetup", "-f", "--show", image.toString());

    Execution execution = run(Detaches.class, "device", node);

    String sentence =
        "loopN has disappeared during the run (unplugged, or its loop device detached); attach it"
            + " again and start anew";
    assertThat(execution.runs())
        .singleElement()
        .satisfies(leaf -> assertThat(steady(leaf.message())).isEqualTo(sentence));
    assertThat(execution.expectations())
        .singleElement()
        .satisfies(leaf -> assertThat(leaf.aborted()).isTrue())
        .satisfies(leaf -> assertThat(steady(leaf.message())).endsWith("failed: " + sentence));
  }

  static class Bodies {
    @BenchmarkTest(rounds = 3)
    @Schedulers({"none", "bfq"})
    @Expect("none at least 10% faster than bfq")
    void fails(Workspace dir) {
      dir.exec("sh", "-c", "echo oh no; exit 3");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void missing(Workspace dir) {
      dir.exec("no-such-tool");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void hangs(Workspace dir) {
      dir.exec(Duration.ofMillis(300), "sleep", "100");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void fills(Workspace dir) {
      dir.exec("sh", "-c", "exec 2>&1; head -c 200M /dev/zero > big");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    @Expect("none takes at most 3 s")
    void assumes() {
      Assumptions.assumeTrue(false, "no moon tonight");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void input(@Input("missing.bin") Path input) {}

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void leavesItsPlace(Workspace dir) {
      dir.resolve("../../x");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    void removesItsPlace(Workspace dir) {
      dir.exec("rm", "-r", dir.directory());
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers("none")
    @Expect("none takes at most 3 s")
    void saysNothing() {
      throw new IllegalStateException();
    }
  }

  @Test
  void aBodyThatFailsEndsItsBenchmark() {
    Execution execution = run(Bodies.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(9);
    assertThat(said(execution))
        .containsOnly(
            Map.entry(
                "fails",
                "FAILED: sh -c echo oh no; exit 3 ended with status 3. Last lines of"
                    + " TEMP/output/logs/FaultsIT.Bodies.fails-1-bfq.log:\noh no"),
            Map.entry(
                "missing",
                "FAILED: no-such-tool could not be started in PLACE/workspace: No such file or"
                    + " directory; install it or name its full path."),
            Map.entry(
                "hangs",
                "FAILED: sleep 100 was ended after 0.3 s; give exec a longer timeout if it needs"
                    + " more. Last lines of"
                    + " TEMP/output/logs/FaultsIT.Bodies.hangs-1-none.log:\n(no output)"),
            Map.entry(
                "fills",
                "FAILED: sh -c exec 2>&1; head -c 200M /dev/zero > big ended with status 1. Last"
                    + " lines of TEMP/output/logs/FaultsIT.Bodies.fills-1-none.log:\n"
                    + "head: error writing 'standard output': No space left on device"),
            Map.entry("assumes", "ABORTED: Assumption failed: no moon tonight"),
            Map.entry(
                "input",
                "FAILED: @Input(\"missing.bin\") is not a resource beside"
                    + " org.iosched.extension.FaultsIT$Bodies or at the root of the class path; put"
                    + " it there, or use \"tree.tar\", which is generated."),
            Map.entry(
                "leavesItsPlace",
                "FAILED: ../../x leads out of the workspace PLACE/workspace; name a path below it"),
            Map.entry(
                "removesItsPlace",
                "FAILED: PLACE/workspace could not be synced to the device: there is no such file;"
                    + " the benchmark's body has to leave its workspace where it is"),
            Map.entry("saysNothing", "FAILED: null"));
    assertThat(execution.expectations())
        .allMatch(Execution.Node::aborted)
        .extracting(node -> steady(node.message()))
        .containsExactlyInAnyOrder(
            "FaultsIT.Bodies.fails: INCONCLUSIVE: none at least 10% faster than bfq: "
                + "round 1 under bfq failed: sh -c echo oh no; exit 3 ended with status 3. Last"
                + " lines of TEMP/output/logs/FaultsIT.Bodies.fails-1-bfq.log:\noh no",
            "FaultsIT.Bodies.assumes: INCONCLUSIVE: none takes at most 3 s: "
                + "round 1 under none was skipped by the test itself: Assumption failed: no moon"
                + " tonight",
            "FaultsIT.Bodies.saysNothing: INCONCLUSIVE: none takes at most 3 s: "
                + "round 1 under none failed: java.lang.IllegalStateException");
  }

  static class Leftovers {
    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "bfq"})
    void background(Workspace dir, Scheduler scheduler) {
      // One that leaves its parent, one that also clears the mark that it would be found by.
      dir.exec(
          "sh",
          "-c",
          "setsid sleep 300 & echo $! >> \"$0\"; env -i setsid sleep 300 & echo $! >> \"$0\"",
          dir.log().resolveSibling("pids-" + scheduler.name()));
    }
  }

  @Test
  void whatABodyLeavesRunningIsEnded() throws Exception {
    Execution execution = run(Leftovers.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(2).allMatch(Execution.Node::passed);
    for (String scheduler : List.of("none", "bfq")) {
      List<String> pids = Files.readAllLines(temp.resolve("output/logs/pids-" + scheduler));
      assertThat(pids)
          .hasSize(2)
          .allMatch(
              pid ->
                  ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty());
    }
  }

  static class Leaks {
    @BenchmarkTest(rounds = 2)
    @Schedulers({"none", "bfq"})
    void leaks(Workspace dir) throws IOException {
      Files.newOutputStream(dir.resolve("never-closed")).write(1);
    }
  }

  @Test
  void aStreamThatABodyForgetsToCloseDoesNotHoldTheDevice() {
    Execution execution = run(Leaks.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(4).allMatch(Execution.Node::passed);
  }

  static class Changes {
    private static final AtomicInteger RUNS = new AtomicInteger();

    // So many that two disturbed rounds are less than a third: a busy host may disturb another.
    @BenchmarkTest(rounds = 6)
    @Schedulers({"none", "bfq"})
    @Expect("none takes at most 3 s")
    void once(Device device) throws IOException {
      if (RUNS.getAndIncrement() == 1) {
        change(device);
      }
    }

    @BenchmarkTest(rounds = 1)
    @Schedulers({"none", "bfq"})
    @Expect("none takes at most 3 s")
    void always(Device device) throws IOException {
      change(device);
    }

    private static void change(Device device) throws IOException {
      Files.writeString(Path.of("/sys/block", device.name(), "queue/scheduler"), "kyber");
    }
  }

  @Test
  void aSchedulerThatSomebodyElseChangesIsNoticed() {
    Changes.RUNS.set(0);

    Execution execution = run(Changes.class, "repeats", "3");

    // Whatever else disturbs a round on a real machine adds one, up to the repeats that are
    // allowed.
    assertThat(runsOf("once", execution)).isEven().isBetween((6 + 1) * 2, (6 + 3) * 2);
    // Both runs of round 1 and the first of round 2: the third change is the last.
    assertThat(runsOf("always", execution)).isEqualTo(3);
    assertThat(execution.expectations()).hasSize(2);
    for (Execution.Node leaf : execution.expectations()) {
      if (leaf.id().contains("once")) {
        // On a busy machine nothing is decided, rightly; then other processes are named.
        assertThat(leaf.passed() || leaf.message().contains("other processes"))
            .as(leaf.message())
            .isTrue();
      } else {
        assertThat(leaf.aborted()).isTrue();
        assertThat(steady(leaf.message()))
            .matches(
                "FaultsIT.Changes.always: INCONCLUSIVE: none takes at most 3 s: round 2 under"
                    + " (none|bfq) failed: loopN was changed under the run three times \\(kyber"
                    + " instead of (none|bfq)\\); .*, then run again");
      }
    }
  }

  private static int runsOf(String method, Execution execution) {
    return (int)
        execution.runs().stream().filter(leaf -> leaf.id().contains(":" + method + "(")).count();
  }

  static final class Breaks implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      throw new IllegalStateException("the user's extension is broken");
    }
  }

  static final class Skips implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      throw new TestAbortedException("the user's extension is unwilling");
    }
  }

  @ExtendWith(Breaks.class)
  static class Broken {
    @BenchmarkTest(rounds = 3)
    @Schedulers({"none", "bfq"})
    void broken() {}
  }

  @ExtendWith(Skips.class)
  static class Unwilling {
    @BenchmarkTest(rounds = 3)
    @Schedulers({"none", "bfq"})
    void unwilling() {}
  }

  static class NotMade {
    NotMade() {
      throw new IllegalStateException("the constructor is broken");
    }

    @BenchmarkTest(rounds = 3)
    @Schedulers({"none", "bfq"})
    void notMade() {}
  }

  @Test
  void whatAUsersOwnCodeThrowsAroundARunEndsItsBenchmark() {
    assertThat(run(Broken.class).leaves())
        .singleElement()
        .satisfies(leaf -> assertThat(leaf.failed()).isTrue())
        .satisfies(leaf -> assertThat(leaf.message()).isEqualTo("the user's extension is broken"));
    assertThat(run(Unwilling.class).leaves())
        .singleElement()
        .satisfies(leaf -> assertThat(leaf.aborted()).isTrue())
        .satisfies(
            leaf -> assertThat(leaf.message()).isEqualTo("the user's extension is unwilling"));
    assertThat(run(NotMade.class).leaves())
        .singleElement()
        .satisfies(leaf -> assertThat(leaf.failed()).isTrue())
        .satisfies(leaf -> assertThat(leaf.message()).isEqualTo("the constructor is broken"));
  }

  @Schedulers({"none", "bfq"})
  static class Killed {
    private static final AtomicInteger KILLS = new AtomicInteger();

    @BeforeEach
    void kill() {
      if (KILLS.getAndIncrement() == 0) {
        Thread killer =
            new Thread(
                () -> {
                  pause();
                  ProcessHandle.current()
                      .children()
                      .filter(child -> child.info().commandLine().orElse("").contains("EngineMain"))
                      .forEach(ProcessHandle::destroyForcibly);
                });
        killer.setDaemon(true);
        killer.start();
      }
    }

    private static void pause() {
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @BenchmarkTest(rounds = 1)
    @Workload(fio = "[r]\nrw=randread\nbs=4k\nruntime=2s\ntime_based\n", name = "first")
    @Workload(fio = "[r]\nrw=randread\nbs=4k\nruntime=100ms\ntime_based\n", name = "second")
    void reads() {}
  }

  @Test
  void anEngineThatIsKilledIsToldAndReplaced() {
    Killed.KILLS.set(0);

    Execution execution = run(Killed.class);

    assertThat(said(execution))
        .containsExactly(
            Map.entry(
                "reads",
                "FAILED: FaultsIT.Killed.reads: the engine's process has ended: exit status 137; if"
                    + " nobody ended it, look whether the machine ran out of memory (dmesg), and run"
                    + " again"));
    assertThat(execution.runs())
        .extracting(Execution.Node::passed)
        .containsExactly(false, true, true);
  }

  @Test
  void withoutRootTheActiveSchedulerIsMeasuredAndNothingIsDecided() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "needs setpriv");
    List<String> command =
        new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    command.addAll(child(copiedClassPath()));

    measuresButDecidesNothing(
        command,
        "making a loop device and switching its scheduler takes root, and this process is not; run"
            + " it under sudo (`sudo mvn test …`), or give -Ddevice=DIRECTORY on a disk whose queue"
            + " this user may write, by itself or through sudo (see docs/rights.md)");
  }

  @Test
  void withAReadOnlySysTheActiveSchedulerIsMeasuredAndNothingIsDecided() throws Exception {
    measuresButDecidesNothing(
        inOwnMounts("mount -o remount,ro,bind /sys"),
        "/sys is mounted read-only, so no scheduler can be switched; mount it writable (`mount -o"
            + " remount,rw /sys`), in a container bind it writable (`-v /sys:/sys`)");
  }

  private void measuresButDecidesNothing(List<String> command, String sentence) throws Exception {
    List<String> said = tool(command.toArray(String[]::new)).lines().toList();

    assertThat(said).contains("iosched: " + sentence, "SUCCESSFUL round 1: " + diskScheduler());
    assertThat(said)
        .filteredOn(line -> line.startsWith("ABORTED"))
        .containsExactly(
            "ABORTED none at least 10% faster than bfq: FaultsIT.Body.body: INCONCLUSIVE: none at"
                + " least 10% faster than bfq: "
                + sentence);
    assertThat(said).noneMatch(line -> line.startsWith("FAILED"));
  }

  /** Returns the active scheduler of the disk that the temporary directory lies on. */
  private String diskScheduler() throws Exception {
    String disk = tool("findmnt", "-n", "-o", "MAJ:MIN", "--target", temp.toString());
    String listed = Files.readString(Path.of("/sys/dev/block", disk, "queue/scheduler")).strip();
    return listed.replaceFirst(".*\\[(.*)].*", "$1");
  }

  @Test
  void aToolThatIsMissingIsToldWithItsPackage() throws Exception {
    for (Map.Entry<String, String> tool :
        Map.of("losetup", "util-linux", "mke2fs", "e2fsprogs").entrySet()) {
      String shown = tool.getKey().equals("mke2fs") ? "mkfs.ext4" : tool.getKey();
      List<String> said =
          tool(inOwnMounts("mount --bind /dev/null /usr/sbin/" + tool.getKey())
                  .toArray(String[]::new))
              .lines()
              .toList();

      assertThat(said)
          .contains(
              "FAILED body(Workspace, Scheduler): "
                  + shown
                  + " is not on the PATH; install it (package "
                  + tool.getValue()
                  + ")")
          .noneMatch(line -> line.startsWith("SUCCESSFUL"));
    }
  }

  @Test
  void anImageWithoutDirectIoIsMeasuredAndTold() throws Exception {
    Path tools = Files.createDirectory(temp.resolve("tools"));
    Path losetup =
        Files.writeString(
            tools.resolve("losetup"),
            """
            #!/bin/sh
            case "$*" in *--direct-io=on*) exit 1 ;; esac
            PATH=/usr/sbin:/sbin:/usr/bin:/bin
            exec losetup "$@"
            """);
    Files.setPosixFilePermissions(losetup, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command =
        new ArrayList<>(List.of("env", "PATH=" + tools + ":" + System.getenv("PATH")));
    command.addAll(child(System.getProperty("java.class.path", "")));

    String said = tool(command.toArray(String[]::new));

    assertThat(said).contains("SUCCESSFUL round 1: bfq", "SUCCESSFUL round 1: none");
    assertThat(temp.resolve("output/summary.md"))
        .content()
        .contains(
            "| loop I/O | buffered, since the image's file system refuses direct I/O: the page cache"
                + " below the queue is part of what is measured |");
  }

  private List<String> inOwnMounts(String preparation) {
    List<String> command =
        new ArrayList<>(
            List.of("unshare", "-m", "sh", "-c", preparation + " && exec \"$@\"", "sh"));
    command.addAll(child(System.getProperty("java.class.path", "")));
    return command;
  }

  private List<String> child(String classPath) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                classPath,
                ExecutionInAProcess.class.getName(),
                Body.class.getName()));
    settings().forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  /** Copies the class path to where everybody may read it. */
  private String copiedClassPath() throws Exception {
    Path copies = Files.createDirectory(temp.resolve("class-path"));
    List<String> copied = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path", "").split(":", -1)) {
      if (Files.exists(Path.of(entry))) {
        Path copy = copies.resolve(copied.size() + "-" + Path.of(entry).getFileName());
        tool("cp", "-r", entry, copy.toString());
        copied.add(copy.toString());
      }
    }
    tool("chmod", "-R", "a+rX", copies.toString());
    return String.join(":", copied);
  }

  /** Runs a command to its end and returns what it printed. */
  private static String tool(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(() -> String.join(" ", command) + "\n" + said).isZero();
    return said.strip();
  }
}
