package io.oraclecdc.signal;

import io.oraclecdc.model.TableId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of a running capture. Taken once: a signal whose id was taken before,
 * also before a restart, is passed over. Immutable.
 */
public sealed interface Signal {

  /** Chosen by whoever sends it; not empty. */
  String id();

  /** What it is called in signal files. */
  String type();

  /**
   * Read rows of captured tables as they are now; the rows come marked {@code incremental}. Waits
   * behind the snapshots that were asked for before.
   *
   * @param id its id
   * @param tables names as in {@link TableId#toString()}, in the order they are read; the pluggable
   *     database may be left out where that names one table
   * @param predicate SQL condition on the rows, run as the capture user; null for all rows
   */
  record Snapshot(String id, List<String> tables, @Nullable String predicate) implements Signal {
    /** Copies the list. */
    public Snapshot {
      tables = List.copyOf(tables);
    }

    @Override
    public String type() {
      return "snapshot";
    }

    /** No condition: it may hold values. */
    @Override
    public String toString() {
      return "snapshot " + id + " of " + tables;
    }
  }

  /** Read no more rows until {@link Resume}; what was read is delivered. */
  record Pause(String id) implements Signal {
    @Override
    public String type() {
      return "snapshot-pause";
    }
  }

  /** Go on reading rows. */
  record Resume(String id) implements Signal {
    @Override
    public String type() {
      return "snapshot-resume";
    }
  }

  /**
   * Give up reading rows, of all tables or of some; of every snapshot that is asked for.
   *
   * @param id its id
   * @param tables names as for {@link Snapshot}; empty for all
   */
  record Stop(String id, Set<String> tables) implements Signal {
    /** Copies the set. */
    public Stop {
      tables = Set.copyOf(tables);
    }

    @Override
    public String type() {
      return "snapshot-stop";
    }
  }
}
