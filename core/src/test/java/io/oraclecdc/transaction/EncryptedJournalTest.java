package io.oraclecdc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptedJournalTest {
  private static final TransactionKey A = new TransactionKey(0, new Xid(1, 2, 3));
  private static final TransactionKey B = new TransactionKey(0, new Xid(1, 3, 3));
  private static final String ROW = "a row of a table";

  @TempDir private Path directory;

  private static String key(int seed) {
    byte[] bytes = new byte[EncryptedJournal.KEY_BYTES];
    Arrays.fill(bytes, (byte) seed);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private Journal open(@Nullable String keys) {
    return EncryptedJournal.over(FileJournal.open(directory), keys);
  }

  private void write(
      @Nullable String keys, TransactionKey transaction, long number, long sequence) {
    try (Journal journal = open(keys)) {
      journal.append(
          new JournalChunk(
              transaction, number, sequence, ("\u0002" + ROW).getBytes(StandardCharsets.UTF_8)));
      journal.flush();
    }
  }

  private List<String> read(@Nullable String keys, Map<TransactionKey, Long> wanted) {
    List<String> texts = new ArrayList<>();
    try (Journal journal = open(keys)) {
      journal.load(wanted, chunk -> texts.add(new String(chunk.content(), StandardCharsets.UTF_8)));
    }
    return texts;
  }

  private void assertRefused(@Nullable String keys, String why) {
    assertThatThrownBy(() -> read(keys, Map.of(A, 1L)))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL))
        .hasMessageContaining(why)
        .hasMessageNotContaining(ROW);
  }

  private byte[] file() throws IOException {
    return Files.readAllBytes(directory.resolve("chunks-00000001"));
  }

  @Test
  void nothingReadableIsInTheFiles() throws IOException {
    write(key(1), A, 1, 1);
    assertThat(new String(file(), StandardCharsets.ISO_8859_1)).doesNotContain("a row");
    assertThat(read(key(1), Map.of(A, 1L))).containsExactly("\u0002" + ROW);
  }

  @Test
  void withoutTheKeyOrWithAnotherOneItIsRefused() {
    write(key(1), A, 1, 1);
    assertRefused(key(2), "another key");
    assertRefused(null, "cdc.txjournal.encryption.key is not set");
  }

  @Test
  void aNewKeyReadsWhatOlderOnesWroteAndWhatNoneWrote() {
    write(null, A, 1, 1);
    write(key(1), A, 2, 2);
    write(key(2) + "," + key(1), A, 3, 3);
    assertThat(read(key(2) + " , " + key(1), Map.of(A, 3L))).hasSize(3);
  }

  @Test
  void chunksCannotChangePlaces() throws IOException {
    write(key(1), A, 1, 1);
    byte[] ofA = file();
    Files.delete(directory.resolve("chunks-00000001"));
    try (Journal journal = FileJournal.open(directory)) {
      // The encrypted bytes of one transaction, under the name of another.
      byte[] content = contentOf(ofA);
      journal.append(new JournalChunk(B, 1, 1, content));
      journal.flush();
    }
    assertThatThrownBy(() -> read(key(1), Map.of(B, 1L)))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL));
  }

  private static byte[] contentOf(byte[] file) {
    int length = 1 + 12 + 1 + ROW.length() + 16;
    // A frame ends with four bytes of its length.
    return Arrays.copyOfRange(file, file.length - 4 - length, file.length - 4);
  }

  @Test
  void aWrongKeyTextIsNotShown() {
    assertThatThrownBy(() -> EncryptedJournal.parse("secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> EncryptedJournal.parse("c2VjcmV0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32 bytes");
  }
}
