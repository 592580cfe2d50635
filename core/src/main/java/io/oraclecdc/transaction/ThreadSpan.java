package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a redo thread in which a transaction has rows, and up to which row they were applied.
 *
 * <p>Steps may return rows again. A row is new when it lies beyond the last applied address; of the
 * rows at exactly that address the first {@code applied} are old, because the same range gives the
 * same rows in the same order.
 *
 * <p>A step that ends inside a LOB statement does not return the statement's rows, but it can
 * return rows that a trigger wrote between them. So the last applied addresses are remembered, and
 * a row among them that is not one of them is new as well.
 */
final class ThreadSpan {
  private static final int REMEMBERED = 512;

  /** An address, and a place in a list; copies of the list share the address. */
  private static final long ADDRESS_BYTES = 40;

  private final RedoThread thread;
  private final boolean anchored;
  private RedoAddress first;
  private @Nullable RedoAddress last;
  private int appliedAtLast;

  /** The highest applied addresses, rising; all of them while they are few. */
  private final ArrayList<RedoAddress> newest = new ArrayList<>(2);

  private boolean complete = true;

  private long step = -1;
  private RedoAddress firstBefore;
  private @Nullable RedoAddress lastBefore;
  private int appliedBefore;
  private int seenAtLastBefore;
  private List<RedoAddress> newestBefore = List.of();
  private boolean completeBefore = true;
  private @Nullable RedoAddress latestInStep;

  /** The last row before the step that brought the rows up to the last one. */
  private RedoAddress settled;

  private RedoAddress settledBefore;

  /**
   * A span without rows so far.
   *
   * @param first address of the first row, or of the START row
   * @param anchored whether it begins with the START row and so lives as long as its transaction
   */
  ThreadSpan(RedoThread thread, RedoAddress first, boolean anchored) {
    this.thread = thread;
    this.anchored = anchored;
    this.first = first;
    this.firstBefore = first;
    this.settled = first;
    this.settledBefore = first;
  }

  /** Writes what {@link #read} reads; between steps. */
  void write(FrameBuilder out) {
    out.putSigned(thread.number());
    out.putByte((anchored ? 1 : 0) | (complete ? 2 : 0) | (last == null ? 0 : 4) | 8);
    write(out, first);
    RedoAddress newestAddress = last;
    if (newestAddress != null) {
      write(out, newestAddress);
    }
    out.putUnsigned(appliedAtLast);
    out.putUnsigned(newest.size());
    for (RedoAddress address : newest) {
      write(out, address);
    }
    write(out, settled);
  }

  static ThreadSpan read(FrameInput in) {
    RedoThread thread = new RedoThread((int) in.getSigned());
    int flags = in.getByte();
    ThreadSpan span = new ThreadSpan(thread, address(in), (flags & 1) != 0);
    span.complete = (flags & 2) != 0;
    span.last = (flags & 4) != 0 ? address(in) : null;
    RedoAddress newestAddress = span.last;
    span.settled = newestAddress == null ? span.first : newestAddress;
    span.appliedAtLast = (int) in.getUnsigned();
    for (long n = in.getUnsigned(); n > 0; n--) {
      span.newest.add(address(in));
    }
    if ((flags & 8) != 0) {
      span.settled = address(in);
    }
    return span;
  }

  private static void write(FrameBuilder out, RedoAddress address) {
    out.putUnsigned(address.sequence());
    out.putUnsigned(address.block());
    out.putUnsigned(address.offset());
  }

  private static RedoAddress address(FrameInput in) {
    long sequence = in.getUnsigned();
    long block = in.getUnsigned();
    return new RedoAddress(sequence, block, (int) in.getUnsigned());
  }

  RedoThread thread() {
    return thread;
  }

  RedoAddress first() {
    return first;
  }

  /** Behind which row a statement can lie that no step returned so far. */
  RedoAddress settled() {
    return settled;
  }

  @Nullable RedoAddress last() {
    return last;
  }

  private void touch(long currentStep) {
    if (step != currentStep) {
      step = currentStep;
      firstBefore = first;
      lastBefore = last;
      appliedBefore = appliedAtLast;
      newestBefore = List.copyOf(newest);
      completeBefore = complete;
      settledBefore = settled;
      latestInStep = null;
      seenAtLastBefore = 0;
    }
  }

  /** Whether a row with this address is certainly one of an earlier step. */
  boolean isBeyond(RedoAddress address, long currentStep) {
    if (step == currentStep) {
      return lastBefore != null
          && address.isBefore(lastBefore)
          && !wasWithheld(address, newestBefore, completeBefore, firstBefore);
    }
    return last != null && address.isBefore(last) && !wasWithheld(address, newest, complete, first);
  }

  /** No statement that lies before a place of the thread can be missing. */
  void settle(@Nullable RedoAddress place) {
    settled = place != null && place.isAfter(settled) ? place : settled;
  }

  /** About how much heap it needs. */
  long heapBytes() {
    return ADDRESS_BYTES * (newest.size() + (long) newestBefore.size() / 4);
  }

  /** Whether the running step brought new rows. */
  boolean isContinuedIn(long currentStep) {
    return step == currentStep && latestInStep != null;
  }

  /**
   * Behind which row a statement can lie that no step before the running one returned.
   *
   * @param currentStep the running one
   */
  RedoAddress settledBefore(long currentStep) {
    return step == currentStep ? settledBefore : settled;
  }

  /** Whether a row lies among the last applied ones and is none of them. */
  private static boolean wasWithheld(
      RedoAddress address, List<RedoAddress> applied, boolean complete, RedoAddress firstApplied) {
    if (applied.isEmpty() || !address.isAfter(firstApplied)) {
      return false;
    }
    return (complete || address.isAfter(applied.get(0)))
        && Collections.binarySearch(applied, address) < 0;
  }

  /**
   * Takes a row that means something only right behind others of its statement; whether it is new.
   * Such rows are not all counted, so one among old rows is not taken for a withheld one.
   */
  boolean applyBehind(RedoAddress address, long currentStep) {
    touch(currentStep);
    boolean among = lastBefore != null && address.isBefore(lastBefore);
    if (among && (latestInStep == null || address.isBefore(latestInStep))) {
      return false;
    }
    return apply(address, currentStep);
  }

  /** Takes a row; whether it is new. */
  boolean apply(RedoAddress address, long currentStep) {
    touch(currentStep);
    if (lastBefore != null) {
      int order = address.compareTo(lastBefore);
      if (order < 0 && !wasWithheld(address, newestBefore, completeBefore, firstBefore)) {
        return false;
      }
      if (order == 0) {
        seenAtLastBefore++;
        if (seenAtLastBefore <= appliedBefore) {
          return false;
        }
      }
    }
    if (latestInStep == null) {
      settle(lastBefore);
    }
    if (last == null || address.isAfter(last)) {
      last = address;
      appliedAtLast = 1;
      remember(address);
    } else if (address.equals(last)) {
      appliedAtLast++;
    } else {
      remember(address);
    }
    if (address.isBefore(first)) {
      first = address;
      settled = settled.isAfter(address) ? address : settled;
    }
    latestInStep = address;
    return true;
  }

  private void remember(RedoAddress address) {
    if (newest.size() >= 2 * REMEMBERED) {
      newest.subList(0, REMEMBERED).clear();
      complete = false;
    }
    if (newest.isEmpty() || newest.get(newest.size() - 1).isBefore(address)) {
      newest.add(address);
      return;
    }
    int place = Collections.binarySearch(newest, address);
    if (place < 0) {
      newest.add(-place - 1, address);
    }
  }

  /** Its transaction is over for good: only where it began can still be asked. */
  void forgetRows() {
    newest.clear();
    newest.trimToSize();
    newestBefore = List.of();
  }

  /** Back to what it was before the step; false when it did not exist. */
  boolean discard(long currentStep) {
    if (step != currentStep) {
      return true;
    }
    first = firstBefore;
    last = lastBefore;
    appliedAtLast = appliedBefore;
    newest.clear();
    newest.addAll(newestBefore);
    complete = completeBefore;
    settled = settledBefore;
    step = -1;
    return anchored || last != null;
  }
}
