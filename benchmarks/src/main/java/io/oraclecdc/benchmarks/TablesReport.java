package io.oraclecdc.benchmarks;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.dictionary.CatalogRules;
import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.transaction.FileSchemaHistory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** How long a start with many tables takes: {@code -Dbench=tables}. */
final class TablesReport {
  private static final int TABLES = 10_000;
  private static final int COLUMNS = 15;

  private TablesReport() {}

  /** Prints the figures. */
  static void print() {
    try {
      measure(200); // warms up
      Figures figures = measure(TABLES);
      System.out.printf(
          "%,d captured tables of %d columns%n  first start: layouts read in %,d ms%n"
              + "  next start: layouts and history in %,d ms, of which %,d ms are the history%n"
              + "  history written in %,d ms, %,d bytes; one changed table in %,d ms, %,d bytes%n",
          figures.tables(),
          COLUMNS,
          figures.read(),
          figures.readAgain(),
          figures.load(),
          figures.store(),
          figures.bytes(),
          figures.update(),
          figures.changeBytes());
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("the benchmark failed", e);
    }
  }

  /**
   * What was measured, in milliseconds and bytes.
   *
   * @param tables that were captured
   * @param read first reading of all layouts
   * @param readAgain second one, compared with the history
   * @param store writing the history
   * @param load reading the history
   * @param update writing what one statement changed
   * @param bytes size of the history
   * @param changeBytes size of one change
   */
  record Figures(
      int tables,
      long read,
      long readAgain,
      long store,
      long load,
      long update,
      long bytes,
      long changeBytes) {}

  static Figures measure(int tables) throws SQLException, IOException {
    Path directory = Files.createTempDirectory("oracle-cdc-tables-");
    try (OracleSimulator oracle = OracleSimulator.start("tables" + tables);
        DatabaseSession session =
            new DatabaseSession(
                new SessionFactory(
                    DatabaseSettings.builder()
                        .url(oracle.url())
                        .user(OracleSimulator.CAPTURE_USER)
                        .password(OracleSimulator.CAPTURE_PASSWORD)
                        .build(),
                    OracleErrors.standard()),
                SessionRole.METADATA)) {
      create(oracle, tables);
      DatabaseInfo database = DatabaseInfo.read(session);
      Path file = directory.resolve("schema-history");
      FileSchemaHistory history = new FileSchemaHistory(file);
      long start = System.nanoTime();
      DictionarySchemaCatalog catalog = load(session, database, List.of());
      final long read = since(start);
      List<KnownTable> known = catalog.known();
      start = System.nanoTime();
      history.store(database.incarnation(), known);
      final long store = since(start);
      start = System.nanoTime();
      history.update(database.incarnation(), known.subList(0, 1), () -> known);
      final long update = since(start);
      start = System.nanoTime();
      List<KnownTable> stored = new FileSchemaHistory(file).load(database.incarnation());
      final long loaded = since(start);
      start = System.nanoTime();
      DictionarySchemaCatalog again = load(session, database, stored);
      long readAgain = since(start) + loaded;
      return new Figures(
          again.tables().size(),
          read,
          readAgain,
          store,
          loaded,
          update,
          Files.size(file),
          Files.size(directory.resolve("schema-history.1.1")));
    } finally {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path left : files) {
          Files.delete(left);
        }
      }
      Files.delete(directory);
    }
  }

  private static DictionarySchemaCatalog load(
      DatabaseSession session, DatabaseInfo database, List<KnownTable> stored) {
    TableSelection selection = TableSelection.including(List.of("APP\\.T_.*")).build();
    return DictionarySchemaCatalog.load(
        new OracleDictionary(session, selection),
        new Layouts(selection, database),
        CatalogRules.PLAIN,
        stored,
        Scn.ZERO,
        changed -> {});
  }

  private static void create(OracleSimulator oracle, int tables) throws SQLException {
    StringBuilder columns = new StringBuilder("(id NUMBER(9) PRIMARY KEY");
    for (int i = 2; i <= COLUMNS; i++) {
      columns.append(", c").append(i).append(i % 2 == 0 ? " VARCHAR2(30)" : " NUMBER(10,2)");
    }
    try (Connection app = oracle.connectApp();
        Statement statement = app.createStatement()) {
      for (int i = 0; i < tables; i++) {
        statement.execute("CREATE TABLE t_" + i + " " + columns + ")");
      }
    }
  }

  private static long since(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }
}
