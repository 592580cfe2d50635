package io.oraclecdc.value;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Bytes to text, never with a replacement character. */
final class CharsetText {
  private CharsetText() {}

  /**
   * The text.
   *
   * @param offset where the bytes stand, for the error
   * @throws LiteralException if the bytes are no text of the character set
   */
  static String decode(byte[] bytes, Charset charset, int offset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      LiteralException failure =
          new LiteralException(offset, "the bytes are not text in the character set " + charset);
      failure.initCause(e);
      throw failure;
    }
  }
}
