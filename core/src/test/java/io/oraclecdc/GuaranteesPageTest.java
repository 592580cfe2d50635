package io.oraclecdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code docs/guarantees.md} names exists: classes, tests, and the methods of tests. */
class GuaranteesPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAME =
      Pattern.compile("`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:#(\\w+))?`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");
  private static final int LAWS = 14;

  private static final Map<String, List<Path>> SOURCES = new HashMap<>();
  private final String page = Documentation.page("guarantees.md").text();

  @BeforeAll
  static void findSources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(path -> Files.exists(path.resolve("pom.xml"))).toList()) {
        for (String part : List.of("main", "test")) {
          find(module.resolve("src").resolve(part).resolve("java"));
        }
      }
    }
  }

  private static void find(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(
              file ->
                  SOURCES
                      .computeIfAbsent(
                          file.getFileName().toString().replace(".java", ""),
                          name -> new ArrayList<>())
                      .add(file));
    }
  }

  @Test
  void everyClassAndEveryTestExists() throws IOException {
    Matcher names = NAME.matcher(page);
    int tests = 0;
    while (names.find()) {
      String type = names.group(1);
      String method = names.group(2);
      List<Path> files = SOURCES.getOrDefault(type, List.of());
      assertThat(files).as("sources of %s", type).isNotEmpty();
      if (method != null) {
        tests++;
        boolean found = false;
        for (Path file : files) {
          found |= Files.readString(file).contains("void " + method + "(");
        }
        assertThat(found).as("test %s of %s", method, type).isTrue();
      }
    }
    assertThat(tests).as("tests named on the page").isGreaterThan(3 * LAWS);
  }

  @Test
  void everyLawHasItsMechanismItsEndsAndItsTests() {
    List<String> sections = List.of(page.split("\n## ", -1));
    for (int law : IntStream.rangeClosed(1, LAWS).toArray()) {
      assertThat(sections)
          .filteredOn(section -> section.startsWith(law + ". "))
          .as("law %d", law)
          .singleElement()
          .asString()
          .contains("\n- By: `", "\n- Ends: ", "\n- Attacked by: `");
    }
  }

  @Test
  void everyLinkLeadsToAPageAndToAHeadingOfIt() throws IOException {
    Matcher links = LINK.matcher(page);
    while (links.find()) {
      List<String> parts = List.of(links.group(1).split("#", 2));
      Path target = ROOT.resolve("docs").resolve(parts.get(0));
      assertThat(target).exists();
      if (parts.size() == 2) {
        assertThat(Files.readAllLines(target))
            .filteredOn(line -> line.startsWith("#"))
            .extracting(GuaranteesPageTest::anchor)
            .contains(parts.get(1));
      }
    }
  }

  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9 _-]", "")
        .replace(' ', '-');
  }
}
