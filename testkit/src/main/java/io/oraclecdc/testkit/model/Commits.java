package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What committed, taken from what sessions did. */
final class Commits {
  private static final Comparator<ExpectedTransaction> ORDER =
      Comparator.comparing(ExpectedTransaction::commitScn)
          .thenComparing(ExpectedTransaction::thread)
          .thenComparing(ExpectedTransaction::commitAddress);

  private final List<ExpectedTransaction> committed = new ArrayList<>();
  private boolean sorted = true;

  void add(ModelTransaction transaction, long commitScn, RedoAddress address) {
    List<ExpectedChange> changes = new ArrayList<>();
    for (LiveChange change : transaction.changes()) {
      if (change.table().isCaptured()) {
        changes.add(expected(change));
      }
    }
    committed.add(
        new ExpectedTransaction(
            transaction.key(),
            transaction.thread().id(),
            new Scn(commitScn),
            address,
            transaction.user(),
            changes));
    sorted = false;
  }

  /** All of them, by commit SCN, thread and address. */
  List<ExpectedTransaction> all() {
    if (!sorted) {
      committed.sort(ORDER);
      sorted = true;
    }
    return committed;
  }

  /** Hands over what committed since the last call and forgets it. */
  List<ExpectedTransaction> drain() {
    List<ExpectedTransaction> drained = List.copyOf(all());
    committed.clear();
    return drained;
  }

  private static ExpectedChange expected(LiveChange live) {
    ModelTable table = live.table();
    RowChange change = live.change();
    RowImage nothing = RowImage.nothingLogged(table.columns().size());
    @Nullable Object @Nullable [] before = change.before();
    @Nullable Object @Nullable [] after = change.after();
    return switch (change.kind()) {
      case INSERT -> of(live, ExpectedChange.Operation.INSERT, nothing, allOf(table, after));
      case DELETE ->
          of(live, ExpectedChange.Operation.DELETE, hideLobs(table, allOf(table, before)), nothing);
      case UPDATE -> update(live, Objects.requireNonNull(before), Objects.requireNonNull(after));
    };
  }

  private static RowImage allOf(ModelTable table, @Nullable Object @Nullable [] values) {
    return table.image(Objects.requireNonNull(values));
  }

  private static ExpectedChange update(
      LiveChange live, @Nullable Object[] before, @Nullable Object[] after) {
    ModelTable table = live.table();
    BitSet logged = table.loggedAnyway();
    logged.or(live.change().assigned());
    RowImage old = hideLobs(table, table.image(before, logged));
    RowImage now = table.image(after, logged);
    if (table.hasLobs()) {
      Object[] values = new Object[now.size()];
      for (int i = 0; i < values.length; i++) {
        boolean unknown = table.columns().get(i).type().isLob() && !live.change().assigned().get(i);
        values[i] = unknown ? SpecialValue.UNAVAILABLE : now.get(i);
      }
      now = RowImage.owning(values);
    }
    return of(live, ExpectedChange.Operation.UPDATE, old, now);
  }

  /** Old values of LOBs are never in the redo. */
  private static RowImage hideLobs(ModelTable table, RowImage image) {
    if (!table.hasLobs()) {
      return image;
    }
    Object[] values = new Object[image.size()];
    Arrays.setAll(
        values,
        i -> table.columns().get(i).type().isLob() ? SpecialValue.UNAVAILABLE : image.get(i));
    return RowImage.owning(values);
  }

  private static ExpectedChange of(
      LiveChange live, ExpectedChange.Operation operation, RowImage before, RowImage after) {
    return new ExpectedChange(
        live.table().schema(),
        operation,
        before,
        after,
        live.row().slot().rowId(),
        new Scn(live.scn()),
        live.address());
  }
}
