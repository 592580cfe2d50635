package io.oraclecdc.model;

/**
 * A redo thread: the stream of redo of one instance. A single-instance database has thread 1.
 *
 * @param number THREAD#
 */
public record RedoThread(int number) implements Comparable<RedoThread> {

  // As in Xid: written out for their speed.
  @Override
  public boolean equals(Object other) {
    return other instanceof RedoThread that && number == that.number;
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public int compareTo(RedoThread other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }
}
