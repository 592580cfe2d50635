package io.oraclecdc.reselect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that is read from its table, in a JVM whose heap is twice the value and 64 MB. */
class LargeReselectMemoryTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"CLOB,100", "BLOB,70"})
  void aLargeValueNeedsTwiceItsSize(String type, int megabytes) throws Exception {
    File output = directory.resolve("output").toFile();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + (2 * megabytes + 64) + "m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LargeReselect.class.getName(),
                    type,
                    String.valueOf(megabytes << 20)))
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(output).content(StandardCharsets.UTF_8).contains((megabytes << 20) + " units read");
    assertThat(process.exitValue()).isZero();
  }
}
