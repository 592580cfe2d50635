package io.oraclecdc.value;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Bytes to text, chunk by chunk: a character that a chunk cuts in two is completed by the next
 * chunk. Never gives a replacement character. Not thread-safe.
 */
public final class ChunkDecoder {
  private final Charset charset;
  private final CharsetDecoder decoder;
  private byte[] rest = {};

  ChunkDecoder(Charset charset) {
    this.charset = charset;
    this.decoder = charset.newDecoder();
  }

  /**
   * The text of the next bytes, without a character that is not complete.
   *
   * @throws LiteralException if the bytes are no text of the character set
   */
  public String next(byte[] chunk) {
    ByteBuffer in = ByteBuffer.allocate(rest.length + chunk.length).put(rest).put(chunk).flip();
    CharBuffer out =
        CharBuffer.allocate((int) Math.ceil(in.remaining() * (double) decoder.maxCharsPerByte()));
    CoderResult result = decoder.decode(in, out, false);
    if (result.isError()) {
      throw damaged();
    }
    rest = new byte[in.remaining()];
    in.get(rest);
    return out.flip().toString();
  }

  /**
   * Ends the text.
   *
   * @throws LiteralException if a character is not complete
   */
  public void finish() {
    if (rest.length > 0) {
      throw damaged();
    }
  }

  private LiteralException damaged() {
    return new LiteralException(0, "the bytes are not text in the character set " + charset);
  }
}
