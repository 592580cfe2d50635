package io.oraclecdc.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.Documentation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test that {@code docs/record-formats-tests.md} names is there. */
class RecordFormatsTestsPageTest {
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    List<Path> sources = sources();
    Matcher matcher = NAMED.matcher(Documentation.page("record-formats-tests.md").text());
    int named = 0;
    while (matcher.find()) {
      String method = matcher.group(2) == null ? "class " : "void " + matcher.group(2) + "(";
      assertThat(isThere(sources, matcher.group(1), method)).as(matcher.group()).isTrue();
      named++;
    }
    assertThat(named).isGreaterThan(100);
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.toList()) {
        Path tests = module.resolve("src/test/java");
        if (Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            files.filter(file -> file.toString().endsWith("Test.java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  private static boolean isThere(List<Path> sources, String name, String text) throws IOException {
    for (Path source : sources) {
      if (source.endsWith(name + ".java") && Files.readString(source).contains(text)) {
        return true;
      }
    }
    return false;
  }
}
