package io.oraclecdc.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.Documentation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {

  @Test
  void configurationPageIsWhatTheDeclarationsSay() {
    Documentation.page("configuration.md").isUpToDateWith(page());
  }

  @Test
  void everyKeyHasItsChapter() {
    assertThat(page())
        .contains(ConfigKeys.all().stream().map(key -> "`" + key.name() + "`").toList());
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Configuration

        <!-- Generated from ConfigKeys. Change the declarations, then: mvn -pl core test -Dtest=ConfigurationPageTest -Dcdc.docs.write=true -->

        The same `cdc.*` keys work in a properties file, in a map and through `OracleCdcConfig.builder()` (every key by
        `set(key, value)`, the common ones by a method of their own). Everything is checked before anything starts, and one
        error (CDC-9001) lists every problem. There are no reserved keys: what is not listed here is refused, and a key with
        a blank value counts as not set. Names of modes are read in upper or lower case.

        """);
    for (ConfigGroup group : ConfigGroup.values()) {
      page.append("## ").append(group.title()).append("\n\n");
      page.append("| Property | Type | Default | Allowed | Meaning |\n|---|---|---|---|---|\n");
      for (ConfigKey<?> key : ConfigKeys.all()) {
        if (key.group() == group) {
          page.append("| ").append(String.join(" | ", cells(key))).append(" |\n");
        }
      }
      page.append('\n');
    }
    return page.toString().stripTrailing() + "\n";
  }

  private static List<String> cells(ConfigKey<?> key) {
    List<String> cells = new ArrayList<>();
    cells.add("`" + key.name() + "`");
    cells.add(key.type() + (key.isSecret() ? " (secret)" : ""));
    cells.add(defaultOf(key));
    cells.add(escaped(key.allowed()));
    cells.add(escaped(key.meaning()) + " Example: `" + key.example().replace("|", "\\|") + "`");
    return cells;
  }

  private static String defaultOf(ConfigKey<?> key) {
    if (key.isRequired()) {
      return "**required**";
    }
    String text = key.defaultText();
    return text != null ? "`" + text + "`" : escaped(key.defaultMeaning());
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|");
  }
}
