package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedRowsTest {

  @Test
  void rowsComeBackAsTheyWere() {
    Random random = new Random(3);
    for (int expected : new int[] {0, 1, 50}) {
      PackedRows packed = new PackedRows(expected);
      List<int[]> rows = new ArrayList<>();
      for (int number = 0; number < 60; number++) {
        int[] row = new int[3_000];
        for (int i = random.nextInt(400); i > 0; i--) {
          row[random.nextInt(row.length)] = random.nextInt() >>> (1 + random.nextInt(30));
        }
        rows.add(row);
        packed.append(row);
      }
      assertThat(packed.rows()).isEqualTo(rows.size());
      for (int number = 0; number < rows.size(); number++) {
        int[] back = new int[3_000];
        packed.addTo(back, number);
        assertThat(back).as("row %d", number).isEqualTo(rows.get(number));
      }
    }
  }

  @Test
  void theEndsOfARowAndTheLargestCountAreKept() {
    PackedRows packed = new PackedRows(1);
    packed.append(new int[] {1, 0, 0, Integer.MAX_VALUE});
    packed.append(new int[] {0, 0, 0, 0});
    packed.append(new int[] {0, 0, 0, 127});
    int[] counts = {5, 0, 7, 0};
    packed.addTo(counts, 0);
    assertThat(counts).containsExactly(6, 0, 7, Integer.MAX_VALUE);
    int[] others = new int[4];
    packed.addTo(others, 1);
    assertThat(others).containsExactly(0, 0, 0, 0);
    packed.addTo(others, 2);
    packed.addTo(others, 3);
    assertThat(others).as("a row that is not there is all zeros").containsExactly(0, 0, 0, 127);
  }
}
