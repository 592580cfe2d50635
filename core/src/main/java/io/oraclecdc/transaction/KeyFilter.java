package io.oraclecdc.transaction;

/** A set of hashes in little memory that may take a hash for one of its own. Not thread-safe. */
final class KeyFilter {
  private static final int MOST_WORDS = 1 << 26;

  private final long[] words;
  private final int shift;

  /**
   * An empty set.
   *
   * @param entries how many hashes it will have at most
   * @param mostBytes memory
   */
  KeyFilter(long entries, long mostBytes) {
    // Twenty-four bits for each, as far as the memory reaches.
    long wanted = Math.max(64, Math.min(entries * 24 / Long.SIZE, mostBytes / Long.BYTES));
    int size = (int) Long.highestOneBit(Math.min(MOST_WORDS, wanted));
    this.words = new long[size];
    this.shift = Long.SIZE - 6 - Integer.numberOfTrailingZeros(size);
  }

  void add(int hash) {
    long one = first(hash);
    long two = second(hash);
    words[(int) (one >>> 6)] |= 1L << one;
    words[(int) (two >>> 6)] |= 1L << two;
  }

  boolean mayContain(int hash) {
    long one = first(hash);
    long two = second(hash);
    return (words[(int) (one >>> 6)] & 1L << one) != 0
        && (words[(int) (two >>> 6)] & 1L << two) != 0;
  }

  private long first(int hash) {
    return (hash * 0x9E3779B97F4A7C15L) >>> shift;
  }

  private long second(int hash) {
    return ((hash ^ 0x5BF03635L) * 0xC2B2AE3D27D4EB4FL) >>> shift;
  }
}
