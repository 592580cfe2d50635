package io.oraclecdc.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePositionStoreTest extends PositionStoreContract {
  @TempDir Path parent;

  @Override
  PositionStore open() {
    return FilePositionStore.open(directory());
  }

  private Path directory() {
    return parent.resolve("state");
  }

  @Test
  void aPositionSurvivesTheProcess() {
    store();
    try (PositionStore store = open()) {
      assertThat(store.load()).hasValue(PositionCodecTest.FULL);
    }
  }

  @Test
  void twoEnginesCannotShareADirectory() {
    try (PositionStore store = open()) {
      assertThat(store.load()).isEmpty();
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
          .hasMessageContaining("in use by another engine");
    }
    open().close();
  }

  @Test
  void aStoreThatWasGivenUpIsNotWritten() {
    PositionStore store = open();
    store.close();
    assertThatThrownBy(() -> store.store(PositionCodecTest.FULL)).hasMessageContaining("given up");
    assertThat(directory().resolve("position")).doesNotExist();
  }

  @Test
  void everyDamagedByteIsNoticed() throws IOException {
    store();
    Path file = directory().resolve("position");
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x04;
      Files.write(file, bad);
      assertDamaged();
    }
    for (int length = 0; length < good.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(good, length));
      assertDamaged();
    }
  }

  @Test
  void aNewFileThatWasNotFinishedDoesNotMatter() throws IOException {
    store();
    Files.writeString(directory().resolve("position.new"), "half");
    try (PositionStore store = open()) {
      assertThat(store.load()).hasValue(PositionCodecTest.FULL);
      store.store(PositionCodecTest.FULL);
      assertThat(directory().resolve("position.new")).doesNotExist();
    }
  }

  @Test
  void fieldsOfANewerReleaseAreWrittenBack() throws IOException {
    Map<String, String> fields =
        new TreeMap<>(PositionCodec.encode(PositionCodecTest.FULL, Map.of()));
    fields.put("journal_generation", "4");
    Files.createDirectories(directory());
    Files.write(directory().resolve("position"), PositionFile.write(fields));
    try (PositionStore store = open()) {
      assertThat(store.load()).isPresent();
      store.store(PositionCodecTest.FULL);
    }
    assertThat(Files.readString(directory().resolve("position"), StandardCharsets.UTF_8))
        .contains("journal_generation=4\n");
  }

  private void store() {
    try (PositionStore store = open()) {
      store.store(PositionCodecTest.FULL);
    }
  }

  private void assertDamaged() {
    try (PositionStore store = open()) {
      assertThatThrownBy(store::load)
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
          .hasMessageContaining("position");
    }
  }
}
