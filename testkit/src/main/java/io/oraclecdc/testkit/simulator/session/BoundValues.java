package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values at the bind positions of a statement, and what OUT binds received. */
public final class BoundValues {
  private final List<@Nullable Slot> slots = new ArrayList<>();

  private record Slot(Kind kind, @Nullable Object value, boolean in) {}

  /** Nothing bound. */
  public BoundValues() {}

  /** Sets a position, 1-based. */
  public void set(int position, Kind kind, @Nullable Object value) {
    put(position, new Slot(kind, value, true));
  }

  /** Announces an OUT bind without giving it a value. */
  public void out(int position) {
    if (position > slots.size() || slots.get(position - 1) == null) {
      put(position, new Slot(Kind.UNKNOWN, null, false));
    }
  }

  private void put(int position, Slot slot) {
    while (slots.size() < position) {
      slots.add(null);
    }
    slots.set(position - 1, slot);
  }

  /** Kinds by position. */
  public List<Kind> kinds() {
    return slots.stream().map(s -> s == null ? Kind.UNKNOWN : s.kind()).toList();
  }

  /**
   * The value at a position.
   *
   * @throws SQLException ORA-17041 if nothing was set
   */
  public @Nullable Object value(int position) throws SQLException {
    Slot slot = position <= slots.size() ? slots.get(position - 1) : null;
    if (slot == null) {
      throw OraErrors.of(17041, "Missing IN or OUT parameter at index:: " + position);
    }
    return slot.value();
  }

  /** The kind at a position, UNKNOWN if nothing was set. */
  public Kind kind(int position) {
    Slot slot = position <= slots.size() ? slots.get(position - 1) : null;
    return slot == null ? Kind.UNKNOWN : slot.kind();
  }

  /** Forgets everything. */
  public void clear() {
    slots.clear();
  }

  /** An independent copy, for batches. */
  public BoundValues copy() {
    BoundValues copy = new BoundValues();
    copy.slots.addAll(slots);
    return copy;
  }
}
