package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;
import org.iosched.engine.JobFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a device can do to what was written, and what is said of it. */
class VerifierTest {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 600;
  private static final int SLOTS = 4;

  @TempDir private Path directory;
  private Path path;
  private FileChannel file;
  private Target target;
  private Verifier verifier;
  private final ByteBuffer[] buffers = new ByteBuffer[SLOTS];
  private WriteData data = data("rw=randwrite");

  @BeforeEach
  void open() throws IOException {
    path = Files.write(directory.resolve("file"), new byte[BLOCK * BLOCKS]);
    file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    target = Target.open(path, true, false);
    verifier = verifier("rw=randwrite\nverify=crc32c");
  }

  @AfterEach
  void close() throws IOException {
    verifier.close();
    target.close();
    file.close();
  }

  private static Job job(String options) {
    return JobFile.parse("[j]\n" + options).jobs().get(0);
  }

  private static WriteData data(String options) {
    return new WriteData(job(options), 1);
  }

  private Verifier verifier(String options) {
    Job job = job(options);
    Verifier made = new Verifier(job, List.of(target), List.of(Extent.of(job, target, 1)), SLOTS);
    data = data(options);
    for (int slot = 0; slot < SLOTS; slot++) {
      buffers[slot] = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
      data.fill(buffers[slot], 0, BLOCK);
      made.use(slot, buffers[slot]);
    }
    return made;
  }

  private void begin(int slot, int block) {
    verifier.seal(slot, 0, BLOCK, (long) block * BLOCK, data);
  }

  private void land(int slot, int block) throws IOException {
    put(buffers[slot].duplicate().clear(), block);
  }

  private void put(ByteBuffer content, int block) throws IOException {
    assertThat(file.write(content, (long) block * BLOCK)).isEqualTo(content.limit());
  }

  private void write(int block) throws IOException {
    begin(0, block);
    land(0, block);
    verifier.written(0);
  }

  private ByteBuffer content(int block) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(BLOCK);
    assertThat(file.read(content, (long) block * BLOCK)).isEqualTo(BLOCK);
    return content.flip();
  }

  private long verify() {
    return verifier.readBack(
        () -> false,
        (what, number, offset, errno) -> new EngineException(what + offset + Errno.words(errno)));
  }

  private void assertRefuted(int block, String problem) {
    assertThatThrownBy(this::verify)
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "job j: verification failed: the block at offset %d of %s %s"
                .formatted(block * BLOCK, path, problem));
  }

  @Test
  void everyBlockThatWasWrittenIsVerifiedAndNoOther() throws Exception {
    for (int block = 0; block < BLOCKS; block++) {
      if (block % 7 != 3) {
        write(block);
      }
    }
    write(12);

    assertThat(verify()).isEqualTo(BLOCKS - (BLOCKS + 3) / 7);
  }

  @Test
  void whatNeverArrivedIsZeros() throws Exception {
    write(4);
    begin(0, 5);
    verifier.written(0);

    assertRefuted(5, "holds zeros, and not what was written");
  }

  @Test
  void whatSomethingElseWroteHasNoHeader() throws Exception {
    write(4);
    put(ByteBuffer.wrap("something else".getBytes(StandardCharsets.US_ASCII)), 4);

    assertRefuted(4, "holds something else than what was written: it has no header");
  }

  @Test
  void aBitThatFellIsDamage() throws Exception {
    write(300);
    ByteBuffer content = content(300);
    content.put(2000, (byte) (content.get(2000) ^ 4));
    put(content, 300);

    assertThatThrownBy(this::verify)
        .hasMessageMatching(
            ".*offset 1228800 of .* is damaged: its data has crc32c [0-9a-f]{8}, its header says"
                + " [0-9a-f]{8}");
  }

  /** Sectors of the same place differ from write to write, so that one that is lost is seen. */
  @Test
  void aSectorOfAnEarlierWriteIsDamage() throws Exception {
    write(0);
    ByteBuffer mixed = content(0);
    write(0);
    ByteBuffer last = content(0);
    mixed.put(0, last, 0, 1024).put(1536, last, 1536, BLOCK - 1536);
    put(mixed, 0);

    assertThatThrownBy(this::verify)
        .hasMessageContaining("offset 0 of")
        .hasMessageContaining("is damaged");
  }

  @Test
  void aBlockAtAnotherPlaceIsTold() throws Exception {
    write(7);
    write(8);
    put(content(7), 8);

    assertRefuted(8, "holds the block that belongs to offset 28672");
  }

  @Test
  void aWriteThatWasLostIsStale() throws Exception {
    write(9);
    ByteBuffer first = content(9);
    write(9);
    write(9);
    put(first, 9);

    assertRefuted(
        9, "holds what write 1 of it brought, but the last was write 3: later writes were lost");
  }

  @Test
  void whatAnEarlierRunWroteIsNoProof() throws Exception {
    write(2);
    ByteBuffer earlier = content(2);
    verifier.close();
    verifier = verifier("rw=randwrite\nverify=crc32c");
    write(2);
    put(earlier, 2);

    assertRefuted(2, "holds what an earlier run wrote: the writes of this run were lost");
  }

  @Test
  void aFileThatBecameShorterIsTold() throws Exception {
    write(20);
    file.truncate(20 * BLOCK);

    assertRefuted(20, "is gone: the target ends there");
  }

  @Test
  void ofWritesInFlightTogetherAnyMayStay() throws Exception {
    begin(0, 3);
    begin(1, 3);
    land(1, 3);
    land(0, 3);
    verifier.written(0);
    verifier.written(1);

    assertThat(verify()).isEqualTo(1);
  }

  @Test
  void ofWritesOneAfterTheOtherOnlyTheLastMayStay() throws Exception {
    begin(0, 3);
    land(0, 3);
    ByteBuffer first = content(3);
    verifier.written(0);
    begin(1, 3);
    verifier.written(1);
    put(first, 3);

    assertThatThrownBy(this::verify).hasMessageContaining("later writes were lost");
  }

  @Test
  void anOverlapIsForgottenAfterAWriteOfItsOwn() throws Exception {
    begin(0, 3);
    begin(1, 3);
    land(1, 3);
    verifier.written(0);
    verifier.written(1);
    ByteBuffer earlier = content(3);
    write(3);
    assertThat(verify()).isEqualTo(1);
    put(earlier, 3);

    assertThatThrownBy(this::verify).hasMessageContaining("later writes were lost");
  }

  /** Numbers of writes begin again; what is just before the turn is still the one before. */
  @Test
  void numbersOfWritesGoRound() throws Exception {
    for (int i = 0; i < WrittenBlocks.GENERATIONS; i++) {
      begin(0, 1);
      verifier.written(0);
    }
    land(0, 1);
    assertThat(verify()).isEqualTo(1);
    begin(1, 1);
    verifier.written(1);

    assertRefuted(
        1,
        "holds what write 65535 of it brought, but the last was write 1: later writes were lost");
  }

  @Test
  void aReaderVerifiesWhatAJobWithTheSameSeedWrote() throws Exception {
    write(6);
    ByteBuffer content = content(6);
    verifier.close();
    verifier = verifier("rw=read\nverify=crc32c");
    assertThat(verifier.ofReads()).isTrue();
    buffers[2].clear().put(content).clear();

    assertThat(verifier.problemOfRead(2, 0, BLOCK, 6 * BLOCK)).isNull();
    assertThat(verifier.problemOfRead(2, 0, BLOCK, 5 * BLOCK))
        .hasMessageContaining("offset 20480 of")
        .hasMessageEndingWith("holds the block that belongs to offset 24576");
    verifier.close();
    verifier = verifier("rw=read\nverify=crc32c\nrandseed=5");
    buffers[2].clear().put(content.rewind()).clear();
    assertThat(verifier.problemOfRead(2, 0, BLOCK, 6 * BLOCK))
        .hasMessageEndingWith("was written by a job with another randseed");
  }

  @Test
  void blocksWithoutRoomForAHeaderAreRefused() {
    assertThatThrownBy(() -> verifier("rw=write\nverify=crc32c\nbs=32"))
        .hasMessage(
            "job j has blocks of 32 bytes, but verify puts a header of 48 bytes in each; raise bs"
                + " or leave verify out");
  }
}
