package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.PluggableDatabase;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the containers that are mined are still the ones they were. Redo is asked for by
 * container id, and a pluggable database that is unplugged and plugged in again may come back under
 * another one: its rows would not be returned. One session, one thread.
 */
final class ContainerIdentities {
  private final DatabaseSession session;
  private final Map<Integer, PluggableDatabase> expected = new HashMap<>();

  ContainerIdentities(DatabaseSession session) {
    this.session = session;
  }

  /**
   * Compares with what was there when a container was first asked about.
   *
   * @param ids container ids; none when rows are not told apart by them
   * @throws CdcException CDC-5001 when one is gone or is another one
   */
  void requireUnchanged(Set<Integer> ids) {
    if (ids.isEmpty()) {
      return;
    }
    Map<Integer, PluggableDatabase> now = new HashMap<>();
    PluggableDatabase.all(session).forEach(pdb -> now.put(pdb.container().id(), pdb));
    for (int id : ids) {
      PluggableDatabase present = now.get(id);
      PluggableDatabase before = expected.get(id);
      if (present == null || (before != null && !isSame(before, present))) {
        throw new CdcException(
            ErrorCode.TOPOLOGY,
            "container "
                + id
                + (before == null ? "" : ", which was " + describe(before) + ",")
                + " is "
                + (present == null ? "gone" : describe(present) + " now"));
      }
      expected.putIfAbsent(id, present);
    }
  }

  private static boolean isSame(PluggableDatabase one, PluggableDatabase other) {
    return one.uid() == other.uid() && one.container().equals(other.container());
  }

  private static String describe(@Nullable PluggableDatabase pdb) {
    return pdb == null
        ? "unknown"
        : "pluggable database " + pdb.container().name() + " (CON_UID " + pdb.uid() + ")";
  }
}
