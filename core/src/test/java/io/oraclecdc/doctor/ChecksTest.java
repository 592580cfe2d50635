package io.oraclecdc.doctor;

import static io.oraclecdc.dictionary.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.MissingKey;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.dictionary.Tables;
import io.oraclecdc.doctor.Finding.Severity;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.schema.DictionaryTable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static final TableSelection EVERYTHING = TableSelection.including(List.of(".*")).build();

  @Test
  void withoutArchivingCaptureIsRefused() {
    assertThat(new ArchiveLogCheck().run(of(database("NOARCHIVELOG", "YES"))))
        .singleElement()
        .returns("DOC-1", Finding::rule)
        .returns(Severity.BLOCKING, Finding::severity)
        .extracting(Finding::sql)
        .asString()
        .contains("ALTER DATABASE ARCHIVELOG");
    assertThat(new ArchiveLogCheck().run(of(Tables.database()))).isEmpty();
  }

  @Test
  void CFG_02_minimalSupplementalLoggingMayBeImplicitButNotOff() {
    assertThat(new MinimalLoggingCheck().run(of(database("ARCHIVELOG", "NO"))))
        .singleElement()
        .extracting(Finding::sql)
        .isEqualTo("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA;");
    assertThat(new MinimalLoggingCheck().run(of(database("ARCHIVELOG", "IMPLICIT")))).isEmpty();
    assertThat(new MinimalLoggingCheck().run(of(database("ARCHIVELOG", "YES")))).isEmpty();
  }

  @Test
  void CFG_02_primaryKeyLoggingStartsWithAWarningThatImagesArePartial() {
    Examined examined =
        of(
            table("APP", "NONE").notNull("ID", "NUMBER").primaryKey("ID").build(),
            table("APP", "SOME")
                .notNull("ID", "NUMBER")
                .primaryKey("ID")
                .logging("PRIMARY KEY LOGGING")
                .build(),
            table("APP", "FULL")
                .notNull("ID", "NUMBER")
                .primaryKey("ID")
                .logging("USER LOG GROUP", "X")
                .logging("ALL COLUMN LOGGING")
                .build());
    List<Finding> findings = new TableLoggingCheck().run(examined);
    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Severity.BLOCKING, Severity.WARNING);
    assertThat(findings.get(0).sql())
        .isEqualTo("ALTER TABLE APP.NONE ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS;");
    assertThat(findings.get(1).why()).contains("partial");
  }

  @Test
  void unsupportedTypesAreRefusedAndIdentityColumnsAreTold() {
    Examined examined =
        of(
            table("APP", "T").notNull("ID", "NUMBER").column("J", "JSON").primaryKey("ID").build(),
            table("APP", "I").identity("ID").primaryKey("ID").build());
    assertThat(new ColumnTypesCheck().run(examined))
        .extracting(Finding::severity)
        .containsExactly(Severity.BLOCKING, Severity.WARNING);
  }

  @Test
  void NAM_07_longNamesAreRefused() {
    String thirtyOne = "C".repeat(31);
    Examined examined =
        of(
            table("APP", "T").column(thirtyOne, "NUMBER").build(),
            table("APP", "U").column("C".repeat(30), "NUMBER").build());
    assertThat(new NamesCheck().run(examined))
        .singleElement()
        .extracting(Finding::seen)
        .asString()
        .contains("APP.T")
        .contains(thirtyOne);
  }

  @Test
  void aTableWithoutKeyIsRefusedUnlessTheSettingsAllowIt() {
    DictionaryTable keyless = table("App", "t").column("A", "NUMBER").build();
    assertThat(new KeysCheck().run(of(keyless)))
        .singleElement()
        .returns(Severity.BLOCKING, Finding::severity)
        .extracting(Finding::sql)
        .asString()
        .contains("ALTER TABLE \"App\".\"t\" ADD PRIMARY KEY");
    TableSelection allowed =
        TableSelection.including(List.of(".*")).missingKey(MissingKey.NONE).build();
    assertThat(new KeysCheck().run(of(Tables.database(), allowed, List.of(keyless), List.of())))
        .singleElement()
        .returns(Severity.INFO, Finding::severity);
  }

  @Test
  void roleVersionThreadsAndDestinationMustFit() {
    assertThat(
            new RoleCheck()
                .run(of(Tables.database("PHYSICAL STANDBY", "MOUNTED", "ARCHIVELOG", "YES", 19))))
        .singleElement()
        .returns("DOC-14", Finding::rule);
    assertThat(
            new VersionCheck()
                .run(of(Tables.database("PRIMARY", "READ WRITE", "ARCHIVELOG", "YES", 12))))
        .hasSize(1);
    assertThat(new RoleCheck().run(of(Tables.database()))).isEmpty();
    assertThat(new VersionCheck().run(of(Tables.database()))).isEmpty();
    assertThat(new ThreadsCheck().run(of(Tables.database()))).isEmpty();
    assertThat(new ArchiveDestinationCheck().run(of(Tables.database()))).isEmpty();
    assertThat(new ThreadsCheck().run(environment(List.of(1, 2), null))).hasSize(1);
    assertThat(new ArchiveDestinationCheck().run(environment(List.of(1), "LOG_ARCHIVE_DEST_9")))
        .singleElement()
        .extracting(Finding::seen)
        .asString()
        .contains("LOG_ARCHIVE_DEST_9", "LOG_ARCHIVE_DEST_1");
  }

  @Test
  void anUnknownTableIsRefusedAndAnIdleWildcardIsOnlyTold() {
    DictionaryTable some = table("APP", "T").column("A", "NUMBER").build();
    assertThat(idle(List.of(some), "APP\\.ORDRES"))
        .singleElement()
        .returns(Severity.BLOCKING, Finding::severity)
        .extracting(Finding::seen)
        .asString()
        .contains("APP\\.ORDRES");
    assertThat(idle(List.of(some), "SALES\\..*"))
        .singleElement()
        .returns(Severity.WARNING, Finding::severity);
    assertThat(idle(List.of(), "SALES\\..*"))
        .singleElement()
        .returns(Severity.BLOCKING, Finding::severity);
  }

  @Test
  void lobColumnsAreMentioned() {
    Examined examined =
        of(
            table("APP", "T")
                .notNull("ID", "NUMBER")
                .column("DOC", "CLOB")
                .primaryKey("ID")
                .build());
    assertThat(new LobsCheck().run(examined))
        .singleElement()
        .returns(Severity.INFO, Finding::severity);
  }

  @Test
  void theRefusalListsEveryBlockingFindingWithItsRemedy() {
    List<Finding> findings =
        List.of(
            Finding.blocking("DOC-1", "no archiving", "why one", "DO ONE;"),
            Finding.info("DOC-8", "some LOB", "why", "nothing"),
            Finding.blocking("DOC-3", "no logging", "why two", "DO TWO;"));
    assertThatThrownBy(() -> Doctor.requireNoneBlocking(findings))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION))
        .hasMessageContainingAll("2 checks", "DOC-1", "DO ONE;", "DOC-3", "no logging", "DO TWO;")
        .message()
        .doesNotContain("DOC-8");
    assertThatCode(() -> Doctor.requireNoneBlocking(List.of(findings.get(1))))
        .doesNotThrowAnyException();
  }

  @Test
  void missingGrantsAndAWrongDatabaseHaveTheirOwnCodes() {
    assertThatThrownBy(
            () ->
                Doctor.requireNoneBlocking(
                    List.of(Finding.blocking("DOC-4", "no grant", "why", "GRANT;"))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRIVILEGE));
    assertThatThrownBy(
            () ->
                Doctor.requireNoneBlocking(
                    List.of(Finding.blocking("DOC-14", "standby", "why", "x"))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY));
  }

  private static List<Finding> idle(List<DictionaryTable> tables, String pattern) {
    return new TablesCheck().run(of(Tables.database(), EVERYTHING, tables, List.of(pattern)));
  }

  private static DatabaseInfo database(String logMode, String supplemental) {
    return Tables.database("PRIMARY", "READ WRITE", logMode, supplemental, 19);
  }

  private static Examined of(DatabaseInfo database) {
    return of(database, EVERYTHING, List.of(), List.of());
  }

  private static Examined of(DictionaryTable... tables) {
    return of(Tables.database(), EVERYTHING, List.of(tables), List.of());
  }

  private static Examined environment(List<Integer> threads, @Nullable String destination) {
    return new Examined(
        Tables.database(),
        Examined.Places.whole(Tables.database()),
        List.of(),
        List.of(),
        EVERYTHING,
        List.of(new Examined.Destination("LOG_ARCHIVE_DEST_1", true)),
        threads,
        destination);
  }

  private static Examined of(
      DatabaseInfo database,
      TableSelection selection,
      List<DictionaryTable> tables,
      List<String> idle) {
    return new Examined(
        database,
        Examined.Places.whole(database),
        tables,
        idle,
        selection,
        List.of(new Examined.Destination("LOG_ARCHIVE_DEST_1", true)),
        List.of(1),
        null);
  }
}
