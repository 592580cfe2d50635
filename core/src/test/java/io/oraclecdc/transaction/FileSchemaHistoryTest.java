package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableTimeline;
import io.oraclecdc.schema.TableTimeline.Proof;
import io.oraclecdc.schema.TableTimeline.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class FileSchemaHistoryTest {
  /** What the first release wrote; it is read for ever, like the files of GoldenFilesTest. */
  private static final Path V1 = Path.of("src/test/resources/golden/v1/schema-history");

  private static final Path V2 = Path.of("src/test/resources/golden/v2/schema-history");

  private static final Incarnation DATABASE = new Incarnation(-2L, new Scn(1_920_977));

  /** What the file of the first release says. */
  private static final List<KnownTable> FIRST =
      List.of(
          new KnownTable(
              new TableId("PDB1", "APP", "Größe \"1\""),
              73_001,
              List.of(
                  new Version(
                      RedoMoment.BEGINNING, table(1, 12), Proof.READ_LATER, new Scn(2_000_000)),
                  new Version(
                      RedoMoment.of(new Scn(2_000_100)),
                      table(2, null),
                      Proof.READ_LATER,
                      TableTimeline.NEVER)),
              List.of(73_001L, 73_002L),
              null,
              Scn.parse("9295429630892703742"),
              null));

  private static final List<KnownTable> TABLES =
      List.of(
          known(73_001, null),
          known(73_002, "CDC-3001: table APP.T has neither a primary key nor a unique index"));

  private static KnownTable known(
      long objectId, @org.jspecify.annotations.Nullable String setAside) {
    TableSchema first = table(1, 12);
    return new KnownTable(
        first.id(),
        objectId,
        List.of(
            new Version(RedoMoment.BEGINNING, first, Proof.EXACT, new Scn(2_000_000)),
            new Version(
                new RedoMoment(
                    new Scn(2_000_100), new RedoThread(2), new RedoAddress(17, 4711, 16)),
                table(2, null).with(2, TableId.of("APP", "BEFORE")),
                Proof.DERIVED,
                TableTimeline.NEVER),
            Version.unreadable(
                RedoMoment.of(new Scn(2_000_200)),
                table(2, null),
                ErrorCode.DICTIONARY_UNAVAILABLE,
                "has a layout that is not known"),
            Version.notCaptured(RedoMoment.of(Scn.parse("9295429630892703742")))),
        List.of(objectId, objectId + 1000),
        new DictionaryTable(
            first.id(),
            objectId,
            List.of(objectId, objectId + 1000),
            DictionaryTable.Organization.INDEX,
            true,
            true,
            List.of(
                new DictionaryColumn(
                    "ID", "NUMBER", null, 22, 0, false, 38, -2, false, false, false, false, true, 1,
                    null),
                new DictionaryColumn(
                    "NOTE", "MY_TYPE", "APP", 10, 5, true, null, null, true, true, true, true,
                    false, 2, "'x'")),
            List.of("ID"),
            List.of(List.of("ID"), List.of("NOTE", "ID")),
            List.of(
                new LogGroup("ALL COLUMN LOGGING", Set.of(), "SYS_C001"),
                new LogGroup("USER LOG GROUP", Set.of("ID", "NOTE"))),
            Map.of("PK", List.of("ID"), "UQ", List.of("NOTE", "ID"))),
        new Scn(2_000_300),
        setAside);
  }

  @TempDir Path directory;

  private static TableSchema table(int version, @org.jspecify.annotations.Nullable Integer scale) {
    return new TableSchema(
        new TableId("PDB1", "APP", "Größe \"1\""),
        new Container(3, "PDB1"),
        73_001,
        version,
        version == 2,
        List.of(
            new Column(
                "ID",
                new OracleType(Kind.NUMBER, "NUMBER(38)", 22, 38, scale),
                false,
                1,
                Column.Use.CAPTURED,
                null),
            new Column(
                "NOTE",
                new OracleType(Kind.VARCHAR2, "VARCHAR2(10)", 10, null, null),
                true,
                2,
                Column.Use.EXCLUDED,
                "'x'")),
        new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
        TableSchema.SupplementalLogging.ALL);
  }

  private FileSchemaHistory history() {
    return new FileSchemaHistory(directory.resolve("state").resolve("schema-history"));
  }

  private static void assertSame(List<KnownTable> found, List<KnownTable> expected) {
    assertThat(found).usingRecursiveComparison().isEqualTo(expected);
  }

  @Test
  void layoutsComeBackAndAreReplacedAsAWhole() {
    assertThat(history().load(DATABASE)).isEmpty();
    history().store(DATABASE, TABLES);
    assertSame(history().load(DATABASE), TABLES);
    history().store(DATABASE, TABLES.subList(0, 1));
    assertSame(history().load(DATABASE), TABLES.subList(0, 1));
    history().store(DATABASE, List.of());
    assertThat(history().load(DATABASE)).isEmpty();
  }

  @Test
  void layoutsOfAnotherDatabaseAreRefused() {
    history().store(DATABASE, TABLES);
    assertThatThrownBy(() -> history().load(new Incarnation(7, new Scn(1))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY))
        .hasMessageContaining("DBID 7");
  }

  @Test
  void whereverTheFileIsCutOrChangedItIsRefused() throws IOException {
    history().store(DATABASE, TABLES.subList(0, 1));
    Path file = directory.resolve("state").resolve("schema-history");
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length += 3) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertDamaged("cut at " + length);
      // File systems can leave zeros where bytes were not on disk when the power went.
      Files.write(file, Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 40));
      assertDamaged("zeros from " + length);
    }
    for (int at = 0; at < whole.length; at += 7) {
      byte[] changed = whole.clone();
      changed[at] ^= 0x10;
      Files.write(file, changed);
      assertDamaged("changed at " + at);
    }
  }

  private void assertDamaged(String how) {
    assertThatThrownBy(() -> history().load(DATABASE))
        .as(how)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
        .hasMessageContaining("schema-history");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsTold() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(
            () -> new FileSchemaHistory(file.resolve("schema-history")).store(DATABASE, TABLES))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUFFER_EXHAUSTED));
  }

  @Test
  @EnabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void writes() {
    new FileSchemaHistory(V2).store(DATABASE, TABLES);
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void theFileOfTheFirstReleaseIsRead() {
    assertSame(new FileSchemaHistory(V1).load(DATABASE), FIRST);
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void theFileOfTheSecondFormatIsRead() {
    assertSame(new FileSchemaHistory(V2).load(DATABASE), TABLES);
  }

  @Test
  void changesAreKeptBesideTheFileAndWrittenTogetherNowAndThen() throws IOException {
    FileSchemaHistory history = history();
    history.store(DATABASE, TABLES);
    List<KnownTable> now = new ArrayList<>(TABLES);
    for (int change = 0; change < 70; change++) {
      KnownTable changed = known(73_001 + change % 3, "change " + change);
      now.removeIf(table -> table.objectId() == changed.objectId());
      now.add(changed);
      history.update(DATABASE, List.of(changed), () -> now);
      assertThat(history().load(DATABASE))
          .usingRecursiveComparison()
          .ignoringCollectionOrder()
          .isEqualTo(now);
    }
    try (var files = Files.list(directory.resolve("state"))) {
      assertThat(files.count()).isLessThan(67);
    }
  }

  @Test
  void aChangeThatIsMissingOrDamagedIsTold() throws IOException {
    FileSchemaHistory history = history();
    history.store(DATABASE, TABLES);
    for (int change = 0; change < 3; change++) {
      history.update(DATABASE, TABLES.subList(0, 1), () -> TABLES);
    }
    Path second = directory.resolve("state").resolve("schema-history.1.2");
    byte[] whole = Files.readAllBytes(second);
    Files.write(second, Arrays.copyOf(whole, whole.length - 1));
    assertDamaged("the second change is cut");
    Files.delete(second);
    assertDamaged("the second change is gone");
    Files.write(second, whole);
    assertSame(history().load(DATABASE), TABLES);
  }

  @Test
  void whatAnEarlierFileLeftBehindIsNoChangeOfTheNextOne() throws IOException {
    FileSchemaHistory history = history();
    history.store(DATABASE, TABLES);
    history.update(DATABASE, TABLES.subList(0, 1), () -> TABLES);
    Path change = directory.resolve("state").resolve("schema-history.1.1");
    byte[] left = Files.readAllBytes(change);
    history().store(DATABASE, TABLES.subList(1, 2));
    assertThat(change).doesNotExist();
    Files.write(change, left);
    assertSame(history().load(DATABASE), TABLES.subList(1, 2));
  }
}
