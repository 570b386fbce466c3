package org.iosched.workload.dd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.iosched.workload.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the reading of dd's last line to what dd writes in many languages and on many systems. */
final class DdOutputTest {

  /** GNU coreutils 9.1 in its languages, older ones, busybox, toybox and the BSDs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "104857600 bytes (105 MB, 100 MiB) copied, 0.123 s, 853 MB/s",
        "104857600 bytes (105 MB, 100 MiB) copied, 0,123 s, 853 MB/s",
        "104857600 bytes (105 MB) copied, 0.123 s, 853 MB/s",
        "104857600 bytes (105 MB) copied, 0.123 seconds, 853 MB/s",
        "104857600 bytes (105 MB) copied, 1.23e-01 s, 853 MB/s",
        "104857600 Bytes (105 MB, 100 MiB) kopiert, 0,123 s, 853 MB/s",
        "104857600 Bytes (105 MB) kopiert, 0,123 Sekunden, 853 MB/s",
        "104857600 octets (105 MB, 100 MiB) copiés, 0,123 s, 853 MB/s",
        "104857600 octets (105 Mo) copiés, 0,123 seconde, 853 Mo/s",
        "104857600 bytes (105 MB) copiados, 0,123 s, 853 MB/s",
        "104857600 bytes (105 MB) copiati, 0,123 s, 853 MB/s",
        "104857600 baiti (105 MB, 100 MiB) kopeeritud, 0,123 s, 853 MB/s",
        "104857600 bajtova (105 MB, 100 MiB) je kopirano, 0,123 s, 853 MB/s",
        "104857600 bajtů (105 MB) zkopírováno, 0,123 s, 853 MB/s",
        "104857600 bytes (105 MB, 100 MiB) gekopieerd, 0,123 s, 853 MB/s",
        "104857600 bayt (105 MB, 100 MiB) kopyalandı, 0,123 s, 853 MB/s",
        "104857600 바이트 (105 MB, 100 MiB) 복사함, 0.123 s, 853 MB/s",
        "104857600 바이트(105 MB) 복사됨, 0.123 초, 853 MB/초",
        "104857600 バイト (105 MB) コピーされました、 0.123 秒、 853 MB/秒",
        "104857600字节(105 MB)已复制，0.123 秒，853 MB/秒",
        "104857600 字节 (105 MB, 100 MiB) 已复制，0.123 s，853 MB/s",
        "скопійовано 104857600 байтів (105 MB, 100 MiB), 0,123 s, 853 MB/s",
        "скопировано 104857600 байт (105 MB), 0,123 c, 853 MB/c",
        "104857600 байт (105 MB, 100 MiB) скопирован, 0,123 s, 853 MB/s",
        "104857600 bytes (100.0MB) copied, 0.123 seconds, 813.0MB/s",
        "104857600 bytes (100 M) copied, 0.123 s, 813 M/s",
        "104857600 bytes transferred in 0.123 secs (852500813 bytes/sec)",
        "104857600 bytes transferred in 0.123 seconds (852500813 bytes/sec)",
        "  104857600 bytes (105 MB, 100 MiB) transferred 0.123s, 853 MB/s",
        "104857600 \u00a0bytes copied, 0.123\u00a0s, 853\u00a0MB/s"
      })
  void everyFormIsRead(String line) {
    String text = "200+0 records in\n200+0 records out\n" + line + "\n";
    assertThat(DdOutput.read(text)).isEqualTo(new DdOutput(104_857_600, 0.123));
  }

  @Test
  void smallCopiesHaveNoSizeForPeople() {
    assertThat(DdOutput.read("1+0 Datensätze ein\n1 Byte kopiert, 6,2747e-05 s, 15,9 kB/s"))
        .isEqualTo(new DdOutput(1, 6.2747e-05));
    assertThat(DdOutput.read("0 Bytes kopiert, 6,0703e-05 s, 0,0 kB/s"))
        .isEqualTo(new DdOutput(0, 6.0703e-05));
    assertThat(DdOutput.read("512 Bytes kopiert, 6,6434e-05 s, 7,7 MB/s").bytes()).isEqualTo(512);
  }

  @Test
  void lettersThatCannotBeReadDoNoHarm() {
    for (String charset : List.of("KOI8-R", "windows-1251", "ISO-8859-5", "EUC-JP")) {
      String line =
          charset.equals("EUC-JP")
              ? "104857600 バイト (105 MB) コピーされました、 0.123 秒、 853 MB/秒"
              : "скопировано 104857600 байт (105 MB), 0,123 с, 853 MB/с";
      byte[] bytes = line.getBytes(Charset.forName(charset));
      assertThat(DdOutput.read(new String(bytes, StandardCharsets.ISO_8859_1)).seconds())
          .as(charset)
          .isEqualTo(0.123);
      assertThat(DdOutput.read(new String(bytes, StandardCharsets.UTF_8)).seconds())
          .as("%s taken for UTF-8", charset)
          .isEqualTo(0.123);
    }
  }

  @Test
  void theLastLineCounts() {
    String progress =
        "536870912 bytes (537 MB, 512 MiB) copied, 1 s, 537 MB/s\r"
            + "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s\r"
            + "\n2048+0 records in\n2048+0 records out\n"
            + "2147483648 bytes (2.1 GB, 2.0 GiB) copied, 3.9 s, 551 MB/s\n"
            + "\nreal\t0m3.912s\nuser\t0m0.003s\n";
    assertThat(DdOutput.read(progress)).isEqualTo(new DdOutput(2_147_483_648L, 3.9));
  }

  @Test
  void whatTellsNothingIsRefused() {
    String nothing =
        "dd's output tells of no copy; its last line is such as \"104857600 bytes (105 MB, 100 MiB)"
            + " copied, 0.123 s, 853 MB/s\", unless status= suppresses it.";
    for (String text : List.of("", "1+0 records in\n1+0 records out", "real 0m1.2s", "1, 2, 3/s")) {
      assertThatThrownBy(() -> DdOutput.read(text))
          .isInstanceOf(RecordException.class)
          .hasMessage(nothing);
    }
    assertThatThrownBy(() -> DdOutput.read("512 bytes copied, 0 s, Infinity B/s"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "dd's line \"512 bytes copied, 0 s, Infinity B/s\" tells of no time; give it more to"
                + " copy with count=.");
    assertThatThrownBy(() -> DdOutput.read("104857600 bytes (105 MB) copied, 123 ms, 853 MB/s"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "dd's line \"104857600 bytes (105 MB) copied, 123 ms, 853 MB/s\" tells of no time in"
                + " seconds.");
    assertThatThrownBy(() -> DdOutput.read("104857600 bytes (105 MB) copied, 123 s, 853 MB/s"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "dd's line \"104857600 bytes (105 MB) copied, 123 s, 853 MB/s\" cannot be read:"
                + " 104857600 bytes in 123.0 s are not the rate that it tells.");
    assertThatThrownBy(() -> DdOutput.read("9999999999999999999 bytes copied, 12 s, 853 MB/s"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("more bytes than there can be");
  }

  @Test
  void mutatedLinesEndInACopyOrAClearError() {
    Random random = new Random(20090323);
    List<String> lines =
        List.of(
            "104857600 bytes (105 MB, 100 MiB) copied, 0.123 s, 853 MB/s",
            "скопійовано 104857600 байтів (105 MB, 100 MiB), 0,123 s, 853 MB/s",
            "104857600 bytes transferred in 0.123 secs (852500813 bytes/sec)",
            "104857600 字节 (105 MB) 已复制，1.2e-1 秒，853 MB/秒");
    String letters = "0123456789.,eE+-() /skMGB\r\n，秒\u0660\ufffd";
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder line =
          new StringBuilder("1+0 records\n").append(lines.get(random.nextInt(lines.size())));
      for (int change = random.nextInt(6); change >= 0; change--) {
        int at = random.nextInt(line.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(4)) {
          case 0 -> line.setCharAt(at, letter);
          case 1 -> line.insert(at, letter);
          case 2 -> line.deleteCharAt(at);
          default -> line.insert(at, line, at, Math.min(line.length(), at + random.nextInt(40)));
        }
      }
      try {
        DdOutput copied = DdOutput.read(line.toString());
        assertThat(copied.seconds()).isPositive().isFinite();
        assertThat(copied.bytes()).isNotNegative();
        read++;
      } catch (RecordException e) {
        assertThat(e.getMessage()).endsWith(".").doesNotContain("Exception");
      }
    }
    assertThat(read).isBetween(5_000, 95_000);
  }
}
