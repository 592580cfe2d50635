package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cases of DDL through the whole engine: while it follows, and when it comes behind. */
@Timeout(120)
class DdlCasesTest {
  @TempDir Path state;

  private final List<String> rows = new CopyOnWriteArrayList<>();
  private final List<ChangeRecord> records = new CopyOnWriteArrayList<>();
  private final List<OpsEvent> told = new CopyOnWriteArrayList<>();
  private Shop shop;

  /** When the engine reads what was done. */
  enum Reader {
    /** After each statement. */
    FOLLOWS,
    /** It was down, and the dictionary has moved on. */
    COMES_BEHIND
  }

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    shop.execute("CREATE TABLE t (id NUMBER(9) PRIMARY KEY, name VARCHAR2(30), note VARCHAR2(30))");
    shop.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings().tables("APP\\.T.*");
  }

  private EngineBuilder engine(OracleCdcConfig.Builder settings) {
    return OracleCdcEngine.create(settings.build())
        .notifying(
            event -> {
              rows.add(describe(event));
              records.addAll(event.records());
            })
        .storingIn(state)
        .opsListener(told::add);
  }

  private static String describe(ChangeEvent event) {
    Row row = event.operation() == Operation.DELETE ? event.before() : event.after();
    StringBuilder text = new StringBuilder(event.table().name() + " " + event.operation());
    for (String column : row.columns()) {
      if (row.isLogged(column)) {
        text.append(' ').append(column).append('=').append(row.get(column));
      }
    }
    return text.toString();
  }

  private void play(Reader reader, OracleCdcConfig.Builder settings, String... statements)
      throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings))) {
      for (String statement : reader == Reader.FOLLOWS ? statements : new String[0]) {
        shop.commit(statement);
        shop.awaitDelivered(engine);
      }
    }
    if (reader == Reader.COMES_BEHIND) {
      shop.commit(statements);
      try (OracleCdcEngine engine = Shop.started(engine(settings))) {
        shop.awaitDelivered(engine);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void DDL_02_columnsAndConstraintsInOneAddList(Reader reader) throws Exception {
    play(
        reader,
        settings().set("cdc.key.missing", "rowid"),
        "CREATE TABLE o (id NUMBER(10) PRIMARY KEY)",
        "ALTER TABLE \"APP\".\"T\" ADD (C1 NUMBER(10), CONSTRAINT CHK_C1 CHECK (C1 >= 0))",
        "INSERT INTO t VALUES (1, 'a', NULL, 5)",
        "DELETE FROM t",
        "ALTER TABLE \"APP\".\"T\" DROP PRIMARY KEY",
        "ALTER TABLE \"APP\".\"T\" ADD (C2 VARCHAR2(50) DEFAULT 'none' NOT NULL, C3 NUMBER(10),"
            + " CONSTRAINT PK_T PRIMARY KEY (C3), CONSTRAINT FK_C1 FOREIGN KEY (C1) REFERENCES"
            + " \"APP\".\"O\" (ID), CONSTRAINT UQ_C2 UNIQUE (C2))",
        "INSERT INTO t VALUES (2, 'b', NULL, NULL, 'x', 7)");
    assertThat(rows)
        .containsExactly(
            "T INSERT ID=1 NAME=a NOTE=null C1=5",
            "T DELETE ID=1 NAME=a NOTE=null C1=5",
            "T INSERT ID=2 NAME=b NOTE=null C1=null C2=x C3=7");
    assertThat(requireNonNull(records.get(records.size() - 1).keySchema()).fields())
        .extracting(field -> field.name() + (field.schema().isOptional() ? "?" : ""))
        .containsExactly("C3");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_03_thePrimaryKeyIsDroppedAndMadeAnew(Reader reader) throws Exception {
    play(
        reader,
        settings().set("cdc.key.missing", "none"),
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE \"APP\".\"T\" DROP PRIMARY KEY",
        "UPDATE t SET note = 'none' WHERE id = 1",
        "ALTER TABLE \"APP\".\"T\" ADD PRIMARY KEY (id, name)",
        "UPDATE t SET note = 'two' WHERE id = 1",
        "ALTER TABLE \"APP\".\"T\" DROP PRIMARY KEY",
        "ALTER TABLE \"APP\".\"T\" ADD CONSTRAINT pk_c PRIMARY KEY(id)",
        "UPDATE t SET note = 'one' WHERE id = 1");
    assertThat(records)
        .extracting(
            record ->
                record.key() == null
                    ? "none"
                    : String.valueOf(requireNonNull(record.keySchema()).fields().size()))
        .containsExactly("1", "none", "2", "1");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_04_DDL_05_DDL_17_modifiedTypes(Reader reader) throws Exception {
    play(
        reader,
        settings(),
        "ALTER TABLE t ADD (qty NUMBER(18), star NUMBER(*,0), small VARCHAR2(5))",
        "INSERT INTO t VALUES (1, 'a', NULL, 999999999999999999, 7, 'small')",
        "ALTER TABLE t MODIFY (qty NUMBER(20), small VARCHAR2(200 CHAR))",
        "INSERT INTO t VALUES (2, 'b', NULL, 9223372036854775808, 8, RPAD('x', 200, 'y'))",
        "ALTER TABLE t MODIFY qty DEFAULT 1",
        "ALTER TABLE t MODIFY name DEFAULT NULL",
        "INSERT INTO t (id, qty) VALUES (3, 3)",
        "UPDATE t SET qty = NULL",
        "ALTER TABLE t MODIFY qty NUMBER",
        "INSERT INTO t (id, qty) VALUES (4, 0.5)");
    List<String> types =
        records.stream()
            .map(
                record ->
                    requireNonNull(record.valueSchema())
                        .field("after")
                        .schema()
                        .field("QTY")
                        .schema())
            .map(schema -> schema.name() == null ? schema.type().name() : schema.name())
            .distinct()
            .toList();
    assertThat(types)
        .containsExactly(
            "INT64",
            "org.apache.kafka.connect.data.Decimal",
            "io.debezium.data.VariableScaleDecimal");
    assertThat(rows.get(0)).endsWith("QTY=999999999999999999 STAR=7 SMALL=small");
    assertThat(rows.get(1)).contains("QTY=9223372036854775808 ").hasSizeGreaterThan(200);
    assertThat(rows.get(rows.size() - 1)).contains("QTY=0.5 ");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_08_DDL_09_statementsThatNobodyNeedsStopNothing(Reader reader) throws Exception {
    play(
        reader,
        settings(),
        "CREATE TABLE x (id NUMBER)",
        "GRANT SELECT ON t TO C##CDC",
        "REVOKE SELECT ON t FROM C##CDC",
        "CREATE INDEX i ON t(name) PARALLEL",
        "COMMENT ON COLUMN t.name IS 'it''s; a column'",
        "ANALYZE TABLE t COMPUTE STATISTICS",
        "ALTER TABLE x ADD (y DATE)",
        "ALTER TABLE \"APP\".\"T\" ADD X1 NUMBER -- trailing; note",
        "/* app; v1 */ ALTER TABLE \"APP\".\"T\" ADD X2 NUMBER /* end; */ \n",
        "ALTER TABLE \"APP\".\"T\"\r\n ADD X3 VARCHAR2(9) DEFAULT ';--'\n",
        "INSERT INTO t (id) VALUES (1)",
        "COMMENT ON TABLE t IS '" + "long; ".repeat(600) + "'",
        "DROP INDEX i",
        "INSERT INTO t (id) VALUES (2)");
    assertThat(rows)
        .containsExactly(
            "T INSERT ID=1 NAME=null NOTE=null X1=null X2=null X3=;--",
            "T INSERT ID=2 NAME=null NOTE=null X1=null X2=null X3=;--");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_09_aStatementOfManyRowsIsOneStatement(Reader reader) throws Exception {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      columns.append(", c").append(i).append(" VARCHAR2(300) DEFAULT '");
      columns.append("x;--( ".repeat(40)).append('\'');
    }
    play(
        reader,
        settings(),
        "INSERT INTO t (id) VALUES (1)",
        "ALTER TABLE t ADD (late DATE" + columns + ")",
        "INSERT INTO t (id) VALUES (2)",
        "ALTER TABLE t RENAME COLUMN c399 TO last",
        "INSERT INTO t (id, last) VALUES (3, 'z')");
    assertThat(columns.length()).isGreaterThan(100_000);
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1)).contains(" C399=x;--( ").doesNotContain(" LAST=");
    assertThat(rows.get(2)).contains(" LAST=z").doesNotContain(" C399=");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_15_identityAndDefaultOnNull(Reader reader) throws Exception {
    play(
        reader,
        settings(),
        "ALTER TABLE t MODIFY (note DEFAULT ON NULL 'x')",
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE t ADD (sq NUMBER GENERATED BY DEFAULT AS IDENTITY (START WITH 22))",
        "INSERT INTO t (id, name) VALUES (2, 'b')");
    assertThat(rows)
        .containsExactly("T INSERT ID=1 NAME=a NOTE=x", "T INSERT ID=2 NAME=b NOTE=x SQ=23");
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings("try") // closed early where the reader comes behind
  void DDL_16_supplementalLoggingThatGoesIsNoLayoutAndALostKeyStops(Reader reader)
      throws Exception {
    shop.commit("INSERT INTO t VALUES (1, 'a', NULL)");
    try (OracleCdcEngine engine = Shop.started(engine(settings()))) {
      shop.commit("UPDATE t SET name = 'b' WHERE id = 1");
      shop.awaitDelivered(engine);
      if (reader == Reader.COMES_BEHIND) {
        engine.close();
      }
      shop.execute("ALTER TABLE t DROP SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      shop.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (PRIMARY KEY) COLUMNS");
      shop.commit("UPDATE t SET name = 'c' WHERE id = 1");
      if (reader == Reader.FOLLOWS) {
        shop.awaitDelivered(engine);
      }
      shop.execute("ALTER TABLE t DROP SUPPLEMENTAL LOG DATA (PRIMARY KEY) COLUMNS");
      shop.commit("UPDATE t SET name = 'd' WHERE id = 1");
      if (reader == Reader.FOLLOWS) {
        Shop.awaitEnd(engine);
        assertThat(engine.completion().handle((done, e) -> e).join())
            .hasMessageContaining("CDC-3001");
      }
    }
    if (reader == Reader.COMES_BEHIND) {
      shop.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = engine(settings()).build()) {
        engine.start();
        Shop.awaitEnd(engine);
        assertThat(engine.completion().handle((done, e) -> e).join())
            .hasMessageContaining("CDC-3001");
      }
    }
    assertThat(rows).hasSize(reader == Reader.FOLLOWS ? 2 : 1);
    assertThat(String.join(",", rows)).doesNotContain("NAME=d");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_18_aRenamedColumn(Reader reader) throws Exception {
    play(
        reader,
        settings(),
        "INSERT INTO t VALUES (1, 'a', 'n')",
        "ALTER TABLE \"APP\".\"T\" RENAME COLUMN NOTE TO \"remark\"",
        "INSERT INTO t VALUES (2, 'b', 'r')");
    assertThat(rows)
        .containsExactly("T INSERT ID=1 NAME=a NOTE=n", "T INSERT ID=2 NAME=b remark=r");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_18_oldRowsMayBeShownUnderTheNewName(Reader reader) throws Exception {
    shop.close();
    shop =
        Shop.over(
            OracleSimulator.builder(Shop.newName())
                .redoOptions(
                    options -> options.behaviour(RedoBehaviour.RENAMED_COLUMNS_STAY_READABLE)));
    shop.execute("CREATE TABLE t (id NUMBER(9) PRIMARY KEY, name VARCHAR2(30), note VARCHAR2(30))");
    shop.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    DDL_18_aRenamedColumn(reader);
  }

  @ParameterizedTest
  @EnumSource
  void DDL_07_tablesThatComeAndGo(Reader reader) throws Exception {
    play(
        reader,
        settings().set("cdc.key.missing", "rowid"),
        "CREATE TABLE t2 (id NUMBER(9) PRIMARY KEY, a NUMBER(9))",
        "ALTER TABLE t2 ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t2 VALUES (1, 10)",
        "ALTER TABLE t2 ADD b NUMBER(9)",
        "INSERT INTO t2 VALUES (2, 20, 200)",
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "DROP TABLE t",
        "CREATE TABLE t (other NUMBER(9) PRIMARY KEY)",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t VALUES (7)",
        "CREATE TABLE t3 AS SELECT * FROM t2",
        "ALTER TABLE t3 ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t2 VALUES (3, 30, 300)");
    assertThat(rows)
        .filteredOn(row -> row.startsWith("T3"))
        .containsExactlyInAnyOrder("T3 INSERT ID=1 A=10 B=null", "T3 INSERT ID=2 A=20 B=200");
    assertThat(rows)
        .filteredOn(row -> !row.startsWith("T3"))
        .containsExactly(
            "T2 INSERT ID=1 A=10",
            "T2 INSERT ID=2 A=20 B=200",
            "T INSERT ID=1 NAME=a NOTE=null",
            "T INSERT OTHER=7",
            "T2 INSERT ID=3 A=30 B=300");
  }

  @ParameterizedTest
  @EnumSource
  void tablesThatAreRenamedInAndOutOfThePatterns(Reader reader) throws Exception {
    play(
        reader,
        settings(),
        "CREATE TABLE s (id NUMBER(9) PRIMARY KEY, a NUMBER(9))",
        "ALTER TABLE s ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO s VALUES (1, 10)",
        "RENAME s TO t9",
        "INSERT INTO t9 VALUES (2, 20)",
        "ALTER TABLE t RENAME TO t1",
        "INSERT INTO t1 VALUES (1, 'a', NULL)",
        "ALTER TABLE t1 ADD late DATE",
        "INSERT INTO t1 VALUES (2, 'b', NULL, NULL)",
        "ALTER TABLE t1 RENAME TO u",
        "INSERT INTO u VALUES (3, 'c', NULL, NULL)",
        "INSERT INTO t9 VALUES (3, 30)");
    if (reader == Reader.COMES_BEHIND) {
      // The dictionary knows its last name only, and no run before has told of another one.
      assertThat(rows.remove(0)).isEqualTo("T9 INSERT ID=1 A=10");
    }
    assertThat(rows)
        .containsExactly(
            "T9 INSERT ID=2 A=20",
            "T1 INSERT ID=1 NAME=a NOTE=null",
            "T1 INSERT ID=2 NAME=b NOTE=null LATE=null",
            "T9 INSERT ID=3 A=30");
  }

  @ParameterizedTest
  @EnumSource
  void theTopicStaysWhenTheSettingsSaySo(Reader reader) throws Exception {
    play(
        reader,
        settings().set("cdc.rename.topic.policy", "keep"),
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE t RENAME TO t1",
        "INSERT INTO t1 VALUES (2, 'b', NULL)",
        "ALTER TABLE t1 ADD late DATE",
        "ALTER TABLE t1 RENAME TO t2",
        "INSERT INTO t2 VALUES (3, 'c', NULL, NULL)");
    try (OracleCdcEngine engine =
        Shop.started(engine(settings().set("cdc.rename.topic.policy", "keep")))) {
      shop.commit("INSERT INTO t2 VALUES (4, 'd', NULL, NULL)");
      shop.awaitDelivered(engine);
    }
    assertThat(rows).hasSize(4);
    assertThat(rows.get(3)).startsWith("T2 ");
    assertThat(records).extracting(ChangeRecord::destination).containsOnly("shop.APP.T");
    assertThat(records)
        .extracting(record -> requireNonNull(record.valueSchema()).name())
        .containsOnly("shop.APP.T.Envelope");
  }

  @ParameterizedTest
  @EnumSource
  void DDL_13_partitions(Reader reader) throws Exception {
    shop.execute(
        "CREATE TABLE tp (id NUMBER(9) PRIMARY KEY, a NUMBER(9)) PARTITION BY RANGE (id)"
            + " (PARTITION p1 VALUES LESS THAN (100), PARTITION p2 VALUES LESS THAN (200))");
    shop.execute("ALTER TABLE tp ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    play(
        reader,
        settings(),
        "INSERT INTO tp VALUES (1, 1)",
        "alter table \"APP\".\"TP\" split partition p2 at (150) into (partition p2a, partition p2b)",
        "INSERT INTO tp VALUES (120, 2)",
        "ALTER TABLE tp ADD b NUMBER(9)",
        "INSERT INTO tp VALUES (160, 3, 4)",
        "ALTER TABLE tp ADD PARTITION p3 VALUES LESS THAN (300)",
        "INSERT INTO tp VALUES (250, 5, 6)",
        "ALTER TABLE tp MERGE PARTITIONS p2a, p2b INTO PARTITION p2c",
        "INSERT INTO tp VALUES (170, 7, 8)",
        "ALTER TABLE tp DROP COLUMN a",
        "INSERT INTO tp VALUES (180, 9)",
        "ALTER TABLE tp MOVE PARTITION p3",
        "ALTER TABLE tp TRUNCATE PARTITION p1",
        "INSERT INTO tp VALUES (2, 10)");
    assertThat(rows)
        .containsExactly(
            "TP INSERT ID=1 A=1",
            "TP INSERT ID=120 A=2",
            "TP INSERT ID=160 A=3 B=4",
            "TP INSERT ID=250 A=5 B=6",
            "TP INSERT ID=170 A=7 B=8",
            "TP INSERT ID=180 B=9",
            "TP INSERT ID=2 B=10");
  }

  @ParameterizedTest
  @EnumSource
  void aColumnThatIsExcludedIsSoFromItsFirstRow(Reader reader) throws Exception {
    play(
        reader,
        settings().set("cdc.columns.exclude", "APP\\.T\\.(DOB|NI_.*)"),
        "ALTER TABLE t ADD (dob VARCHAR2(30), ni_number VARCHAR2(30))",
        "INSERT INTO t VALUES (1, 'a', NULL, 'canary', 'canary')",
        "ALTER TABLE t RENAME COLUMN note TO ni_note",
        "INSERT INTO t VALUES (2, 'b', 'canary', 'canary', 'canary')",
        "ALTER TABLE t DROP COLUMN dob",
        "INSERT INTO t VALUES (3, 'c', 'canary', 'canary')");
    assertThat(rows)
        .containsExactly(
            "T INSERT ID=1 NAME=a NOTE=null", "T INSERT ID=2 NAME=b", "T INSERT ID=3 NAME=c");
  }

  private void endsWith(String code, OracleCdcConfig.Builder settings, String... statements)
      throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings))) {
      shop.commit(statements);
      Shop.awaitEnd(engine);
      assertThat(engine.completion().handle((done, e) -> e).join()).hasMessageContaining(code);
    }
  }

  @Test
  void aKeyThatMovesOntoAnExcludedColumnStops() throws Exception {
    endsWith(
        "CDC-3001",
        settings().set("cdc.columns.exclude", "APP\\.T\\.NAME"),
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE t DROP PRIMARY KEY",
        "ALTER TABLE t ADD PRIMARY KEY (name)",
        "INSERT INTO t VALUES (2, 'b', NULL)");
    assertThat(rows).hasSizeLessThan(2);
  }

  @Test
  void topicsAndFieldsThatCollideStopBeforeARecordIsWritten() throws Exception {
    endsWith(
        "CDC-6004",
        settings().tables("APP\\.T[#$]?"),
        "CREATE TABLE t# (id NUMBER(9) PRIMARY KEY)",
        "INSERT INTO t# VALUES (1)",
        "CREATE TABLE t$ (id NUMBER(9) PRIMARY KEY)",
        "INSERT INTO t$ VALUES (1)");
    assertThat(rows).noneMatch(row -> row.startsWith("T$"));
  }

  @Test
  void aNewTableCannotHaveTheTopicThatARenamedOneKept() throws Exception {
    endsWith(
        "CDC-6004",
        settings().set("cdc.rename.topic.policy", "keep"),
        "INSERT INTO t VALUES (1, 'a', NULL)",
        "ALTER TABLE t RENAME TO t1",
        "INSERT INTO t1 VALUES (2, 'b', NULL)",
        "CREATE TABLE t (id NUMBER(9) PRIMARY KEY)",
        "INSERT INTO t VALUES (3)");
    assertThat(rows).noneMatch(row -> row.startsWith("T INSERT ID=3"));
  }

  @Test
  void columnsThatBecomeOneFieldStopBeforeARecordIsWritten() throws Exception {
    endsWith(
        "CDC-6004",
        settings().set("cdc.field.name.adjustment.mode", "avro"),
        "ALTER TABLE t ADD (a$ NUMBER(9))",
        "ALTER TABLE t ADD (a# NUMBER(9))",
        "INSERT INTO t VALUES (1, 'a', NULL, 1, 2)");
    assertThat(rows).isEmpty();
  }

  @Test
  void oneTablesTroubleStaysItsOwn() throws Exception {
    shop.execute("CREATE TABLE t2 (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE t2 ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    OracleCdcConfig.Builder settings = settings().set("cdc.table.error.action", "quarantine");
    try (OracleCdcEngine engine = Shop.started(engine(settings))) {
      shop.commit("INSERT INTO t VALUES (1, 'a', NULL)", "INSERT INTO t2 VALUES (1)");
      shop.awaitDelivered(engine);
      shop.execute("ALTER TABLE t DROP PRIMARY KEY");
      shop.commit("INSERT INTO t VALUES (2, 'b', NULL)", "INSERT INTO t2 VALUES (2)");
      shop.awaitDelivered(engine);
    }
    assertThat(rows)
        .containsExactly("T INSERT ID=1 NAME=a NOTE=null", "T2 INSERT ID=1", "T2 INSERT ID=2");
    OpsEvent event =
        told.stream().filter(e -> e.name().equals("table-set-aside")).findFirst().orElseThrow();
    assertThat(event.details()).containsEntry("table", "APP.T").containsEntry("code", "CDC-3001");
    assertThat(state.resolve("dead-letters.jsonl"))
        .content()
        .contains("\"kind\":\"table-set-aside\",\"table\":\"APP.T\"")
        .contains("CDC-3001");
    // The settings make a start without a key possible; the table stays aside all the same.
    try (OracleCdcEngine engine = Shop.started(engine(settings.set("cdc.key.missing", "rowid")))) {
      shop.commit("INSERT INTO t VALUES (3, 'c', NULL)", "INSERT INTO t2 VALUES (3)");
      shop.awaitDelivered(engine);
    }
    assertThat(rows).hasSize(4).last().isEqualTo("T2 INSERT ID=3");
  }
}
