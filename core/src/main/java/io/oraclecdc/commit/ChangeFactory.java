package io.oraclecdc.commit;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.transaction.BufferedChange;
import io.oraclecdc.transaction.CommittedTransaction;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the changes that consumers see. */
final class ChangeFactory {
  private final ZoneId zone;

  ChangeFactory(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Starts to number the changes of a transaction that has been resolved.
   *
   * @param count how many changes it has
   */
  Numbering number(CommittedTransaction commit, Container container, int count) {
    return new Numbering(
        new TransactionInfo(
            commit.key(),
            container,
            commit.thread(),
            commit.commitScn(),
            commit.commitAddress(),
            instant(commit.commitTime()),
            commit.userName(),
            count));
  }

  private @Nullable Instant instant(@Nullable LocalDateTime time) {
    return time == null ? null : time.atZone(zone).toInstant();
  }

  private static KeyEffect keyEffect(PendingChange pending) {
    if (!pending.isKeyMoved()) {
      return KeyEffect.UNCHANGED;
    }
    return pending.isKeyTaken() ? KeyEffect.MOVED_OLD_KEY_TAKEN : KeyEffect.MOVED;
  }

  /** Counts within one transaction. */
  final class Numbering {
    private final TransactionInfo transaction;
    private final Map<TableId, Integer> perTable = new HashMap<>();
    private int events;

    private Numbering(TransactionInfo transaction) {
      this.transaction = transaction;
    }

    /** Counts a change that is not handed out. */
    void skip(BufferedChange change) {
      perTable.merge(change.table().id(), 1, Integer::sum);
      events++;
    }

    TransactionInfo transaction() {
      return transaction;
    }

    /** Place of a statement that is none of the changes that count. */
    ChangeOrigin unnumbered(MinedRow row) {
      return origin(row, 0, 0);
    }

    /** Place of a statement that counts as a change of a table. */
    ChangeOrigin next(TableId table, MinedRow row) {
      return origin(row, events++, perTable.merge(table, 1, Integer::sum) - 1);
    }

    private ChangeOrigin origin(MinedRow row, int eventIndex, int tableIndex) {
      return new ChangeOrigin(
          transaction,
          eventIndex,
          tableIndex,
          row.scn(),
          row.address(),
          row.ssn(),
          null,
          instant(row.timestamp()));
    }

    Change.RowChange next(PendingChange pending) {
      BufferedChange change = pending.change();
      int tableIndex = perTable.merge(change.table().id(), 1, Integer::sum) - 1;
      ChangeOrigin origin =
          new ChangeOrigin(
              transaction,
              events++,
              tableIndex,
              change.scn(),
              change.address(),
              change.ssn(),
              change.rowId(),
              instant(change.time()),
              pending.reselectFailed(),
              change.isWithoutValues());
      return switch (pending.operation()) {
        case INSERT -> new Change.RowInserted(change.table(), origin, pending.after());
        case UPDATE ->
            new Change.RowUpdated(
                change.table(), origin, pending.before(), pending.after(), keyEffect(pending));
        case DELETE ->
            new Change.RowDeleted(change.table(), origin, pending.before(), pending.isKeyTaken());
      };
    }
  }
}
