package io.oraclecdc.dictionary;

import static io.oraclecdc.dictionary.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.MissingKey;
import io.oraclecdc.config.RenameTopicPolicy;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A catalog that is told of statements after the dictionary has moved on. */
class BehindTheDictionaryTest {
  private static final RedoThread THREAD = new RedoThread(1);

  private final TestDirectory directory = new TestDirectory();
  private final List<String> setAside = new ArrayList<>();
  private List<KnownTable> stored = List.of();

  @SuppressWarnings("NullAway.Init") // by start
  private DictionarySchemaCatalog catalog;

  private int statements;

  private static Tables orders(String... columns) {
    Tables table = table("APP", "ORDERS").id(7).logging("ALL COLUMN LOGGING");
    for (String column : columns) {
      table.number(column, 9, 0);
    }
    return table;
  }

  private static DictionaryTable keyed(String... columns) {
    return orders(columns).primaryKey("ID").build();
  }

  /** Capture has read the table at SCN 10, so that its layout is certain from then on. */
  private void start(DictionaryTable... tables) {
    start(CatalogRules.PLAIN, tables);
  }

  private void start(CatalogRules rules, DictionaryTable... tables) {
    for (DictionaryTable one : tables) {
      directory.put(one);
    }
    directory.scn = new Scn(10);
    open(rules, TableSelection.including(List.of(".*")).build());
  }

  private void open(CatalogRules rules, TableSelection selection) {
    catalog =
        DictionarySchemaCatalog.read(
            directory, new Layouts(selection, Tables.database()), rules, stored, new Scn(10));
  }

  /** Another run over what this one would have stored. */
  private void restart() {
    stored = catalog.known();
    open(CatalogRules.PLAIN, TableSelection.including(List.of(".*")).build());
  }

  private void ddl(long scn, String sql) {
    statements++;
    catalog.ddl(
        new SegmentRef(0, "APP", "ORDERS", 7),
        THREAD,
        new RedoAddress(1, statements, 16),
        new Scn(scn),
        sql);
  }

  private static SegmentRef row() {
    return new SegmentRef(0, "APP", "ORDERS", 7);
  }

  private TableSchema layout(long scn) {
    return catalog.layoutOf(row(), new Scn(scn)).orElseThrow();
  }

  private List<String> columns(long scn) {
    return layout(scn).columns().stream().map(Column::name).toList();
  }

  private boolean waits(long scn) {
    return catalog.unproven(layout(scn)).isPresent();
  }

  private void settle(long passed) {
    catalog.settle(new Scn(passed), new Scn(passed));
  }

  @Test
  void everyRowHasTheLayoutOfItsMomentWhenSeveralStatementsWereMissed() {
    start(keyed("ID", "A", "B"));
    // ADD C at 100, DROP A at 200, RENAME B at 300: all of it happened before we read the first.
    directory.put(keyed("ID", "BB", "C"));
    directory.scn = new Scn(500);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    assertThat(columns(99)).containsExactly("ID", "A", "B");
    assertThat(columns(100)).containsExactly("ID", "A", "B", "C");
    assertThat(waits(99)).isFalse();
    assertThat(waits(100)).isTrue();
    ddl(200, "ALTER TABLE app.orders DROP COLUMN a");
    assertThat(columns(250)).containsExactly("ID", "B", "C");
    assertThat(layout(250).columns().get(2).internalId()).isEqualTo(3);
    assertThat(waits(100)).isTrue();
    ddl(300, "ALTER TABLE app.orders RENAME COLUMN b TO bb");
    assertThat(columns(300)).containsExactly("ID", "BB", "C");
    assertThat(List.of(waits(99), waits(100), waits(250), waits(300))).containsOnly(false);
    assertThat(catalog.isExact(row(), new Scn(150))).isTrue();
    assertThat(catalog.hasUnproven()).isFalse();
    assertThat(directory.readings).as("one reading serves all statements before it").isEqualTo(1);
  }

  @Test
  void whatDoesNotLeadToTheDictionaryIsRefutedAndSaysWhy() {
    start(keyed("ID", "A"));
    directory.put(orders("ID", "A", "C").column("D", "DATE").primaryKey("ID").build());
    directory.scn = new Scn(500);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    TableSchema derived = layout(150);
    assertThat(catalog.unproven(derived)).isPresent();
    settle(499);
    assertThat(catalog.layoutOf(row(), new Scn(150))).isPresent();
    settle(500);
    directory.scn = new Scn(700);
    settle(700);
    settle(800);
    assertThat(catalog.unproven(derived).orElseThrow().reason())
        .contains("APP.ORDERS", "[ID, A, C]", "[ID, A, C, D]");
    assertThatThrownBy(() -> catalog.layoutOf(row(), new Scn(150)))
        .isInstanceOfSatisfying(
            CdcException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DICTIONARY_UNAVAILABLE));
    assertThat(columns(900)).containsExactly("ID", "A", "C", "D");
  }

  @Test
  void aWrongDerivationThatNoRowWasReadByIsGivenUpForTheDictionary() {
    start(keyed("ID", "A"));
    directory.put(orders("ID", "A").column("C", "DATE").primaryKey("ID").build());
    directory.scn = new Scn(500);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    settle(600);
    settle(700);
    assertThat(layout(501).columns().get(2).type()).hasToString("DATE");
    assertThat(waits(501)).isFalse();
  }

  @Test
  void aDictionaryThatWasReadBeforeTheStatementWasCommittedIsReadAgain() {
    start(keyed("ID", "A"));
    directory.scn = new Scn(120);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    assertThat(waits(130)).isTrue();
    // The statement is still running: nothing can be decided.
    catalog.settle(new Scn(200), new Scn(100));
    assertThat(waits(130)).isTrue();
    directory.put(keyed("ID", "A", "C"));
    directory.scn = new Scn(300);
    settle(250);
    assertThat(waits(130)).isFalse();
    assertThat(columns(130)).containsExactly("ID", "A", "C");
  }

  @Test
  void aStatementThatFailedIsTakenBackWhenNoRowWasReadByIt() {
    start(keyed("ID", "A"));
    directory.scn = new Scn(120);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    settle(200);
    directory.scn = new Scn(300);
    settle(300);
    settle(400);
    assertThat(columns(401)).containsExactly("ID", "A");
    assertThat(catalog.hasUnproven()).isFalse();
  }

  @Test
  void DDL_03_aTableWithoutKeyInBetweenStopsOnlyAtRowsOfThatTime() {
    start(keyed("ID", "A"));
    directory.put(orders("ID", "A").primaryKey("ID", "A").build());
    directory.scn = new Scn(500);
    ddl(100, "ALTER TABLE app.orders DROP PRIMARY KEY");
    ddl(200, "ALTER TABLE app.orders ADD PRIMARY KEY (id, a)");
    assertThat(layout(99).key().columns()).containsExactly(0);
    assertThat(layout(200).key().columns()).containsExactly(0, 1);
    assertThat(waits(200)).isFalse();
    assertThatThrownBy(() -> layout(150))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE));
  }

  @Test
  void DDL_03_keysFollowTheStatements() {
    directory.put(keyed("ID", "ORG_ID"));
    directory.scn = new Scn(10);
    open(
        CatalogRules.PLAIN,
        TableSelection.including(List.of(".*")).missingKey(MissingKey.NONE).build());
    directory.scn = new Scn(900);
    ddl(100, "ALTER TABLE \"APP\".\"ORDERS\" DROP PRIMARY KEY");
    ddl(200, "ALTER TABLE \"APP\".\"ORDERS\" ADD PRIMARY KEY (id, org_id)");
    ddl(300, "ALTER TABLE \"APP\".\"ORDERS\" DROP PRIMARY KEY");
    ddl(400, "ALTER TABLE \"APP\".\"ORDERS\" ADD CONSTRAINT pk_c PRIMARY KEY(id)");
    assertThat(layout(100).key().columns()).isEmpty();
    assertThat(layout(200).key().columns()).containsExactly(0, 1);
    assertThat(layout(300).key().columns()).isEmpty();
    assertThat(layout(400).key().columns()).containsExactly(0);
    assertThat(waits(200)).isFalse();
  }

  @Test
  void layoutsAreFoundAgainAfterARestartAndGoOnToBeDerived() {
    start(keyed("ID", "A"));
    // Capture is down while A is dropped and C is added.
    stored = catalog.known();
    directory.put(keyed("ID", "C"));
    directory.scn = new Scn(500);
    open(CatalogRules.PLAIN, TableSelection.including(List.of(".*")).build());
    assertThat(columns(50)).containsExactly("ID", "A");
    assertThat(catalog.isExact(row(), new Scn(50))).isTrue();
    ddl(100, "ALTER TABLE app.orders DROP COLUMN a");
    assertThat(columns(150)).containsExactly("ID");
    restart();
    assertThat(columns(50)).containsExactly("ID", "A");
    assertThat(columns(150)).containsExactly("ID");
    assertThat(waits(150)).isTrue();
    ddl(100, "ALTER TABLE app.orders DROP COLUMN a");
    ddl(200, "ALTER TABLE app.orders ADD c NUMBER(9)");
    assertThat(columns(150)).containsExactly("ID");
    assertThat(columns(250)).containsExactly("ID", "C");
    assertThat(waits(150)).isFalse();
  }

  @Test
  void aStoredLayoutThatNothingLeadsFromIsToldOf() {
    start(keyed("ID", "A"));
    stored = catalog.known();
    directory.put(keyed("ID", "C"));
    directory.scn = new Scn(500);
    open(CatalogRules.PLAIN, TableSelection.including(List.of(".*")).build());
    settle(500);
    directory.scn = new Scn(600);
    assertThatThrownBy(() -> settle(600))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessageContainingAll("APP.ORDERS", "column 2 A", "column 2 C");
  }

  @Test
  void aNewTableThatWasAlteredBeforeItWasReadHasTheLayoutOfItsStatement() {
    start(keyed("ID"));
    directory.put(
        table("APP", "ITEMS").id(8).number("ID", 9, 0).number("C", 9, 0).primaryKey("ID").build());
    directory.scn = new Scn(500);
    SegmentRef items = new SegmentRef(0, "APP", "ITEMS", 8);
    catalog.ddl(
        items,
        THREAD,
        new RedoAddress(1, 1, 16),
        new Scn(100),
        "CREATE TABLE app.items (id NUMBER(9) PRIMARY KEY)");
    assertThat(catalog.layoutOf(items, new Scn(150)).orElseThrow().columns()).hasSize(1);
    catalog.ddl(
        items,
        THREAD,
        new RedoAddress(1, 2, 16),
        new Scn(200),
        "ALTER TABLE app.items ADD c NUMBER(9)");
    assertThat(catalog.layoutOf(items, new Scn(250)).orElseThrow().columns()).hasSize(2);
    assertThat(catalog.hasUnproven()).isFalse();
  }

  @Test
  void aTableRenamedTwiceIsNotLostInBetween() {
    start(keyed("ID"));
    directory.remove("ORDERS");
    directory.put(keyed("ID").named(TableId.of("APP", "LAST")));
    directory.scn = new Scn(500);
    ddl(100, "RENAME orders TO middle");
    assertThat(layout(150).id().name()).isEqualTo("MIDDLE");
    assertThat(catalog.isExact(row(), new Scn(150))).isTrue();
    ddl(200, "ALTER TABLE middle RENAME TO last");
    assertThat(layout(250).id().name()).isEqualTo("LAST");
    assertThat(catalog.tables()).extracting(t -> t.id().name()).containsExactly("LAST");
  }

  @Test
  void theTopicFollowsARenameOrStays() {
    start(keyed("ID"));
    directory.remove("ORDERS");
    directory.put(keyed("ID").named(TableId.of("APP", "LAST")));
    ddl(100, "RENAME orders TO last");
    assertThat(layout(150).publishedAs().name()).isEqualTo("LAST");
    directory.remove("LAST");
    statements = 0;
    start(
        new CatalogRules(layout -> {}, RenameTopicPolicy.KEEP, CatalogRules.TableTroubles.STOP),
        keyed("ID"));
    directory.remove("ORDERS");
    directory.put(keyed("ID").named(TableId.of("APP", "LAST")));
    ddl(100, "RENAME orders TO last");
    assertThat(layout(150).id().name()).isEqualTo("LAST");
    assertThat(layout(150).publishedAs().name()).isEqualTo("ORDERS");
  }

  private CatalogRules quarantine() {
    return new CatalogRules(
        layout -> {
          if (layout.indexOf("FORBIDDEN") >= 0) {
            throw new CdcException(ErrorCode.NAME_COLLISION, "table " + layout.id() + " collides");
          }
        },
        RenameTopicPolicy.FOLLOW,
        new CatalogRules.TableTroubles() {
          @Override
          public boolean setsAside() {
            return true;
          }

          @Override
          public void setAside(TableId table, RedoMoment from, CdcException why) {
            setAside.add(table + " " + from.scn() + " " + why.code().code());
          }
        });
  }

  @Test
  void aTableInTroubleIsSetAsideAndTheOthersGoOn() {
    start(
        quarantine(),
        keyed("ID"),
        table("APP", "U").id(9).number("ID", 9, 0).primaryKey("ID").build());
    directory.put(orders("ID").build());
    ddl(100, "ALTER TABLE app.orders DROP PRIMARY KEY");
    assertThat(setAside).containsExactly("APP.ORDERS 100 CDC-3001");
    assertThat(catalog.layoutOf(row(), new Scn(99))).isPresent();
    assertThat(catalog.layoutOf(row(), new Scn(100))).isEmpty();
    assertThat(catalog.tables()).extracting(t -> t.id().name()).containsExactly("U");
    restart();
    assertThat(catalog.layoutOf(row(), new Scn(150))).isEmpty();
    directory.put(keyed("ID"));
    directory.scn = new Scn(300);
    Optional<TableSchema> again =
        catalog.readmit(TableId.of("APP", "ORDERS"), RedoMoment.of(new Scn(300)));
    assertThat(again).isPresent();
    assertThat(catalog.layoutOf(row(), new Scn(250))).isEmpty();
    assertThat(catalog.layoutOf(row(), new Scn(300))).isPresent();
  }

  @Test
  void namesThatCollideAreToldBeforeARowIsReadWithThem() {
    start(
        new CatalogRules(
            quarantine().check(), RenameTopicPolicy.FOLLOW, CatalogRules.TableTroubles.STOP),
        keyed("ID"));
    directory.put(keyed("ID", "FORBIDDEN"));
    assertThatThrownBy(() -> ddl(100, "ALTER TABLE app.orders ADD forbidden NUMBER(9)"))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NAME_COLLISION));
  }

  @Test
  void rowsReadByALayoutThatTurnsOutWrongAreLeftOutOfATableThatIsSetAside() {
    start(quarantine(), keyed("ID", "A"));
    directory.put(orders("ID", "A", "C").column("D", "DATE").primaryKey("ID").build());
    directory.scn = new Scn(500);
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    TableSchema derived = layout(150);
    assertThat(catalog.unproven(derived)).isPresent();
    settle(600);
    settle(700);
    assertThat(setAside).containsExactly("APP.ORDERS 100 CDC-6001");
    assertThat(catalog.unproven(derived)).isEmpty();
    assertThat(catalog.isLeftOut(derived)).isTrue();
    assertThat(catalog.layoutOf(row(), new Scn(90))).isPresent();
    assertThat(catalog.layoutOf(row(), new Scn(900))).isEmpty();
  }

  @Test
  void rowsOfTheScnOfAStatementAreToldApartByTheirAddresses() {
    start(keyed("ID"));
    directory.put(keyed("ID", "C"));
    catalog.ddl(
        row(),
        THREAD,
        new RedoAddress(5, 100, 16),
        new Scn(100),
        "ALTER TABLE app.orders ADD c NUMBER(9)");
    RedoMoment before = new RedoMoment(new Scn(100), THREAD, new RedoAddress(5, 99, 16));
    RedoMoment after = new RedoMoment(new Scn(100), THREAD, new RedoAddress(5, 101, 16));
    assertThat(catalog.layoutOf(row(), before).orElseThrow().columns()).hasSize(1);
    assertThat(catalog.layoutOf(row(), after).orElseThrow().columns()).hasSize(2);
  }

  @Test
  void layoutsThatNoRowNeedsAreForgotten() {
    start(keyed("ID"));
    directory.put(keyed("ID", "C"));
    ddl(100, "ALTER TABLE app.orders ADD c NUMBER(9)");
    directory.put(keyed("ID", "C", "D"));
    ddl(200, "ALTER TABLE app.orders ADD d NUMBER(9)");
    catalog.forgetBefore(new Scn(150));
    assertThat(catalog.known().get(0).versions()).hasSize(2);
    assertThat(columns(150)).containsExactly("ID", "C");
    assertThat(columns(250)).containsExactly("ID", "C", "D");
  }

  @Test
  void aUniqueIndexThatBecomesTheKeyIsNoticed() {
    directory.put(orders("ID").build());
    directory.scn = new Scn(10);
    open(
        CatalogRules.PLAIN,
        TableSelection.including(List.of(".*")).missingKey(MissingKey.NONE).build());
    directory.put(table("APP", "ORDERS").id(7).notNull("ID", "NUMBER").build());
    directory.scn = new Scn(90);
    ddl(90, "ALTER TABLE app.orders MODIFY id NUMBER NOT NULL");
    assertThat(layout(95).key().columns()).isEmpty();
    directory.put(table("APP", "ORDERS").id(7).notNull("ID", "NUMBER").unique("ID").build());
    directory.scn = new Scn(100);
    ddl(100, "CREATE UNIQUE INDEX app.i ON app.orders (id)");
    assertThat(layout(100).key().columns()).containsExactly(0);
    ddl(110, "CREATE INDEX app.j ON app.orders (id) REVERSE");
    assertThat(layout(115).version()).isEqualTo(layout(105).version());
  }
}
