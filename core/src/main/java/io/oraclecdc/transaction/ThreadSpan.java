package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import org.jspecify.annotations.Nullable;

/**
 * The part of a redo thread in which a transaction has rows, and up to which row they were applied.
 *
 * <p>Steps may return rows again. A row is new when it lies beyond the last applied address; of the
 * rows at exactly that address the first {@code applied} are old, because the same range gives the
 * same rows in the same order.
 */
final class ThreadSpan {
  private final RedoThread thread;
  private final boolean anchored;
  private RedoAddress first;
  private @Nullable RedoAddress last;
  private int appliedAtLast;

  private long step = -1;
  private RedoAddress firstBefore;
  private @Nullable RedoAddress lastBefore;
  private int appliedBefore;
  private int seenAtLastBefore;

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
  }

  RedoThread thread() {
    return thread;
  }

  RedoAddress first() {
    return first;
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
      seenAtLastBefore = 0;
    }
  }

  /** Whether a row with this address is certainly one of an earlier step. */
  boolean isBeyond(RedoAddress address, long currentStep) {
    RedoAddress boundary = step == currentStep ? lastBefore : last;
    return boundary != null && address.isBefore(boundary);
  }

  /** Takes a row; whether it is new. */
  boolean apply(RedoAddress address, long currentStep) {
    touch(currentStep);
    if (lastBefore != null) {
      int order = address.compareTo(lastBefore);
      if (order < 0) {
        return false;
      }
      if (order == 0) {
        seenAtLastBefore++;
        if (seenAtLastBefore <= appliedBefore) {
          return false;
        }
      }
    }
    if (last == null || address.isAfter(last)) {
      last = address;
      appliedAtLast = 1;
    } else if (address.equals(last)) {
      appliedAtLast++;
    }
    if (address.isBefore(first)) {
      first = address;
    }
    return true;
  }

  /** Back to what it was before the step; false when it did not exist. */
  boolean discard(long currentStep) {
    if (step != currentStep) {
      return true;
    }
    first = firstBefore;
    last = lastBefore;
    appliedAtLast = appliedBefore;
    step = -1;
    return anchored || last != null;
  }
}
