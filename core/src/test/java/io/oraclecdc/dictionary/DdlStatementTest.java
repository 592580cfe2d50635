package io.oraclecdc.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.dictionary.DdlStatement.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DdlStatementTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE \"APP\".\"T\" ADD T_NEW VARCHAR2(20);",
        "alter table app.t add (C1 NUMBER(10), CONSTRAINT CHK_C1 CHECK (C1 >= 0))",
        "ALTER TABLE APP.T DROP PRIMARY KEY",
        "ALTER TABLE APP.T MODIFY A_NUM DEFAULT 1;",
        "ALTER TABLE APP.T RENAME COLUMN NOTE TO \"remark\"",
        "ALTER TABLE APP.T SET UNUSED (C)",
        "/* app; v1 */ ALTER TABLE \"APP\".\"T\" ADD X2 NUMBER /* end; */ ;\n",
        "ALTER TABLE \"APP\".\"T\"\r\n ADD X3 VARCHAR2(9) DEFAULT ';--'\n",
        "-- note\nALTER TABLE \"APP\".\"T\" ADD X1 NUMBER -- trailing; note",
        "alter table \"APP\".\"T\" split partition p2 at (150) into (partition a, partition b)",
        "alter table app.t drop supplemental log data (all) columns",
        "ALTER TABLE app.t MOVE ONLINE",
        "ALTER TABLE app.t ROW ARCHIVAL"
      })
  void DDL_01_DDL_09_alterationsAreToldWithCommentsAndLineBreaks(String sql) {
    DdlStatement statement = DdlStatement.parse(sql);
    assertThat(statement.kind()).isEqualTo(Kind.ALTERED);
    assertThat(statement.owner()).isEqualTo("APP");
    assertThat(statement.name()).isEqualTo("T");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REVOKE FLASHBACK ON \"APP\".\"T\" FROM \"U\"",
        "GRANT SELECT ON \"APP\".\"T\" TO \"U\"",
        "COMMENT ON COLUMN \"APP\".\"T\".\"NAME\" IS 'it''s; a column'",
        "ANALYZE TABLE \"APP\".\"T\" COMPUTE STATISTICS",
        "CREATE AUDIT POLICY P ACTIONS ALL",
        "TRUNCATE CLUSTER app.c",
        "CREATE GLOBAL TEMPORARY TABLE g (id NUMBER)",
        "create or replace view v as select 1 x from dual",
        "ALTER USER u IDENTIFIED BY VALUES 'x'",
        "FLASHBACK TABLE app.t TO SCN 4711"
      })
  void DDL_08_DDL_14_statementsThatChangeNoLayoutAreIrrelevant(String sql) {
    assertThat(DdlStatement.parse(sql).kind()).isEqualTo(Kind.IRRELEVANT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "truncate table \"APP\".\"T\" drop storage;",
        "/* night */ TRUNCATE TABLE app.t CASCADE",
        "TRUNCATE TABLE app . t PRESERVE MATERIALIZED VIEW LOG REUSE STORAGE"
      })
  void DDL_14_truncatesAreToldWithTheirTable(String sql) {
    assertThat(DdlStatement.parse(sql))
        .returns(Kind.TRUNCATED, DdlStatement::kind)
        .returns("APP", DdlStatement::owner)
        .returns("T", DdlStatement::name);
  }

  @Test
  void partsOfATableThatAreTruncatedAreNoTruncateOfTheTable() {
    assertThat(DdlStatement.parse("ALTER TABLE app.t TRUNCATE PARTITION p1 UPDATE INDEXES"))
        .returns(Kind.PARTITION_TRUNCATED, DdlStatement::kind)
        .returns("T", DdlStatement::name);
    assertThat(DdlStatement.parse("ALTER TABLE app.t TRUNCATE SUBPARTITION p1"))
        .returns(Kind.PARTITION_TRUNCATED, DdlStatement::kind);
  }

  @Test
  void creationsAreTold() {
    assertThat(DdlStatement.parse("create table app.\"orders\" (id number)"))
        .returns(Kind.CREATED, DdlStatement::kind)
        .returns("APP", DdlStatement::owner)
        .returns("orders", DdlStatement::name);
    assertThat(DdlStatement.parse("CREATE TABLE IF NOT EXISTS orders (id number)"))
        .returns(Kind.CREATED, DdlStatement::kind)
        .returns("ORDERS", DdlStatement::name);
    assertThat(DdlStatement.parse("FLASHBACK TABLE app.t TO BEFORE DROP RENAME TO t2"))
        .returns(Kind.CREATED, DdlStatement::kind)
        .returns("T2", DdlStatement::name);
  }

  @Test
  void DDL_07_aDropIntoTheRecycleBinIsADropAndItsRenameIsInternal() {
    assertThat(
            DdlStatement.parse("drop table \"APP\".\"T\" AS \"BIN$AbCdEf0123456789AbCdEf==$0\" ;"))
        .returns(Kind.DROPPED, DdlStatement::kind)
        .returns("T", DdlStatement::name);
    DdlStatement rename =
        DdlStatement.parse(
            "ALTER TABLE \"APP\".\"T\" RENAME TO \"BIN$AbCdEf0123456789AbCdEf==$0\" ;");
    assertThat(rename.kind()).isEqualTo(Kind.RENAMED);
    assertThat(rename.movesToRecycleBin()).isTrue();
  }

  @Test
  void renamesNameBothTables() {
    assertThat(DdlStatement.parse("rename t to \"t2\""))
        .returns(Kind.RENAMED, DdlStatement::kind)
        .returns(null, DdlStatement::owner)
        .returns("T", DdlStatement::name)
        .returns("t2", DdlStatement::newName);
    assertThat(DdlStatement.parse("ALTER TABLE APP.T RENAME TO T2").newName()).isEqualTo("T2");
  }

  @Test
  void whatIsNotKnownIsSaidToBeUnknown() {
    assertThat(DdlStatement.parse("ALTER TABLE app.t FROBNICATE x").kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(DdlStatement.parse("MUTATE app.t").kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(DdlStatement.parse("").kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(DdlStatement.parse("/* unfinished").kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(DdlStatement.parse("alter table \"app").kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void indexesTellTheirTableOrThemselves() {
    assertThat(
            DdlStatement.parse(
                "CREATE INDEX I ON \"APP\".\"T\"(\"NAME\") PARALLEL (DEGREE 1 INSTANCES 2)"))
        .extracting(DdlStatement::kind, DdlStatement::owner, DdlStatement::name)
        .containsExactly(DdlStatement.Kind.INDEXED, "APP", "T");
    assertThat(DdlStatement.parse("create unique index app.i on t (a)"))
        .extracting(DdlStatement::kind, DdlStatement::owner, DdlStatement::name)
        .containsExactly(DdlStatement.Kind.INDEXED, null, "T");
    assertThat(DdlStatement.parse("CREATE BITMAP INDEX b ON CLUSTER c"))
        .extracting(DdlStatement::name)
        .isEqualTo("CLUSTER");
    assertThat(DdlStatement.parse("DROP INDEX app.i"))
        .extracting(DdlStatement::kind, DdlStatement::owner, DdlStatement::name)
        .containsExactly(DdlStatement.Kind.INDEX_CHANGED, "APP", "I");
  }
}
