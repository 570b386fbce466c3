package org.iosched.engine.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An io_uring of one thread: the two rings shared with the kernel (io_uring(7), and the structures
 * of linux/io_uring.h). Opened, used and closed by the same thread; nothing on the path of an I/O
 * allocates.
 */
final class Ring implements AutoCloseable {

  static final byte OP_FSYNC = 3;
  private static final byte OP_READ_FIXED = 4;
  private static final byte OP_WRITE_FIXED = 5;
  private static final byte OP_READ = 22;
  private static final byte OP_WRITE = 23;

  private static final long SYS_SETUP = 425;
  private static final long SYS_ENTER = 426;
  private static final long SYS_REGISTER = 427;

  private static final int SETUP_SUBMIT_ALL = 1 << 7;
  private static final int SETUP_COOP_TASKRUN = 1 << 8;

  /**
   * From the newest kernels to the oldest: the fastest set of flags that is not EINVAL. Without
   * DEFER_TASKRUN, since completions are then already there when a submission returns, which saves
   * a wait for most batches: a tenth to a quarter of the processor time per I/O at depth 8 to 32.
   */
  private static final int[] SETUP_FLAGS = {SETUP_SUBMIT_ALL | SETUP_COOP_TASKRUN, 0};

  private static final int FEATURE_SINGLE_MMAP = 1;

  /** Came with the kernel that has OP_READ and OP_WRITE (5.6). */
  private static final int FEATURE_RW_CUR_POS = 1 << 3;

  private static final int FEATURE_EXT_ARG = 1 << 8;

  private static final int ENTER_GETEVENTS = 1;
  private static final int ENTER_EXT_ARG = 1 << 3;
  private static final int ENTER_REGISTERED_RING = 1 << 4;

  private static final int REGISTER_BUFFERS = 0;
  private static final int REGISTER_RING_FDS = 20;

  private static final long OFFSET_SQES = 0x10000000L;
  private static final int PARAMS_BYTES = 120;
  private static final int SQE_BYTES = 64;
  private static final int CQE_BYTES = 16;

  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final int fd;
  private final long ringAddress;
  private final long ringBytes;
  private final long sqesAddress;
  private final long sqesBytes;
  private final ByteBuffer ring;
  private final ByteBuffer sqes;
  private final ByteBuffer arguments;
  private final long argumentsAddress;
  private final boolean waitsWithTimeout;
  private final int sqTailAt;
  private final int sqMask;
  private final int cqHeadAt;
  private final int cqTailAt;
  private final int cqMask;
  private final int cqesAt;

  private int enterFd;
  private int enterFlags;
  private boolean fixedBuffer;
  private int file;
  private int sqTail;
  private int cqHead;
  private int unsubmitted;

  /** io_uring cannot be used here; the reason is an errno. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int errno;

    Refused(int errno) {
      super(Errno.words(errno));
      this.errno = errno;
    }

    /** Returns the error with what can be done about it. */
    String reason() {
      return Errno.words(errno)
          + switch (errno) {
            case Errno.EPERM ->
                "; see kernel.io_uring_disabled, or the seccomp profile of the container";
            case Errno.ENOMEM -> "; raise the limit of locked memory (ulimit -l)";
            default -> "";
          };
    }
  }

  /**
   * Opens a ring.
   *
   * @param entries how many I/Os may be in flight
   * @throws Refused if the kernel has none, or does not let this process use it
   */
  Ring(int entries) throws Refused {
    argumentsAddress = LibC.mapMemory(4096);
    arguments = LibC.buffer(argumentsAddress, 4096);
    fd = setup(entries);
    enterFd = fd;
    int features = arguments.getInt(20);
    if ((features & FEATURE_SINGLE_MMAP) == 0 || (features & FEATURE_RW_CUR_POS) == 0) {
      LibC.close(fd);
      throw new Refused(Errno.ENOSYS);
    }
    waitsWithTimeout = (features & FEATURE_EXT_ARG) != 0;
    int sqEntries = arguments.getInt(0);
    int cqEntries = arguments.getInt(4);
    sqTailAt = arguments.getInt(40 + 4);
    int sqArrayAt = arguments.getInt(40 + 24);
    cqHeadAt = arguments.getInt(80);
    cqTailAt = arguments.getInt(80 + 4);
    cqesAt = arguments.getInt(80 + 20);
    ringBytes = Math.max(sqArrayAt + 4L * sqEntries, cqesAt + (long) CQE_BYTES * cqEntries);
    sqesBytes = (long) SQE_BYTES * sqEntries;
    ringAddress = LibC.mapShared(fd, ringBytes, 0);
    sqesAddress = LibC.mapShared(fd, sqesBytes, OFFSET_SQES);
    if (ringAddress == -1 || sqesAddress == -1) {
      int errno = LibC.errno();
      LibC.close(fd);
      throw new Refused(errno);
    }
    ring = LibC.buffer(ringAddress, (int) ringBytes);
    sqes = LibC.buffer(sqesAddress, (int) sqesBytes);
    sqMask = ring.getInt(arguments.getInt(40 + 8));
    cqMask = ring.getInt(arguments.getInt(80 + 8));
    for (int i = 0; i < sqEntries; i++) {
      ring.putInt(sqArrayAt + 4 * i, i);
    }
    sqTail = ring.getInt(sqTailAt);
    cqHead = ring.getInt(cqHeadAt);
    registerRing();
  }

  private int setup(int entries) throws Refused {
    int errno = Errno.ENOSYS;
    for (int flags : SETUP_FLAGS) {
      for (int i = 0; i < PARAMS_BYTES; i += 4) {
        arguments.putInt(i, 0);
      }
      arguments.putInt(8, flags);
      long opened = LibC.syscall(SYS_SETUP, entries, argumentsAddress, 0, 0, 0, 0);
      if (opened >= 0) {
        return (int) opened;
      }
      errno = LibC.errno();
      if (errno != Errno.EINVAL) {
        break;
      }
    }
    LibC.munmap(argumentsAddress, 4096);
    throw new Refused(errno);
  }

  /** Saves the lookup of the ring's descriptor in each enter; kernels before 5.18 have no such. */
  private void registerRing() {
    arguments.putInt(0, -1);
    arguments.putInt(4, 0);
    arguments.putLong(8, fd);
    if (register(REGISTER_RING_FDS, 1) == 1) {
      enterFd = arguments.getInt(0);
      enterFlags = ENTER_REGISTERED_RING;
    }
  }

  private long register(int what, int count) {
    return LibC.syscall(SYS_REGISTER, fd, what, argumentsAddress, count, 0, 0);
  }

  /**
   * Names the file and the memory of all I/Os. The memory is registered with the kernel where it
   * lets us, which saves pinning it for each I/O. The file is not: the kernel drops a ring's files
   * some time after the ring is closed, and until then a file system could not be unmounted.
   */
  void use(int targetFd, long bufferAddress, long bufferBytes) {
    file = targetFd;
    arguments.putLong(0, bufferAddress);
    arguments.putLong(8, bufferBytes);
    fixedBuffer = register(REGISTER_BUFFERS, 1) == 0;
  }

  /** Names the file of the I/Os that are queued from now on. */
  void file(int targetFd) {
    file = targetFd;
  }

  /** Queues a read or a write; {@link #enter} submits it. */
  void push(boolean write, int slot, long address, int bytes, long offset) {
    int opcode =
        fixedBuffer ? (write ? OP_WRITE_FIXED : OP_READ_FIXED) : (write ? OP_WRITE : OP_READ);
    push(opcode, slot, address, bytes, offset, 0);
  }

  /** Queues an fsync, or an fdatasync. */
  void pushSync(boolean dataOnly, int slot) {
    push(OP_FSYNC, slot, 0, 0, 0, dataOnly ? 1 : 0);
  }

  private void push(int opcode, int slot, long address, int bytes, long offset, int opFlags) {
    int at = (sqTail & sqMask) * SQE_BYTES;
    sqes.putInt(at, opcode);
    sqes.putInt(at + 4, file);
    sqes.putLong(at + 8, offset);
    sqes.putLong(at + 16, address);
    sqes.putInt(at + 24, bytes);
    sqes.putInt(at + 28, opFlags);
    sqes.putLong(at + 32, slot);
    sqes.putLong(at + 40, 0);
    sqes.putLong(at + 48, 0);
    sqTail++;
    unsubmitted++;
  }

  /**
   * Submits what was queued and waits for a completion.
   *
   * <p>These are two calls: where other processes compete for the processors, they were seen to
   * give twice the I/Os on a loop device, whose kernel thread otherwise waits for a time slice.
   *
   * @param timeoutNanos how long at most; negative is without a limit
   * @return 0, or the errno of the failure; an interruption or the end of the timeout is none
   */
  int enter(long timeoutNanos) {
    if (unsubmitted > 0) {
      INT.setRelease(ring, sqTailAt, sqTail);
      long done = LibC.syscall(SYS_ENTER, enterFd, unsubmitted, 0, enterFlags, 0, 0);
      if (done < 0) {
        return failure(LibC.errno());
      }
      unsubmitted -= (int) done;
      if (completed() > 0) {
        return 0;
      }
    }
    return waitForOne(timeoutNanos) < 0 ? failure(LibC.errno()) : 0;
  }

  private long waitForOne(long timeoutNanos) {
    int flags = ENTER_GETEVENTS | enterFlags;
    if (timeoutNanos < 0) {
      return LibC.syscall(SYS_ENTER, enterFd, 0, 1, flags, 0, 0);
    }
    if (!waitsWithTimeout) {
      return LibC.syscall(SYS_ENTER, enterFd, 0, 0, flags, 0, 0);
    }
    arguments.putLong(64, 0);
    arguments.putLong(72, 0);
    arguments.putLong(80, argumentsAddress + 96);
    arguments.putLong(96, timeoutNanos / 1_000_000_000);
    arguments.putLong(104, timeoutNanos % 1_000_000_000);
    return LibC.syscall(SYS_ENTER, enterFd, 0, 1, flags | ENTER_EXT_ARG, argumentsAddress + 64, 24);
  }

  private static int failure(int errno) {
    return switch (errno) {
      case Errno.EINTR, Errno.EAGAIN, Errno.EBUSY, Errno.ETIME -> 0;
      default -> errno;
    };
  }

  /** Returns how many completions are there to be read. */
  int completed() {
    return (int) INT.getAcquire(ring, cqTailAt) - cqHead;
  }

  /** Returns the slot of the i-th completion. */
  int slot(int i) {
    return (int) ring.getLong(cqesAt + ((cqHead + i) & cqMask) * CQE_BYTES);
  }

  /** Returns the bytes of the i-th completion, or its negated errno. */
  int result(int i) {
    return ring.getInt(cqesAt + ((cqHead + i) & cqMask) * CQE_BYTES + 8);
  }

  /** Gives the first completions back to the kernel. */
  void advance(int count) {
    cqHead += count;
    INT.setRelease(ring, cqHeadAt, cqHead);
  }

  @Override
  public void close() {
    LibC.munmap(sqesAddress, sqesBytes);
    LibC.munmap(ringAddress, ringBytes);
    LibC.close(fd);
    LibC.munmap(argumentsAddress, 4096);
  }
}
