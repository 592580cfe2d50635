package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.TableStorage;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.util.List;

/**
 * Which inserts that ask for the direct path get it, and whether their rows become redo. Tables
 * with triggers or foreign keys and tables whose rows have a given place are written the usual way.
 */
final class DirectPath {
  private DirectPath() {}

  /** The way rows of an insert go. */
  static RowChange.Path of(SimSession session, TableEntry table, boolean wanted) {
    SimTable target = table.table();
    boolean direct =
        wanted
            && target.storage().organization() == TableStorage.Organization.HEAP
            && !table.isTemporary()
            && !session.triggers().has(target.objectId())
            && table.constraints().stream().noneMatch(c -> c.type() == 'R' && c.enabled());
    if (!direct) {
      return RowChange.Path.CONVENTIONAL;
    }
    boolean unlogged =
        table.traits().contains(TableEntry.Trait.NOLOGGING) || !session.database().isArchiving();
    return unlogged && !session.dictionary().forceLogging()
        ? RowChange.Path.UNLOGGED
        : RowChange.Path.DIRECT;
  }

  /** Whether any of the rows forbids the transaction to use its table again. */
  static boolean isAmong(List<RowChange> rows) {
    return rows.stream().anyMatch(r -> r.path() != RowChange.Path.CONVENTIONAL);
  }
}
