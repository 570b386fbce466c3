package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceExceptionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|''|1|noop|begins the sentence",
        "noop|''|5|at least 10% faster than|what is claimed",
        "every noop at least 10% faster than cfq|noop|7|scheduler|follows",
        "the at least 10% faster than cfq|the|1|noop|a word of the language",
        "no/op at least 10% faster than cfq|no/op|1|noop|cannot name a scheduler",
        "noop faster than cfq|faster|6|at least 10% faster|by how much",
        "noop quicker than cfq|quicker|6|faster|neither a metric",
        "noop is at least 10% faster than cfq|is|6|at least|leave this word out",
        "noop atleast 10% faster than cfq|atleast|6|at least|neither a metric",
        "noop >= 10% faster than cfq|>=|6|at least|neither a metric",
        "noop throughput at least 2x higher than cfq|throughput|6|bandwidth|neither a metric",
        "noop p99 latncy at least 5x lower than cfq|latncy|10|latency|ends in none",
        "noop reader latncy at least 5x lower than cfq|latncy|13|latency|no such metric",
        "noop p99 iops at least 5x lower than cfq|p99|6|mean latency|goes with latency",
        "noop p99 respone at least 5x lower than cfq|respone|10|response|ends in none",
        "noop response at least 5x faster than cfq|faster|27|lower|faster and slower",
        "noop read write iops at least 5x lower than cfq|write|11|latency|says this already",
        "noop at leest 10% faster than cfq|leest|9|least|followed by",
        "noop at least|''|14|10%|how much is missing",
        "noop at least ten percent faster than cfq|ten|15|10%|an amount belongs here",
        "noop at least 10 faster than cfq|10|15|10%|neither % nor x",
        "noop at least 10%|''|18|faster|which way",
        "noop at least 10% fastr than cfq|fastr|19|faster|belongs here",
        "noop at least 10% lower than cfq|than|25|p99 read latency|a metric is missing",
        "noop at least 10% faster then cfq|then|26|than|neither a metric",
        "noop at least 10% faster than|''|30|every other|compared with",
        "noop at least 10% faster than noop|noop|31|every other|cannot be compared with itself",
        "noop at least 10% faster than the rest|rest|35|best|belongs here",
        "noop at least 10% faster than every otter|otter|37|other|belongs here",
        "noop at least 10% faster than cfq on Monday|on|35|in the first|only a phase",
        "noop at least 10% faster than cfq in the last 2 s|last|42|first|belongs here",
        "noop at least 10% faster than cfq after 5|5|41|2 s|no time",
        "noop at least 10% faster than cfq after 5 days|5|41|2 s|no time",
        "noop at least 10% faster than cfq after 0 s|0|41|2 s|more than zero",
        "noop within 5 of cfq|5|13|5%|percentage or a factor",
        "noop within 5% from cfq|from|16|of|belongs here",
        "noop p99 latency at most 5|5|26|5 ms|no time",
        "noop p99 latency at most 5 msec|msec|28|ms|no unit of p99 latency",
        "noop at most 5 ms|''|18|p99 latency|of which metric",
        "noop at least 200 bandwidth|200|15|200 MB/s|no bandwidth",
        "noop at least 200 mb/s bandwidth|mb/s|19|MB/s|neither a metric",
        "noop at least 50ki iops|50ki|15|50k|no rate of I/Os",
        "noop at least 0 iops|0|15|50k|more than zero",
        "noop takes at most 3m30|3m30|20|3m30s|no time",
        "noop takes at most 5 ms p99 latency|takes|6|at least|takes time or cpu",
        "noop read time at most 5 s|read|6|time|not counted for reads and writes",
        "noop at least 5 speed|5|15|5 ms|no unit to set a bound in",
        "noop at least 0% faster than cfq|0%|15|''|no difference",
        "noop at least -5% faster than cfq|-5%|15|''|no difference",
        "noop at least 0.5x faster than cfq|0.5x|15|''|\"at least 2x slower\"",
        "noop at least 1x faster than cfq|1x|15|''|more than 1",
        "noop at least 120% lower iops than cfq|120%|15|5x|can never hold",
        "noop takes at least 100% less time than cfq|100%|21|5x|can never hold",
        "noop at most 120% lower iops than cfq|120%|14|5x|always holds",
        "noop p99 latency at least 5x faster than cfq|faster|30|lower|speak of speed",
        "noop iops at least 5x faster than cfq|faster|23|more|speak of speed",
        "noop at least 10% faster than the best|the|31|every other|only be approached",
        "noop at least 10% slower than the best|the|31|every other|only be approached",
        "every scheduler at least 10% faster than every other|every|42|''|can never hold",
        "noop at least 12345678901234567890% faster than cfq|12345678901234567890%|15|''|15 digits"
      })
  void namesTheWordThePlaceAndTheRemedy(
      String sentence, String word, int column, String nearest, String problem) {
    SentenceException e =
        catchThrowableOfType(SentenceException.class, () -> Expectation.parse(sentence));

    assertThat(e).as(sentence).isNotNull();
    assertThat(e).hasMessageContaining(problem).hasMessageContaining("column " + column);
    assertThat(e.word()).isEqualTo(word);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.nearest()).isEqualTo(nearest);
    assertThat(e.sentence()).isEqualTo(sentence);
  }

  @Test
  void showsTheSentenceWithACaret() {
    SentenceException e =
        catchThrowableOfType(
            SentenceException.class, () -> Expectation.parse("noop\tat least 10% fastr\nthan cfq"));

    assertThat(e)
        .hasMessage(
            """
            "fastr" (column 19): one of faster, slower, more, less, higher, lower, fewer belongs \
            here (did you mean "faster"?)
                noop at least 10% fastr than cfq
                                  ^\
            """
                .replace("                                  ^", "                      ^"));
  }
}
