package io.oraclecdc.transaction;

import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the surviving changes of a transaction, one at a time. Not thread-safe. */
public final class CommittedChanges implements AutoCloseable {
  private final SpillReader reader;
  private final List<TableUse> tables;
  private final BitSet gone;
  private final BitSet keysTaken;
  private final ImageCodec codec = new ImageCodec();
  private int ordinal = -1;

  CommittedChanges(SpillLog log, List<TableUse> tables, BitSet gone, BitSet keysTaken) {
    this.reader = log.readForward();
    this.tables = tables;
    this.gone = gone;
    this.keysTaken = keysTaken;
  }

  /**
   * The next change, null after the last.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3002 when a spill file is damaged
   */
  public @Nullable BufferedChange next() {
    while (reader.next()) {
      ordinal++;
      if (!gone.get(ordinal)) {
        return change(RowEntry.read(codec, reader.frame()));
      }
    }
    return null;
  }

  private BufferedChange change(RowEntry entry) {
    RowEntry.Images images = entry.images();
    return new BufferedChange(
        tables.get(entry.table).table(),
        entry.kind.operation(),
        entry.scn,
        entry.thread,
        entry.address,
        entry.ssn,
        entry.rowId,
        entry.time,
        images.before(),
        images.after(),
        entry.keyMoved,
        keysTaken.get(ordinal),
        entry.bytes());
  }

  /** Gives file handles back. */
  @Override
  public void close() {
    reader.close();
  }
}
