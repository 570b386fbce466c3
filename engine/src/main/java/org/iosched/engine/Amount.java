package org.iosched.engine;

/** A size or a place of a job: bytes, or a share of the target. */
public sealed interface Amount {

  /**
   * Returns the bytes it stands for.
   *
   * @param targetBytes the size of the target
   */
  long of(long targetBytes);

  /** Returns how it is written in a job text. */
  String text();

  /**
   * A number of bytes.
   *
   * @param count zero or more
   */
  record Bytes(long count) implements Amount {
    @Override
    public long of(long targetBytes) {
      return count;
    }

    @Override
    public String text() {
      return Long.toString(count);
    }
  }

  /**
   * A share of the target.
   *
   * @param percent 0 to 100
   */
  record Percent(int percent) implements Amount {
    @Override
    public long of(long targetBytes) {
      return targetBytes / 100 * percent + targetBytes % 100 * percent / 100;
    }

    @Override
    public String text() {
      return percent + "%";
    }
  }
}
