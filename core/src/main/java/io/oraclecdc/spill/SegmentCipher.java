package io.oraclecdc.spill;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the segment files of one area with AES in counter mode, so that a file can be read from
 * any offset. The key is made for the area and kept in memory alone: what a process leaves behind
 * cannot be read by anyone. Damage shows in the checksums of the frames. Not thread-safe.
 *
 * <pre>
 *  counter block (16 bytes) = number of the file (8) | offset in the file / 16 (8)
 * </pre>
 */
final class SegmentCipher {
  private static final int BLOCK = 16;
  private static final int KEY_BYTES = 32;

  private final SecretKey key;
  private final Cipher cipher;
  private final byte[] skipped = new byte[BLOCK];

  /** A cipher with a new key. */
  SegmentCipher() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    this.key = new SecretKeySpec(bytes, "AES");
    try {
      this.cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES", e);
    }
  }

  /**
   * Encrypts or decrypts, which is the same.
   *
   * @param file number of the file
   * @param offset of the first byte in the file
   * @param from bytes to read
   * @param to takes as many
   */
  void apply(long file, long offset, ByteBuffer from, ByteBuffer to) {
    byte[] counter = new byte[BLOCK];
    ByteBuffer.wrap(counter).putLong(file).putLong(offset / BLOCK);
    try {
      cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(counter));
      int skip = (int) (offset % BLOCK);
      if (skip > 0) {
        cipher.update(skipped, 0, skip, skipped);
      }
      cipher.doFinal(from, to);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("counter mode takes any number of bytes", e);
    }
  }
}
