package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.List;

/** The changes a capture of a model has to deliver, one after the other. */
final class ExpectedStream {
  private final RedoModel model;
  private final Scn ignoredThrough;
  private final List<Item> items = new ArrayList<>();

  /**
   * One change.
   *
   * @param transaction whose it is
   * @param change what it is
   * @param eventIndex position in the transaction
   * @param firstItem position in the stream of the transaction's first change
   */
  record Item(
      ExpectedTransaction transaction, ExpectedChange change, int eventIndex, int firstItem) {}

  ExpectedStream(RedoModel model, Scn ignoredThrough) {
    this.model = model;
    this.ignoredThrough = ignoredThrough;
  }

  /** How many there are by now. */
  int size() {
    refresh();
    return items.size();
  }

  Item get(int index) {
    refresh();
    return items.get(index);
  }

  private void refresh() {
    for (ExpectedTransaction transaction : model.drainCommitted()) {
      boolean ignored =
          !transaction.commitScn().isAfter(ignoredThrough)
              || model.excludedUsers().contains(transaction.userName());
      if (!ignored) {
        add(transaction);
      }
    }
  }

  private void add(ExpectedTransaction transaction) {
    int first = items.size();
    for (int i = 0; i < transaction.changes().size(); i++) {
      items.add(new Item(transaction, transaction.changes().get(i), i, first));
    }
  }
}
