package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the simulator lists what there is. */
class SimulatorPageTest {
  private static final Pattern SWITCH = Pattern.compile("(?m)^\\| `([A-Z0-9_]+)` \\|");

  @Test
  void everySwitchStandsOnThePageOnceAndInOrder() throws IOException {
    String page = Files.readString(Path.of("../docs/simulator.md"));
    List<String> listed = SWITCH.matcher(page).results().map(m -> m.group(1)).toList();
    assertThat(listed)
        .containsExactlyElementsOf(Arrays.stream(RedoBehaviour.values()).map(Enum::name).toList());
  }

  @Test
  void everyJavaExampleOfThePageIsRunByATest() throws IOException {
    String page = Files.readString(Path.of("../docs/simulator.md"));
    String tests =
        squeezed(
            Files.readString(
                Path.of(
                    "src/test/java/io/oraclecdc/testkit/simulator/SimulatorPageExamplesTest.java")));
    List<String> examples =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(page)
            .results()
            .map(m -> squeezed(m.group(1)))
            .toList();

    assertThat(examples).isNotEmpty().allSatisfy(example -> assertThat(tests).contains(example));
  }

  /** Without white space and comments, so that both may be laid out as suits them. */
  private static String squeezed(String java) {
    return java.replaceAll("//.*", "").replaceAll("\\s+", "");
  }
}
