package io.oraclecdc.testkit.simulator.redo;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Hands out transaction ids: ten undo segments for each thread, slots used in turn, the sequence of
 * a slot rising with each use. Guarded by the commit latch.
 */
final class XidAllocator {
  private static final int SEGMENTS = 10;
  private static final int SLOTS = 34;
  private static final int FIRST_SEQUENCE = 572;

  private final int firstSegment;
  private final Map<Integer, Long> sequences = new HashMap<>();
  private final Set<Integer> used = new HashSet<>();
  private int turn;

  XidAllocator(int thread) {
    firstSegment = 1 + SEGMENTS * (thread - 1);
  }

  SimXid allocate() {
    int slots = SLOTS * (1 + used.size() / (SEGMENTS * SLOTS));
    while (true) {
      int usn = firstSegment + turn % SEGMENTS;
      int slot = turn / SEGMENTS % slots;
      turn++;
      int key = usn << 16 | slot;
      if (used.add(key)) {
        long sequence = sequences.merge(key, (long) FIRST_SEQUENCE, (old, first) -> old + 1);
        return new SimXid(usn, slot, sequence);
      }
    }
  }

  void release(SimXid xid) {
    used.remove(xid.usn() << 16 | xid.slot());
  }
}
