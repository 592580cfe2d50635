package broken.misc;

/** A package outside of the table, a name that says nothing, and state for the whole JVM. */
public final class TextHelper {
  static int counter;
}
