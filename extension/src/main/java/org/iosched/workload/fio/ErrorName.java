package org.iosched.workload.fio;

import java.util.Map;

/** The names of error numbers on Linux (errno(3)), as far as block I/O returns them. */
final class ErrorName {

  private static final Map<Long, String> NAMES =
      Map.ofEntries(
          Map.entry(1L, "EPERM (1: operation not permitted)"),
          Map.entry(2L, "ENOENT (2: no such file or directory)"),
          Map.entry(4L, "EINTR (4: interrupted)"),
          Map.entry(5L, "EIO (5: input/output error)"),
          Map.entry(6L, "ENXIO (6: no such device)"),
          Map.entry(9L, "EBADF (9: bad file descriptor)"),
          Map.entry(11L, "EAGAIN (11: try again)"),
          Map.entry(12L, "ENOMEM (12: out of memory)"),
          Map.entry(13L, "EACCES (13: permission denied)"),
          Map.entry(14L, "EFAULT (14: bad address)"),
          Map.entry(16L, "EBUSY (16: device busy)"),
          Map.entry(17L, "EEXIST (17: file exists)"),
          Map.entry(19L, "ENODEV (19: no such device)"),
          Map.entry(20L, "ENOTDIR (20: not a directory)"),
          Map.entry(21L, "EISDIR (21: is a directory)"),
          Map.entry(22L, "EINVAL (22: invalid argument, such as an unaligned direct I/O)"),
          Map.entry(23L, "ENFILE (23: too many open files on the machine)"),
          Map.entry(24L, "EMFILE (24: too many open files)"),
          Map.entry(26L, "ETXTBSY (26: text file busy)"),
          Map.entry(27L, "EFBIG (27: file too large)"),
          Map.entry(28L, "ENOSPC (28: no space left on the device)"),
          Map.entry(30L, "EROFS (30: read-only file system)"),
          Map.entry(38L, "ENOSYS (38: the kernel lacks the call)"),
          Map.entry(52L, "EBADE (52: invalid exchange)"),
          Map.entry(61L, "ENODATA (61: no data available, a medium error)"),
          Map.entry(62L, "ETIME (62: timer expired, max_latency or a timeout)"),
          Map.entry(75L, "EOVERFLOW (75: value too large)"),
          Map.entry(84L, "EILSEQ (84: what was read is not what was written)"),
          Map.entry(95L, "EOPNOTSUPP (95: not supported)"),
          Map.entry(110L, "ETIMEDOUT (110: timed out)"),
          Map.entry(116L, "ESTALE (116: stale file handle)"),
          Map.entry(121L, "EREMOTEIO (121: remote I/O error)"),
          Map.entry(122L, "EDQUOT (122: disk quota exceeded)"),
          Map.entry(125L, "ECANCELED (125: canceled)"));

  private ErrorName() {}

  /** Returns the name, the number and what it means; the number where it has no name here. */
  static String of(long error) {
    return NAMES.getOrDefault(error, "error " + error);
  }
}
