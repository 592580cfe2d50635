package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of differences and the page that justifies them say the same. */
class DifferencesPageTest {
  private static final Path PAGE =
      Path.of("..", "docs", "decisions", "0021-differences-to-debezium.md");
  private static final Pattern REASON =
      Pattern.compile(
          "DBZ-\\d+|debezium/dbz#\\d+|Owner's record formats[^\n]*: \"|proves? (it|them) by Debezium");

  @Test
  void everyDifferenceHasAReason() throws Exception {
    List<String> sections =
        Pattern.compile("\n(?=## )").splitAsStream(Files.readString(PAGE)).skip(1).toList();
    List<String> names =
        sections.stream()
            .map(s -> s.lines().findFirst().orElseThrow().substring(3))
            .filter(n -> n.matches("[A-Z_]+"))
            .toList();
    assertThat(names)
        .containsExactlyElementsOf(Arrays.stream(Difference.values()).map(Enum::name).toList());
    for (String section : sections.subList(0, names.size())) {
      assertThat(section).containsPattern(REASON);
    }
  }
}
