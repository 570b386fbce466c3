package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it fell; the pairs bear with it             | 20 | it fell
          it fell by much (from 1 to 2); so beware    | 20 | it fell by much
          one of them lies far, the farthest in 7     | 25 | one of them lies far
          the effect changes: rounds agree too well   | 20 | the effect changes
          abcdefghijklmnopqrstuvwxyz                  | 10 | abcdefghi…
          a, bcdefghijklmnopqrstuvwxyz                | 10 | a, bcdefg…
          """)
  void aClauseEndsAtABreakThatFits(String sentence, int length, String clause) {
    assertThat(PlainText.clause(sentence, length)).isEqualTo(clause);
  }
}
