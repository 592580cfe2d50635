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
    int i = 0;
    while (i < length) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw new LiteralException(offset, "the text holds half of a surrogate pair");
      }
      i += Character.charCount(point);
    }
    return text;
  }
}
