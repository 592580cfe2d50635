package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query shows the rows of the moment it began, however slowly its rows are fetched. */
class ReadConsistencyTest {
  private static final int ROWS = 3000;

  private OracleSimulator simulator;
  private SqlConsole reader;
  private SqlConsole writer;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("consistency");
    reader = open();
    writer = open();
    writer.run("CREATE TABLE ft (id NUMBER PRIMARY KEY, v VARCHAR2(20))");
    try (PreparedStatement insert =
        writer.connection().prepareStatement("INSERT INTO ft VALUES (?, 'old')")) {
      for (int i = 1; i <= ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    writer.run("COMMIT");
  }

  private SqlConsole open() throws SQLException {
    Connection connection = simulator.connectApp();
    connection.setAutoCommit(false);
    return new SqlConsole(connection);
  }

  @AfterEach
  void stop() throws SQLException {
    reader.close();
    writer.close();
    simulator.close();
  }

  /** Changes rows after {@code before} rows are fetched, and fetches the others. */
  private List<String> readWhile(String query, int before, SqlConsole by, String... changes)
      throws SQLException {
    try (PreparedStatement statement = reader.connection().prepareStatement(query)) {
      statement.setFetchSize(7);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> read = new ArrayList<>();
        while (read.size() < before && rows.next()) {
          read.add(rows.getInt(1) + rows.getString(2));
        }
        by.run(changes);
        while (rows.next()) {
          read.add(rows.getInt(1) + rows.getString(2));
        }
        return read;
      }
    }
  }

  private static List<String> old(int count) {
    List<String> rows = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      rows.add(i + "old");
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, v FROM ft ORDER BY id",
        "SELECT id, v FROM ft",
        "SELECT id, v FROM ft ORDER BY ROWID",
        "SELECT id, v FROM ft WHERE id BETWEEN 1 AND 3000",
        "SELECT id, v FROM ft ORDER BY id FETCH FIRST 3000 ROWS ONLY",
        "SELECT a.id, b.v FROM ft a JOIN ft b ON b.id = a.id",
        "SELECT id, v FROM ft AS OF SCN %d",
        "SELECT id, v FROM ft AS OF SCN %d ORDER BY id"
      })
  void anOpenCursorShowsNoLaterChange(String query) throws SQLException {
    for (SqlConsole by : List.of(writer, reader)) {
      for (int before : new int[] {0, 100}) {
        assertThat(
                readWhile(
                    query.replace("%d", String.valueOf(simulator.currentScn())),
                    before,
                    by,
                    "UPDATE ft SET v = 'new' WHERE id > 2000",
                    "INSERT INTO ft VALUES (2500.5, 'new')",
                    "COMMIT"))
            .as("%s after %d rows", by == writer ? "another session" : "its own", before)
            .containsExactlyInAnyOrderElementsOf(old(ROWS));
        writer.run(
            "UPDATE ft SET v = 'old' WHERE v = 'new'",
            "DELETE FROM ft WHERE id = 2500.5",
            "COMMIT");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, v FROM ft ORDER BY id",
        "SELECT id, v FROM ft",
        "SELECT id, v FROM ft WHERE id > 0"
      })
  void rowsDeletedLaterAreStillFetched(String query) throws SQLException {
    assertThat(readWhile(query, 100, writer, "DELETE FROM ft WHERE id > 2000", "COMMIT"))
        .containsExactlyInAnyOrderElementsOf(old(ROWS));
    assertThat(reader.rows("SELECT COUNT(*) FROM ft")).containsExactly("2000");
  }

  @Test
  void ownOpenChangesAreFrozenToo() throws SQLException {
    reader.run("UPDATE ft SET v = 'old' WHERE id > 2000");
    assertThat(
            readWhile(
                "SELECT id, v FROM ft ORDER BY id", 100, reader, "DELETE FROM ft WHERE id > 2000"))
        .isEqualTo(old(ROWS));
    reader.run("ROLLBACK");
    assertThat(reader.rows("SELECT COUNT(*) FROM ft")).containsExactly("3000");
  }

  @Test
  void manyUpdatesOfTheKeyOutliveTheCleanUpOfOldVersions() throws SQLException {
    simulator.undoRetention().keepScns(1);
    writer.run("UPDATE ft SET v = 'new'", "COMMIT");
    for (int round = 0; round < 6; round++) { // past 20,000 versions, when the old ones are cleaned
      writer.run("UPDATE ft SET id = id + 0.5", "COMMIT");
    }
    assertThat(writer.rows("SELECT COUNT(*), MAX(id) FROM ft")).containsExactly("3000|3003");
  }

  @Test
  void onlyScansOfOneTableAndMinedRowsAreReadAsTheyAreFetched() {
    String written = "WHERE \"SYS\".\"ORA_SCN_OF\"(\"T\".\"ora$tx\") <= ?1";
    assertThat(ReadWay.of("SELECT \"ID\" FROM \"APP\".\"T\" \"T\"")).isEqualTo(ReadWay.SCAN);
    assertThat(ReadWay.of("SELECT \"ID\" FROM \"APP\".\"T\" \"T\" " + written))
        .isEqualTo(ReadWay.SCAN);
    assertThat(ReadWay.of("SELECT 1 FROM SYS.\"V$LOGMNR_CONTENTS\" WHERE \"SCN\" > 1"))
        .isEqualTo(ReadWay.STREAM);
    assertThat(ReadWay.of("SELECT \"ID\" FROM \"APP\".\"T\" \"T\" ORDER BY 1"))
        .isEqualTo(ReadWay.WHOLE);
    assertThat(ReadWay.of("SELECT \"ID\" FROM \"APP\".\"T\" \"T\" WHERE \"ID\" > 1"))
        .isEqualTo(ReadWay.WHOLE);
    assertThat(ReadWay.of("SELECT 1 FROM \"APP\".\"T\" \"T\", \"APP\".\"U\" \"U\""))
        .isEqualTo(ReadWay.WHOLE);
    assertThat(ReadWay.of("SELECT (SELECT 1 FROM \"APP\".\"U\") FROM \"APP\".\"T\" \"T\""))
        .isEqualTo(ReadWay.WHOLE);
  }
}
