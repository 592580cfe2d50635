package io.oraclecdc.testkit.simulator.flashback;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Commit SCN of every transaction that changed rows, by its number. Thread-safe; a number is read
 * without a lock, because a flashback query asks for every row it passes.
 */
final class CommitScns {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final AtomicLong last = new AtomicLong();
  private volatile AtomicLongArray[] chunks = new AtomicLongArray[0];

  /** A number for a transaction, 1 and up; it has not committed. */
  long begin() {
    long number = last.incrementAndGet();
    if (number >> CHUNK_BITS >= chunks.length) {
      grow((int) (number >> CHUNK_BITS));
    }
    return number;
  }

  private synchronized void grow(int chunk) {
    AtomicLongArray[] old = chunks;
    if (chunk < old.length) {
      return;
    }
    AtomicLongArray[] grown = new AtomicLongArray[chunk + 1];
    System.arraycopy(old, 0, grown, 0, old.length);
    for (int i = old.length; i <= chunk; i++) {
      grown[i] = new AtomicLongArray(CHUNK);
    }
    chunks = grown;
  }

  void committed(long number, long scn) {
    chunks[(int) (number >> CHUNK_BITS)].set((int) (number & (CHUNK - 1)), scn);
  }

  /** Commit SCN; {@link Long#MAX_VALUE} if it has not committed, 0 for the number 0. */
  long of(long number) {
    if (number <= 0) {
      return 0;
    }
    long scn = chunks[(int) (number >> CHUNK_BITS)].get((int) (number & (CHUNK - 1)));
    return scn == 0 ? Long.MAX_VALUE : scn;
  }
}
