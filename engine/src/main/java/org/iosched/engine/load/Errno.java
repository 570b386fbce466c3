package org.iosched.engine.load;

/** The kernel's error numbers by name, as a person looks them up. */
final class Errno {

  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EACCES = 13;
  static final int ENOSPC = 28;
  static final int EROFS = 30;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EBUSY = 16;
  static final int EINVAL = 22;
  static final int ENOSYS = 38;
  static final int ETIME = 62;

  private Errno() {}

  /** Returns what can be done about an error of an I/O, to be put behind it; may be empty. */
  static String remedy(int number) {
    return switch (number) {
      case EIO -> "; the kernel's log says what the device did (dmesg)";
      case ENOSPC -> "; free space there, or lower size";
      case EROFS -> "; mount it for writing";
      case 122 -> "; raise the quota, or lower size";
      case 27 -> "; lower size, or raise the limit of file sizes (ulimit -f)";
      default -> "";
    };
  }

  /** Returns the name and the meaning, e.g. {@code "EIO (input/output error)"}. */
  static String words(int number) {
    return switch (number) {
      case EPERM -> "EPERM (operation not permitted)";
      case ENOENT -> "ENOENT (no such file or directory)";
      case EINTR -> "EINTR (interrupted)";
      case EIO -> "EIO (input/output error)";
      case 6 -> "ENXIO (no such device)";
      case 9 -> "EBADF (bad file descriptor)";
      case EAGAIN -> "EAGAIN (try again)";
      case ENOMEM -> "ENOMEM (out of memory)";
      case EACCES -> "EACCES (permission denied)";
      case 14 -> "EFAULT (bad address)";
      case EBUSY -> "EBUSY (device or resource busy)";
      case 17 -> "EEXIST (file exists)";
      case 19 -> "ENODEV (no such device)";
      case 20 -> "ENOTDIR (not a directory)";
      case 21 -> "EISDIR (is a directory)";
      case EINVAL -> "EINVAL (invalid argument)";
      case 24 -> "EMFILE (too many open files)";
      case 26 -> "ETXTBSY (text file busy)";
      case 27 -> "EFBIG (file too large)";
      case ENOSPC -> "ENOSPC (no space left on device)";
      case EROFS -> "EROFS (read-only file system)";
      case ENOSYS -> "ENOSYS (not in this kernel)";
      case 52 -> "EBADE (invalid exchange)";
      case 61 -> "ENODATA (medium error)";
      case ETIME -> "ETIME (timer expired)";
      case 84 -> "EILSEQ (checksum mismatch)";
      case 95 -> "EOPNOTSUPP (operation not supported)";
      case 110 -> "ETIMEDOUT (timed out)";
      case 121 -> "EREMOTEIO (target error)";
      case 122 -> "EDQUOT (disk quota exceeded)";
      case 123 -> "ENOMEDIUM (no medium found)";
      default -> "errno " + number;
    };
  }
}
