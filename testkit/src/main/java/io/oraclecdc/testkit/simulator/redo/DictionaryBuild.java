package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A dictionary that DBMS_LOGMNR_D.BUILD wrote to the redo. Immutable, thread-safe.
 *
 * <p>Oracle writes it as rows of its own tables. Here the logs get its bytes, which nobody reads,
 * and remember the table versions.
 */
public final class DictionaryBuild {
  private static final int HEAD_BYTES = 64 << 10;
  private static final int TABLE_BYTES = 2 << 10;
  private static final int COLUMN_BYTES = 256;

  private final int containerId;
  private final Place place;
  private final Map<Key, SimTable> tables = new TreeMap<>();

  DictionaryBuild(int containerId, Place place, Collection<SimTable> tables) {
    this.containerId = containerId;
    this.place = place;
    for (SimTable table : tables) {
      this.tables.put(new Key(table.containerId(), table.objectId()), table);
    }
  }

  /** CON_ID of the container that was told to build, 0 in a non-CDB. */
  public int containerId() {
    return containerId;
  }

  /** Where it stands. */
  public Place place() {
    return place;
  }

  /** SCN it describes the database at; its first log holds that SCN. */
  public long scn() {
    return place.scn();
  }

  /** A table as it was. */
  public Optional<SimTable> table(int container, long objectId) {
    return Optional.ofNullable(tables.get(new Key(container, objectId)));
  }

  /** Whether a log holds its beginning. */
  public boolean beginsIn(int thread, long sequence, long resetlogsScn) {
    return sequence == place.firstSequence() && isOf(thread, resetlogsScn);
  }

  /** Whether a log holds its end. */
  public boolean endsIn(int thread, long sequence, long resetlogsScn) {
    return sequence == place.lastSequence() && isOf(thread, resetlogsScn);
  }

  /** Whether a log holds a part of it. */
  public boolean isIn(int thread, long sequence, long resetlogsScn) {
    return sequence >= place.firstSequence()
        && sequence <= place.lastSequence()
        && isOf(thread, resetlogsScn);
  }

  private boolean isOf(int thread, long resetlogsScn) {
    return thread == place.thread() && resetlogsScn == place.resetlogsScn();
  }

  /** Bytes of redo that the description of a table takes. */
  static int bytes(SimTable table) {
    return TABLE_BYTES + COLUMN_BYTES * table.columns().size();
  }

  /** Bytes of redo of everything that every database has. */
  static int headBytes() {
    return HEAD_BYTES;
  }

  /**
   * Logs of a build.
   *
   * @param thread redo thread
   * @param resetlogsScn RESETLOGS_CHANGE# of its incarnation
   * @param firstSequence log with DICTIONARY_BEGIN
   * @param lastSequence log with DICTIONARY_END
   * @param scn of the description
   */
  public record Place(
      int thread, long resetlogsScn, long firstSequence, long lastSequence, long scn) {}

  private record Key(int containerId, long objectId) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byContainer = Integer.compare(containerId, other.containerId);
      return byContainer != 0 ? byContainer : Long.compare(objectId, other.objectId);
    }
  }
}
