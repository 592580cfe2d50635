package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An insert of 10,000 pieces, 100 MB, in a JVM of its own whose heap is twice the value, 64 MB, and
 * the 16 MB that the buffer may hold here.
 */
class LargeLobMemoryTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"BLOB", "CLOB", "XMLTYPE"})
  void aValueOfHundredMegabytesNeedsTwiceItsSize(String type) throws Exception {
    File output = directory.resolve("output").toFile();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx280m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LargeLobCapture.class.getName(),
                    type,
                    directory.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(output).content(StandardCharsets.UTF_8).contains("100000000 units delivered");
    assertThat(process.exitValue()).isZero();
  }
}
