package io.oraclecdc.config;

/**
 * How the text of a setting becomes a value.
 *
 * @param <T> the value
 */
interface ConfigType<T> {

  /**
   * Reads the text, which is never blank.
   *
   * @throws IllegalArgumentException if the text is not allowed; the message, if there is one, adds
   *     to {@link #allowed()} and never quotes the text
   */
  T parse(String text);

  /** What is allowed, as it stands after "allowed:" in a message and in the documentation. */
  String allowed();

  /** Word for the kind of value in the documentation. */
  String label();
}
