package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoDatabases;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.session.SessionBinding;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A redo database on a bare H2 database, with one bound session that mines and one that writes. */
public final class MiningBench implements SimInstance, BoundSession, AutoCloseable {
  public static final int DEFAULT_OPTIONS = 16 + 64 + 2048;
  public static final NlsSettings ISO =
      new NlsSettings(
          "YYYY-MM-DD HH24:MI:SS",
          "YYYY-MM-DD HH24:MI:SS.FF9",
          "YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM",
          ".,",
          "AMERICAN",
          ZoneOffset.UTC);
  private static final String H2 =
      "jdbc:h2:mem:;MODE=Oracle;DEFAULT_NULL_ORDERING=HIGH;OPTIMIZE_REUSE_RESULTS=0;"
          + "LAZY_QUERY_EXECUTION=1;LOCK_TIMEOUT=200;"
          + "NON_KEYWORDS=VALUE,KEY,DAY,MONTH,YEAR,HOUR,MINUTE,SECOND,IF,QUALIFY,END";

  private final RedoDatabase redo;
  private final LogMinerSession mining;
  private final Connection h2;
  private final Map<Long, SimTable> tables = new HashMap<>();
  private final List<RedoTransaction> open = new ArrayList<>();
  private final SessionInfo writer = new SessionInfo(0, "FREE", 1, "APP", 21, 7);
  private NlsSettings nls = ISO;

  public MiningBench(RedoOptions options) throws SQLException {
    redo = RedoDatabases.create(options, this);
    mining = redo.openMiningSession();
    h2 = DriverManager.getConnection(H2);
    redo.installViews(h2);
    try (Statement statement = h2.createStatement()) {
      statement.execute("SET SCHEMA_SEARCH_PATH PUBLIC, SYS");
    }
    SessionBinding.bind(this);
  }

  public RedoDatabase redo() {
    return redo;
  }

  public MiningBench nls(NlsSettings settings) {
    nls = settings;
    return this;
  }

  /** Publishes the version in force. */
  public SimTable know(SimTable table) {
    tables.put(table.objectId(), table);
    return table;
  }

  public void forget(SimTable table) {
    tables.remove(table.objectId());
  }

  public RedoTransaction begin() {
    RedoTransaction transaction = new RedoTransaction(writer);
    open.add(transaction);
    return transaction;
  }

  public MiningBench change(RedoTransaction transaction, RowChange... rows) {
    redo.statement(transaction, List.of(rows));
    return this;
  }

  public long commit(RedoTransaction transaction) throws SQLException {
    open.remove(transaction);
    return redo.commit(transaction, () -> {});
  }

  /** One transaction of one statement. */
  public long committed(RowChange... rows) throws SQLException {
    RedoTransaction transaction = begin();
    change(transaction, rows);
    return commit(transaction);
  }

  public SessionInfo writer() {
    return writer;
  }

  /** Adds every online log that holds redo and starts over all of them. */
  public MiningBench mineOnline(int options) throws SQLException {
    List<Map<String, Object>> logs =
        query(
            "SELECT MEMBER FROM V$LOG L JOIN V$LOGFILE F ON F.GROUP# = L.GROUP#"
                + " WHERE L.STATUS <> 'UNUSED' ORDER BY SEQUENCE#");
    int add = 1;
    for (Map<String, Object> log : logs) {
      mining.addLogfile(String.valueOf(log.get("MEMBER")), add);
      add = 3;
    }
    mining.start(0, 0, null, null, options);
    return this;
  }

  /** Rows of V$LOGMNR_CONTENTS over all online logs. */
  public List<Map<String, Object>> contents(int options) throws SQLException {
    mineOnline(options);
    return contents();
  }

  public List<Map<String, Object>> contents() throws SQLException {
    return query("SELECT * FROM V$LOGMNR_CONTENTS");
  }

  /** {@code OPERATION [rb] text} of every row. */
  public List<String> lines(int options) throws SQLException {
    return contents(options).stream()
        .map(
            r ->
                r.get("OPERATION")
                    + (number(r, "ROLLBACK") == 1 ? " rb" : "")
                    + " "
                    + r.get("SQL_REDO"))
        .toList();
  }

  public static String text(Map<String, Object> row, String column) {
    return String.valueOf(row.get(column));
  }

  public static long number(Map<String, Object> row, String column) {
    Object value = row.get(column);
    if (!(value instanceof Number number)) {
      throw new AssertionError(column + " is not a number: " + value);
    }
    return number.longValue();
  }

  public List<Map<String, Object>> query(String sql) throws SQLException {
    try (Statement statement = h2.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<Map<String, Object>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.put(result.getMetaData().getColumnName(i), result.getObject(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  public Connection h2() {
    return h2;
  }

  /** Runs a procedure of a package with the given arguments and defaults for the rest. */
  public void call(String packageName, String procedure, Object... namesAndValues)
      throws SQLException {
    PackageHandler handler =
        redo.packages().stream()
            .filter(p -> p.name().equals(packageName))
            .findFirst()
            .orElseThrow();
    PackageHandler.Procedure signature =
        handler.procedures().stream()
            .filter(p -> p.name().equals(procedure))
            .findFirst()
            .orElseThrow();
    Map<String, @Nullable Object> arguments = new HashMap<>();
    signature.parameters().forEach(p -> arguments.put(p.name(), p.defaultValue()));
    List<Object> given = Arrays.asList(namesAndValues);
    for (int i = 0; i < given.size(); i += 2) {
      arguments.put((String) given.get(i), given.get(i + 1));
    }
    handler.call(this, procedure, arguments);
  }

  public static BigDecimal num(String value) {
    return new BigDecimal(value);
  }

  public static BigDecimal num(long value) {
    return BigDecimal.valueOf(value);
  }

  @Override
  public Optional<SimTable> tableByObjectId(int containerId, long objectId) {
    return Optional.ofNullable(tables.get(objectId));
  }

  @Override
  public Collection<RedoTransaction> openTransactions() {
    return List.copyOf(open);
  }

  @Override
  public Collection<SessionInfo> sessions() {
    return List.of(writer, info());
  }

  @Override
  public List<Boolean> databaseSupplementalLogging() {
    return List.of(true, false, false, false, false);
  }

  @Override
  public Optional<String> parameter(String name) {
    return name.equals("undo_retention") ? Optional.of("1800") : Optional.empty();
  }

  @Override
  public SessionInfo info() {
    return new SessionInfo(0, "FREE", 1, "C##CDC", 33, 9);
  }

  @Override
  public NlsSettings nls() {
    return nls;
  }

  @Override
  public LogMinerSession logMiner() {
    return mining;
  }

  @Override
  public SimInstance instance() {
    return this;
  }

  @Override
  public void close() throws SQLException {
    SessionBinding.bind(null);
    h2.close();
    redo.close();
  }
}
