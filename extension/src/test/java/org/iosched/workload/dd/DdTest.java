package org.iosched.workload.dd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Unit;
import org.iosched.workload.ExecException;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.iosched.workload.Workspaces;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs dd, and holds its operands to what they mean. */
final class DdTest {

  @TempDir Path temp;
  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspaces.in(temp);
  }

  @Test
  void aWriteIsTimedByItself() throws InterruptedException, IOException {
    Dd dd = dd("dd if=/dev/zero of=sub/file bs=4k count=100 conv=fdatasync status=progress");
    dd.prepare(workspace);
    WorkloadResult result = dd.run(workspace, workspace.directory());
    assertThat(Files.size(workspace.directory().resolve("sub/file"))).isEqualTo(409_600);
    assertThat(result.metrics())
        .isEqualTo(
            Map.of(
                Metric.TIME, new Measured.Value(result.seconds(), Unit.SECONDS),
                Metric.BANDWIDTH,
                    new Measured.Rate(409_600, result.seconds(), Unit.BYTES_PER_SECOND)));
    assertThat(result.documents().get(0).text()).contains("100+0 records out");
    assertThat(dd.caution()).isEmpty();
    assertThat(dd.neededBytes()).isEqualTo(409_600);
    assertThat(dd.missing()).isEmpty();
  }

  @Test
  void aFileThatIsReadIsMadeBefore() throws InterruptedException, IOException {
    Dd dd = dd("if=file of=/dev/null bs=64k count=3 skip=1 iflag=skip_bytes");
    assertThat(dd.neededBytes()).isEqualTo(3 * 65536 + 1);
    dd.prepare(workspace);
    Path file = workspace.directory().resolve("file");
    assertThat(Files.size(file)).isEqualTo(3 * 65536 + 1);
    assertThat(dd.run(workspace, workspace.directory()).metrics().get(Metric.BANDWIDTH))
        .isInstanceOfSatisfying(
            Measured.Rate.class, rate -> assertThat(rate.count()).isEqualTo(3 * 65536));
    byte[] before = Files.readAllBytes(file);
    dd.prepare(workspace);
    assertThat(Files.readAllBytes(file)).as("it is not made again").isEqualTo(before);
    assertThat(dd.caution()).isEmpty();
  }

  @Test
  void aFileThatIsWrittenOverIsMadeBefore() throws InterruptedException, IOException {
    Dd dd = dd("if=/dev/zero of=file bs=4k count=2 seek=3 conv=nocreat,notrunc,fsync");
    dd.prepare(workspace);
    dd.run(workspace, workspace.directory());
    assertThat(Files.size(workspace.directory().resolve("file"))).isEqualTo(5 * 4096);
  }

  @ParameterizedTest
  @CsvSource({
    "bs=4k count=100, 409600",
    "bs=1M count=2, 2097152",
    "bs=1MB count=2, 2000000",
    "bs=2x512 count=3, 3072",
    "ibs=1k obs=4k count=3, 3072",
    "count=3, 1536",
    "bs=1M count=10 iflag=count_bytes, 10",
    "bs=1M count=10kB, 10000",
    "bs=4k count=1 seek=2, 12288",
    "bs=4k count=1 oseek=2, 12288",
    "bs=4k count=1 seek=2 oflag=seek_bytes, 4098",
    "bs=8k bs=4k count=1, 4096"
  })
  void lengthsAreCountedAsDdCountsThem(String operands, long bytes) {
    assertThat(dd("if=/dev/zero of=file " + operands).neededBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "if=/dev/zero of=f bs=1 count=999999999999999999, 999999999999999999",
    "if=in of=out bs=1 count=1T skip=1T seek=1T, 4398046511104",
    "if=in of=out bs=1T count=1048576 skip=1048576 seek=1048576, 4611686018427387904"
  })
  void theLargestLengthsAreCounted(String operands, long bytes) {
    assertThat(dd(operands).neededBytes()).isEqualTo(bytes);
  }

  @Test
  void aTimeThatEndsInThePageCacheIsSaid() {
    String cache =
        "dd's time ends when the data is in the page cache and not on the device: add"
            + " conv=fdatasync.";
    assertThat(dd("if=/dev/zero of=file bs=1M count=1").caution()).contains(cache);
    assertThat(dd("if=/dev/zero of=file bs=1M count=1 conv=notrunc oflag=nocache").caution())
        .contains(cache);
    for (String durable :
        new String[] {"conv=fsync", "conv=notrunc,fdatasync", "oflag=direct", "oflag=dsync"}) {
      assertThat(dd("if=/dev/zero of=file bs=1M count=1 " + durable).caution())
          .as(durable)
          .isEmpty();
    }
    assertThat(dd("if=/dev/urandom of=file bs=1M count=1 conv=fsync").caution())
        .contains(
            "Making the bytes of /dev/urandom takes longer than a fast device takes to write them:"
                + " read a file or /dev/zero.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "of=f count=1 | dd: without if= it would read its standard input; name /dev/zero or a file"
            + " with if=.",
        "if=/dev/zero count=1 | dd: without of= it would write to its standard output; name a file"
            + " or /dev/null with of=.",
        "if=/dev/zero of=f bs=1M | dd: without count= it would go on until the device is full; say"
            + " how many blocks with count=.",
        "if=f of=/dev/null | dd: without count= how large the file is to be that is read is not"
            + " said; say how many blocks with count=.",
        "if=/dev/zero of=/dev/null count=1 | dd: if=/dev/zero of=/dev/null touches no device; name"
            + " a file on one of the sides.",
        "if=/dev/zero of=/dev/sda count=1 | dd: of=/dev/sda is not in the run's directory; name a"
            + " file below it, as in of=file, or /dev/null.",
        "if=../f of=/dev/null count=1 | dd: if=../f is not in the run's directory; name a file"
            + " below it, as in if=file, or /dev/zero.",
        "if=/etc/passwd of=f count=1 | dd: if=/etc/passwd is not in the run's directory; name a"
            + " file below it, as in if=file, or /dev/zero.",
        "if=f of=./f count=1 | dd: if= and of= name the same file, which would be emptied before it"
            + " is read; add conv=notrunc, or name another file.",
        "if=/dev/zero of=f bs=4q count=1 | dd: bs=4q is no number; write it as in bs=512, 4k, 1M"
            + " or 2x512.",
        "if=/dev/zero of=f bs=99999999T count=1 | dd: bs=99999999T is more than can be counted.",
        "if=/dev/zero of=f bs=1G count=99999999999999 | dd: count=99999999999999 is more than any"
            + " device has.",
        "if=/dev/zero of=f bs=0 count=1 | dd: a block has no bytes; give bs= a size, as in bs=4k.",
        "if=/dev/zero of=f count=0 | dd: count= copies nothing; give it a number.",
        "if=/dev/zero of=f count=1 status=none | dd: status=none suppresses the line with the time;"
            + " leave it out."
      })
  void whatCannotBeRunIsRefused(String operands, String message) {
    assertThatThrownBy(() -> dd(operands))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aWordThatIsNearToAnotherIsHelped() {
    assertThatThrownBy(() -> dd("if=/dev/zero of=f count=1 conv=fdatasnc"))
        .hasMessageStartingWith("dd: conv=fdatasnc is not known; conv= takes fsync, fdatasync")
        .hasMessageContaining("did you mean fdatasync?");
    assertThatThrownBy(() -> dd("if=/dev/zero of=f cont=1"))
        .hasMessageStartingWith("dd: \"cont=1\" is no operand; they are if=, of=, bs=")
        .hasMessageContaining("did you mean count?");
    assertThatThrownBy(() -> dd("if=/dev/zero of=f count=1 && sync"))
        .hasMessageContaining("a line for the shell is a command workload.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "dd", "dd ", "=", "if=", "if=/dev/zero of= count=1"})
  void littleIsRefusedToo(String operands) {
    assertThatThrownBy(() -> dd(operands))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("dd: ")
        .hasMessageEndingWith(".");
  }

  @Test
  void onlyWhatDdTellsIsMeasured() {
    Dd dd = dd("if=/dev/zero of=f count=1");
    assertThat(dd.neverMeasures(Metric.parse("bandwidth"))).isEmpty();
    assertThat(dd.neverMeasures(Metric.SPEED)).isEmpty();
    assertThat(dd.neverMeasures(Metric.TIME)).isEmpty();
    assertThat(dd.neverMeasures(Metric.parse("p99 write latency")))
        .contains(
            "p99 write latency is not told by dd, of which there are time, bandwidth and cpu; claim"
                + " one of these.");
    assertThat(dd.continuous()).isFalse();
    assertThat(dd.worksInDirectory()).isTrue();
  }

  @Test
  void aFailureSaysWhatDdSaid() {
    Dd dd = dd("if=/dev/zero of=sub/file count=1");
    assertThatThrownBy(() -> dd.run(workspace, workspace.directory()))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith(
            "dd if=/dev/zero of=sub/file count=1 ended with status 1: dd: failed to open"
                + " 'sub/file': No such file or directory");
  }

  private static Dd dd(String operands) {
    return Dd.parse(operands, Optional.empty());
  }
}
