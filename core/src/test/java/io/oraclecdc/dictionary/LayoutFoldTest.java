package io.oraclecdc.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the texts of statements make of a table. */
class LayoutFoldTest {
  private static final DictionaryTable T =
      Tables.table("APP", "T")
          .notNull("ID", "NUMBER")
          .column("NAME", "VARCHAR2")
          .column("NOTE", "VARCHAR2")
          .primaryKey("ID")
          .build();

  private static DictionaryTable after(String... statements) {
    DictionaryTable table = T;
    for (String statement : statements) {
      table = LayoutFold.apply(table, statement);
    }
    return table;
  }

  private static List<String> names(DictionaryTable table) {
    return table.columns().stream().map(DictionaryColumn::name).toList();
  }

  private static DictionaryColumn column(DictionaryTable table, String name) {
    return table.columns().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void DDL_01_aColumnAddedWithoutParenthesesIsTheLastOne() {
    DictionaryTable table = after("ALTER TABLE \"APP\".\"T\" ADD T_NEW VARCHAR2(20);");
    assertThat(names(table)).containsExactly("ID", "NAME", "NOTE", "T_NEW");
    assertThat(column(table, "T_NEW"))
        .extracting(
            DictionaryColumn::dataType,
            DictionaryColumn::charLength,
            DictionaryColumn::internalId,
            DictionaryColumn::nullable)
        .containsExactly("VARCHAR2", 20, 4, true);
  }

  @Test
  void DDL_02_constraintsInAnAddListAreNoColumns() {
    DictionaryTable first =
        after(
            "ALTER TABLE \"APP\".\"T\" ADD (C1 NUMBER(10), CONSTRAINT CHK_C1 CHECK (C1 >= 0))",
            "ALTER TABLE APP.T DROP PRIMARY KEY");
    DictionaryTable table =
        LayoutFold.apply(
            first,
            "ALTER TABLE \"APP\".\"T\" ADD (C2 VARCHAR2(50) DEFAULT 'none' NOT NULL, C3 NUMBER(10),"
                + " CONSTRAINT PK_T PRIMARY KEY (C3), CONSTRAINT FK_C1 FOREIGN KEY (C1) REFERENCES"
                + " \"APP\".\"O\" (ID), CONSTRAINT UQ_C2 UNIQUE (C2))");
    assertThat(names(table)).containsExactly("ID", "NAME", "NOTE", "C1", "C2", "C3");
    assertThat(table.primaryKey()).containsExactly("C3");
    assertThat(table.uniqueKeys()).contains(List.of("C2"));
    assertThat(column(table, "C2").nullable()).isFalse();
    assertThat(column(table, "C2").defaultExpression()).isEqualTo("'none'");
    assertThat(column(table, "C3").nullable()).isFalse();
    assertThat(table.keyNames())
        .containsEntry("PK_T", List.of("C3"))
        .containsEntry("UQ_C2", List.of("C2"));
  }

  @Test
  void DDL_03_thePrimaryKeyIsDroppedAndMadeAnew() {
    assertThat(after("ALTER TABLE \"APP\".\"T\" DROP PRIMARY KEY").primaryKey()).isEmpty();
    DictionaryTable two =
        after("ALTER TABLE APP.T DROP PRIMARY KEY", "ALTER TABLE APP.T ADD PRIMARY KEY (id, name)");
    assertThat(two.primaryKey()).containsExactly("ID", "NAME");
    assertThat(column(two, "NAME").nullable()).isFalse();
    assertThat(
            after(
                    "ALTER TABLE APP.T DROP PRIMARY KEY CASCADE DROP INDEX",
                    "ALTER TABLE APP.T ADD CONSTRAINT pk_c PRIMARY KEY(id) USING INDEX TABLESPACE x",
                    "ALTER TABLE APP.T RENAME CONSTRAINT pk_c TO pk_d",
                    "ALTER TABLE APP.T DROP CONSTRAINT pk_d")
                .primaryKey())
        .isEmpty();
    assertThat(after("ALTER TABLE APP.T DISABLE PRIMARY KEY").primaryKey()).isEmpty();
  }

  @Test
  void DDL_04_modifyWithoutATypeLeavesTheType() {
    DictionaryTable table = after("ALTER TABLE APP.T ADD A_NUM NUMBER(20)");
    DictionaryTable defaulted =
        LayoutFold.apply(table, "ALTER TABLE \"APP\".\"T\" MODIFY A_NUM DEFAULT 1;");
    assertThat(column(defaulted, "A_NUM").precision()).isEqualTo(20);
    assertThat(column(defaulted, "A_NUM").scale()).isZero();
    assertThat(column(defaulted, "A_NUM").defaultExpression()).isEqualTo("1");
    DictionaryTable named =
        LayoutFold.apply(defaulted, "ALTER TABLE \"APP\".\"T\" MODIFY NAME DEFAULT NULL");
    assertThat(column(named, "NAME").dataType()).isEqualTo("VARCHAR2");
    DictionaryTable plain =
        LayoutFold.apply(named, "ALTER TABLE \"APP\".\"T\" MODIFY A_NUM NUMBER");
    assertThat(column(plain, "A_NUM").precision()).isNull();
    assertThat(column(plain, "A_NUM").scale()).isNull();
  }

  @Test
  void DDL_05_numberWithAStarHasFullPrecision() {
    DictionaryTable created = created("CREATE TABLE \"APP\".\"T\" (ID NUMBER(*,0) NOT NULL)");
    assertThat(ColumnTypes.typeOf(column(created, "ID")))
        .extracting(t -> t.precision(), t -> t.scale())
        .containsExactly(38, 0);
    assertThat(column(created, "ID").nullable()).isFalse();
    DictionaryTable modified =
        LayoutFold.apply(created, "ALTER TABLE \"APP\".\"T\" MODIFY (ID NUMBER(*,0) NULL);");
    assertThat(ColumnTypes.typeOf(column(modified, "ID")))
        .extracting(t -> t.precision(), t -> t.scale())
        .containsExactly(38, 0);
    assertThat(column(modified, "ID").nullable()).isTrue();
  }

  @Test
  void DDL_06_severalStatementsInOneTextAreAppliedInTurn() {
    DictionaryTable table =
        created(
            "CREATE TABLE \"APP\".\"T\" (\"NO\" NUMBER(*,0) NOT NULL ENABLE, \"EXP\" TIMESTAMP (6))"
                + " PARTITION BY RANGE (\"EXP\") INTERVAL (NUMTODSINTERVAL(7, 'DAY')) (PARTITION"
                + " \"P1\" VALUES LESS THAN (TIMESTAMP' 2021-07-06 00:00:00')); CREATE UNIQUE INDEX"
                + " \"APP\".\"I\" ON \"APP\".\"T\" (\"NO\", \"EXP\") LOCAL; ALTER TABLE"
                + " \"APP\".\"T\" ADD CONSTRAINT \"I\" PRIMARY KEY (\"NO\", \"EXP\") USING INDEX"
                + " \"APP\".\"I\" ENABLE NOVALIDATE;");
    assertThat(names(table)).containsExactly("NO", "EXP");
    assertThat(table.primaryKey()).containsExactly("NO", "EXP");
    assertThat(
            created(
                    "CREATE TABLE t (a NUMBER); ALTER TABLE t ADD CONSTRAINT p PRIMARY KEY (a) USING"
                        + " INDEX;")
                .primaryKey())
        .containsExactly("A");
  }

  private static DictionaryTable created(String sql) {
    DictionaryTable empty =
        new DictionaryTable(
            T.id(),
            1,
            List.of(1L),
            DictionaryTable.Organization.HEAP,
            false,
            false,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of());
    return LayoutFold.apply(empty, sql);
  }

  @Test
  void DDL_09_commentsAndLiteralsDoNotEndAStatement() {
    DictionaryTable table =
        after(
            "ALTER TABLE \"APP\".\"T\" ADD X1 NUMBER -- trailing; note",
            "/* app; v1 */ ALTER TABLE \"APP\".\"T\" ADD X2 NUMBER /* end; */ ;\n",
            "ALTER TABLE \"APP\".\"T\"\r\n ADD X3 VARCHAR2(9) DEFAULT ';--'\n",
            "ALTER TABLE app.t ADD (X4 VARCHAR2(9) DEFAULT q'[it's; (a ,]' NOT NULL, X5 DATE)",
            "ALTER TABLE app.t ADD X6 NVARCHAR2(9) DEFAULT N'a''b'");
    assertThat(names(table)).endsWith("X1", "X2", "X3", "X4", "X5", "X6");
    assertThat(column(table, "X3").defaultExpression()).isEqualTo("';--'");
    assertThat(column(table, "X4").defaultExpression()).isEqualTo("q'[it's; (a ,]'");
    assertThat(column(table, "X6").defaultExpression()).isEqualTo("N'a''b'");
  }

  @Test
  void DDL_11_DDL_12_virtualAndInvisibleColumnsAreToldApart() {
    DictionaryTable table =
        after(
            "ALTER TABLE \"APP\".\"T\" ADD (V NUMBER GENERATED ALWAYS AS (\"ID\" * 2) VIRTUAL)",
            "ALTER TABLE app.t ADD (W AS (upper(name)))",
            "ALTER TABLE app.t ADD (H NUMBER INVISIBLE)",
            "ALTER TABLE app.t MODIFY (NOTE INVISIBLE)",
            "ALTER TABLE app.t MODIFY NOTE VISIBLE");
    assertThat(column(table, "V").virtual()).isTrue();
    assertThat(column(table, "W").virtual()).isTrue();
    assertThat(column(table, "H")).matches(c -> c.hidden() && c.userGenerated());
    assertThat(column(table, "NOTE").hidden()).isFalse();
  }

  @Test
  void DDL_15_identityAndDefaultOnNullMakeAColumnRequired() {
    DictionaryTable table =
        after(
            "ALTER TABLE app.t ADD (SQ NUMBER(10), C VARCHAR2(5))",
            "ALTER TABLE \"APP\".\"T\" MODIFY SQ GENERATED BY DEFAULT AS IDENTITY (START WITH 22"
                + " INCREMENT BY 1) NOT NULL;",
            "ALTER TABLE \"APP\".\"T\" MODIFY (C DEFAULT ON NULL 'x')");
    assertThat(column(table, "SQ").nullable()).isFalse();
    assertThat(column(table, "SQ").precision()).isEqualTo(10);
    assertThat(column(table, "C").nullable()).isFalse();
    assertThat(column(table, "C").charLength()).isEqualTo(5);
  }

  @Test
  void DDL_16_supplementalLoggingChangesNoLayout() {
    DictionaryTable table =
        after(
            "alter table \"APP\".\"T\" add supplemental log data (primary key, unique) columns,"
                + " supplemental log group g (id, note no log) always",
            "alter table \"APP\".\"T\" drop supplemental log data (unique) columns");
    assertThat(table.columns()).isEqualTo(T.columns());
    assertThat(table.logGroups())
        .extracting(LogGroup::type)
        .containsExactly("PRIMARY KEY LOGGING", "USER LOG GROUP");
    assertThat(table.logGroups().get(1).columns()).containsExactly("ID");
    assertThat(
            LayoutFold.apply(table, "alter table app.t drop supplemental log group g").logGroups())
        .hasSize(1);
  }

  @Test
  void DDL_17_aWidenedColumnHasItsNewType() {
    DictionaryTable table =
        after(
            "ALTER TABLE app.t ADD (QTY NUMBER(18))",
            "ALTER TABLE \"APP\".\"T\" MODIFY (QTY NUMBER(20), NAME VARCHAR2(200 CHAR))");
    assertThat(column(table, "QTY").precision()).isEqualTo(20);
    assertThat(column(table, "NAME").charLength()).isEqualTo(200);
    assertThat(column(table, "NAME").inCharacters()).isTrue();
  }

  @Test
  void DDL_18_aRenamedColumnKeepsItsPlace() {
    DictionaryTable table = after("ALTER TABLE \"APP\".\"T\" RENAME COLUMN NOTE TO \"remark\"");
    assertThat(names(table)).containsExactly("ID", "NAME", "remark");
    assertThat(after("ALTER TABLE app.t RENAME COLUMN id TO nr").primaryKey())
        .containsExactly("NR");
  }

  @Test
  void aDroppedColumnTakesUnusedOnesWithItAndTheOthersMoveUp() {
    DictionaryTable unused = after("ALTER TABLE app.t SET UNUSED COLUMN name");
    assertThat(names(unused)).hasSize(3).doesNotContain("NAME");
    assertThat(column(unused, "NOTE").internalId()).isEqualTo(3);
    assertThat(unused.columns().get(1).hidden()).isTrue();
    DictionaryTable added = LayoutFold.apply(unused, "ALTER TABLE app.t ADD late DATE");
    assertThat(column(added, "LATE").internalId()).isEqualTo(4);
    DictionaryTable dropped =
        LayoutFold.apply(added, "ALTER TABLE app.t DROP (note) CASCADE CONSTRAINTS");
    assertThat(names(dropped)).containsExactly("ID", "LATE");
    assertThat(column(dropped, "LATE").internalId()).isEqualTo(2);
    assertThat(after("ALTER TABLE app.t DROP COLUMN id CASCADE CONSTRAINTS").primaryKey())
        .isEmpty();
    assertThat(names(LayoutFold.apply(added, "ALTER TABLE app.t DROP UNUSED COLUMNS")))
        .containsExactly("ID", "NOTE", "LATE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE APP.T MOVE TABLESPACE users",
        "ALTER TABLE APP.T SHRINK SPACE CASCADE",
        "ALTER TABLE APP.T ENABLE ROW MOVEMENT",
        "ALTER TABLE APP.T ADD PARTITION p3 VALUES LESS THAN (30)",
        "ALTER TABLE APP.T DROP PARTITION p3",
        "ALTER TABLE APP.T MODIFY PARTITION p3 ADD VALUES (4)",
        "ALTER TABLE APP.T EXCHANGE PARTITION p WITH TABLE x INCLUDING INDEXES",
        "ALTER TABLE APP.T SPLIT PARTITION p AT (1) INTO (PARTITION a, PARTITION b)",
        "ALTER TABLE APP.T NOLOGGING PARALLEL 4",
        "ALTER TABLE APP.T DROP CONSTRAINT some_check",
        "ALTER TABLE APP.T ADD CONSTRAINT c CHECK (id > 0) DISABLE",
        "ALTER TABLE APP.T ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES o (id) ON DELETE CASCADE",
        "ALTER TABLE APP.T DISABLE ALL TRIGGERS",
        "ALTER TABLE APP.T SET INTERVAL (NUMTODSINTERVAL(1,'DAY'))",
        "CREATE INDEX i ON app.t (name)",
        ""
      })
  void DDL_13_statementsThatChangeNoColumnLeaveTheTable(String sql) {
    assertThat(after(sql)).isEqualTo(T);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE app.t ROW ARCHIVAL",
        "ALTER TABLE app.t ADD (x my_type)",
        "ALTER TABLE app.t ADD (x XMLTYPE)",
        "ALTER TABLE app.t ENABLE CONSTRAINT pk",
        "ALTER TABLE app.t ADD (id NUMBER)",
        "ALTER TABLE app.t MODIFY (missing NUMBER)",
        "ALTER TABLE app.t NOLOGGING ADD c NUMBER",
        "CREATE INDEX i ON app.t (upper(name))",
        "ALTER TABLE app.t FROBNICATE",
        "ALTER TABLE app.t ADD (c NUMBER",
        "FLASHBACK TABLE app.t TO BEFORE DROP"
      })
  void whatATextDoesNotTellIsNotGuessed(String sql) {
    assertThatThrownBy(() -> after(sql)).isInstanceOf(NotUnderstoodException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NUMBER | NUMBER",
        "NUMBER(9) | NUMBER(9)",
        "NUMBER(9,-2) | NUMBER(9,-2)",
        "DECIMAL(9,2) | NUMBER(9,2)",
        "INTEGER | NUMBER(*,0)",
        "FLOAT | FLOAT(126)",
        "REAL | FLOAT(63)",
        "DOUBLE PRECISION | FLOAT(126)",
        "BINARY_DOUBLE | BINARY_DOUBLE",
        "VARCHAR2(30 BYTE) | VARCHAR2(30)",
        "VARCHAR(30 CHAR) | VARCHAR2(30 CHAR)",
        "CHARACTER VARYING (7) | VARCHAR2(7)",
        "CHAR | CHAR(1)",
        "NCHAR(4) | NCHAR(4)",
        "NATIONAL CHARACTER VARYING(4) | NVARCHAR2(4)",
        "RAW(16) | RAW(16)",
        "LONG RAW | LONG RAW",
        "DATE | DATE",
        "TIMESTAMP | TIMESTAMP(6)",
        "TIMESTAMP (3) WITH TIME ZONE | TIMESTAMP(3) WITH TIME ZONE",
        "TIMESTAMP(0) WITH LOCAL TIME ZONE | TIMESTAMP(0) WITH LOCAL TIME ZONE",
        "INTERVAL YEAR TO MONTH | INTERVAL YEAR(2) TO MONTH",
        "INTERVAL DAY (3) TO SECOND (0) | INTERVAL DAY(3) TO SECOND(0)",
        "CLOB | CLOB"
      })
  void typesAreToldAsTheDictionaryTellsThem(String declared, String type) {
    DictionaryTable table = after("ALTER TABLE app.t ADD c " + declared + " NULL");
    assertThat(ColumnTypes.typeOf(column(table, "C"))).hasToString(type);
  }

  @Test
  void aTextOfAnyLengthIsRead() {
    StringBuilder sql = new StringBuilder("ALTER TABLE app.t ADD (");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      sql.append(i == 0 ? "" : ", ").append("C").append(i).append(" VARCHAR2(9) DEFAULT '");
      sql.append("x;--(/*".repeat(15)).append("' NOT NULL");
      names.add("C" + i);
    }
    DictionaryTable table = after(sql.append(')').toString());
    assertThat(sql.length()).isGreaterThan(100_000);
    assertThat(names(table)).containsSubsequence(names).hasSize(903);
  }
}
