package io.oraclecdc.testkit.model;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.RowChange;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.testkit.model.ExpectedChange.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares a delivered change with the one that is next. */
final class ChangeCheck {
  private ChangeCheck() {}

  static String place(RowChange change) {
    ChangeOrigin origin = change.origin();
    return change.getClass().getSimpleName()
        + " "
        + origin.eventIndex()
        + " of "
        + origin.transaction().key()
        + " committed at SCN "
        + origin.transaction().commitScn()
        + ", thread "
        + origin.transaction().thread()
        + " "
        + origin.transaction().commitAddress()
        + ", row "
        + origin.rowId()
        + " at "
        + origin.address();
  }

  static void check(RowChange actual, ExpectedStream.Item item) {
    ExpectedTransaction transaction = item.transaction();
    ExpectedChange change = item.change();
    ChangeOrigin origin = actual.origin();
    TransactionInfo info = origin.transaction();
    List<String> differences = new ArrayList<>();
    compare(differences, "transaction", info.key(), transaction.key());
    compare(differences, "commit address", info.commitAddress(), transaction.commitAddress());
    compare(differences, "thread", info.thread(), transaction.thread());
    compare(differences, "commit SCN", info.commitScn(), transaction.commitScn());
    compare(differences, "changes", info.eventCount(), transaction.changes().size());
    compare(differences, "event index", origin.eventIndex(), item.eventIndex());
    if (info.userName() != null) {
      compare(differences, "user", info.userName(), transaction.userName());
    }
    compare(differences, "table", actual.table().id(), change.table().id());
    compare(differences, "columns", actual.table().columns(), change.table().columns());
    compare(differences, "address", origin.address(), change.address());
    compare(differences, "SCN", origin.scn(), change.scn());
    compare(differences, "ROWID", origin.rowId(), change.rowId());
    compare(differences, "kind and values", actual.accept(new Values(change)), true);
    if (!differences.isEmpty()) {
      throw new AssertionError(
          place(actual) + ", expected " + change + " of " + transaction.key() + ": " + differences);
    }
  }

  private static void compare(
      List<String> differences, String what, @Nullable Object actual, Object expected) {
    if (!expected.equals(actual)) {
      differences.add(what + " " + actual + " instead of " + expected);
    }
  }

  /** Whether kind and values of a change are the expected ones. */
  private record Values(ExpectedChange expected) implements Change.Handler<Boolean> {
    @Override
    public Boolean rowRead(Change.RowRead change) {
      return false;
    }

    @Override
    public Boolean rowInserted(Change.RowInserted change) {
      return expected.operation() == Operation.INSERT && change.after().equals(expected.after());
    }

    @Override
    public Boolean rowUpdated(Change.RowUpdated change) {
      return expected.operation() == Operation.UPDATE
          && change.before().equals(expected.before())
          && change.after().equals(expected.after());
    }

    @Override
    public Boolean rowDeleted(Change.RowDeleted change) {
      return expected.operation() == Operation.DELETE && change.before().equals(expected.before());
    }

    @Override
    public Boolean tableTruncated(Change.TableTruncated change) {
      return false;
    }

    @Override
    public Boolean transactionBegan(Change.TransactionBegan change) {
      return false;
    }

    @Override
    public Boolean transactionEnded(Change.TransactionEnded change) {
      return false;
    }

    @Override
    public Boolean schemaChanged(Change.SchemaChanged change) {
      return false;
    }

    @Override
    public Boolean heartbeat(Change.Heartbeat change) {
      return false;
    }
  }
}
