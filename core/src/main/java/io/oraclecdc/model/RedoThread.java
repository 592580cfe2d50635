package io.oraclecdc.model;

/**
 * A redo thread: the stream of redo of one instance. A single-instance database has thread 1.
 *
 * @param number THREAD#
 */
public record RedoThread(int number) implements Comparable<RedoThread> {

  @Override
  public int compareTo(RedoThread other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }
}
