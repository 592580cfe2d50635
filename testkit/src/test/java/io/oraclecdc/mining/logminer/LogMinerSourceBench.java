package io.oraclecdc.mining.logminer;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.logmnr.MiningBench;
import io.oraclecdc.testkit.simulator.logmnr.SimTables;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A source over a simulated redo stream, and what tests of it do to both. */
@SuppressWarnings("NullAway.Init") // openWith fills the fields before each test
abstract class LogMinerSourceBench {
  static final RedoThread THREAD = new RedoThread(1);

  final SimTable emp = SimTables.emp(SupplementalLogging.ALL);
  final Objects objects = new Objects(emp.objectId());
  MiningBench bench;
  BenchDriver driver;
  SessionFactory sessions;
  DatabaseSession metadata;
  LogMinerSource source;
  MiningStart at;
  long nanos;
  int rowNumber;

  @BeforeEach
  void open() throws SQLException {
    openWith(RedoOptions.builder().build());
  }

  final void openWith(RedoOptions options) throws SQLException {
    bench = new MiningBench(options);
    bench.know(emp);
    driver = new BenchDriver(bench);
    sessions =
        new SessionFactory(
            DatabaseSettings.builder().url(driver.url()).user("C##CDC").password("cdc").build(),
            OracleErrors.standard());
    metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    source = source(MiningSettings.defaults());
    at = new MiningStart(metadata.currentScn(), Map.of());
  }

  @AfterEach
  void close() throws SQLException {
    source.close();
    metadata.close();
    driver.close();
    bench.close();
  }

  LogMinerSource source(MiningSettings settings) {
    Incarnation incarnation = new LogInventory(metadata).incarnation();
    return new LogMinerSource(sessions, settings, objects, database(incarnation), () -> nanos);
  }

  static DatabaseInfo database(Incarnation incarnation) {
    return new DatabaseInfo(
        "FREE",
        incarnation,
        null,
        "ARCHIVELOG",
        "READ WRITE",
        "PRIMARY",
        false,
        "YES",
        false,
        false,
        19,
        0,
        "AL32UTF8",
        "AL16UTF16",
        false,
        ZoneOffset.UTC,
        Scn.ZERO);
  }

  Position start(Optional<Scn> configured) {
    Incarnation incarnation = new LogInventory(metadata).incarnation();
    return StartPosition.determine(metadata, database(incarnation), configured, null);
  }

  void write() throws SQLException {
    RedoTransaction transaction = bench.begin();
    writeIn(transaction);
    bench.commit(transaction);
  }

  void writeIn(RedoTransaction transaction) {
    rowNumber++;
    bench.change(
        transaction,
        insert(emp, rowId(emp, 9 + rowNumber / 100, rowNumber % 100), num(rowNumber), "n", null));
  }

  List<MinedRow> step() {
    try (MiningStep step = source.open(at)) {
      List<MinedRow> rows = read(step);
      advance(step.finish());
      return rows;
    }
  }

  StepEnd run() {
    try (MiningStep step = source.open(at)) {
      read(step);
      return step.finish();
    }
  }

  static List<MinedRow> read(MiningStep step) {
    List<MinedRow> rows = new ArrayList<>();
    for (MinedRow row = step.next(); row != null; row = step.next()) {
      rows.add(row);
    }
    return rows;
  }

  boolean advance(StepEnd end) {
    at = new MiningStart(Scn.max(at.lowestScn(), end.nextLowestScn()), end.cursors());
    return end.caughtUp();
  }

  /** The key values of the inserts. */
  static List<Integer> inserted(List<MinedRow> rows) {
    List<Integer> keys = new ArrayList<>();
    for (MinedRow row : rows) {
      String sql = row.sqlRedo();
      if (row.operation() == OperationCode.INSERT && sql != null) {
        int begin = sql.indexOf("values ('") + 9;
        keys.add(Integer.parseInt(sql.substring(begin, sql.indexOf('\'', begin))));
      }
    }
    return keys;
  }

  static final class Objects implements CapturedObjects {
    private final List<Long> ids = new ArrayList<>();
    private int revision;

    Objects(long first) {
      ids.add(first);
    }

    void add(@Nullable Long id) {
      if (id != null && !ids.contains(id)) {
        ids.add(id);
        revision++;
      }
    }

    @Override
    public int revision() {
      return revision;
    }

    @Override
    public List<Long> objectIds() {
      return List.copyOf(ids);
    }

    @Override
    public List<TableId> tablesByName() {
      return List.of();
    }

    @Override
    public boolean capturesLobs() {
      return false;
    }
  }
}
