package io.oraclecdc.testing;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.commit.DeliveredKinds;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.pipeline.DeadLetters;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.Journal;
import io.oraclecdc.transaction.JournalSettings;
import io.oraclecdc.transaction.TransactionBuffer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pipeline over rows of {@link TestRow} that keeps what it delivers. */
public final class Capture implements AutoCloseable {
  public static final Position BEGINNING =
      Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);

  public final List<SequencedChange> delivered = new ArrayList<>();
  public final List<MinedRow> deadLetters = new ArrayList<>();
  public final SpillArea area;
  public final TransactionBuffer buffer;
  public final ChangePipeline pipeline;

  public Capture(Path directory, RedoSource source, Position start, String... excludedUsers) {
    this(directory, source, start, "settings", excludedUsers);
  }

  public Capture(
      Path directory,
      RedoSource source,
      Position start,
      String fingerprint,
      String[] excludedUsers) {
    this(directory, source, start, fingerprint, excludedUsers, null, null);
  }

  /** With a journal. */
  public Capture(
      Path directory,
      RedoSource source,
      Position stored,
      @Nullable Journal journal,
      @Nullable JournalSettings journaling) {
    this(directory, source, stored, "settings", new String[0], journal, journaling);
  }

  /** With so much room for open transactions; the area is closed with the capture. */
  public Capture(SpillArea area, RedoSource source, Position stored) {
    this(area, source, stored, "settings", new String[0], null, null);
  }

  private Capture(
      Path directory,
      RedoSource source,
      Position stored,
      String fingerprint,
      String[] excludedUsers,
      @Nullable Journal journal,
      @Nullable JournalSettings journaling) {
    this(
        new SpillArea(directory, 1 << 20, 1L << 30),
        source,
        stored,
        fingerprint,
        excludedUsers,
        journal,
        journaling);
  }

  /** With other kinds than changes of rows; every ALTER is one of table T. */
  public Capture(Path directory, RedoSource source, Position stored, DeliveredKinds kinds) {
    this(
        new SpillArea(directory, 1 << 20, 1L << 30),
        source,
        stored,
        "settings",
        new String[0],
        null,
        null,
        kinds,
        new AlteringCatalog());
  }

  private Capture(
      SpillArea area,
      RedoSource source,
      Position stored,
      String fingerprint,
      String[] excludedUsers,
      @Nullable Journal journal,
      @Nullable JournalSettings journaling) {
    this(
        area,
        source,
        stored,
        fingerprint,
        excludedUsers,
        journal,
        journaling,
        DeliveredKinds.ROWS,
        new FixedSchemaCatalog(List.of(TestTables.T, TestTables.U)));
  }

  private Capture(
      SpillArea area,
      RedoSource source,
      Position stored,
      String fingerprint,
      String[] excludedUsers,
      @Nullable Journal journal,
      @Nullable JournalSettings journaling,
      DeliveredKinds kinds,
      SchemaCatalog catalog) {
    this.area = area;
    buffer =
        new TransactionBuffer(area, List.of(excludedUsers), stored.excluded(), stored.resumeScn());
    Position start =
        journal == null || journaling == null
            ? stored
            : buffer.journaling(journal, journaling, stored, (table, column) -> false);
    DeadLetters accepting = (row, error) -> deadLetters.add(row);
    pipeline =
        new ChangePipeline(
            source,
            new TestDecoder(),
            catalog,
            buffer,
            new CommitSequencer(
                start,
                ZoneOffset.UTC,
                fingerprint,
                AssemblySettings.defaults(),
                MissingValues.UNAVAILABLE,
                kinds),
            delivered::add,
            start,
            accepting);
  }

  /** All rows in one step, from the beginning. */
  public static List<String> changesOf(Path directory, List<MinedRow> rows)
      throws InterruptedException {
    try (Capture capture = new Capture(directory, ListRedoSource.whole(rows), BEGINNING)) {
      capture.run();
      return capture.texts();
    }
  }

  public void run() throws InterruptedException {
    boolean more = true;
    while (more) {
      more = pipeline.step();
    }
  }

  public List<String> texts() {
    return delivered.stream().map(change -> text(change.change())).toList();
  }

  public Position lastPosition() {
    return delivered.get(delivered.size() - 1).position();
  }

  /** {@code c after}, {@code u before>after [effect]}, {@code d before [taken]}. */
  public static String text(Change what) {
    return what.accept(
        new Change.Handler<String>() {
          @Override
          public String rowRead(Change.RowRead read) {
            return "r " + TestTables.text(read.row());
          }

          @Override
          public String rowInserted(Change.RowInserted inserted) {
            return "c " + TestTables.text(inserted.after());
          }

          @Override
          public String rowUpdated(Change.RowUpdated updated) {
            String effect =
                switch (updated.keyEffect()) {
                  case UNCHANGED -> "";
                  case MOVED -> " moved";
                  case MOVED_OLD_KEY_TAKEN -> " moved, taken";
                };
            return "u "
                + TestTables.text(updated.before())
                + ">"
                + TestTables.text(updated.after())
                + effect;
          }

          @Override
          public String rowDeleted(Change.RowDeleted deleted) {
            return "d " + TestTables.text(deleted.before()) + (deleted.keyTaken() ? " taken" : "");
          }

          @Override
          public String tableTruncated(Change.TableTruncated change) {
            return "t " + change.table().id();
          }

          @Override
          public String transactionBegan(Change.TransactionBegan change) {
            return "BEGIN " + change.transaction().key().xid();
          }

          @Override
          public String transactionEnded(Change.TransactionEnded change) {
            return "END " + change.transaction().key().xid() + " " + change.perTable();
          }

          @Override
          public String schemaChanged(Change.SchemaChanged change) {
            return change.layout().kind() + " " + change.layout().table();
          }

          @Override
          public String heartbeat(Change.Heartbeat heartbeat) {
            return "heartbeat " + heartbeat.scn();
          }
        });
  }

  @Override
  public void close() {
    buffer.close();
    area.close();
  }
}
