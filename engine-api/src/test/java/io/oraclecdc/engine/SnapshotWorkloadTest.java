package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionCodec;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An application changes a table at random while it is read; queries fail and the engine is killed
 * at random places. In the end whoever keeps the latest record per key has the table.
 */
@Timeout(240)
class SnapshotWorkloadTest {
  private static final int FIRST_ROWS = 400;
  private static final int KEYS = 700;
  private static final int KILLS = 4;
  private static final String UNAVAILABLE = "__cdc_unavailable_value";

  /** Tables. */
  enum Shape {
    KEYED("id NUMBER(9) PRIMARY KEY, v VARCHAR2(40), n NUMBER(10,2)", "id") {
      @Override
      String values(int key, int value) {
        return key + ", 'v" + value + "', " + value + ".25";
      }
    },
    COMPOSITE("a VARCHAR2(8), b NUMBER(5), v VARCHAR2(40), d DATE, PRIMARY KEY (a, b)", "a, b") {
      @Override
      String values(int key, int value) {
        return "'"
            + "kKä_".charAt(key % 4)
            + key / 50
            + "', "
            + key % 50
            + ", 'v"
            + value
            + "', DATE '2020-01-01' + "
            + value % 900;
      }

      @Override
      String where(int key) {
        return "a = '" + "kKä_".charAt(key % 4) + key / 50 + "' AND b = " + key % 50;
      }
    },
    KEYLESS("id NUMBER(9), v VARCHAR2(400), n NUMBER(10,2)", "") {
      @Override
      String values(int key, int value) {
        return key + ", 'v" + value + "', " + value + ".25";
      }
    },
    LOBS("id NUMBER(9) PRIMARY KEY, v VARCHAR2(40), c CLOB, b BLOB", "id") {
      @Override
      String values(int key, int value) {
        return key
            + ", 'v"
            + value
            + "', TO_CLOB(RPAD('c', "
            + (1 + value % 3900)
            + ", '"
            + value
            + "')), HEXTORAW('"
            + String.format("%08X", value)
            + "')";
      }
    };

    private final String columns;
    private final String key;

    Shape(String columns, String key) {
      this.columns = columns;
      this.key = key;
    }

    abstract String values(int key, int value);

    String where(int key) {
      return "id = " + key;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KEYED, 1",
    "KEYED, 2",
    "COMPOSITE, 3",
    "COMPOSITE, 4",
    "KEYLESS, 5",
    "KEYLESS, 6",
    "LOBS, 7",
    "LOBS, 8"
  })
  void theLatestRecordPerKeyIsTheTable(Shape shape, long seed) throws Exception {
    new Run(shape, seed).run();
  }

  /** {@code mvn -Psoak test -Dsoak.minutes=60}: seeds that nobody tried. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS)
  void soak() throws Exception {
    int minutes = Integer.getInteger("oraclecdc.soak.minutes", 0);
    Instant end = Instant.now().plus(Duration.ofMinutes(minutes));
    for (long seed = System.nanoTime(); Instant.now().isBefore(end); seed++) {
      for (Shape shape : Shape.values()) {
        try {
          new Run(shape, seed).run();
        } catch (AssertionError e) {
          throw new AssertionError("shape " + shape + ", seed " + seed, e);
        }
      }
    }
  }

  private static final class Run {
    private final Shape shape;
    private final Random random;
    private final OracleSimulator database;
    private final Map<String, Map<String, String>> latest = new TreeMap<>();
    private final AtomicBoolean working = new AtomicBoolean(true);
    private final AtomicInteger reads = new AtomicInteger();
    private final Map<String, String> stored = new TreeMap<>();
    private final Semaphore pace = new Semaphore(0);
    private @Nullable Throwable workFailure;

    Run(Shape shape, long seed) throws SQLException {
      this.shape = shape;
      this.random = new Random(seed);
      this.database = OracleSimulator.start(Shop.newName());
    }

    void run() throws Exception {
      try (Connection app = database.connectApp()) {
        app.setAutoCommit(false);
        fill(app);
        Random workload = new Random(random.nextLong());
        Thread worker = new Thread(() -> work(app, workload), "workload");
        worker.start();
        for (int life = 0; life <= KILLS; life++) {
          live(life == KILLS, worker);
        }
        assertThat(workFailure).isNull();
        assertThat(latest).isEqualTo(table(app));
        assertThat(reads.get()).isPositive();
      } finally {
        working.set(false);
        database.close();
      }
    }

    private void fill(Connection app) throws SQLException {
      try (Statement statement = app.createStatement()) {
        statement.execute("CREATE TABLE t (" + shape.columns + ")");
        statement.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        for (int i = 0; i < FIRST_ROWS; i++) {
          statement.execute("INSERT INTO t VALUES (" + shape.values(i, i) + ")");
        }
      }
      app.commit();
    }

    private void live(boolean last, Thread worker) throws Exception {
      AtomicBoolean dead = new AtomicBoolean();
      int killAt = 1 + random.nextInt(FIRST_ROWS);
      AtomicInteger seen = new AtomicInteger();
      faults();
      try (OracleCdcEngine engine =
          OracleCdcEngine.create(settings())
              .stores(new KillableStore(stored, dead))
              .notifying(
                  (EventConsumer)
                      event -> {
                        if (dead.get()) {
                          throw new IllegalStateException("killed");
                        }
                        apply(event);
                        pace.release();
                        if (!last && seen.incrementAndGet() == killAt) {
                          dead.set(true);
                          throw new IllegalStateException("killed");
                        }
                      })
              .build()) {
        engine.start();
        if (!last) {
          Shop.awaitEnd(engine);
          return;
        }
        assertThat(engine.awaitSnapshot(PATIENCE)).as("%s", engine.status()).isTrue();
        working.set(false);
        worker.join();
        database.faults().clear();
        assertThat(
                engine.awaitDelivered(new io.oraclecdc.model.Scn(database.currentScn()), PATIENCE))
            .isTrue();
      }
    }

    private void faults() {
      database.faults().clear();
      String query = "AS OF SCN";
      database
          .faults()
          .on(Call.EXECUTE)
          .containing(query)
          .call(2 + random.nextInt(4))
          .raise(
              1555,
              "snapshot too old: rollback segment number 1 with name \"_SYSSMU1$\" too small");
      database
          .faults()
          .on(Call.NEXT_ROW)
          .containing(query)
          .row(3 + random.nextInt(20))
          .times(2)
          .raise(8181, "specified number is not a valid system change number");
      database
          .faults()
          .on(Call.EXECUTE)
          .containing(query)
          .call(6 + random.nextInt(4))
          .raise(1466, "unable to read data - table definition has changed");
      database
          .faults()
          .on(Call.NEXT_ROW)
          .containing(query)
          .row(5 + random.nextInt(9))
          .breakConnection();
    }

    private OracleCdcConfig settings() {
      return OracleCdcConfig.builder()
          .url(database.url())
          .user(OracleSimulator.CAPTURE_USER)
          .password(OracleSimulator.CAPTURE_PASSWORD)
          .tables("APP\\.T")
          .topicPrefix("shop")
          .snapshotMode(SnapshotMode.INITIAL)
          .targetLatency(java.time.Duration.ofMillis(20))
          .set("cdc.key.missing", "rowid")
          .set("cdc.snapshot.chunk.rows", String.valueOf(5 + random.nextInt(60)))
          .set("cdc.snapshot.threads", String.valueOf(1 + random.nextInt(3)))
          .set("cdc.snapshot.max.pending.chunks", String.valueOf(1 + random.nextInt(6)))
          .set("cdc.lob.mode", "inline")
          .build();
    }

    /** Keeps the latest record per key; a value that is not available leaves the older one. */
    private void apply(ChangeEvent event) {
      if (event.operation() == Operation.READ) {
        reads.incrementAndGet();
      }
      for (ChangeRecord record : event.records()) {
        String key = String.valueOf(record.key());
        Struct value = (Struct) record.value();
        Struct after = value == null ? null : value.getStruct("after");
        if (after == null) {
          latest.remove(key);
          continue;
        }
        Map<String, String> before = latest.getOrDefault(key, Map.of());
        Map<String, String> row = new TreeMap<>();
        for (Field field : after.schema().fields()) {
          String text = text(after.get(field));
          row.put(
              field.name(),
              text.contains(UNAVAILABLE) ? before.getOrDefault(field.name(), text) : text);
        }
        latest.put(key, row);
      }
    }

    private static String text(@Nullable Object value) {
      if (value instanceof java.nio.ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return text(bytes);
      }
      if (value instanceof byte[] bytes) {
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        return text.contains(UNAVAILABLE) ? text : java.util.HexFormat.of().formatHex(bytes);
      }
      return String.valueOf(value);
    }

    private void work(Connection app, Random workload) {
      try (Statement statement = app.createStatement()) {
        int value = 1000;
        while (working.get()) {
          int statements = 1 + workload.nextInt(4);
          for (int i = 0; i < statements; i++) {
            change(statement, workload, ++value);
          }
          if (workload.nextInt(5) == 0) {
            app.rollback();
          } else {
            app.commit();
          }
          pace.tryAcquire(3, TimeUnit.MILLISECONDS);
        }
        app.commit();
      } catch (SQLException | RuntimeException | InterruptedException e) {
        workFailure = e;
      }
    }

    private void change(Statement statement, Random workload, int value) throws SQLException {
      int key = workload.nextInt(KEYS);
      String where = shape.where(key);
      try {
        switch (workload.nextInt(shape == Shape.LOBS ? 4 : 6)) {
          case 0 -> statement.execute("INSERT INTO t VALUES (" + shape.values(key, value) + ")");
          case 1 -> statement.execute("DELETE FROM t WHERE " + where);
          case 2, 3 -> statement.execute("UPDATE t SET v = 'u" + value + "' WHERE " + where);
          case 4 -> {
            String column = shape == Shape.COMPOSITE ? "b" : "id";
            statement.execute(
                "UPDATE t SET " + column + " = " + workload.nextInt(50) + " WHERE " + where);
          }
          default -> {
            String column = shape == Shape.COMPOSITE ? "b" : "id";
            int from = workload.nextInt(KEYS);
            statement.execute(
                "UPDATE t SET "
                    + column
                    + " = "
                    + column
                    + " + 1 WHERE "
                    + column
                    + " BETWEEN "
                    + from
                    + " AND "
                    + (from + 3));
          }
        }
      } catch (SQLException e) {
        if (e.getErrorCode() != 1) {
          throw e;
        }
      }
    }

    private Map<String, Map<String, String>> table(Connection app) throws SQLException {
      Map<String, Map<String, String>> rows = new TreeMap<>();
      try (Statement statement = app.createStatement();
          ResultSet result =
              statement.executeQuery("SELECT ROWIDTOCHAR(t.ROWID) rid, t.* FROM t")) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          Map<String, String> row = new TreeMap<>();
          for (int i = 2; i <= columns; i++) {
            row.put(result.getMetaData().getColumnName(i), expected(result, i));
          }
          rows.put(key(result.getString(1), row), row);
        }
      }
      return rows;
    }

    private static String expected(ResultSet result, int column) throws SQLException {
      return switch (result.getMetaData().getColumnTypeName(column)) {
        case "DATE" ->
            String.valueOf(
                result
                    .getObject(column, java.time.LocalDateTime.class)
                    .toInstant(java.time.ZoneOffset.UTC)
                    .toEpochMilli());
        case "BLOB" -> text(result.getBytes(column));
        case "NUMBER" -> {
          java.math.BigDecimal number = result.getBigDecimal(column);
          yield result.getMetaData().getScale(column) == 2
              ? number.setScale(2).toString()
              : number.toBigInteger().toString();
        }
        default -> result.getString(column);
      };
    }

    private String key(String rowId, Map<String, String> row) {
      if (shape.key.isEmpty()) {
        return "Struct{ROWID=" + rowId + "}";
      }
      StringBuilder key = new StringBuilder();
      for (String column : shape.key.toUpperCase(java.util.Locale.ROOT).split(", ", -1)) {
        key.append(key.isEmpty() ? "" : ",").append(column).append('=').append(row.get(column));
      }
      return "Struct{" + key + "}";
    }
  }

  /** What a killed process stored is what the next one finds. */
  private static final class KillableStore implements PositionStore {
    private final Map<String, String> fields;
    private final AtomicBoolean dead;

    KillableStore(Map<String, String> fields, AtomicBoolean dead) {
      this.fields = fields;
      this.dead = dead;
    }

    @Override
    public Optional<Position> load() {
      return fields.isEmpty()
          ? Optional.empty()
          : Optional.of(PositionCodec.decode(fields).position());
    }

    @Override
    public void store(Position position) {
      if (!dead.get()) {
        fields.clear();
        fields.putAll(PositionCodec.encode(position, Map.of()));
      }
    }

    @Override
    public void close() {}
  }
}
