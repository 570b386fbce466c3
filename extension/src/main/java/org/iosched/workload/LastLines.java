package org.iosched.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The last lines of what a program wrote, for messages. */
final class LastLines {

  private static final int MOST_LINES = 20;
  private static final int MOST_BYTES = 64 * 1024;

  private LastLines() {}

  /** Returns at most 20 lines and 64 KiB of what lies behind {@code from}. */
  static String of(FileChannel file, long from) throws IOException {
    long start = Math.max(from, file.size() - MOST_BYTES);
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, file.size() - start));
    for (int read = 0; read >= 0 && bytes.hasRemaining(); ) {
      read = file.read(bytes, start + bytes.position());
    }
    String written = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    List<String> lines = written.lines().toList();
    String text =
        String.join("\n", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
    return text.isBlank() ? "(no output)" : text;
  }
}
