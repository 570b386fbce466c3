package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryMarkdownTests {

  @TempDir Path folder;

  @Test
  void holdsVerdictsFiguresConditionsAndHowToReproduceThem() throws IOException {
    Path file = folder.resolve("iosched/summary.md");

    SummaryMarkdown.write(file, SampleRun.report());

    assertThat(Files.readString(file))
        .startsWith("# Suite ssd, 2026-01-31 09:15 UTC\n")
        .contains(
            "| MET | noop at least 10% faster than cfq | ratio 1.139, 98% interval [1.121, 1.157],"
                + " 9 rounds | SourceTreeTests.unpack |")
        .contains("| eager (mq-deadline[fifo\\_batch=1]) | 38.1 s | [37.7, 38.5] | 12 |")
        .contains("| kernel | 6.1.0-28-amd64 |")
        .contains("```sh\nmvn test -Dsuite=ssd -Dseed=" + SampleRun.SEED + "\n```");
  }

  @Test
  void textsNeverBecomeMarkup() {
    assertThat(SummaryMarkdown.render(ExtremeRun.report()))
        .startsWith("# Suite &lt;b>\"q\" &amp; ")
        .contains("| &lt;b>\"q\" &amp; 'a'&lt;/b> \\|")
        .contains("mvn test -Dsuite='<b>\"q\" & '\\''a'\\''</b>");
  }

  @Test
  void joinedSuitesAreQuotedForTheShell() {
    RunReport empty = ExtremeRun.empty();
    RunReport joined =
        new RunReport(
            "ssd|desktop",
            7,
            empty.startedAt(),
            "0.1.0",
            empty.device(),
            empty.conditions(),
            empty.benchmarks(),
            empty.skipped(),
            empty.failures(),
            empty.measuring(),
            empty.savedBudget(),
            empty.notes());

    assertThat(SummaryMarkdown.render(joined)).contains("-Dsuite='ssd|desktop' -Dseed=7");
  }
}
