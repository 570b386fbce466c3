package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {

  private static final String FOUR = "none [mq-deadline] kyber bfq";

  private FakeMachine machine;
  private Host host;

  @BeforeEach
  void machine(@TempDir Path root) {
    machine = new FakeMachine(root);
    host = machine.host();
  }

  private Disk disk(String node) throws Exception {
    return Disk.of(host, host.stat().of(Path.of(node)).is());
  }

  private static List<String> names(List<Disk> disks) {
    return disks.stream().map(Disk::name).toList();
  }

  @Test
  void aPartitionStandsForItsDisk() throws Exception {
    Path sda = machine.disk("sda", FOUR);
    machine.partition(sda, "sda2", 2048);

    assertThat(disk("/dev/sda2").name()).isEqualTo("sda");
    assertThat(names(disk("/dev/sda2").scheduling())).containsExactly("sda");
  }

  @Test
  void stackedDevicesLeadToTheQueuesBelowThem() throws Exception {
    Path sda = machine.disk("sda", FOUR);
    Path sdb = machine.disk("sdb", FOUR);
    machine.partition(sda, "sda1", 2048);
    Path md = machine.disk("md0", "none");
    Path lv = machine.disk("dm-3", "");
    machine.slave(md, sda.resolve("sda1"));
    machine.slave(md, sdb);
    machine.slave(lv, md);

    assertThat(names(disk("/dev/dm-3").scheduling())).containsExactly("sda", "sdb");
    assertThat(disk("/dev/dm-3").layers())
        .isEqualTo("dm-3 on md0 on sda (mq-deadline), sdb (mq-deadline)");
  }

  @Test
  void membersWithoutASchedulerAreTold() throws Exception {
    Path sda = machine.disk("sda", FOUR);
    Path nullb = machine.disk("nullb0", "none");
    Path mapped = machine.disk("dm-0", "none");
    machine.slave(mapped, sda);
    machine.slave(mapped, nullb);

    assertThat(names(disk("/dev/dm-0").scheduling())).containsExactly("sda");
    assertThat(names(disk("/dev/dm-0").withoutScheduler())).containsExactly("nullb0");
    assertThat(disk("/dev/sda").withoutScheduler()).isEmpty();
  }

  @Test
  void mappedDevicesAreToldWithTheirMaker() throws Exception {
    Path sda = machine.disk("sda", FOUR);
    Path mapped = machine.disk("dm-0", "none");
    machine.slave(mapped, sda);
    FakeMachine.mkdirs(mapped.resolve("dm"));
    FakeMachine.put(mapped.resolve("dm/name"), "vg-data");
    FakeMachine.put(mapped.resolve("dm/uuid"), "LVM-0f3z");

    assertThat(disk("/dev/dm-0").layers()).isEqualTo("dm-0 (LVM vg-data) on sda (mq-deadline)");

    FakeMachine.put(mapped.resolve("dm/uuid"), "");
    assertThat(disk("/dev/dm-0").layers()).isEqualTo("dm-0 (vg-data) on sda (mq-deadline)");
  }

  @Test
  void aStackedDeviceThatSchedulesItselfIsTheQueue() throws Exception {
    Path multipath = machine.disk("dm-0", "[none] mq-deadline");
    machine.slave(multipath, machine.disk("sda", FOUR));

    assertThat(names(disk("/dev/dm-0").scheduling())).containsExactly("dm-0");
  }

  @Test
  void thePathsOfAMultipathNvmeAreFoundByTheirNames() throws Exception {
    machine.disk("nvme0n1", "none");
    machine.disk("nvme0c0n1", "[none] mq-deadline");
    machine.disk("nvme0c1n1", "[none] mq-deadline");
    machine.disk("nvme0c0n2", "[none] mq-deadline");

    assertThat(names(disk("/dev/nvme0n1").scheduling())).containsExactly("nvme0c0n1", "nvme0c1n1");
  }

  @Test
  void memoryHasNoScheduler() throws Exception {
    machine.disk("zram0", "");
    machine.disk("ram0", "none");

    assertThat(disk("/dev/zram0").scheduling()).isEmpty();
    assertThat(disk("/dev/ram0").scheduling()).isEmpty();
  }

  @Test
  void aLoopDeviceLiesOnItsImagesDisk(@TempDir Path mounted) throws Exception {
    Path sda = machine.disk("sda", FOUR);
    Path image = Files.writeString(mounted.resolve("disk.img"), "x");
    machine.mount("8:16", mounted.toRealPath(), "xfs", "/dev/sda");
    machine.stat(image.toRealPath().toString(), Host.Kind.FILE, 8, 16);
    Path loop = machine.disk("loop4", "[none] bfq");
    FakeMachine.mkdirs(loop.resolve("loop"));
    FakeMachine.put(loop.resolve("loop/backing_file"), image.toString());

    assertThat(disk("/dev/loop4").layers())
        .isEqualTo("loop4 over " + image + " on xfs on sda (mq-deadline)");
    assertThat(sda).exists();
  }

  @Test
  void whatOthersMayShareIsAtTheBottom(@TempDir Path mounted) throws Exception {
    Path sda = machine.disk("sda", FOUR);
    Path sdb = machine.disk("sdb", FOUR);
    machine.partition(sda, "sda1", 2048);
    Path md = machine.disk("md0", "");
    FakeMachine.mkdirs(md.resolve("md"));
    FakeMachine.put(md.resolve("md/level"), "raid1");
    machine.slave(md, sda.resolve("sda1"));
    machine.slave(md, sdb);
    Path image = Files.writeString(mounted.resolve("disk.img"), "x");
    machine.mount("8:64", mounted.toRealPath(), "xfs", "/dev/md0");
    machine.stat(image.toRealPath().toString(), Host.Kind.FILE, 8, 64);
    Path loop = machine.disk("loop4", "[none] bfq");
    FakeMachine.mkdirs(loop.resolve("loop"));
    FakeMachine.put(loop.resolve("loop/backing_file"), image.toString());
    FakeMachine.put(loop.resolve("loop/dio"), "1");

    assertThat(names(disk("/dev/loop4").bottom())).containsExactly("sda", "sdb");
    assertThat(disk("/dev/loop4").mostCopies()).isEqualTo(1);
    assertThat(disk("/dev/loop4").mostCopiesBelow()).isEqualTo(2);
    assertThat(names(disk("/dev/sda1").bottom())).containsExactly("sda");
    assertThat(disk("/dev/sda1").mostCopies()).isEqualTo(1);
    assertThat(disk("/dev/md0").mostCopies()).isEqualTo(2);

    FakeMachine.put(md.resolve("md/level"), "raid0");
    FakeMachine.put(loop.resolve("loop/dio"), "0");
    assertThat(disk("/dev/md0").mostCopies()).isEqualTo(1);
    assertThat(disk("/dev/loop4").mostCopiesBelow()).isEqualTo(2);
  }

  @Test
  void packedNumbersAreSplitAsGlibcDoes() {
    assertThat(Host.DeviceNumber.of(0xfe00)).hasToString("254:0");
    assertThat(Host.DeviceNumber.of(0x0000_0000_0010_3005L)).hasToString("48:261");
    assertThat(Host.DeviceNumber.of(0x0000_1000_0000_0000L)).hasToString("4096:0");
  }
}
