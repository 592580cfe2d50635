package io.oraclecdc.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OracleDictionaryTest {
  private OracleSimulator oracle;
  private DatabaseSession session;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("dictionary");
    session =
        new DatabaseSession(
            new SessionFactory(
                DatabaseSettings.builder()
                    .url(oracle.url())
                    .user(OracleSimulator.CAPTURE_USER)
                    .password(OracleSimulator.CAPTURE_PASSWORD)
                    .build(),
                OracleErrors.standard()),
            SessionRole.METADATA);
  }

  @AfterEach
  void stop() throws SQLException {
    session.close();
    oracle.close();
  }

  @Test
  void theDatabaseIsKnownByItsViews() {
    DatabaseInfo info = DatabaseInfo.read(session);
    assertThat(info.name()).isEqualTo("FREE");
    assertThat(info.logMode()).isEqualTo("ARCHIVELOG");
    assertThat(info.openMode()).isEqualTo("READ WRITE");
    assertThat(info.containers()).isFalse();
    assertThat(info.hasMinimalSupplementalLogging()).isTrue();
    assertThat(info.characterSet()).isEqualTo("AL32UTF8");
    assertThat(info.nationalCharacterSet()).isEqualTo("AL16UTF16");
    assertThat(info.majorVersion()).isEqualTo(23);
    assertThat(info.currentScn().isAfter(Scn.ZERO)).isTrue();
  }

  @Test
  void everyScalarTypeIsReadAsDeclared() throws SQLException {
    app(
        "CREATE TABLE app.types (id NUMBER(9) PRIMARY KEY, n NUMBER, i INTEGER, m NUMBER(10,2),"
            + " f FLOAT, bf BINARY_FLOAT, bd BINARY_DOUBLE, v VARCHAR2(20 CHAR), vb VARCHAR2(20 BYTE),"
            + " nv NVARCHAR2(30), c CHAR(5), d DATE, t TIMESTAMP(3), tz TIMESTAMP(6) WITH TIME ZONE,"
            + " tl TIMESTAMP WITH LOCAL TIME ZONE, iy INTERVAL YEAR(4) TO MONTH,"
            + " ids INTERVAL DAY(3) TO SECOND(4), r RAW(16), doc CLOB, def NUMBER DEFAULT 5 NOT NULL)");
    TableSchema table = layouts().layoutOf(only("APP\\.TYPES"), 1);
    assertThat(type(table, "ID")).returns(9, OracleType::precision).returns(0, OracleType::scale);
    assertThat(type(table, "N")).returns(null, OracleType::precision);
    assertThat(type(table, "I")).returns(38, OracleType::precision).returns(0, OracleType::scale);
    assertThat(type(table, "M")).hasToString("NUMBER(10,2)");
    assertThat(type(table, "F").kind()).isEqualTo(OracleType.Kind.FLOAT);
    assertThat(type(table, "BF").kind()).isEqualTo(OracleType.Kind.BINARY_FLOAT);
    assertThat(type(table, "V")).hasToString("VARCHAR2(20 CHAR)").returns(20, OracleType::length);
    assertThat(type(table, "VB")).hasToString("VARCHAR2(20)");
    assertThat(type(table, "NV").length()).isEqualTo(30);
    assertThat(type(table, "C").kind()).isEqualTo(OracleType.Kind.CHAR);
    assertThat(type(table, "T")).returns(3, OracleType::scale);
    assertThat(type(table, "TZ").kind()).isEqualTo(OracleType.Kind.TIMESTAMP_WITH_TIME_ZONE);
    assertThat(type(table, "TL").kind()).isEqualTo(OracleType.Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    assertThat(type(table, "IY")).returns(4, OracleType::precision);
    assertThat(type(table, "IDS")).returns(3, OracleType::precision).returns(4, OracleType::scale);
    assertThat(type(table, "R").length()).isEqualTo(16);
    assertThat(table.columns().get(table.indexOf("DOC")).use()).isEqualTo(Column.Use.IGNORED);
    Column withDefault = table.columns().get(table.indexOf("DEF"));
    assertThat(withDefault.defaultExpression()).isEqualTo("5");
    assertThat(withDefault.nullable()).isFalse();
    assertThat(table.key().columns()).containsExactly(0);
  }

  @Test
  void keysAndLoggingAreFound() throws SQLException {
    app("CREATE TABLE app.pk (b NUMBER, a NUMBER, CONSTRAINT pk_pk PRIMARY KEY (a, b))");
    app("ALTER TABLE app.pk ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    app("CREATE TABLE app.uq (a NUMBER NOT NULL, b NUMBER)");
    app("CREATE UNIQUE INDEX app.uq_i ON app.uq (a)");
    app("ALTER TABLE app.uq ADD SUPPLEMENTAL LOG DATA (PRIMARY KEY) COLUMNS");
    app("CREATE TABLE app.keyless (a NUMBER)");
    List<DictionaryTable> tables = dictionary("APP\\..*").capturedTables();
    assertThat(tables).extracting(t -> t.id().name()).containsExactly("KEYLESS", "PK", "UQ");
    Layouts layouts = layouts();
    assertThat(layouts.layoutOf(tables.get(1), 1))
        .returns(SupplementalLogging.ALL, TableSchema::logging)
        .extracting(t -> t.key().columns())
        .isEqualTo(List.of(1, 0));
    assertThat(layouts.layoutOf(tables.get(2), 1))
        .returns(SupplementalLogging.PRIMARY_KEY, TableSchema::logging)
        .extracting(t -> t.key().columns())
        .isEqualTo(List.of(0));
    assertThatThrownBy(() -> layouts.layoutOf(tables.get(0), 1))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE));
  }

  @Test
  void schemasOfOracleAndDroppedTablesAreLeftOut() throws SQLException {
    app("CREATE TABLE app.gone (a NUMBER PRIMARY KEY)");
    app("DROP TABLE app.gone");
    app("CREATE TABLE app.kept (a NUMBER PRIMARY KEY)");
    assertThat(dictionary(".*").capturedTables())
        .extracting(DictionaryTable::id)
        .containsExactly(TableId.of("APP", "KEPT"));
  }

  @Test
  void manyTablesAreReadInBulk() throws SQLException {
    for (int i = 0; i < 60; i++) {
      app("CREATE TABLE app.many" + i + " (id NUMBER PRIMARY KEY, name VARCHAR2(20))");
    }
    assertThat(dictionary("app\\.many.*").capturedTables()).hasSize(60);
  }

  @Test
  void theCatalogFollowsDdl() throws SQLException {
    app("CREATE TABLE app.t (id NUMBER PRIMARY KEY)");
    app("ALTER TABLE app.t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    DictionarySchemaCatalog catalog =
        DictionarySchemaCatalog.load(dictionary("APP\\..*"), layouts());
    TableSchema before = catalog.tables().get(0);
    app("ALTER TABLE app.t ADD (name VARCHAR2(20))");
    Scn now = session.currentScn();
    SegmentRef segment = new SegmentRef(0, "APP", "T", before.objectId());
    catalog.ddl(
        segment,
        new io.oraclecdc.model.RedoThread(1),
        new io.oraclecdc.model.RedoAddress(1, 9, 16),
        now,
        "ALTER TABLE app.t ADD (name VARCHAR2(20))");
    assertThat(catalog.layoutOf(segment, now).orElseThrow().columns()).hasSize(2);
    assertThat(catalog.layoutOf(segment, new Scn(now.value() - 1)).orElseThrow().columns())
        .hasSize(1);
  }

  private void app(String sql) throws SQLException {
    try (Connection app = oracle.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute(sql);
    }
  }

  private DictionaryTable only(String pattern) {
    List<DictionaryTable> tables = dictionary(pattern).capturedTables();
    assertThat(tables).hasSize(1);
    return tables.get(0);
  }

  private OracleDictionary dictionary(String pattern) {
    return new OracleDictionary(session, TableSelection.including(List.of(pattern)).build());
  }

  private Layouts layouts() {
    return new Layouts(TableSelection.including(List.of(".*")).build(), DatabaseInfo.read(session));
  }

  private static OracleType type(TableSchema table, String column) {
    return table.columns().get(table.indexOf(column)).type();
  }
}
