package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.position.FilePositionStore;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.InFlight;
import io.oraclecdc.position.Position.LastCommit;
import io.oraclecdc.position.Position.ThreadPosition;
import io.oraclecdc.position.PositionCodec;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameFile;
import io.oraclecdc.spill.FrameFileReader;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.NoParts;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that the first release wrote. They are read for ever: when a test here fails, the reading
 * code has to learn the old form again, and the files stay as they are. A new form gets files of
 * its own, {@code -Dcdc.golden.write=true} writes them.
 */
class GoldenFilesTest {
  private static final Path V1 = Path.of("src/test/resources/golden/v1");
  private static final JournalSettings SETTINGS =
      new JournalSettings(Duration.ofDays(1), 1, 300, "golden");
  private static final List<String> SPILLED = List.of("first", "", "Größe ≠ \uD83D\uDE00", "last");

  private static final TableSchema TABLE =
      new TableSchema(
          new TableId("PDB1", "APP", "Every \"Kind\""),
          new Container(3, "PDB1"),
          73_001,
          4,
          false,
          List.of(
              column("ID", Kind.NUMBER, 38, 0, 1),
              column("TEXT", Kind.VARCHAR2, null, null, 2),
              column("BIG", Kind.NUMBER, null, null, 3),
              column("SINGLE", Kind.BINARY_FLOAT, null, null, 4),
              column("REAL", Kind.BINARY_DOUBLE, null, null, 5),
              column("DAY", Kind.DATE, null, null, 6),
              column("AT", Kind.TIMESTAMP, null, 9, 7),
              column("ZONED", Kind.TIMESTAMP_WITH_TIME_ZONE, null, 6, 8),
              column("MONTHS", Kind.INTERVAL_YEAR_TO_MONTH, 2, null, 9),
              column("TIME", Kind.INTERVAL_DAY_TO_SECOND, 2, 6, 10),
              column("BYTES", Kind.RAW, null, null, 11),
              column("NOTHING", Kind.VARCHAR2, null, null, 12)),
          new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
          TableSchema.SupplementalLogging.ALL);

  @TempDir Path directory;

  private static Column column(
      String name, Kind kind, Integer precision, Integer scale, int internalId) {
    OracleType type = new OracleType(kind, kind + "(golden)", 30, precision, scale);
    return new Column(
        name,
        type,
        internalId > 1,
        internalId,
        Column.Use.CAPTURED,
        internalId == 12 ? "'x'" : null);
  }

  private static RowImage image(int id) {
    return RowImage.owning(
        new Object[] {
          BigDecimal.valueOf(id),
          id % 2 == 0 ? "plain" : "wide ≠ \uD83D\uDE00",
          new BigDecimal("-12345678901234567890123456789012345678e-90"),
          1.5f,
          -0.0d,
          LocalDateTime.of(2026, 2, 28, 23, 59, 59),
          LocalDateTime.of(-4712, 1, 1, 0, 0, 0, 123_456_789),
          OffsetDateTime.parse("9999-12-31T23:59:59.999999-11:30"),
          Period.of(-99, -11, 0),
          Duration.parse("-P99DT23H59M59.999999S"),
          new byte[] {0, 1, (byte) 0xFE, (byte) 0xFF},
          id == 1 ? SpecialValue.SQL_NULL : SpecialValue.NOT_LOGGED
        });
  }

  @Test
  @EnabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void write() throws IOException {
    Files.createDirectories(V1);
    try (FrameFile file = FrameFile.create(V1.resolve("spill"))) {
      FrameBuilder frame = new FrameBuilder();
      for (String text : SPILLED) {
        frame.clear();
        frame.putText(text);
        file.append(frame);
      }
      file.force();
    }
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 30);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of());
        FilePositionStore store = FilePositionStore.open(V1)) {
      FileJournal journal = FileJournal.open(V1.resolve("journal"));
      Position begin =
          buffer.journaling(journal, SETTINGS, Capture.BEGINNING, (table, column) -> false);
      buffer.beginStep();
      buffer.transactionStarted(
          new RedoEvent.TransactionStarted(at(100, 1).transaction(1).user("APP").start()));
      for (int i = 1; i <= 3; i++) {
        change(buffer, i, RowOperation.INSERT);
      }
      change(buffer, 4, RowOperation.UPDATE);
      buffer.rowUndone(
          new RedoEvent.RowUndone(
              at(104, 6).transaction(1).undo(io.oraclecdc.model.OperationCode.UPDATE, "R4"),
              TABLE,
              RowOperation.UPDATE,
              null));
      CompletedStep step = buffer.completeStep();
      OpenFloor open = step.open();
      Position.JournalMark mark = java.util.Objects.requireNonNull(step.journal());
      TransactionKey key = new TransactionKey(3, new Xid(10, 12, 4_294_967_294L));
      RedoAddress address = RedoAddress.parse("0x0000fd.00011b12.0080");
      store.store(
          new Position(
              begin.incarnation(),
              Scn.parse("9295429630892703742"),
              new Scn(99),
              Map.of(
                  new RedoThread(1),
                  new ThreadPosition(address, new LastCommit(address, new Scn(150), key)),
                  new RedoThread(2),
                  new ThreadPosition(address, null)),
              new InFlight(new RedoThread(1), key, address, 17, address, "0a1b2c"),
              Set.of(key),
              new Position.JournalMark(mark.store(), mark.sequence(), open.journaled())));
    }
    Files.delete(V1.resolve("position.lock"));
  }

  private static void change(TransactionBuffer buffer, int id, RowOperation operation) {
    buffer.rowChanged(
        new RedoEvent.RowChanged(
            at(100 + id, 1 + id).transaction(1).update("R" + id, ""),
            TABLE,
            operation,
            operation == RowOperation.INSERT ? RowImage.nothingLogged(12) : image(id),
            image(id)));
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void aSpillFileOfTheFirstRelease() throws IOException {
    List<String> texts = new ArrayList<>();
    try (FrameFileReader reader = FrameFile.read(V1.resolve("spill"))) {
      while (reader.next()) {
        texts.add(reader.frame().getText());
      }
      assertThat(reader.damage()).isEmpty();
    }
    assertThat(texts).isEqualTo(SPILLED);
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void aPositionOfTheFirstRelease() throws IOException {
    Map<String, String> fields = PositionCodec.encode(position(), Map.of());
    fields.remove("journal_store");
    assertThat(fields)
        .containsOnly(
            entry("v", "1"),
            entry("dbid", "1"),
            entry("resetlogs_scn", "1"),
            entry("resume_scn", "9295429630892703742"),
            entry("start_floor_scn", "99"),
            entry("thread.1.resume_rs_id", "0x0000fd.00011b12.0080"),
            entry("thread.1.last_commit_rs_id", "0x0000fd.00011b12.0080"),
            entry("thread.1.last_commit_scn", "150"),
            entry("thread.1.last_commit_xid", "3:10.12.4294967294"),
            entry("thread.2.resume_rs_id", "0x0000fd.00011b12.0080"),
            entry("in_flight.thread", "1"),
            entry("in_flight.xid", "3:10.12.4294967294"),
            entry("in_flight.commit_rs_id", "0x0000fd.00011b12.0080"),
            entry("in_flight.event_index", "17"),
            entry("in_flight.last_rs_id", "0x0000fd.00011b12.0080"),
            entry("in_flight.fingerprint", "0a1b2c"),
            entry("excluded_xids", "3:10.12.4294967294"),
            entry("journal_sequence", "2"),
            entry("journal_xids", "0:10.1.7=2"));
  }

  @Test
  @DisabledIfSystemProperty(named = "cdc.golden.write", matches = "true")
  void aJournalOfTheFirstRelease() throws IOException {
    Position stored = position();
    try (SpillArea area = new SpillArea(directory.resolve("spill"), 1 << 20, 1 << 30);
        TransactionBuffer buffer =
            new TransactionBuffer(area, List.of(), Set.of(), stored.resumeScn())) {
      buffer.journaling(
          FileJournal.open(directory.resolve("journal")),
          SETTINGS,
          stored,
          (table, column) -> column.equals("BYTES"));
      buffer.beginStep();
      buffer.committed(new RedoEvent.Committed(at(200, 99).transaction(1).commit()));
      CommittedTransaction commit = buffer.completeStep().commits().get(0);
      assertThat(commit.userName()).isEqualTo("APP");
      assertThat(commit.firstScn()).hasToString("100");
      commit.resolve();
      assertThat(commit.changeCount()).isEqualTo(3);
      try (CommittedChanges changes = commit.changes()) {
        for (int i = 1; i <= 3; i++) {
          verify(changes.next(new NoParts()), i);
        }
        assertThat(changes.next(new NoParts())).isNull();
      }
      commit.close();
    }
  }

  private static void verify(BufferedChange change, int id) {
    assertThat(change).isNotNull();
    assertThat(change.rowId()).hasToString("R" + id);
    assertThat(change.table().id()).isEqualTo(TABLE.id());
    assertThat(change.table().container()).isEqualTo(TABLE.container());
    assertThat(change.table().columns().get(10).use()).isEqualTo(Column.Use.EXCLUDED);
    assertThat(change.table().columns().get(11)).isEqualTo(TABLE.columns().get(11));
    for (int i = 0; i < 12; i++) {
      Object expected = i == 10 ? SpecialValue.NOT_LOGGED : image(id).get(i);
      assertThat(change.after().get(i)).as("column %s", i).isEqualTo(expected);
    }
  }

  /** The golden files are copied, so that nothing changes them. */
  private Position position() throws IOException {
    for (String name : List.of("position", "journal/identity", "journal/chunks-00000001")) {
      Path copy = directory.resolve(name);
      Files.createDirectories(copy.toAbsolutePath().resolveSibling("."));
      Files.copy(V1.resolve(name), copy);
    }
    try (FilePositionStore store = FilePositionStore.open(directory)) {
      return store.load().orElseThrow();
    }
  }
}
