package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The peer is for tests: no module that is shipped may have it on its class path. */
class PeerIsolationTest {
  private static final String PROVIDER_INTERFACES =
      "<artifactId>debezium-connect-plugins</artifactId>";

  @Test
  void noShippedModuleDependsOnDebeziumOutsideItsTests() throws Exception {
    for (String module : List.of("core", "engine-api", "connect-adapter", "testkit", "cli")) {
      String pom = Files.readString(Path.of("..", module, "pom.xml"));
      for (String dependency : pom.split("<dependency>", -1)) {
        if (dependency.contains("<groupId>io.debezium</groupId>")
            || dependency.contains("oracle-cdc-benchmarks")) {
          if (module.equals("connect-adapter") && dependency.contains(PROVIDER_INTERFACES)) {
            // decision 0075: on a worker only together with the parts that look for the providers
            assertThat(dependency)
                .contains("<scope>provided</scope>")
                .contains("<optional>true</optional>");
            continue;
          }
          assertThat(dependency).as(module).contains("<scope>test</scope>");
        }
      }
    }
  }
}
