package io.oraclecdc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own. */
@Timeout(120)
class SimulatorServeIT {
  @TempDir private Path directory;

  private Process start() throws IOException {
    Path script =
        Files.writeString(
            directory.resolve("init.sql"),
            "create table t (id number primary key);\ninsert into t values (1);\n");
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "simulator",
            "serve",
            "--name",
            "served",
            "--user",
            "BOB=bob",
            "--script",
            script.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String url(Process process) throws IOException {
    return new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
        .readLine();
  }

  @Test
  void itPrintsItsUrlServesAndEndsWithItsInput() throws Exception {
    Process process = start();
    try {
      String url = url(process);
      assertThat(url).matches("jdbc:oracle-simulator://127\\.0\\.0\\.1:\\d+/served");
      try (Connection connection = DriverManager.getConnection(url, "app", "app");
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
      DriverManager.getConnection(url, "bob", "bob").close();
      process.getOutputStream().close();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void itEndsAtSigterm() throws Exception {
    Process process = start();
    try {
      assertThat(url(process)).startsWith("jdbc:oracle-simulator:");
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
