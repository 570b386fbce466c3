package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DestroyTest {

  @ParameterizedTest
  @CsvSource({
    "virtio-LABVIRTIO, virtio-LABVIRTIO",
    "ata-Some_Disk_S1-part2, ata-Some_Disk_S1-part2",
    "eui.0025385b71b0d2e4, eui.0025385b71b0d2e4",
    "loop:/tmp/my disk.img, loop:/tmp/my%20disk.img",
    "a+b, a%2Bb",
    "50%, 50%25",
    "$HOME;`rm`, %24HOME%3B%60rm%60",
    "größe, gr%C3%B6%C3%9Fe",
  })
  void aNameIsWrittenSoThatNoShellReadsIt(String name, String word) {
    assertThat(new Destroy(name, List.of()).value()).isEqualTo(word);
    assertThat(Destroy.parse(word)).isEqualTo(new Destroy(name, List.of()));
  }

  @Test
  void signaturesFollowTheName() {
    Destroy destroy = Destroy.parse(" S1+gpt+Ext4+crypto_LUKS ");
    assertThat(destroy).isEqualTo(new Destroy("S1", List.of("gpt", "Ext4", "crypto_LUKS")));
    assertThat(destroy.value()).isEqualTo("S1+gpt+Ext4+crypto_LUKS");
    assertThat(destroy.gives("ext4")).isTrue();
    assertThat(destroy.gives("xfs")).isFalse();
  }

  @Test
  void everyNameComesBackAsItWas() {
    StringBuilder all = new StringBuilder("x");
    for (char c = ' '; c < 0x250; c++) {
      all.append(c);
    }
    Destroy destroy = new Destroy(all.toString(), List.of("ext4", "a b+c"));
    assertThat(destroy.value()).matches("[A-Za-z0-9._:@/+%-]+");
    assertThat(Destroy.parse(destroy.value())).isEqualTo(destroy);
  }

  @Test
  void aLinkOfUdevsIsReadAsItsName() {
    assertThat(Destroy.parse("/dev/disk/by-id/wwn-0x5000c5").name()).isEqualTo("wwn-0x5000c5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dev/sda",
        "sda",
        "sdb1",
        "vda",
        "nvme0n1",
        "nvme0n1p2",
        "mmcblk0",
        "loop3",
        "loop3p1",
        "dm-0",
        "md127",
        "nullb0",
        "/dev/mapper/vg-data",
        "/dev/loop0+ext4"
      })
  void aNameThatTheKernelHandsOutIsNone(String value) {
    assertThatThrownBy(() -> Destroy.parse(value))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("destroy=" + value + " is not accepted")
        .hasMessageContaining("serial number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+ext4", "S1+", "S1++ext4", "%20"})
  void anEmptyWord(String value) {
    assertThatThrownBy(() -> Destroy.parse(value)).hasMessageContaining("has an empty word");
  }

  @ParameterizedTest
  @ValueSource(strings = {"S%", "S%2", "S%zz", "S1+%4"})
  void aPercentSignThatSaysNothing(String value) {
    assertThatThrownBy(() -> Destroy.parse(value)).hasMessageContaining("hexadecimal");
  }

  @Test
  void bytesThatAreNoText() {
    assertThatThrownBy(() -> Destroy.parse("S%FF%FE")).hasMessageContaining("no UTF-8");
  }
}
