package io.oraclecdc.auditor;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Random work of several sessions on the tables of {@link AuditTables}, one statement after the
 * other. No session touches a row that another one has changed and not committed, so nobody waits.
 * Same seed, same work.
 */
final class AuditWorkload implements AutoCloseable {
  private static final int SESSIONS = 6;
  private static final List<AuditTables> TABLES = List.of(AuditTables.values());

  private final OracleSimulator database;
  private final Random random;
  private final RandomValues values;
  private final List<Worker> workers = new ArrayList<>();
  private final Map<AuditTables, Set<Long>> committed = new HashMap<>();
  private final Map<AuditTables, Map<Long, Worker>> locks = new HashMap<>();
  private final boolean takesBack;
  private final @Nullable Connection neighbour;
  private long nextId = 1;

  AuditWorkload(OracleSimulator database, Setup setup, long seed) throws SQLException {
    this.database = database;
    takesBack = setup.takesChangesBack();
    neighbour = setup.isContainer() ? database.connectApp(Setup.OTHER_PDB) : null;
    random = new Random(seed);
    values = new RandomValues(random);
    for (int i = 0; i < SESSIONS; i++) {
      workers.add(new Worker());
    }
  }

  /** Does so many statements, then ends all transactions. */
  void run(int statements) throws SQLException {
    for (int i = 0; i < statements; i++) {
      workers.get(random.nextInt(SESSIONS)).step();
      if (random.nextInt(400) == 0) {
        database.switchLog();
      }
      if (neighbour != null && random.nextInt(20) == 0) {
        disturb(neighbour);
      }
    }
    for (Worker worker : workers) {
      worker.end();
    }
  }

  /** Work on a table of the same name in a pluggable database that nobody captures. */
  private void disturb(Connection neighbour) throws SQLException {
    long id = nextId++;
    try (Statement statement = neighbour.createStatement()) {
      statement.execute("INSERT INTO names (id, must) VALUES (" + id + ", 'x')");
      statement.execute("UPDATE names SET must = 'y' WHERE id = " + id);
    }
  }

  private Set<Long> committedOf(AuditTables table) {
    return committed.computeIfAbsent(table, t -> new TreeSet<>());
  }

  private Map<Long, Worker> locksOf(AuditTables table) {
    return locks.computeIfAbsent(table, t -> new HashMap<>());
  }

  @Override
  public void close() throws SQLException {
    for (Worker worker : workers) {
      worker.connection.close();
    }
    if (neighbour != null) {
      neighbour.close();
    }
  }

  /** A session with its open transaction. */
  private final class Worker {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private Map<AuditTables, Map<Long, Boolean>> own = new HashMap<>();
    private final Set<Long> moved = new TreeSet<>();
    private final List<Savepoint> savepoints = new ArrayList<>();
    private final List<Map<AuditTables, Map<Long, Boolean>>> states = new ArrayList<>();

    Worker() throws SQLException {
      connection = database.connectApp();
      connection.setAutoCommit(false);
    }

    void step() throws SQLException {
      int choice = random.nextInt(100);
      if (choice < 6) {
        end();
      } else if (choice < 10 && takesBack) {
        savepoints.add(connection.setSavepoint());
        states.add(copy(own));
      } else if (choice < 13 && !savepoints.isEmpty()) {
        int back = random.nextInt(savepoints.size());
        connection.rollback(savepoints.get(back));
        own = states.get(back);
        savepoints.subList(back, savepoints.size()).clear();
        states.subList(back, states.size()).clear();
      } else {
        change(TABLES.get(random.nextInt(TABLES.size())));
      }
    }

    void end() throws SQLException {
      if (random.nextInt(5) == 0) {
        connection.rollback();
      } else {
        connection.commit();
        own.forEach(
            (table, rows) ->
                rows.forEach(
                    (id, exists) -> {
                      if (exists) {
                        committedOf(table).add(id);
                      } else {
                        committedOf(table).remove(id);
                      }
                    }));
      }
      own = new HashMap<>();
      moved.clear();
      savepoints.clear();
      states.clear();
      locks.values().forEach(table -> table.values().removeIf(w -> w == this));
    }

    private void change(AuditTables table) throws SQLException {
      Set<Long> rows = rows(table);
      int choice = random.nextInt(20);
      if (rows.isEmpty() || choice < 7) {
        insert(table);
      } else if (choice < 15) {
        update(table, pick(rows));
      } else if (choice < 17 && !movable(table, rows).isEmpty()) {
        changeKey(table, pick(movable(table, rows)).get(0));
      } else if (choice < 18 && takesBack && table.refusesDuplicates()) {
        fail(table, pick(rows).get(0));
      } else {
        List<Long> ids = pick(rows);
        execute(table.delete(ids.size()), keys(table, ids));
        ids.forEach(id -> set(table, id, false));
      }
    }

    /**
     * Rows whose key may change; with LOBs those this transaction has not touched; {@link
     * Difference#LOB_ROWS_MERGED}.
     */
    private Set<Long> movable(AuditTables table, Set<Long> rows) {
      Set<Long> movable = new TreeSet<>(rows);
      if (!table.reusesKeys()) {
        movable.removeAll(own.getOrDefault(table, Map.of()).keySet());
      }
      return movable;
    }

    /** A statement that is refused after it wrote redo. */
    private void fail(AuditTables table, long id) throws SQLException {
      try {
        execute(table.insert(), row(table, id));
      } catch (SQLException e) {
        if (e.getErrorCode() == 1) {
          return;
        }
        throw e;
      }
      throw new IllegalStateException("duplicate accepted by " + table);
    }

    private List<Object> row(AuditTables table, long id) {
      List<Object> binds = new ArrayList<>();
      binds.add(table.keyValue(id));
      table.columns().forEach(c -> binds.add(values.of(c.type())));
      return binds;
    }

    private List<Object> keys(AuditTables table, List<Long> ids) {
      return new ArrayList<>(ids.stream().map(table::keyValue).toList());
    }

    private void insert(AuditTables table) throws SQLException {
      long id = newId(table);
      execute(table.insert(), row(table, id));
      set(table, id, true);
    }

    private void update(AuditTables table, List<Long> ids) throws SQLException {
      List<AuditTables.Column> changed = new ArrayList<>();
      for (AuditTables.Column column : table.columns()) {
        if (random.nextInt(table.columns().size()) < 2) {
          changed.add(column);
        }
      }
      if (changed.isEmpty()) {
        changed.add(table.columns().get(random.nextInt(table.columns().size())));
      }
      List<Object> binds = new ArrayList<>();
      changed.forEach(c -> binds.add(values.of(c.type())));
      binds.addAll(keys(table, ids));
      execute(table.update(changed, ids.size()), binds);
      ids.forEach(id -> set(table, id, true));
    }

    private void changeKey(AuditTables table, long id) throws SQLException {
      long target = newId(table);
      execute(table.changeKey(), List.of(table.keyValue(target), table.keyValue(id)));
      set(table, id, false);
      set(table, target, true);
      if (!table.reusesKeys()) {
        moved.add(target);
      }
    }

    /** A new id, now and then that of a row this transaction or an earlier one deleted. */
    private long newId(AuditTables table) {
      for (Map.Entry<Long, Boolean> row : own.getOrDefault(table, Map.of()).entrySet()) {
        if (table.reusesKeys() && !row.getValue() && random.nextInt(3) == 0) {
          return row.getKey();
        }
      }
      return nextId++;
    }

    private Set<Long> rows(AuditTables table) {
      Set<Long> rows = new TreeSet<>(committedOf(table));
      own.getOrDefault(table, Map.of())
          .forEach(
              (id, exists) -> {
                if (exists) {
                  rows.add(id);
                } else {
                  rows.remove(id);
                }
              });
      Map<Long, Worker> taken = locksOf(table);
      rows.removeIf(id -> taken.containsKey(id) && taken.get(id) != this);
      rows.removeAll(moved);
      return rows;
    }

    /** One row, now and then several. */
    private List<Long> pick(Set<Long> rows) {
      List<Long> list = new ArrayList<>(rows);
      Set<Long> picked = new TreeSet<>();
      for (int i = random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 1; i > 0; i--) {
        picked.add(list.get(random.nextInt(list.size())));
      }
      return new ArrayList<>(picked);
    }

    private void set(AuditTables table, long id, boolean exists) {
      own.computeIfAbsent(table, t -> new java.util.TreeMap<>()).put(id, exists);
      locksOf(table).put(id, this);
    }

    private void execute(String sql, List<Object> binds) throws SQLException {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      for (int i = 0; i < binds.size(); i++) {
        RandomValues.bind(statement, i + 1, binds.get(i));
      }
      if (statement.executeUpdate() == 0) {
        throw new IllegalStateException("no row: " + sql);
      }
    }
  }

  private static Map<AuditTables, Map<Long, Boolean>> copy(
      Map<AuditTables, Map<Long, Boolean>> state) {
    Map<AuditTables, Map<Long, Boolean>> copy = new HashMap<>();
    state.forEach((table, rows) -> copy.put(table, new java.util.TreeMap<>(rows)));
    return copy;
  }

  /** Creates the tables, and that of the mark. */
  static void createTables(OracleSimulator database, Setup setup) throws SQLException {
    try (Connection app = database.connectApp()) {
      createTables(app);
    }
    if (setup.isContainer()) {
      try (Connection app = database.connectApp(Setup.OTHER_PDB)) {
        createTables(app);
      }
    }
  }

  private static void createTables(Connection app) throws SQLException {
    try (Statement statement = app.createStatement()) {
      for (AuditTables table : TABLES) {
        for (String sql : table.definition()) {
          statement.execute(sql);
        }
      }
    }
    createMark(app);
  }

  /** Creates the table for the mark that ends a run. */
  static void createMark(Connection app) throws SQLException {
    try (Statement statement = app.createStatement()) {
      statement.execute("CREATE TABLE zz_mark (id NUMBER(9) PRIMARY KEY)");
      statement.execute("ALTER TABLE zz_mark ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  /** A change by which a reader knows how far he is. */
  static void mark(OracleSimulator database, int id) throws SQLException {
    try (Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("INSERT INTO zz_mark VALUES (" + id + ")");
    }
  }
}
