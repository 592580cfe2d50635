package io.oraclecdc.dictionary;

import static io.oraclecdc.dictionary.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.LayoutChange.Kind;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DictionarySchemaCatalogTest {
  private static final RedoThread THREAD = new RedoThread(1);

  private final TestDirectory directory = new TestDirectory();
  private DictionarySchemaCatalog catalog;
  private int statements;

  @BeforeEach
  void oneTable() {
    directory.put(orders(7, "ID", "NAME"));
    catalog = load();
  }

  @Test
  void DDL_01_rowsBehindADdlHaveTheNewLayoutAndEarlierOnesTheOld() {
    directory.put(orders(7, "ID", "NAME", "T_NEW"));
    ddl(7, "ORDERS", 100, "ALTER TABLE APP.ORDERS ADD T_NEW VARCHAR2(20)");
    assertThat(columns(7, 99)).containsExactly("ID", "NAME");
    assertThat(columns(7, 100)).containsExactly("ID", "NAME", "T_NEW");
    assertThat(layout(7, 100)).hasToString("APP.ORDERS v2");
  }

  @Test
  void DDL_14_aTruncateIsToldWithItsTableAndChangesNoLayout() {
    assertThat(effect(7, "ORDERS", 100, "truncate table app.orders drop storage").truncated())
        .extracting(TableSchema::toString)
        .containsExactly("APP.ORDERS v1");
    assertThat(effect(9, "OTHER", 101, "truncate table hr.other").isNone()).isTrue();
    assertThat(layout(7, 200).version()).isEqualTo(1);
  }

  @Test
  void aTruncatedPartitionIsAnAlterationAndNoTruncate() {
    DdlEffect effect = effect(7, "ORDERS", 100, "alter table app.orders truncate partition p1");
    assertThat(effect.truncated()).isEmpty();
    assertThat(effect.layouts()).extracting(LayoutChange::kind).containsExactly(Kind.ALTER);
  }

  @Test
  void statementsTellWhatTheyDidToCapturedTables() {
    directory.put(withId(8, "ITEMS"));
    assertThat(told(8, "ITEMS", 100, "create table app.items (id number)"))
        .containsExactly("CREATE APP.ITEMS v1");
    directory.put(orders(7, "ID", "NAME", "X"));
    assertThat(told(7, "ORDERS", 101, "alter table app.orders add (x number)"))
        .containsExactly("ALTER APP.ORDERS v2");
    assertThat(told(7, "ORDERS", 102, "grant select on app.orders to u")).isEmpty();
    assertThat(told(8, "ITEMS", 103, "drop table app.items purge"))
        .containsExactly("DROP APP.ITEMS v1");
  }

  private List<String> told(long objectId, String table, long scn, String sql) {
    return effect(objectId, table, scn, sql).layouts().stream()
        .map(change -> change.kind() + " " + change.table())
        .toList();
  }

  private DdlEffect effect(long objectId, String table, long scn, String sql) {
    return catalog.ddl(
        new SegmentRef(0, "APP", table, objectId),
        THREAD,
        new RedoAddress(1, 1000 + statements++, 16),
        new Scn(scn),
        sql);
  }

  @Test
  void DDL_08_statementsThatChangeNothingMakeNoVersion() {
    ddl(7, "ORDERS", 100, "ALTER TABLE APP.ORDERS MOVE");
    ddl(7, "ORDERS", 101, "GRANT SELECT ON APP.ORDERS TO U");
    ddl(9, "OTHER", 102, "ALTER TABLE HR.OTHER FROBNICATE");
    assertThat(layout(7, 200).version()).isEqualTo(1);
  }

  @Test
  void anUnknownStatementIsJudgedByTheDictionary() {
    ddl(7, "ORDERS", 100, "ALTER TABLE APP.ORDERS FROBNICATE 'secret'");
    assertThat(layout(7, 101).version()).isEqualTo(1);
    directory.put(orders(7, "ID", "NAME", "EXTRA"));
    ddl(7, "ORDERS", 102, "ALTER TABLE APP.ORDERS FROBNICATE 'again'");
    assertThat(columns(7, 103)).containsExactly("ID", "NAME", "EXTRA");
    assertThat(columns(7, 101)).containsExactly("ID", "NAME");
  }

  @Test
  void anUnknownStatementStopsWhenTheTableIsGone() {
    directory.remove("ORDERS");
    assertThatThrownBy(() -> ddl(7, "ORDERS", 100, "ALTER TABLE APP.ORDERS FROBNICATE 'secret'"))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_DDL))
        .hasMessageContainingAll("APP.ORDERS", "SCN 100", "FROBNICATE")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void aNewTableIsCapturedFromItsFirstRowAndAskedFor() {
    int before = catalog.objects().revision();
    directory.put(withId(8, "ITEMS"));
    ddl(8, "ITEMS", 100, "create table app.items (id number primary key)");
    assertThat(catalog.objects().revision()).isGreaterThan(before);
    assertThat(catalog.objects().objectIds()).containsExactly(7L, 8L);
    assertThat(layout(8, 100).id()).isEqualTo(TableId.of("APP", "ITEMS"));
    int after = catalog.objects().revision();
    ddl(8, "ITEMS", 100, "create table app.items (id number primary key)");
    assertThat(catalog.objects().revision()).isEqualTo(after);
  }

  @Test
  void tablesThatAreNotWantedAreNotLookedAt() {
    directory.wanted = "APP\\..*";
    ddl(8, "T", 100, "create table hr.t (id number)");
    assertThat(catalog.objects().objectIds()).containsExactly(7L);
  }

  @Test
  void aTableThatCameAndWentBeforeItCouldBeReadStopsOnlyAtItsRows() {
    ddl(8, "WORK", 100, "create table app.work (id number)");
    ddl(8, "WORK", 101, "drop table app.work purge");
    assertThat(catalog.objects().objectIds()).containsExactly(7L, 8L);
    assertThat(columns(7, 102)).isNotEmpty();
    assertThatThrownBy(
            () -> catalog.layoutOf(new SegmentRef(0, "UNKNOWN", "OBJ# 8", 8), new Scn(100)))
        .isInstanceOfSatisfying(
            CdcException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DICTIONARY_UNAVAILABLE))
        .hasMessageContaining("APP.WORK");
  }

  @Test
  void DDL_07_aDroppedTableKeepsItsIdsForRowsThatAreMinedAgain() {
    directory.remove("ORDERS");
    ddl(7, "ORDERS", 100, "ALTER TABLE \"APP\".\"ORDERS\" RENAME TO \"BIN$AbC==$0\"");
    ddl(7, "ORDERS", 100, "drop table app.orders AS \"BIN$AbC==$0\"");
    assertThat(catalog.tables()).isEmpty();
    assertThat(catalog.objects().objectIds()).containsExactly(7L);
    assertThat(catalog.layoutOf(new SegmentRef(0, "APP", "BIN$AbC==$0", 7), new Scn(99)))
        .isPresent();
  }

  @Test
  void aTableOfTheSameNameIsAnotherTable() {
    directory.put(orders(70, "ID", "OTHER"));
    ddl(7, "ORDERS", 100, "drop table app.orders purge");
    ddl(70, "ORDERS", 101, "create table app.orders (id number primary key, other number)");
    assertThat(columns(7, 99)).containsExactly("ID", "NAME");
    assertThat(columns(70, 101)).containsExactly("ID", "OTHER");
  }

  @Test
  void anOldDropMinedAgainDoesNotTouchTheTableOfThatNameNow() {
    ddl(5, "ORDERS", 90, "drop table app.orders purge");
    assertThat(catalog.tables()).hasSize(1);
  }

  @Test
  void aRenamedTableGoesOnUnderItsNewName() {
    directory.remove("ORDERS");
    directory.put(new Tables7("BOOKINGS").build());
    ddl(7, "ORDERS", 100, "rename orders to bookings");
    assertThat(layout(7, 99).id().name()).isEqualTo("ORDERS");
    assertThat(layout(7, 101).id().name()).isEqualTo("BOOKINGS");
    assertThat(catalog.tables()).extracting(t -> t.id().name()).containsExactly("BOOKINGS");
  }

  @Test
  void aTableRenamedOutOfThePatternsIsNotCapturedAnyMore() {
    directory.wanted = "APP\\.ORDERS";
    directory.remove("ORDERS");
    ddl(7, "ORDERS", 100, "ALTER TABLE app.orders RENAME TO archive");
    assertThat(catalog.layoutOf(new SegmentRef(0, "APP", "ARCHIVE", 7), new Scn(101))).isEmpty();
    assertThat(catalog.layoutOf(new SegmentRef(0, "APP", "ORDERS", 7), new Scn(99))).isPresent();
  }

  @Test
  void DDL_13_partitionMaintenanceBringsNewObjectIds() {
    directory.put(partitioned(7, 71, 72));
    ddl(
        7,
        "ORDERS",
        100,
        "alter table app.orders split partition p at (1) into (partition a, partition b)");
    assertThat(catalog.objects().objectIds()).containsExactly(7L, 71L, 72L);
    assertThat(catalog.objects().tablesByName()).containsExactly(TableId.of("APP", "ORDERS"));
    assertThat(layout(72, 101).id().name()).isEqualTo("ORDERS");
  }

  @Test
  void DDL_13_rowsOfAPartitionNobodyAnnouncedAreFoundByName() {
    assertThat(catalog.layoutOf(new SegmentRef(0, "APP", "ORDERS", 4711), new Scn(5))).isPresent();
    assertThat(catalog.layoutOf(new SegmentRef(0, null, null, 4711), new Scn(5))).isPresent();
  }

  @Test
  void DDL_03_theKeyFollowsTheDictionaryAndAMissingOneStops() {
    directory.put(orders(7, "ID", "NAME"));
    ddl(7, "ORDERS", 100, "ALTER TABLE APP.ORDERS ADD PRIMARY KEY (ID)");
    directory.put(withoutKey());
    assertThatThrownBy(() -> ddl(7, "ORDERS", 101, "ALTER TABLE APP.ORDERS DROP PRIMARY KEY"))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE));
  }

  @Test
  void aStatementMinedAgainIsNotAppliedTwice() {
    directory.put(orders(7, "ID", "NAME", "A"));
    RedoAddress address = new RedoAddress(1, 50, 16);
    SegmentRef segment = new SegmentRef(0, "APP", "ORDERS", 7);
    catalog.ddl(segment, THREAD, address, new Scn(100), "ALTER TABLE APP.ORDERS ADD A NUMBER");
    directory.put(orders(7, "ID", "NAME", "A", "B"));
    catalog.ddl(segment, THREAD, address, new Scn(100), "ALTER TABLE APP.ORDERS ADD A NUMBER");
    assertThat(columns(7, 100)).containsExactly("ID", "NAME", "A");
  }

  @Test
  void withoutASchemaInTheTextLogMinersOwnerCounts() {
    directory.put(orders(7, "ID", "NAME", "A"));
    ddl(0, "ORDERS", 100, "ALTER TABLE orders ADD A NUMBER");
    assertThat(columns(7, 100)).containsExactly("ID", "NAME", "A");
    directory.put(orders(7, "ID", "NAME", "A", "B"));
    catalog.ddl(
        new SegmentRef(0, null, null, 0),
        THREAD,
        new RedoAddress(1, 999, 16),
        new Scn(101),
        "ALTER TABLE orders ADD B NUMBER");
    assertThat(columns(7, 101)).containsExactly("ID", "NAME", "A", "B");
  }

  private DictionarySchemaCatalog load() {
    TableSelection everything = TableSelection.including(List.of(".*")).build();
    return DictionarySchemaCatalog.read(directory, new Layouts(everything, Tables.database()));
  }

  private void ddl(long objectId, String table, long scn, String sql) {
    statements++;
    catalog.ddl(
        new SegmentRef(0, "APP", table, objectId),
        THREAD,
        new RedoAddress(1, statements, 16),
        new Scn(scn),
        sql);
  }

  private TableSchema layout(long objectId, long scn) {
    return catalog.layoutOf(new SegmentRef(0, null, null, objectId), new Scn(scn)).orElseThrow();
  }

  private List<String> columns(long objectId, long scn) {
    return layout(objectId, scn).columns().stream().map(Column::name).toList();
  }

  private static DictionaryTable orders(long objectId, String... columns) {
    Tables table = table("APP", "ORDERS").id(objectId).logging("ALL COLUMN LOGGING");
    for (String column : columns) {
      table.notNull(column, "NUMBER");
    }
    return table.primaryKey("ID").build();
  }

  private static DictionaryTable withId(long objectId, String name) {
    return table("APP", name).id(objectId).notNull("ID", "NUMBER").primaryKey("ID").build();
  }

  private static DictionaryTable withoutKey() {
    return table("APP", "ORDERS").id(7).column("ID", "NUMBER").build();
  }

  private static DictionaryTable partitioned(long... ids) {
    return table("APP", "ORDERS")
        .id(ids)
        .partitioned()
        .notNull("ID", "NUMBER")
        .primaryKey("ID")
        .build();
  }

  private record Tables7(String name) {
    DictionaryTable build() {
      return table("APP", name)
          .id(7)
          .logging("ALL COLUMN LOGGING")
          .notNull("ID", "NUMBER")
          .notNull("NAME", "NUMBER")
          .primaryKey("ID")
          .build();
    }
  }
}
