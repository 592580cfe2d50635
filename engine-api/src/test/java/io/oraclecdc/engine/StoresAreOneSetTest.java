package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.position.FilePositionStore;
import io.oraclecdc.position.MemoryPositionStore;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Position, journal and schema history are one set: none is taken without the others. */
@Timeout(120)
class StoresAreOneSetTest {
  @TempDir Path parent;
  private Path state;
  private Shop shop;
  private OracleCdcConfig config;

  @BeforeEach
  void open() throws Exception {
    state = parent.resolve("state");
    shop = Shop.open();
    config = shop.settings().build();
  }

  @AfterEach
  void close() throws Exception {
    shop.close();
  }

  private EngineBuilder engine(Received received) {
    return OracleCdcEngine.create(config).notifying(received).storingIn(state);
  }

  private List<String> capture() throws Exception {
    Received received = new Received();
    try (OracleCdcEngine engine = Shop.started(engine(received))) {
      shop.awaitDelivered(engine);
    }
    return List.copyOf(received.events);
  }

  private void assertRefused(EngineBuilder builder, String... because) {
    try (OracleCdcEngine engine = builder.build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("CDC-4002")
          .hasMessageContainingAll(because);
    }
  }

  private static void remove(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "journal", "schema-history"})
  void aPositionThatWasLostIsNotTakenForAFirstStart(String alsoRemoved) throws Exception {
    assertThat(capture()).isEmpty();
    Path position = state.resolve("position");
    byte[] kept = Files.readAllBytes(position);
    Files.delete(position);
    if (!alsoRemoved.isEmpty()) {
      remove(state.resolve(alsoRemoved));
    }
    shop.insert(1);
    assertRefused(
        engine(new Received()),
        alsoRemoved.equals("journal") ? "schema-history" : state.resolve("journal").toString(),
        "Restore the position",
        "cdc.start.scn");
    assertThat(position).doesNotExist();

    if (alsoRemoved.isEmpty()) {
      Files.write(position, kept);
      assertThat(capture()).containsExactly("INSERT 1");
    } else {
      remove(state);
      assertThat(capture()).isEmpty();
    }
  }

  @Test
  void aPositionOfAStoreOfOnesOwnThatWasLostIsNotTakenForAFirstStart() throws Exception {
    Files.createDirectories(state);
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(config)
                .notifying(new Received())
                .stores(new MemoryPositionStore())
                .journalIn(state))) {
      shop.awaitDelivered(engine);
    }
    assertRefused(
        OracleCdcEngine.create(config)
            .notifying(new Received())
            .stores(new MemoryPositionStore())
            .journalIn(state),
        state.toString());
  }

  @Test
  void aSchemaHistoryThatWasLostIsRefusedWhereThePositionSaysThatThereWasOne() throws Exception {
    capture();
    Files.delete(state.resolve("schema-history"));
    shop.insert(1);
    assertRefused(engine(new Received()), "schema history", "cdc.start.scn");

    // As a release that did not keep layouts would have left it.
    try (FilePositionStore store = FilePositionStore.open(state)) {
      store.store(store.load().orElseThrow().withLayouts(false));
    }
    assertThat(capture()).containsExactly("INSERT 1");
    assertThat(Files.readString(state.resolve("position"))).contains("schema_history=kept");
    assertThat(state.resolve("schema-history")).exists();
  }

  @Test
  void whereAFirstStartBeginsIsDurableBeforeItIsTold() throws Exception {
    AtomicReference<byte[]> atStart = new AtomicReference<>(new byte[0]);
    List<String> told = new java.util.concurrent.CopyOnWriteArrayList<>();
    try (OracleCdcEngine engine =
        engine(new Received())
            .opsListener(
                event -> {
                  if (event instanceof OpsEvent.Started started) {
                    atStart.set(read(state.resolve("position")));
                    told.add(started.resumeScn().toString());
                  }
                })
            .build()) {
      engine.start();
      org.awaitility.Awaitility.await().atMost(Shop.PATIENCE).until(() -> !told.isEmpty());
    }
    // As if it had been killed right then.
    Files.write(state.resolve("position"), atStart.get());
    assertThat(new String(atStart.get(), java.nio.charset.StandardCharsets.UTF_8))
        .contains("resume_scn=" + told.get(0));
    shop.insert(1);
    assertThat(capture()).containsExactly("INSERT 1");
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  @Test
  void aKillBetweenAnyTwoStoresOfAFirstStartLosesNothing() throws Exception {
    Path journal = state.resolve("journal");
    Path layouts = state.resolve("schema-history");
    List<Boolean> alone = new ArrayList<>();
    Position[] first = new Position[1];
    PositionStore watching =
        new PositionStore() {
          @Override
          public Optional<Position> load() {
            return Optional.ofNullable(first[0]);
          }

          @Override
          public void store(Position position) {
            if (first[0] == null) {
              alone.add(!Files.exists(journal) && !Files.exists(layouts));
              first[0] = position;
            }
          }

          @Override
          public void close() {}
        };
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(config)
                .notifying(new Received())
                .stores(watching)
                .journalIn(journal))) {
      shop.awaitDelivered(engine);
    }
    assertThat(alone).containsExactly(true);
    assertThat(first[0].layouts()).isFalse();
    assertThat(first[0].journal()).isNull();

    // The position alone, then with the journal, then with both.
    shop.insert(1);
    try (FilePositionStore store = FilePositionStore.open(state)) {
      store.store(first[0]);
    }
    byte[] position = Files.readAllBytes(state.resolve("position"));
    assertThat(capture()).containsExactly("INSERT 1");
    Files.write(state.resolve("position"), position);
    assertThat(capture()).containsExactly("INSERT 1");
    Files.write(state.resolve("position"), position);
    Files.delete(layouts);
    assertThat(capture()).containsExactly("INSERT 1");
    Files.write(state.resolve("position"), position);
    remove(journal);
    assertThat(capture()).containsExactly("INSERT 1");
  }
}
