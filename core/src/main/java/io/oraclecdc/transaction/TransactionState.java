package io.oraclecdc.transaction;

import io.oraclecdc.model.Scn;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an open transaction beside the entries of its log, between two steps.
 *
 * <pre>
 *  flags | first SCN | last SCN | [first time] | [user] | changes | undone | spans | layouts
 *        | [parts | statements of several rows]
 * </pre>
 *
 * @param whole whether tables with values in rows of their own were captured: the ends of steps
 *     then say nothing about what was returned of it
 * @param hasGroups whether it has statements of several rows
 */
record TransactionState(
    Scn firstScn,
    Scn lastScn,
    @Nullable LocalDateTime firstTime,
    @Nullable String userName,
    boolean beginningMined,
    boolean presumedRolledBack,
    boolean nothingLeft,
    boolean whole,
    boolean hasGroups,
    long changes,
    long undone,
    List<ThreadSpan> spans,
    List<TableUse> tables) {
  private static final int BEGINNING_MINED = 1;
  private static final int PRESUMED_ROLLED_BACK = 2;
  private static final int NOTHING_LEFT = 4;
  private static final int HAS_TIME = 8;
  private static final int HAS_USER = 16;
  private static final int HAS_GROUPS = 32;
  private static final int WHOLE = 64;

  TransactionState {
    spans = List.copyOf(spans);
    tables = List.copyOf(tables);
  }

  /** Writes everything but the statements of several rows, which follow. */
  void write(FrameBuilder out) {
    out.putByte(flags());
    out.putUnsigned(firstScn.value());
    out.putUnsigned(lastScn.value());
    if (firstTime != null) {
      out.putSigned(firstTime.toEpochSecond(ZoneOffset.UTC));
    }
    if (userName != null) {
      out.putText(userName);
    }
    out.putUnsigned(changes);
    out.putUnsigned(undone);
    out.putUnsigned(spans.size());
    spans.forEach(span -> span.write(out));
    out.putUnsigned(tables.size());
    tables.forEach(use -> SchemaFrames.write(out, use.table()));
  }

  TransactionState withTables(List<TableUse> others) {
    return new TransactionState(
        firstScn,
        lastScn,
        firstTime,
        userName,
        beginningMined,
        presumedRolledBack,
        nothingLeft,
        whole,
        hasGroups,
        changes,
        undone,
        spans,
        others);
  }

  private int flags() {
    return (beginningMined ? BEGINNING_MINED : 0)
        | (presumedRolledBack ? PRESUMED_ROLLED_BACK : 0)
        | (nothingLeft ? NOTHING_LEFT : 0)
        | (firstTime == null ? 0 : HAS_TIME)
        | (userName == null ? 0 : HAS_USER)
        | (hasGroups ? HAS_GROUPS : 0)
        | (whole ? WHOLE : 0);
  }

  /** Reads up to the statements of several rows. */
  static TransactionState read(FrameInput in) {
    int flags = in.getByte();
    Scn first = new Scn(in.getUnsigned());
    Scn last = new Scn(in.getUnsigned());
    LocalDateTime time =
        (flags & HAS_TIME) == 0
            ? null
            : LocalDateTime.ofEpochSecond(in.getSigned(), 0, ZoneOffset.UTC);
    String user = (flags & HAS_USER) == 0 ? null : in.getText();
    long changes = in.getUnsigned();
    long undone = in.getUnsigned();
    List<ThreadSpan> spans = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      spans.add(ThreadSpan.read(in));
    }
    List<TableUse> tables = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      tables.add(TableUse.restored(SchemaFrames.read(in)));
    }
    return new TransactionState(
        first,
        last,
        time,
        user,
        (flags & BEGINNING_MINED) != 0,
        (flags & PRESUMED_ROLLED_BACK) != 0,
        (flags & NOTHING_LEFT) != 0,
        (flags & WHOLE) != 0,
        (flags & HAS_GROUPS) != 0,
        changes,
        undone,
        spans,
        tables);
  }
}
