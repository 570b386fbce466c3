package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.iosched.device.Host.FileStat;
import org.iosched.workload.MemoryLimit;

/** Opens devices under test. */
public final class Devices {

  private Devices() {}

  /**
   * Finds the requested device, puts back what an earlier run that died has left, takes the device
   * for this run, saves its settings, and starts the watchdog that restores them should this
   * process be killed. Takes seconds for a default device, since its image is really written.
   *
   * <p>Without the rights for it the device is opened all the same, for looking at: see {@link
   * TestDevice#canSwitch()}. The default device then is a plain file in the image directory, on
   * whatever disk that is.
   *
   * @throws DeviceException with one sentence, the machine being unchanged, if the device does not
   *     exist, is not a block device or directory on one, is too small or full, has no scheduler,
   *     or is in use by another run
   */
  public static TestDevice open(DeviceRequest request) {
    return open(request, Host.real());
  }

  /** As {@link #open(DeviceRequest)}, on the given machine. */
  static OpenDevice open(DeviceRequest request, Host host) {
    String run = String.format(Locale.ROOT, "%08x", new SecureRandom().nextInt());
    Tools tools = new Tools(host.searchPath()).markedFor(run);
    tools.need("setsid");
    Optional<VirtualDevice> virtual = VirtualDevice.parse(request.device());
    if (virtual.isPresent()) {
      refuseDestroy(request, "the run makes its own");
      return openVirtual(virtual.get(), request, host, tools, run);
    }
    Path path = Path.of(request.device());
    FileStat stat = statOf(host, path);
    return switch (stat.kind()) {
      case BLOCK -> openNode(path, request.destroy(), stat, host, tools, run);
      case DIRECTORY -> {
        refuseDestroy(request, path + " is a directory, in which files are made");
        yield openFolder(path, request, host, tools, run, false, Optional.empty());
      }
      case CHARACTER ->
          throw new DeviceException(
              path + " is a character device; give the block device, such as " + blockHint(path));
      default ->
          throw new DeviceException(
              path
                  + " is a file; give a block device or a directory, such as "
                  + path.toAbsolutePath().getParent());
    };
  }

  /** What the user takes to be overwritten must be what is. */
  private static void refuseDestroy(DeviceRequest request, String instead) {
    if (!request.destroy().isEmpty()) {
      throw new DeviceException(
          "destroy="
              + request.destroy()
              + " is for the block device that -Ddevice=/dev/X names, and "
              + instead
              + "; leave destroy= out, or give the device");
    }
  }

  private static FileStat statOf(Host host, Path path) {
    try {
      return host.stat().of(path);
    } catch (IOException e) {
      boolean bare = path.getNameCount() == 1 && !path.isAbsolute();
      boolean known = bare && Files.exists(host.sys().resolve("class/block").resolve(path));
      throw new DeviceException(
          "there is no device or directory "
              + path
              + (known ? "; did you mean /dev/" + path + "?" : "; `lsblk` lists the devices"),
          e);
    }
  }

  private static String blockHint(Path path) {
    String name = String.valueOf(path.getFileName());
    // /dev/nvme0 is the controller, /dev/nvme0n1 its first namespace.
    return name.matches("nvme\\d+") ? path + "n1" : "/dev/sda (`lsblk` lists them)";
  }

  /**
   * Returns what is missing for a loop device, in whose place a plain file can be looked at.
   *
   * @throws DeviceException if something is missing for another device, which has no stand-in
   */
  private static Optional<String> missingForVirtual(VirtualDevice virtual, Host host, Tools tools) {
    if (virtual.driver() == VirtualDevice.Driver.LOOP) {
      return missingForLoop(host, tools);
    }
    if (!host.isRoot()) {
      throw new DeviceException(
          "making a "
              + virtual.driver().word()
              + " device takes root, and this process is not; run it under sudo (`sudo mvn test …`)");
    }
    if (MissingRights.isReadOnly(host, host.sys())) {
      throw new DeviceException(MissingRights.readOnly(host, "-v /sys:/sys"));
    }
    List.of("modprobe", "mount", "mkfs.ext4").forEach(tools::need);
    return Optional.empty();
  }

  private static Optional<String> missingForLoop(Host host, Tools tools) {
    if (!host.isRoot()) {
      return Optional.of(
          "making a loop device and switching its scheduler takes root, and this process is not;"
              + " run it under sudo (`sudo mvn test …`), or give -Ddevice=DIRECTORY on a disk"
              + " whose queue this user may write, by itself or through sudo (see"
              + " docs/rights.md)");
    }
    if (!Files.isWritable(Path.of("/dev/loop-control"))) {
      return Optional.of(
          "there is no /dev/loop-control here that can be written, so no loop device can be made; in"
              + " a container add `--privileged` or bind /dev, else `modprobe loop`");
    }
    if (MissingRights.isReadOnly(host, host.sys())) {
      return Optional.of(MissingRights.readOnly(host, "-v /sys:/sys"));
    }
    tools.need("losetup");
    tools.need("mkfs.ext4");
    tools.need("mount");
    return Optional.empty();
  }

  private static Path prepared(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new DeviceException(
          "the directory "
              + directory
              + " cannot be made: "
              + BlockQueue.reason(e)
              + "; set iosched.image.dir to one that this user may write",
          e);
    }
  }

  private static OpenDevice openVirtual(
      VirtualDevice virtual, DeviceRequest request, Host host, Tools tools, String run) {
    long bytes = virtual.bytes(request.bytes());
    LoopImage.checkDirectory(virtual);
    Path directory = virtual.imageDirectory(request.imageDirectory());
    Optional<String> missing = missingForVirtual(virtual, host, tools);
    if (missing.isPresent()) {
      return openFolder(
          prepared(directory),
          request.withImage(directory, bytes),
          host,
          tools,
          run,
          true,
          missing);
    }
    if (virtual.livesInMemory()) {
      SpareMemory.check(host, virtual.driver().word() + ":", bytes);
    }
    // scsi_debug is loaded once for all of its disks, so a run takes the whole of it.
    boolean exclusive = virtual.driver() == VirtualDevice.Driver.SCSI_DEBUG;
    return guarded(
        host,
        tools,
        run,
        exclusive ? List.of(virtual.driver().word()) : List.of(),
        (guard, workload, recovered) -> {
          MadeDevice made =
              switch (virtual.driver()) {
                case LOOP ->
                    LoopImage.make(virtual, tools, guard, request.imageDirectory(), run, bytes);
                case NULL_BLK -> NullBlkDevice.make(virtual, host, tools, guard, run, bytes);
                case SCSI_DEBUG -> ScsiDebugDevice.make(virtual, host, tools, guard, bytes);
              };
          MadePlace place = new MadePlace(host, tools, guard, made, run);
          Disk disk = Disk.of(host, statOf(host, made.node()).is());
          guard.claim(disk.name());
          List<BlockQueue> queues = queuesOf(disk, disk.name());
          Optional<MissingRights> rights = MissingRights.of(host, queues);
          return new OpenDevice(
              host,
              tools,
              disk.name(),
              made.what(),
              Optional.of(disk),
              saved(queues, rights, guard),
              place,
              guard,
              workload,
              rights,
              recovered);
        });
  }

  private static OpenDevice openNode(
      Path path, String destroy, FileStat stat, Host host, Tools tools, String run) {
    Disk disk = Disk.of(host, stat.is());
    Disk node = Disk.exactly(host, stat.is());
    long bytes = node.bytes();
    if (bytes < DeviceRequest.SMALLEST_BYTES) {
      throw new DeviceException(
          path
              + " is too small to measure on ("
              + bytes
              + " bytes, at least 64 MiB are needed); "
              + (bytes == 0 ? "is anything attached to it?" : "choose a larger one"));
    }
    List<BlockQueue> queues = queuesOf(disk, path.toString());
    Optional<MissingRights> rights = MissingRights.of(host, queues);
    return guarded(
        host,
        tools,
        run,
        names(queues),
        (guard, workload, recovered) -> {
          Switching switching = saved(queues, rights, guard);
          NodePlace place = new NodePlace(tools, path, node, destroy);
          return new OpenDevice(
              host,
              tools,
              disk.name(),
              path + (place.written().isEmpty() ? ", for reading" : ", to be overwritten"),
              Optional.of(disk),
              switching,
              place,
              guard,
              workload,
              rights,
              recovered);
        });
  }

  private static OpenDevice openFolder(
      Path directory,
      DeviceRequest request,
      Host host,
      Tools tools,
      String run,
      boolean standIn,
      Optional<String> missing) {
    Optional<Storage> storage = Storage.of(host, directory);
    Optional<Disk> disk = storage.flatMap(Storage::disk);
    if (disk.isEmpty() && !standIn) {
      throw new DeviceException(
          directory
              + " leads to no device: "
              + storage.map(Storage::reason).orElse("its file system cannot be looked at")
              + "; give a directory on a disk's own file system (ext4, xfs, …), or nothing for a"
              + " loop device");
    }
    List<BlockQueue> queues =
        standIn
            ? disk.map(Disk::scheduling).orElse(List.of()).stream().map(Devices::queue).toList()
            : queuesOf(disk.orElseThrow(), directory.toString());
    Optional<MissingRights> rights =
        missing.isPresent() ? missing.map(MissingRights::new) : MissingRights.of(host, queues);
    return guarded(
        // Without rights nothing is put back, and no journal need outlive a container.
        rights.isPresent() ? host : Container.keepingJournalIn(host, directory.toAbsolutePath()),
        tools,
        run,
        // Who cannot switch takes nothing away from anybody.
        rights.isPresent() ? List.of() : names(queues),
        (guard, workload, recovered) ->
            new OpenDevice(
                host,
                tools,
                disk.map(Disk::name).orElseGet(() -> storage.map(s -> s.mount().type()).orElse("")),
                standIn
                    ? "a plain file, since no loop device can be made; its disk's scheduler is"
                        + " only looked at"
                    : "the disk below " + directory,
                disk,
                saved(queues, rights, guard),
                FolderPlace.in(
                    directory.toAbsolutePath().normalize(),
                    run,
                    request.bytes(),
                    storage.map(Storage::mount),
                    guard),
                guard,
                workload,
                rights,
                recovered));
  }

  private static List<String> names(List<BlockQueue> queues) {
    return queues.stream().map(BlockQueue::name).toList();
  }

  private static BlockQueue queue(Disk disk) {
    return new BlockQueue(disk.host().files(), disk.directory());
  }

  private static List<BlockQueue> queuesOf(Disk disk, String asked) {
    List<Disk> scheduling = disk.scheduling();
    if (scheduling.isEmpty()) {
      throw new DeviceException(
          asked
              + " ("
              + disk.layers()
              + ") has no scheduler to switch: the kernel lists "
              + disk.schedulers()
                  .map(line -> "only " + String.join(", ", line.listed()))
                  .orElse("none at all")
              + " for "
              + disk.name()
              + (disk.below().isEmpty() ? "" : " and for what is below it")
              + "; choose a device with a queue of its own");
    }
    return scheduling.stream().map(Devices::queue).toList();
  }

  /** Saves the queues' settings, in the guard's hands before anything is switched. */
  private static Switching saved(
      List<BlockQueue> queues, Optional<MissingRights> rights, Guard guard) {
    Switching switching = new Switching(queues);
    List<Undo> undo = new ArrayList<>();
    for (int i = 0; i < queues.size(); i++) {
      BlockQueue queue = queues.get(i);
      if (rights.isEmpty()) {
        switching
            .saved()
            .get(i)
            // The depth is the disk's own business until a switch sets it.
            .without(QueueAttribute.QUEUE_DEPTH)
            .inOrder(queue)
            .forEach((file, value) -> undo.add(Undo.put(queue, file, value)));
      }
    }
    guard.before(undo);
    return switching;
  }

  /** What is left to do once there is a guard. */
  private interface Opening {
    OpenDevice open(Guard guard, Workload workload, List<String> recovered);
  }

  private static OpenDevice guarded(
      Host host, Tools tools, String run, List<String> queues, Opening opening) {
    Journal.Begun begun = Journal.begin(host, tools, run, queues);
    Guard guard = Guard.over(host, tools, begun);
    try {
      Optional<Path> place = Workload.placeForCgroup(host, run);
      guard.before(Undo.end(run, place.map(Path::toString).orElse("-")));
      MemoryLimit.groupPrefix(host.proc()).map(Undo::groups).ifPresent(guard::before);
      OpenDevice device = opening.open(guard, Workload.of(run, place), begun.recovered());
      device.closeOnShutdown();
      return device;
    } catch (RuntimeException | Error e) {
      List<String> remaining = guard.finish();
      if (!remaining.isEmpty()) {
        e.addSuppressed(
            new DeviceException("what was made is removed by: " + String.join("; ", remaining)));
      }
      throw e;
    }
  }
}
