package io.oraclecdc.model;

/**
 * The number of a redo log within its thread; rises by one with every log switch and starts again
 * after RESETLOGS.
 *
 * @param number SEQUENCE#
 */
public record LogSequence(long number) implements Comparable<LogSequence> {

  /** The sequence that follows. */
  public LogSequence next() {
    return new LogSequence(number + 1);
  }

  @Override
  public int compareTo(LogSequence other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Long.toString(number);
  }
}
