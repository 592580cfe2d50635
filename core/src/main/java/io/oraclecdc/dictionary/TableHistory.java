package io.oraclecdc.dictionary;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.SchemaHistoryStore.KnownLayout;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The layouts one table had, from when to when. */
final class TableHistory {
  private final List<Period> periods = new ArrayList<>();
  private @Nullable Scn droppedAt;

  private TableHistory(Period first) {
    periods.add(first);
  }

  /** A table that had this layout from the beginning, as far as anyone can tell. */
  static TableHistory since(Scn from, TableSchema layout, Scn readAt) {
    return new TableHistory(new Period(from, layout, null, readAt));
  }

  /** A table that existed but left no layout behind: its rows cannot be read. */
  static TableHistory unreadableSince(Scn from, String reason) {
    return new TableHistory(new Period(from, null, reason, Scn.ZERO));
  }

  /** A table of which these layouts are known, in the order of their time; at least one. */
  static TableHistory restored(List<KnownLayout> known) {
    KnownLayout first = known.get(0);
    TableHistory history = since(Scn.ZERO, first.layout(), first.readAt());
    for (KnownLayout next : known.subList(1, known.size())) {
      history.change(next.from(), next.layout(), next.readAt());
    }
    Scn until = known.get(known.size() - 1).until();
    if (until != null) {
      history.end(until);
    }
    return history;
  }

  /** What is worth keeping; empty for a table that left no layout behind. */
  List<KnownLayout> known(List<Long> segmentIds) {
    List<KnownLayout> known = new ArrayList<>();
    for (Period period : periods) {
      TableSchema layout = period.layout();
      if (layout != null) {
        known.add(new KnownLayout(layout, segmentIds, period.from(), period.readAt(), droppedAt));
      } else if (!known.isEmpty() && period.unreadable() == null) {
        KnownLayout last = known.remove(known.size() - 1);
        known.add(
            new KnownLayout(last.layout(), segmentIds, last.from(), last.readAt(), period.from()));
      }
    }
    return known;
  }

  /** The table is gone from this SCN on; its rows may be mined again. */
  void dropped(Scn scn) {
    droppedAt = scn;
  }

  /** A statement changed the table, and what it became is in no dictionary any more. */
  void doubtful(Scn from, TableSchema layout) {
    periods.add(new Period(from, layout, null, KnownLayout.NEVER));
  }

  /** The layout at a moment; empty when the table was not captured then. */
  Optional<TableSchema> at(Scn scn) {
    Period found = periodAt(scn);
    if (found == null) {
      return Optional.empty();
    }
    if (found.unreadable() != null) {
      throw new CdcException(
          ErrorCode.DICTIONARY_UNAVAILABLE, "a row at SCN " + scn + " " + found.unreadable());
    }
    return Optional.ofNullable(found.layout());
  }

  private @Nullable Period periodAt(Scn scn) {
    Period found = null;
    for (Period period : periods) {
      if (found == null || !period.from().isAfter(scn)) {
        found = period;
      }
    }
    return found == null || found.from().isAfter(scn) ? null : found;
  }

  /**
   * Whether the layout at a moment had been read by then. If not, a later statement may have
   * changed it before it was read.
   */
  boolean isExact(Scn scn) {
    Period found = periodAt(scn);
    return found != null && found.layout() != null && !scn.isBefore(found.readAt());
  }

  /** The newest layout; empty when the table is not captured any more. */
  Optional<TableSchema> newest() {
    return Optional.ofNullable(periods.get(periods.size() - 1).layout());
  }

  int nextVersion() {
    int highest = 0;
    for (Period period : periods) {
      if (period.layout() != null) {
        highest = Math.max(highest, period.layout().version());
      }
    }
    return highest + 1;
  }

  /** Another layout from {@code from} on. */
  void change(Scn from, TableSchema layout, Scn readAt) {
    periods.add(new Period(from, layout, null, readAt));
  }

  /** Not captured from {@code from} on. */
  void end(Scn from) {
    periods.add(new Period(from, null, null, Scn.ZERO));
  }

  /**
   * A time with one layout.
   *
   * @param from its beginning
   * @param layout null when the table was not captured, or cannot be read
   * @param unreadable why it cannot be read
   * @param readAt when the layout was read from the dictionary
   */
  private record Period(
      Scn from, @Nullable TableSchema layout, @Nullable String unreadable, Scn readAt) {}
}
