package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import org.iosched.engine.JobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteDataTest {
  private static final int BYTES = 256 << 10;

  private static WriteData data(String options) {
    return new WriteData(JobFile.parse("[j]\n" + options).jobs().get(0), 3);
  }

  @ParameterizedTest
  @CsvSource({"0,99,101", "50,48,54", "100,0,3"})
  void compressesAsFarAsAskedFor(int percent, int least, int most) {
    ByteBuffer memory = ByteBuffer.allocate(BYTES);

    data("buffer_compress_percentage=" + percent).fill(memory, 0, BYTES);

    Deflater deflater = new Deflater();
    deflater.setInput(memory.array());
    deflater.finish();
    int compressed = deflater.deflate(new byte[2 * BYTES]);
    deflater.end();
    assertThat(compressed * 100 / BYTES).isBetween(least, most);
  }

  @Test
  void noTwoBlocksAreEqual() {
    ByteBuffer memory = ByteBuffer.allocate(8192);
    WriteData data = data("rw=write");
    data.fill(memory, 0, 8192);

    data.renew(memory, 0, 8192, 0);
    long first = memory.getLong(0);
    long second = memory.getLong(4096);
    data.renew(memory, 0, 8192, 8192);

    assertThat(memory.getLong(0)).isNotIn(first, second);
    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void refillsOnlyIfAskedTo() {
    ByteBuffer kept = ByteBuffer.allocate(4096);
    ByteBuffer refilled = ByteBuffer.allocate(4096);

    data("").renew(kept, 0, 4096, 0);
    data("refill_buffers").renew(refilled, 0, 4096, 0);

    assertThat(kept.getLong(8)).isZero();
    assertThat(refilled.getLong(8)).isNotZero();
  }

  @Test
  void oddLengthsAreFilledToTheEnd() {
    ByteBuffer memory = ByteBuffer.allocate(4099);

    data("").fill(memory, 0, 4099);

    assertThat(memory.get(4096) | memory.get(4097) | memory.get(4098)).isNotZero();
  }
}
