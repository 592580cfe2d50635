package io.oraclecdc.value;

/** Text that is made of Unicode characters, so that every encoding of them can carry it. */
final class UnicodeText {
  private UnicodeText() {}

  /**
   * The text itself.
   *
   * @param offset where it stands, for the error
   * @throws LiteralException if it holds half of a surrogate pair, which no character is: records
   *     in UTF-8 could not tell two of them apart
   */
  static String of(String text, int offset) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isLowSurrogate(c)
          || i + 1 == length
          || !Character.isLowSurrogate(text.charAt(i + 1))) {
        throw new LiteralException(offset, "the text holds half of a surrogate pair");
      }
      i++;
    }
    return text;
  }
}
