package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.SchemaHistoryStore.KnownLayout;
import io.oraclecdc.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class FileSchemaHistoryTest {
  /** What the first release wrote; it is read for ever, like the files of GoldenFilesTest. */
  private static final Path V1 = Path.of("src/test/resources/golden/v1/schema-history");

  private static final Incarnation DATABASE = new Incarnation(-2L, new Scn(1_920_977));
  private static final List<KnownLayout> LAYOUTS =
      List.of(
          new KnownLayout(table(1, 12), List.of(73_001L), Scn.ZERO, new Scn(2_000_000), null),
          new KnownLayout(
              table(2, null),
              List.of(73_001L, 73_002L),
              new Scn(2_000_100),
              KnownLayout.NEVER,
              Scn.parse("9295429630892703742")));

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

  private static void assertSame(List<KnownLayout> found, List<KnownLayout> expected) {
    assertThat(found).usingRecursiveComparison().isEqualTo(expected);
  }

  @Test
  void layoutsComeBackAndAreReplacedAsAWhole() {
    assertThat(history().load(DATABASE)).isEmpty();
    history().store(DATABASE, LAYOUTS);
    assertSame(history().load(DATABASE), LAYOUTS);
    history().store(DATABASE, LAYOUTS.subList(0, 1));
    assertSame(history().load(DATABASE), LAYOUTS.subList(0, 1));
    history().store(DATABASE, List.of());
    assertThat(history().load(DATABASE)).isEmpty();
  }

  @Test
  void layoutsOfAnotherDatabaseAreRefused() {
    history().store(DATABASE, LAYOUTS);
    assertThatThrownBy(() -> history().load(new Incarnation(7, new Scn(1))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY))
        .hasMessageContaining("DBID 7");
  }

  @Test
  void whereverTheFileIsCutOrChangedItIsRefused() throws IOException {
    history().store(DATABASE, LAYOUTS);
    Path file = directory.resolve("state").resolve("schema-history");
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertDamaged("cut at " + length);
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
            () -> new FileSchemaHistory(file.resolve("schema-history")).store(DATABASE, LAYOUTS))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUFFER_EXHAUSTED));
  }

  @Test
  @EnabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void writes() {
    new FileSchemaHistory(V1).store(DATABASE, LAYOUTS);
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void theFileOfTheFirstReleaseIsRead() {
    assertSame(new FileSchemaHistory(V1).load(DATABASE), LAYOUTS);
  }
}
