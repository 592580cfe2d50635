package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTest {
  @Test
  void everyFieldOfARowIsRead() {
    MinedRow row =
        Scenario.parse(
                "row scn=18446744073709551615 xid=0e001c0012345678 DELETE rb=1 status=2 info=\"a b\" rowid=ZERO rs=0x0000fd.00011b0e.0010 ssn=4 csf=1 thread=2 con=3 user=APP ts=\"2024-01-02 03:04:05\" seq=9 objd=77 | delete from \"APP\".\"T\" | x")
            .rows()
            .get(0);
    assertThat(row.scn()).hasToString("18446744073709551615");
    assertThat(row.transaction()).hasToString("3:14.28.2018915346");
    assertThat(row.operation()).isEqualTo(OperationCode.DELETE);
    assertThat(row.rollback()).isTrue();
    assertThat(row.status()).isEqualTo(2);
    assertThat(row.info()).isEqualTo("a b");
    assertThat(row.rowId()).isEqualTo(RowId.PLACEHOLDER);
    assertThat(row.address()).hasToString("0x0000fd.00011b0e.0010");
    assertThat(row.ssn()).isEqualTo(4);
    assertThat(row.continued()).isTrue();
    assertThat(row.thread().number()).isEqualTo(2);
    assertThat(row.userName()).isEqualTo("APP");
    assertThat(row.timestamp()).isEqualTo(LocalDateTime.of(2024, 1, 2, 3, 4, 5));
    assertThat(row.sequence()).isEqualTo(9);
    assertThat(row.segment()).hasToString("APP.T (object 77)");
    assertThat(row.sqlRedo()).isEqualTo("delete from \"APP\".\"T\" | x");
  }

  @Test
  void textsAreLiteralUnlessTheLineSaysRowe() {
    List<MinedRow> rows =
        Scenario.parse(
                """
                row xid=A INSERT | a\\nb
                rowe xid=A INSERT | a\\nb\\\\\\u0041
                row xid=A INSERT |
                row xid=A 2
                """)
            .rows();
    assertThat(rows).extracting(MinedRow::sqlRedo).containsExactly("a\\nb", "a\nb\\A", null, null);
    assertThat(rows.get(3).operation()).isEqualTo(OperationCode.DELETE);
  }

  @Test
  void namesStandForDistinctTransactionsAndRows() {
    List<MinedRow> rows =
        Scenario.parse(
                """
                row xid=A INSERT rowid=R1
                row xid=B INSERT rowid=R2
                row xid=A UPDATE rowid=R1
                row xid=B INSERT
                row xid=A COMMIT
                """)
            .rows();
    assertThat(rows.get(0).transaction()).isEqualTo(rows.get(2).transaction());
    assertThat(rows.get(0).transaction()).isNotEqualTo(rows.get(1).transaction());
    assertThat(rows.get(0).rowId()).isEqualTo(rows.get(2).rowId());
    assertThat(rows.subList(0, 4)).extracting(MinedRow::rowId).doesNotContainNull();
    assertThat(rows.get(3).rowId()).isNotEqualTo(rows.get(1).rowId());
    assertThat(rows.get(4).rowId()).isNull();
    assertThat(rows).extracting(MinedRow::address).isSorted().doesNotHaveDuplicates();
    assertThat(rows).extracting(MinedRow::scn).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aShorthandStatementIsATransaction() {
    List<MinedRow> rows =
        Scenario.parse(
                "INSERT into \"APP\".\"T\"(\"ID\") values ('1')\ndelete from \"APP\".\"T\" where \"ID\" = '1'")
            .rows();
    assertThat(rows)
        .extracting(MinedRow::operation)
        .containsExactly(
            OperationCode.INSERT, OperationCode.COMMIT, OperationCode.DELETE, OperationCode.COMMIT);
    assertThat(rows.get(0).transaction()).isNotEqualTo(rows.get(2).transaction());
  }

  @Test
  void settingsExpectationsAndRestartsAreKept() {
    Scenario scenario =
        Scenario.parse(
            """
            # a comment
            session NLS_DATE_FORMAT=DD-MON-RR

            set cdc.tombstones.on.delete=false
            row xid=A START
            restart
            row xid=A COMMIT
            then {"a":1}
            """);
    assertThat(scenario.session()).containsEntry("NLS_DATE_FORMAT", "DD-MON-RR");
    assertThat(scenario.properties()).containsEntry("cdc.tombstones.on.delete", "false");
    assertThat(scenario.runs()).extracting(List::size).containsExactly(1, 1);
    assertThat(scenario.expected()).containsExactly(new Scenario.Expected(8, "{\"a\":1}"));
    assertThat(scenario.tables())
        .extracting(table -> table.id().toString())
        .containsExactly("APP.T");
  }

  @Test
  void tablesAreReadAsDeclared() {
    TableSchema table =
        Scenario.parse(
                """
                set cdc.columns.exclude=APP\\.BIG\\.SECRET
                table CREATE TABLE app."BIG" (id NUMBER(9), code CHAR(3 BYTE) DEFAULT 'x' NOT NULL, amount NUMBER(*,2), rate NUMBER(5,-2), f FLOAT(10), t TIMESTAMP(9) WITH LOCAL TIME ZONE, y INTERVAL YEAR(4) TO MONTH, s INTERVAL DAY TO SECOND(3), secret VARCHAR2(20 CHAR), doc CLOB, j JSON, "mixed Case" RAW(16), v NUMBER GENERATED ALWAYS AS (id * 2) VIRTUAL, CONSTRAINT pk PRIMARY KEY (id, code) USING INDEX, CHECK (amount > 0)) ORGANIZATION INDEX ;; supplemental=PK
                """)
            .tables()
            .get(0);
    assertThat(table.id()).hasToString("APP.BIG");
    assertThat(table.isIndexOrganized()).isTrue();
    assertThat(table.logging()).isEqualTo(SupplementalLogging.PRIMARY_KEY);
    assertThat(table.key()).isEqualTo(new RecordKey(RecordKey.Kind.COLUMNS, List.of(0, 1)));
    assertThat(table.columns())
        .extracting(column -> column.name() + " " + column.type())
        .containsExactly(
            "ID NUMBER(9)",
            "CODE CHAR(3)",
            "AMOUNT NUMBER(*,2)",
            "RATE NUMBER(5,-2)",
            "F FLOAT(10)",
            "T TIMESTAMP(9) WITH LOCAL TIME ZONE",
            "Y INTERVAL YEAR(4) TO MONTH",
            "S INTERVAL DAY(2) TO SECOND(3)",
            "SECRET VARCHAR2(20)",
            "DOC CLOB",
            "J JSON",
            "mixed Case RAW(16)",
            "V NUMBER");
    assertThat(table.columns())
        .extracting(Column::use)
        .endsWith(
            Column.Use.EXCLUDED,
            Column.Use.IGNORED,
            Column.Use.IGNORED,
            Column.Use.CAPTURED,
            Column.Use.IGNORED);
    assertThat(table.columns().get(0).nullable()).isFalse();
    assertThat(table.columns().get(1).defaultExpression()).isEqualTo("'x'");
    assertThat(table.columns().get(2).nullable()).isTrue();
    assertThat(table.columns().get(5).type().kind())
        .isEqualTo(OracleType.Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  @Test
  void keysComeFromUniqueColumnsOrSettings() {
    String unique = "table CREATE TABLE T (A NUMBER NOT NULL UNIQUE, B NUMBER)\n";
    assertThat(key(unique)).isEqualTo(new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)));
    assertThat(key("set cdc.key.columns=APP.T:B,A\n" + unique))
        .isEqualTo(new RecordKey(RecordKey.Kind.COLUMNS, List.of(1, 0)));
    String keyless = "table CREATE TABLE T (A NUMBER UNIQUE)\n";
    assertThat(key("set cdc.key.missing=rowid\n" + keyless)).isEqualTo(RecordKey.ROWID);
    assertThat(key("set cdc.key.missing=none\n" + keyless)).isEqualTo(RecordKey.NONE);
    assertThatThrownBy(() -> key(keyless))
        .hasMessageContaining("line 1: table APP.T has no primary key");
  }

  private static RecordKey key(String scenario) {
    return Scenario.parse(scenario).tables().get(0).key();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rwo xid=A COMMIT; a line begins with",
        "row xid=A; a row names its operation",
        "row xid=A BEGIN; neither name=value nor an operation",
        "row xid=A INSERT COMMIT; is a second",
        "row INSERT; a row needs xid=",
        "row xid=A color=red INSERT; no field 'color'",
        "row xid=A scn=x INSERT; scn is an unsigned",
        "row xid=A rs=12 INSERT; rs is an RS_ID",
        "row xid=A ts=noon INSERT; ts is",
        "row xid=A xid=B INSERT; stands twice",
        "row xid=A info=\"x INSERT; is not closed",
        "rowe xid=A INSERT | \\q; a backslash is followed by",
        "set nothing; a setting is NAME=value",
        "set nls.date=x; set is followed by a property",
        "session NLS_DATE_FORMT=x; a mining session has no setting 'NLS_DATE_FORMT'",
        "session TIME_ZONE=noon; TIME_ZONE is an offset",
        "then [1]; followed by a JSON object",
        "table DROP TABLE T; where CREATE is expected",
        "table CREATE TABLE T (ID NUMBER; is expected",
        "table CREATE TABLE T (ID NUMBER PRIMARY KEY, ID DATE); stands twice",
        "table CREATE TABLE T (ID NUMBER, PRIMARY KEY (X)); key column X",
        "table CREATE TABLE T (ID NUMBER PRIMARY KEY) @@ supplemental=SOME; supplemental is"
      })
  void problemsNameTheirLine(String line, String problem) {
    assertThatThrownBy(() -> Scenario.parse("# first\n" + line.replace("@@", ";;") + "\n"))
        .isInstanceOfSatisfying(ScenarioException.class, e -> assertThat(e.line()).isEqualTo(2))
        .hasMessageContaining(problem);
  }

  @Test
  void aFileNamesTheScnOfEachRow() {
    String rows =
        "row scn=10 xid=A INSERT csf=1 | insert into\nrow |  \"APP\".\"T\"(\"ID\") values ('1')\n";
    assertThat(Scenario.parseFile(rows.replace("row |", "row INSERT |")).rows())
        .extracting(row -> row.scn().value())
        .containsExactly(10L, 10L);
    assertThatThrownBy(() -> Scenario.parseFile("row scn=10 xid=A START\nrow xid=A COMMIT\n"))
        .hasMessage("line 2: a row needs its SCN, add scn=");
  }

  @Test
  void aPropertyIsSetOnce() {
    String twice = "set cdc.key.missing=rowid\n\nset cdc.key.missing=none\n";
    assertThatThrownBy(() -> Scenario.parse(twice))
        .hasMessageContaining("line 3: cdc.key.missing is set in line 1 already");
    assertThat(Scenario.parse("# one\nset cdc.key.missing=none\n").propertyLines())
        .containsEntry("cdc.key.missing", 2);
  }
}
