package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File systems whose files carry a number that is no device's. */
class StorageTest {

  private static final String FOUR = "none [mq-deadline] kyber bfq";

  private FakeMachine machine;
  private Path sda;
  private Path sdb;
  private Path mounted;

  @BeforeEach
  void aMachineWithTwoDisks(@TempDir Path root, @TempDir Path mounts) throws Exception {
    machine = new FakeMachine(root);
    sda = machine.disk("sda", FOUR);
    sdb = machine.disk("sdb", FOUR);
    machine.partition(sdb, "sdb1", 2048);
    mounted = mounts.toRealPath();
    machine.stat(mounted.toString(), Host.Kind.DIRECTORY, 0, 40);
  }

  private Storage storage() {
    return Storage.of(machine.host(), mounted).orElseThrow();
  }

  private void pool(String uuid, Path... devices) throws Exception {
    Path directory = machine.host().sys().resolve("fs/btrfs").resolve(uuid).resolve("devices");
    Files.createDirectories(directory);
    for (Path device : devices) {
      Files.createSymbolicLink(directory.resolve(device.getFileName()), device);
    }
  }

  @Test
  void btrfsOnOneDeviceLeadsToItsDisk() throws Exception {
    Files.createDirectories(machine.host().sys().resolve("fs/btrfs/features"));
    pool("1-a", sda);
    pool("2-b", sdb.resolve("sdb1"));
    machine.mount("0:40", mounted, "btrfs", "/dev/sdb1");

    assertThat(storage().disk().map(Disk::name)).contains("sdb");
    assertThat(storage().layers()).isEqualTo("btrfs on sdb (mq-deadline)");
  }

  @Test
  void btrfsOnSeveralDevicesIsToldWithTheirNames() throws Exception {
    pool("1-a", sda, sdb.resolve("sdb1"));
    machine.mount("0:40", mounted, "btrfs", "/dev/sdb1");

    assertThat(storage().disk()).isEmpty();
    assertThat(storage().reason())
        .isEqualTo("btrfs spreads over sda, sdb and does not tell which of them a file is on");
  }

  @Test
  void btrfsThatTellsNoDevicesLeadsToNone() {
    machine.mount("0:40", mounted, "btrfs", "/dev/sdb1");

    assertThat(storage().disk()).isEmpty();
    assertThat(storage().reason()).isEqualTo("btrfs does not tell its devices here");
  }
}
