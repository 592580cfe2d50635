package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TransactionKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A journal whose chunks are encrypted with AES-256-GCM, wherever they are kept. The place of a
 * chunk (store, transaction, number, sequence) is authenticated with it, so that chunks cannot be
 * exchanged. Chunks that were written without a key are read as they are.
 *
 * <pre>
 *  content = 200 | nonce (12 bytes) | encrypted content and tag
 * </pre>
 */
public final class EncryptedJournal implements Journal {
  /** Length of a key. */
  public static final int KEY_BYTES = 32;

  private static final int MARK = 200;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Journal journal;
  private final List<SecretKey> keys;
  private final SecureRandom random = new SecureRandom();

  private EncryptedJournal(Journal journal, List<SecretKey> keys) {
    this.journal = journal;
    this.keys = List.copyOf(keys);
  }

  /**
   * A journal over another one.
   *
   * @param keys in Base64, separated by commas: the first encrypts, all of them decrypt; null for
   *     none, chunks are written as they are then
   * @throws IllegalArgumentException when one is no key; its text is not shown
   */
  public static Journal over(Journal journal, @Nullable String keys) {
    return new EncryptedJournal(journal, keys == null ? List.of() : parse(keys));
  }

  /**
   * Checks a list of keys.
   *
   * @throws IllegalArgumentException when one is no key; its text is not shown
   */
  static List<SecretKey> parse(String keys) {
    List<SecretKey> parsed = new ArrayList<>();
    for (String text : keys.split(",", -1)) {
      byte[] bytes;
      try {
        bytes = Base64.getDecoder().decode(text.trim());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("a key is not Base64", null);
      }
      if (bytes.length != KEY_BYTES) {
        throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes");
      }
      parsed.add(new SecretKeySpec(bytes, "AES"));
    }
    return parsed;
  }

  @Override
  public String store() {
    return journal.store();
  }

  @Override
  public long newest() {
    return journal.newest();
  }

  @Override
  public void append(JournalChunk chunk) {
    if (keys.isEmpty()) {
      journal.append(chunk);
      return;
    }
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, keys.get(0), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(placeOf(chunk));
      ByteBuffer content =
          ByteBuffer.allocate(1 + NONCE_BYTES + cipher.getOutputSize(chunk.content().length));
      content.put((byte) MARK).put(nonce);
      cipher.doFinal(ByteBuffer.wrap(chunk.content()), content);
      journal.append(
          new JournalChunk(chunk.transaction(), chunk.number(), chunk.sequence(), content.array()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES in this mode", e);
    }
  }

  private byte[] placeOf(JournalChunk chunk) {
    return (journal.store()
            + " "
            + chunk.transaction().containerId()
            + ":"
            + chunk.transaction().xid()
            + " "
            + chunk.number()
            + " "
            + chunk.sequence())
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void flush() {
    journal.flush();
  }

  @Override
  public long durable() {
    return journal.durable();
  }

  @Override
  public void release(TransactionKey transaction) {
    journal.release(transaction);
  }

  @Override
  public void load(Map<TransactionKey, Long> chunks, Consumer<JournalChunk> sink) {
    journal.load(chunks, chunk -> sink.accept(decrypted(chunk)));
  }

  private JournalChunk decrypted(JournalChunk chunk) {
    byte[] content = chunk.content();
    if (content.length == 0 || (content[0] & 0xFF) != MARK) {
      return chunk;
    }
    if (content.length < 1 + NONCE_BYTES + TAG_BITS / 8) {
      throw unreadable(chunk, "is too short");
    }
    for (SecretKey key : keys) {
      byte[] plain = decrypted(chunk, key);
      if (plain != null) {
        return new JournalChunk(chunk.transaction(), chunk.number(), chunk.sequence(), plain);
      }
    }
    throw unreadable(
        chunk,
        keys.isEmpty()
            ? "is encrypted, and cdc.txjournal.encryption.key is not set"
            : "was encrypted with another key than those of cdc.txjournal.encryption.key, or is"
                + " damaged");
  }

  private byte @Nullable [] decrypted(JournalChunk chunk, SecretKey key) {
    byte[] content = chunk.content();
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, content, 1, NONCE_BYTES));
      cipher.updateAAD(placeOf(chunk));
      return cipher.doFinal(content, 1 + NONCE_BYTES, content.length - 1 - NONCE_BYTES);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES in this mode", e);
    }
  }

  private static CdcException unreadable(JournalChunk chunk, String why) {
    return new CdcException(
        ErrorCode.JOURNAL,
        "chunk "
            + chunk.number()
            + " of transaction "
            + chunk.transaction()
            + " in the journal of long transactions "
            + why,
        "Give the key the journal was written with; keys of before may follow the new one.",
        null);
  }

  @Override
  public void close() {
    journal.close();
  }
}
