package io.oraclecdc.dictionary;

import static io.oraclecdc.dictionary.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.MissingKey;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LayoutsTest {

  @Test
  void DDL_05_numbersKeepPrecisionAndScaleAsDeclared() {
    TableSchema layout =
        layoutOf(
            table("APP", "T")
                .number("PLAIN", null, null)
                .number("STAR", null, 0)
                .number("MONEY", 10, 2)
                .number("NEGATIVE", 5, -2)
                .primaryKey("PLAIN"));
    assertThat(typeOf(layout, "PLAIN"))
        .returns(null, OracleType::precision)
        .returns(null, OracleType::scale)
        .returns("NUMBER", OracleType::declaration);
    assertThat(typeOf(layout, "STAR"))
        .returns(38, OracleType::precision)
        .returns(0, OracleType::scale)
        .returns("NUMBER(*,0)", OracleType::declaration);
    assertThat(typeOf(layout, "MONEY").declaration()).isEqualTo("NUMBER(10,2)");
    assertThat(typeOf(layout, "NEGATIVE").scale()).isEqualTo(-2);
  }

  @Test
  void everyTypeTextHasItsKind() {
    assertThat(kind("TIMESTAMP(6)")).isEqualTo(OracleType.Kind.TIMESTAMP);
    assertThat(kind("TIMESTAMP(6) WITH TIME ZONE"))
        .isEqualTo(OracleType.Kind.TIMESTAMP_WITH_TIME_ZONE);
    assertThat(kind("TIMESTAMP(6) WITH LOCAL TIME ZONE"))
        .isEqualTo(OracleType.Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    assertThat(kind("INTERVAL YEAR(2) TO MONTH")).isEqualTo(OracleType.Kind.INTERVAL_YEAR_TO_MONTH);
    assertThat(kind("INTERVAL DAY(2) TO SECOND(6)"))
        .isEqualTo(OracleType.Kind.INTERVAL_DAY_TO_SECOND);
    assertThat(kind("LONG RAW")).isEqualTo(OracleType.Kind.LONG_RAW);
    assertThat(kind("SDO_GEOMETRY")).isEqualTo(OracleType.Kind.OBJECT);
  }

  @Test
  void DDL_11_DDL_12_virtualAndTechnicalColumnsAreIgnoredAndInvisibleOnesAreCaptured() {
    TableSchema layout =
        layoutOf(
            table("APP", "T")
                .notNull("ID", "NUMBER")
                .virtual("V")
                .hidden("ORA_ARCHIVE_STATE")
                .invisible("SECRET")
                .primaryKey("ID"));
    assertThat(layout.columns())
        .extracting(Column::use)
        .containsExactly(
            Column.Use.CAPTURED, Column.Use.IGNORED, Column.Use.IGNORED, Column.Use.CAPTURED);
  }

  @Test
  void lobColumnsAreIgnoredWhileLobsAreSkipped() {
    TableSchema layout =
        layoutOf(table("APP", "T").notNull("ID", "NUMBER").column("DOC", "CLOB").primaryKey("ID"));
    assertThat(layout.columns().get(1).use()).isEqualTo(Column.Use.IGNORED);
  }

  @Test
  void excludedColumnsAreMarked() {
    TableSchema layout =
        layoutOf(
            table("APP", "T").notNull("ID", "NUMBER").column("NI", "VARCHAR2").primaryKey("ID"),
            s -> s.excludingColumns(List.of("app\\.t\\.ni")));
    assertThat(layout.columns().get(1).use()).isEqualTo(Column.Use.EXCLUDED);
  }

  @Test
  void anIncludeListLeavesAllOtherColumnsOut() {
    TableSchema layout =
        layoutOf(
            table("APP", "T")
                .notNull("ID", "NUMBER")
                .column("NAME", "VARCHAR2")
                .column("NI", "VARCHAR2")
                .primaryKey("ID"),
            s -> s.includingColumns(List.of("app\\.t\\.(id|name)")));
    assertThat(layout.columns())
        .extracting(Column::use)
        .containsExactly(Column.Use.CAPTURED, Column.Use.CAPTURED, Column.Use.EXCLUDED);
  }

  @Test
  void aKeyColumnMustBeIncluded() {
    Tables table =
        table("APP", "T")
            .notNull("ID", "NUMBER")
            .notNull("CODE", "NUMBER")
            .primaryKey("ID")
            .unique("CODE");
    assertRefused(
        table,
        s -> s.includingColumns(List.of("APP\\.T\\.CODE")),
        "table APP.T has the column ID in the primary key, and cdc.columns.include leaves it out");
    assertRefused(
        table,
        s -> s.includingColumns(List.of("APP\\.T\\.ID")).keyColumns("APP.T:CODE"),
        "has the column CODE in cdc.key.columns, and cdc.columns.include leaves it out");
    assertRefused(
        table.primaryKey(),
        s -> s.excludingColumns(List.of("APP\\.T\\.CODE")),
        "has the column CODE in the unique index, and cdc.columns.exclude excludes it");
  }

  @Test
  void aTableKeepsAtLeastOneColumn() {
    assertRefused(
        table("APP", "T").column("C", "NUMBER"),
        s -> s.includingColumns(List.of("APP\\.OTHER\\..*")).missingKey(MissingKey.NONE),
        "table APP.T has no column left to read");
  }

  @Test
  void columnsAreMaskedAndHashed() {
    TableSchema layout =
        layoutOf(
            table("APP", "T")
                .notNull("ID", "NUMBER")
                .column("IBAN", "VARCHAR2")
                .column("MAIL", "NUMBER")
                .column("DOC", "CLOB")
                .primaryKey("ID"),
            s ->
                s.maskingColumns(List.of("app\\.t\\.(iban|doc)"))
                    .hashingColumns(List.of(".*\\.MAIL")));
    assertThat(layout.columns())
        .extracting(Column::use)
        .as("a LOB that is skipped has no value to be masked")
        .containsExactly(
            Column.Use.CAPTURED, Column.Use.MASKED, Column.Use.HASHED, Column.Use.IGNORED);
  }

  @Test
  void whatIsLeftOutNeedsNoDisguise() {
    TableSchema layout =
        layoutOf(
            table("APP", "T").notNull("ID", "NUMBER").column("NI", "VARCHAR2").primaryKey("ID"),
            s -> s.maskingColumns(List.of(".*NI")).excludingColumns(List.of(".*NI")));
    assertThat(layout.columns().get(1).use()).isEqualTo(Column.Use.EXCLUDED);
  }

  @Test
  void aKeyColumnIsNotDisguised() {
    Tables table = table("APP", "T").notNull("ID", "NUMBER").primaryKey("ID");
    assertRefused(
        table,
        s -> s.maskingColumns(List.of(".*\\.ID")),
        "table APP.T has the column ID in the primary key, and cdc.columns.mask.include names it");
    assertRefused(
        table, s -> s.hashingColumns(List.of(".*\\.ID")), "and cdc.columns.hash.include names it");
  }

  @Test
  void oneColumnIsNotMaskedAndHashed() {
    assertRefused(
        table("APP", "T").notNull("ID", "NUMBER").column("C", "NUMBER").primaryKey("ID"),
        s -> s.maskingColumns(List.of(".*\\.C")).hashingColumns(List.of(".*\\.C")),
        "has the column C, which both cdc.columns.mask.include and cdc.columns.hash.include name");
  }

  @Test
  void valuesThatComeInPartsAreNotDisguised() {
    assertRefused(
        table("APP", "T").notNull("ID", "NUMBER").column("DOC", "CLOB").primaryKey("ID"),
        s -> s.lobs(TableSelection.LobUse.CAPTURE).hashingColumns(List.of(".*\\.DOC")),
        "has the column DOC of type CLOB, which cdc.columns.hash.include names");
  }

  @Test
  void aStoredLayoutFollowsTheSettingsOfNow() {
    Tables table =
        table("APP", "T")
            .notNull("ID", "NUMBER")
            .column("NI", "VARCHAR2")
            .virtual("V")
            .primaryKey("ID");
    TableSchema stored = layoutOf(table);
    assertThat(layouts(s -> s).asSelectedNow(stored)).isSameAs(stored);
    assertThat(
            layouts(s -> s.hashingColumns(List.of(".*\\.(NI|V)"))).asSelectedNow(stored).columns())
        .extracting(Column::use)
        .containsExactly(Column.Use.CAPTURED, Column.Use.HASHED, Column.Use.IGNORED);
    assertThatThrownBy(
            () -> layouts(s -> s.excludingColumns(List.of(".*\\.ID"))).asSelectedNow(stored))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining("has the column ID in its key, and cdc.columns.exclude excludes it");
  }

  @Test
  void CON_03_allColumnsOfAUniqueIndexAreNotNullOrItIsNoKey() {
    Tables table =
        table("APP", "T").notNull("C1", "NUMBER").column("C2", "NUMBER").unique("C1", "C2");
    assertRefused(
        table, s -> s, "APP.T has neither a primary key nor a unique index over NOT NULL columns");
  }

  private static void assertRefused(
      Tables table, UnaryOperator<TableSelection.Builder> selection, String message) {
    assertThatThrownBy(() -> layoutOf(table, selection))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE))
        .hasMessageContaining("[CDC-3001]")
        .hasMessageContaining(message);
  }

  @Test
  void keysAreTakenInTheOwnersOrder() {
    Tables table =
        table("APP", "T")
            .notNull("A", "NUMBER")
            .notNull("B", "NUMBER")
            .column("C", "NUMBER")
            .primaryKey("B")
            .unique("A");
    assertThat(layoutOf(table, s -> s.keyColumns("APP.T:c,a")).key().columns())
        .containsExactly(2, 0);
    assertThat(layoutOf(table).key().columns()).containsExactly(1);
    assertThat(layoutOf(table.primaryKey()).key().columns()).containsExactly(0);
  }

  @Test
  void CON_03_aUniqueIndexOverANullableColumnIsNoKey() {
    Tables table = table("APP", "T").column("C", "NUMBER").unique("C");
    assertThatThrownBy(() -> layoutOf(table))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE))
        .hasMessageContaining("APP.T has neither a primary key nor a unique index");
    assertThat(layoutOf(table, s -> s.missingKey(MissingKey.ROWID)).key())
        .isEqualTo(RecordKey.ROWID);
    assertThat(layoutOf(table, s -> s.missingKey(MissingKey.NONE)).key()).isEqualTo(RecordKey.NONE);
  }

  @Test
  void anExcludedColumnCannotBeInTheKey() {
    Tables table = table("APP", "T").notNull("ID", "NUMBER").primaryKey("ID");
    assertThatThrownBy(() -> layoutOf(table, s -> s.excludingColumns(List.of(".*\\.ID"))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE))
        .hasMessageContaining("cdc.columns.exclude");
  }

  @Test
  void aKeyOverrideNamesExistingColumns() {
    Tables table = table("APP", "T").notNull("ID", "NUMBER").primaryKey("ID");
    assertThatThrownBy(() -> layoutOf(table, s -> s.keyColumns("APP.T:NOPE")))
        .hasMessageContaining("no column NOPE");
  }

  @Test
  void CFG_02_anyLogGroupMayGiveTheLevelAndTheHighestCounts() {
    Tables table = table("APP", "T").notNull("ID", "NUMBER").primaryKey("ID");
    assertThat(layoutOf(table).logging()).isEqualTo(SupplementalLogging.NONE);
    table.logging("UNIQUE KEY LOGGING").logging("USER LOG GROUP", "OTHER");
    assertThat(layoutOf(table).logging()).isEqualTo(SupplementalLogging.NONE);
    table.logging("USER LOG GROUP", "ID", "OTHER");
    assertThat(layoutOf(table).logging()).isEqualTo(SupplementalLogging.PRIMARY_KEY);
    table.logging("PRIMARY KEY LOGGING").logging("ALL COLUMN LOGGING");
    assertThat(layoutOf(table).logging()).isEqualTo(SupplementalLogging.ALL);
  }

  private static OracleType.Kind kind(String dataType) {
    TableSchema layout =
        layoutOf(table("APP", "T").notNull("ID", "NUMBER").column("C", dataType).primaryKey("ID"));
    return typeOf(layout, "C").kind();
  }

  private static OracleType typeOf(TableSchema layout, String column) {
    return layout.columns().get(layout.indexOf(column)).type();
  }

  private static TableSchema layoutOf(Tables table) {
    return layoutOf(table, UnaryOperator.identity());
  }

  private static TableSchema layoutOf(
      Tables table, UnaryOperator<TableSelection.Builder> selection) {
    return layouts(selection).layoutOf(table.build(), 1);
  }

  private static Layouts layouts(UnaryOperator<TableSelection.Builder> selection) {
    TableSelection rules = selection.apply(TableSelection.including(List.of(".*"))).build();
    return new Layouts(rules, Tables.database());
  }
}
