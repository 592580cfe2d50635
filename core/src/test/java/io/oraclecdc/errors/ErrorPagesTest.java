package io.oraclecdc.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.Documentation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorPagesTest {

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasItsPage(ErrorCode code) {
    String page = Documentation.page("errors/" + code.code() + ".md").text();

    assertThat(code.page()).isEqualTo("docs/errors/" + code.code() + ".md");
    assertThat(page)
        .startsWith("# " + code.code() + " " + code.name() + "\n")
        .contains(code.meaning(), "## Seen", "## Why", "## Do");
  }

  @Test
  void codesAreUsedOnce() {
    assertThat(ErrorCode.values()).extracting(ErrorCode::code).doesNotHaveDuplicates();
  }

  @Test
  void indexNamesEveryCode() {
    String index = Documentation.page("errors/README.md").text();

    for (ErrorCode code : ErrorCode.values()) {
      assertThat(index).contains("[" + code.code() + "](" + code.code() + ".md)", code.name());
    }
  }
}
