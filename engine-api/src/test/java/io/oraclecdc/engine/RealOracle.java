package io.oraclecdc.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oraclecdc.engine.DatabaseUnderTest.Access;
import io.oraclecdc.engine.DatabaseUnderTest.Login;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.oracle.OracleContainer;
import org.testcontainers.utility.DockerImageName;

/** A real Oracle: one named by the environment, or a container. docs/testing.md describes both. */
final class RealOracle {
  private static final String IMAGE = "gvenzl/oracle-free:23-slim-faststart";
  private static final int EXECUTABLE = 0755;

  /** Run once by the image, as the owner of the database. */
  private static final String SET_UP =
      """
      #!/bin/bash
      sqlplus -s / as sysdba <<'SQL'
      shutdown immediate
      startup mount
      alter database archivelog;
      alter database open;
      alter pluggable database all open;
      alter database add supplemental log data;
      create user c##cdc identified by cdc container = all;
      grant create session, set container, logmining, select any transaction, select any table,
        flashback any table, select_catalog_role to c##cdc container = all;
      grant execute on dbms_logmnr to c##cdc container = all;
      grant execute on dbms_logmnr_d to c##cdc container = all;
      grant execute on dbms_flashback to c##cdc container = all;
      alter user c##cdc set container_data = all container = current;
      SQL
      """;

  private RealOracle() {}

  static DatabaseUnderTest open() {
    assumeTrue(
        Boolean.getBoolean("oraclecdc.test.oracle"),
        "no real Oracle: its tests run with -Poracle only, see docs/testing.md");
    String url = System.getenv("ORACLE_CDC_TEST_URL");
    return url == null ? container() : named(url, System.getenv());
  }

  /** In a container database capture runs in the root. */
  private static Map<String, String> settings(@Nullable String pdb) {
    return pdb == null ? Map.of() : Map.of("cdc.database.pdbs", pdb);
  }

  private static DatabaseUnderTest named(String url, Map<String, String> environment) {
    Login capture = login(environment, "", new Login("C##CDC", "cdc"));
    String pdb = environment.get("ORACLE_CDC_TEST_PDB");
    return new DatabaseUnderTest(
        new Access(
            url,
            capture,
            environment.getOrDefault("ORACLE_CDC_TEST_APP_URL", url),
            login(environment, "APP_", new Login("APP", "app")),
            url,
            login(environment, "ADMIN_", capture),
            pdb,
            null,
            settings(pdb)),
        () -> {});
  }

  private static Login login(Map<String, String> environment, String role, Login otherwise) {
    String prefix = "ORACLE_CDC_TEST_" + role;
    return new Login(
        environment.getOrDefault(prefix + "USER", otherwise.user()),
        environment.getOrDefault(prefix + "PASSWORD", otherwise.password()));
  }

  private static DatabaseUnderTest container() {
    assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(),
        "no real Oracle: ORACLE_CDC_TEST_URL is not set and there is no Docker daemon");
    OracleContainer oracle =
        new OracleContainer(DockerImageName.parse(IMAGE))
            .withUsername("APP")
            .withPassword("app")
            .withStartupTimeout(Duration.ofMinutes(10))
            .withCopyToContainer(
                Transferable.of(SET_UP, EXECUTABLE), "/container-entrypoint-initdb.d/1-capture.sh");
    oracle.start();
    String server = "jdbc:oracle:thin:@//" + oracle.getHost() + ":" + oracle.getOraclePort() + "/";
    return new DatabaseUnderTest(
        new Access(
            server + "FREE",
            new Login("C##CDC", "cdc"),
            server + "FREEPDB1",
            new Login("APP", "app"),
            server + "FREE",
            new Login("SYSTEM", "app"),
            "FREEPDB1",
            null,
            settings("FREEPDB1")),
        oracle::stop);
  }
}
