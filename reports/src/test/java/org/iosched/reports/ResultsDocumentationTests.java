package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ResultsDocumentationTests {

  @Test
  void everyFieldOfTheSchemaIsDocumented() throws IOException {
    String page = Files.readString(Path.of("../docs/results.md"));
    Set<String> fields = new TreeSet<>();
    try (InputStream in = ResultsJson.class.getResourceAsStream("results.schema.json")) {
      collect(new ObjectMapper().readTree(in), fields);
    }

    assertThat(fields)
        .hasSizeGreaterThan(40)
        .allSatisfy(field -> assertThat(page).containsPattern("`" + field + "(\\[i\\])?`"));
  }

  private static void collect(JsonNode schema, Set<String> fields) {
    schema.path("properties").fieldNames().forEachRemaining(fields::add);
    schema.forEach(each -> collect(each, fields));
  }
}
