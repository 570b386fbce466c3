package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds docs/language.md to the language. */
class LanguageDocTest {

  private static final Path PAGE = Path.of("..", "docs", "language.md");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.*) \\|");

  private record Row(String section, String header, String sentence, String right) {}

  @TestFactory
  Stream<DynamicTest> everySentenceOfTheTablesReads() throws IOException {
    List<Row> rows = rows();
    assertThat(rows).hasSizeGreaterThan(60);
    return rows.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.section() + ": " + row.sentence(),
                    () -> {
                      Expectation read = Expectation.parse(row.sentence());
                      assertThat(Expectation.parse(read.toString())).isEqualTo(read);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> theMeaningsAreThoseThatVerdictsShow() throws IOException {
    List<Row> rows = rows().stream().filter(row -> row.header().equals("holds when")).toList();
    assertThat(rows).hasSizeGreaterThan(15);
    return rows.stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.sentence(),
                    () ->
                        assertThat(Expectation.parse(row.sentence()).meaning())
                            .isEqualTo(row.right())));
  }

  /** The chains themselves are compiled in ChainTest; this holds the page to the same list. */
  @Test
  void theChainsAreThoseThatAreCompiled() throws IOException {
    List<String> chains = new ArrayList<>();
    for (Row row : rows()) {
      if (row.header().equals("chain")) {
        chains.add(row.sentence() + " = " + row.right().replace("`", ""));
      }
    }
    String source =
        Files.readString(Path.of("src", "test", "java", "org", "iosched", "dsl", "ChainTest.java"))
            .replaceAll("\\s+", "");
    assertThat(chains).hasSizeGreaterThan(15);
    for (String chain : chains) {
      int equals = chain.indexOf(" = ");
      assertThat(source).contains(chain.substring(equals + 3).replaceAll("\\s+", ""));
      assertThat(source).contains(chain.substring(0, equals).replaceAll("\\s+", ""));
    }
  }

  @Test
  void theArmsOfThePageRead() throws IOException {
    List<String> arms = block("noop\neager");
    assertThat(Arms.parseAll(arms)).hasSize(3);
  }

  @Test
  void theErrorOfThePageIsTheOneThatIsShown() throws IOException {
    String shown = String.join("\n", block("\"fastr\""));
    Optional<String> message = Optional.empty();
    try {
      Expectation.parse("noop at least 10% fastr than cfq");
    } catch (SentenceException e) {
      message = Optional.ofNullable(e.getMessage());
    }
    assertThat(message).contains(shown);
  }

  private static List<String> block(String start) throws IOException {
    String page = Files.readString(PAGE);
    int at = page.indexOf("```text\n" + start) + "```text\n".length();
    return page.substring(at, page.indexOf("\n```", at)).lines().toList();
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    String section = "";
    String header = "";
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("#")) {
        section = line;
      }
      if (line.startsWith("| sentence |")) {
        header = line.substring("| sentence |".length(), line.length() - 1).strip();
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.add(new Row(section, header, row.group(1), row.group(2)));
      }
    }
    return rows;
  }
}
