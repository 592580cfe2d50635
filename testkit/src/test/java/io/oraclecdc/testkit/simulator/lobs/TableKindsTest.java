package io.oraclecdc.testkit.simulator.lobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableKindsTest {
  private OracleSimulator simulator;
  private SqlConsole app;

  @BeforeEach
  void start() throws Exception {
    simulator = OracleSimulator.start("kinds");
    app = new SqlConsole(simulator.connectApp());
    app.connection().setAutoCommit(false);
  }

  @AfterEach
  void stop() throws Exception {
    app.close();
    simulator.close();
  }

  private void ranges(String tail) throws Exception {
    app.run(
        "CREATE TABLE r (id NUMBER(9) PRIMARY KEY, k NUMBER(4)) PARTITION BY RANGE (k)"
            + " (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN (20))"
            + tail,
        "ALTER TABLE r ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO r VALUES (1, 5)",
        "INSERT INTO r VALUES (2, 15)",
        "COMMIT");
  }

  @Test
  void aRowThatChangesItsPartitionIsDeletedAndInserted() throws Exception {
    ranges(" ENABLE ROW MOVEMENT");
    app.run("UPDATE r SET k = 16 WHERE id = 1", "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .extracting(l -> l.substring(0, 6))
        .containsExactly("INSERT", "INSERT", "DELETE", "INSERT");
    assertThat(app.one("SELECT COUNT(*) FROM r PARTITION (b)")).isEqualTo("2");
  }

  @Test
  void rowsBelongToPartitions() throws Exception {
    ranges("");
    assertThatThrownBy(() -> app.run("UPDATE r SET k = 16 WHERE id = 1"))
        .hasMessageContaining("ORA-14402");
    assertThatThrownBy(() -> app.run("INSERT INTO r VALUES (3, 99)"))
        .hasMessageContaining("ORA-14400");
    assertThat(app.one("SELECT id FROM r PARTITION (b)")).isEqualTo("2");
    app.run("ALTER TABLE r ADD PARTITION c VALUES LESS THAN (100)", "INSERT INTO r VALUES (3, 99)");
    app.run("ALTER TABLE r TRUNCATE PARTITION a", "ALTER TABLE r DROP PARTITION b");
    assertThat(app.one("SELECT MAX(id) || '/' || COUNT(*) FROM r")).isEqualTo("3/1");
    app.run(
        "ALTER TABLE r SPLIT PARTITION c AT (50) INTO (PARTITION c1, PARTITION c2)",
        "CREATE TABLE x (id NUMBER(9) PRIMARY KEY, k NUMBER(4))",
        "INSERT INTO x VALUES (7, 60)",
        "ALTER TABLE r EXCHANGE PARTITION c2 WITH TABLE x");
    assertThat(app.one("SELECT id FROM r PARTITION (c2)")).isEqualTo("7");
    assertThat(app.one("SELECT id FROM x")).isEqualTo("3");
  }

  @Test
  void intervalPartitionsComeByThemselves() throws Exception {
    app.run(
        "CREATE TABLE i (d DATE) PARTITION BY RANGE (d) INTERVAL (NUMTOYMINTERVAL(1, 'MONTH'))"
            + " (PARTITION p0 VALUES LESS THAN (DATE '2026-01-01'))",
        "INSERT INTO i VALUES (DATE '2026-03-15')",
        "INSERT INTO i VALUES (DATE '2026-03-20')",
        "COMMIT");
    try (SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
      assertThat(capture.one("SELECT COUNT(*) FROM DBA_TAB_PARTITIONS WHERE TABLE_NAME = 'I'"))
          .isEqualTo("2");
    }
  }

  @Test
  void documentsAreReadBackAsText() throws Exception {
    app.run(
        "CREATE TABLE x (id NUMBER(9), doc XMLTYPE) XMLTYPE COLUMN doc STORE AS CLOB",
        "INSERT INTO x VALUES (1, XMLTYPE('<a>1</a>'))");
    assertThat(app.one("SELECT t.doc.getClobVal() FROM x t")).isEqualTo("<a>1</a>");
    assertThat(app.one("SELECT XMLSERIALIZE(DOCUMENT doc AS CLOB) FROM x")).isEqualTo("<a>1</a>");
  }
}
