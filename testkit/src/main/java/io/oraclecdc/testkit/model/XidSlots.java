package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The undo segments of one thread in one container. Every container counts for itself, so that the
 * same ids are in use in several of them.
 */
final class XidSlots {
  private static final int SEGMENTS = 2;
  private static final int SLOTS = 4;

  private final int firstSegment;
  private final boolean[] inUse = new boolean[SEGMENTS * SLOTS];
  private final long[] sequences = new long[SEGMENTS * SLOTS];

  XidSlots(int thread) {
    this.firstSegment = 10 * thread + 1;
  }

  /** An id nobody had before, null when all slots are in use. */
  @Nullable Xid allocate(int preferred) {
    for (int i = 0; i < inUse.length; i++) {
      int slot = (preferred + i) % inUse.length;
      if (!inUse[slot]) {
        inUse[slot] = true;
        return new Xid(firstSegment + slot / SLOTS, slot % SLOTS, 100 + sequences[slot]++);
      }
    }
    return null;
  }

  void release(Xid xid) {
    inUse[(xid.undoSegment() - firstSegment) * SLOTS + xid.slot()] = false;
  }
}
