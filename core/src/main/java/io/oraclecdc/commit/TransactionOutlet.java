package io.oraclecdc.commit;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.transaction.BufferedChange;
import io.oraclecdc.transaction.CommittedTransaction;
import io.oraclecdc.transaction.DdlMark;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * What one transaction becomes, and which position each carries:
 *
 *   schema changes of its DDL        before the transaction    (all come again after a restart)
 *   begin                            before the transaction    (comes again with the first change)
 *   tables it truncated, rows        inside, 1 2 3 ... of n
 *   end                              behind the transaction
 *
 * The last of them carries the position behind the transaction, whatever it is.
 */
/** Numbers the changes of one transaction, gives each its position and hands it out. */
final class TransactionOutlet {
  private static final int SMALL_BYTES = 400;

  private final CommittedTransaction commit;
  private final DeliveredKinds kinds;
  private final ChangeFactory factory;
  private final Places places;
  private final int skipped;
  private final int count;
  private final Map<TableId, Integer> sent = new LinkedHashMap<>();
  private ChangeFactory.@Nullable Numbering numbering;
  private boolean begun;
  private int delivered;
  private boolean finished;

  /** Where changes go and what positions they carry. */
  interface Places {

    /** The transaction has not been begun. */
    Position before();

    /** So many changes of it are done. */
    Position inside(int changes, RedoAddress last);

    /** It is done; called once. */
    Position behind();

    /** Hands a change over. */
    void send(Change change, Position position, long bytes) throws InterruptedException;
  }

  /**
   * Begins a transaction.
   *
   * @param skipped how many of its changes were acknowledged before the restart
   */
  TransactionOutlet(
      CommittedTransaction commit,
      DeliveredKinds kinds,
      ChangeFactory factory,
      int skipped,
      Places places) {
    this.commit = commit;
    this.kinds = kinds;
    this.factory = factory;
    this.skipped = skipped;
    this.begun = skipped > 0;
    this.places = places;
    this.count = countOf(commit);
  }

  /** Number of changes that have a place in a transaction: tables it truncated, then rows. */
  static int countOf(CommittedTransaction commit) {
    int changes = commit.changeCount();
    for (DdlMark mark : commit.marks()) {
      changes += mark.effect().truncated().size();
    }
    return changes;
  }

  /** The address that the n-th truncated table has, null when there are fewer. */
  static @Nullable RedoAddress truncatedAt(CommittedTransaction commit, int number) {
    int seen = 0;
    for (DdlMark mark : commit.marks()) {
      seen += mark.effect().truncated().size();
      if (number <= seen) {
        return mark.row().address();
      }
    }
    return null;
  }

  private ChangeFactory.Numbering numbering(TableSchema table) {
    ChangeFactory.Numbering known = numbering;
    if (known == null) {
      known = factory.number(commit, table.container(), count);
      numbering = known;
    }
    return known;
  }

  /**
   * Delivers what statements of DDL did.
   *
   * @return how many of the changes that count are done
   */
  int deliverDdl() throws InterruptedException {
    List<DdlMark> marks = commit.marks();
    if (marks.isEmpty()) {
      return 0;
    }
    if (skipped == 0) {
      deliverSchemaChanges(marks);
    }
    int index = 0;
    for (DdlMark mark : marks) {
      for (TableSchema table : mark.effect().truncated()) {
        index++;
        ChangeOrigin origin = numbering(table).next(table.id(), mark.row());
        if (index <= skipped) {
          count(table.id());
        } else {
          send(new Change.TableTruncated(table, origin), table.id(), origin, index, SMALL_BYTES);
        }
      }
    }
    return index;
  }

  private void deliverSchemaChanges(List<DdlMark> marks) throws InterruptedException {
    int left = marks.stream().mapToInt(mark -> mark.effect().layouts().size()).sum();
    for (DdlMark mark : marks) {
      MinedRow row = mark.row();
      for (LayoutChange layout : mark.effect().layouts()) {
        left--;
        ChangeFactory.Numbering numbers = numbering(layout.table());
        Change change =
            new Change.SchemaChanged(
                layout,
                mark.sql(),
                numbers.unnumbered(row),
                row.scn(),
                numbers.transaction().commitTime());
        boolean last = left == 0 && count == 0;
        delivered++;
        places.send(
            change, last ? behind() : places.before(), SMALL_BYTES + 2L * mark.sql().length());
      }
    }
  }

  /** Counts a row that was acknowledged before. */
  void skip(BufferedChange change) {
    numbering(change.table()).skip(change);
    if (kinds.includes(change.operation(), change.keyMoved(), change.keyTaken())) {
      count(change.table().id());
    }
  }

  /** Counts a row that is not delivered: its table was set aside. */
  void leaveOut(BufferedChange change) {
    numbering(change.table()).skip(change);
  }

  void deliver(List<PendingChange> pendingChanges) throws InterruptedException {
    for (PendingChange pending : pendingChanges) {
      deliver(pending);
    }
  }

  void deliver(PendingChange pending) throws InterruptedException {
    BufferedChange change = pending.change();
    if (pending.isNothing()
        || !kinds.includes(pending.operation(), pending.isKeyMoved(), pending.isKeyTaken())) {
      numbering(change.table()).skip(change);
      return;
    }
    Change.RowChange next = numbering(change.table()).next(pending);
    send(next, change.table().id(), next.origin(), pending.index(), pending.bytes());
  }

  private void send(Change change, TableId table, ChangeOrigin origin, int index, long bytes)
      throws InterruptedException {
    begin(origin);
    count(table);
    boolean last = index == count && !kinds.transactions();
    Position position = last ? behind() : places.inside(index, origin.address());
    delivered++;
    places.send(change, position, bytes);
  }

  private void count(TableId table) {
    if (kinds.transactions()) {
      sent.merge(table, 1, Integer::sum);
    }
  }

  private void begin(ChangeOrigin first) throws InterruptedException {
    if (begun) {
      return;
    }
    begun = true;
    if (kinds.transactions()) {
      delivered++;
      places.send(
          new Change.TransactionBegan(
              first.transaction(), earlier(first.time(), first.transaction().commitTime())),
          places.before(),
          SMALL_BYTES);
    }
  }

  private static @Nullable Instant earlier(@Nullable Instant change, @Nullable Instant commit) {
    return change == null || (commit != null && commit.isBefore(change)) ? commit : change;
  }

  /**
   * Everything was delivered.
   *
   * @return how many changes were handed over
   */
  int end() throws InterruptedException {
    ChangeFactory.Numbering numbers = numbering;
    if (kinds.transactions() && begun && numbers != null) {
      delivered++;
      places.send(new Change.TransactionEnded(numbers.transaction(), sent), behind(), SMALL_BYTES);
    }
    if (!finished) {
      Position unused = behind();
    }
    return delivered;
  }

  private Position behind() {
    finished = true;
    return places.behind();
  }
}
