package io.oraclecdc.pipeline;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionCodec;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.LaggingJournal;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.testing.TestRow;
import io.oraclecdc.transaction.JournalSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random redo of several threads, random steps, failures and kills. Whatever happens, every
 * committed change is delivered, transactions are whole and in order, and nothing that a stored
 * position covers comes again.
 */
class CrashSimulationTest {
  @TempDir Path directory;

  @Test
  void killsAtAnyChangeLoseAndInventNothing() throws Exception {
    for (int seed = 0; seed < 400; seed++) {
      new Simulation(seed, directory, null).run();
    }
  }

  @Test
  void neitherDoTheyWithAJournalThatLagsBehind() throws Exception {
    int released = 0;
    for (int seed = 0; seed < 400; seed++) {
      LaggingJournal journal = new LaggingJournal(new Random(seed));
      new Simulation(seed, directory, journal).run();
      released += journal.released();
    }
    assertThat(released).as("the journal was used, and finished transactions left it").isPositive();
  }

  /** One seed. */
  private static final class Simulation {
    private final int seed;
    private final Random random;
    private final Path directory;
    private final @Nullable LaggingJournal journal;
    private final JournalSettings journaling;
    private Position stored = Capture.BEGINNING;
    private int storedInLife;
    private final List<MinedRow> rows = new ArrayList<>();
    private final Map<TransactionKey, List<String>> committed = new LinkedHashMap<>();
    private final Map<TransactionKey, RedoThread> threadOf = new HashMap<>();
    private final Map<RedoThread, List<TransactionKey>> commitOrder = new HashMap<>();

    Simulation(int seed, Path directory, @Nullable LaggingJournal journal) {
      this.seed = seed;
      this.journal = journal;
      this.journaling =
          new JournalSettings(Duration.ofDays(1), 1 + seed % 6, 1 + seed % 200, "selection");
      this.random = new Random(seed);
      this.directory = directory;
    }

    void run() throws InterruptedException {
      generate();
      Set<String> covered = new HashSet<>();
      Map<TransactionKey, Map<Integer, String>> received = new LinkedHashMap<>();
      List<TransactionKey> order = new ArrayList<>();
      boolean done = false;
      int lives = 0;
      while (!done) {
        lives++;
        assertThat(lives).as("seed %s ends", seed).isLessThan(200);
        List<SequencedChange> life = new ArrayList<>();
        storedInLife = 0;
        done = live(stored, life, lives > 30);
        checkLife(life, covered);
        int acknowledged =
            done ? life.size() : storedInLife + random.nextInt(life.size() - storedInLife + 1);
        for (int i = 0; i < life.size(); i++) {
          SequencedChange change = life.get(i);
          if (change.change() instanceof Change.RowChange row) {
            remember(row, received, order);
            if (i < acknowledged) {
              covered.add(identity(row.origin()));
            }
          }
        }
        if (acknowledged > 0) {
          stored = stored(life.get(acknowledged - 1).position());
        }
      }
      checkEverything(received, order);
    }

    private static Position stored(Position reached) {
      return PositionCodec.decode(PositionCodec.encode(reached, Map.of())).position();
    }

    /** Some of what was delivered is acknowledged and stored, never more than the life keeps. */
    private void store(Capture capture, int most) {
      int delivered = Math.min(most, capture.delivered.size());
      if (random.nextInt(3) == 0 && delivered > storedInLife) {
        storedInLife += 1 + random.nextInt(delivered - storedInLife);
        stored = stored(capture.delivered.get(storedInLife - 1).position());
        capture.buffer.stored(stored);
      }
    }

    /** Runs until a random kill; whether it came to the end. */
    private boolean live(Position from, List<SequencedChange> life, boolean undisturbed)
        throws InterruptedException {
      int killAfter = undisturbed ? Integer.MAX_VALUE : random.nextInt(60);
      int stride = 1 + random.nextInt(40);
      ListRedoSource source =
          new ListRedoSource(rows, reached -> reached + 1 + random.nextInt(stride));
      if (seed % 2 == 1) {
        source.strictly();
      }
      try (Capture capture =
          journal == null
              ? new Capture(directory, source, from)
              : new Capture(directory, source, from, journal, journaling)) {
        boolean more = true;
        while (more) {
          if (random.nextInt(5) == 0) {
            source.failOnce(
                random.nextInt(rows.size()),
                new RetriableException(ErrorCode.MINING_STEP_RETRY, "made up", null));
          }
          try {
            more = capture.pipeline.step();
          } catch (RetriableException e) {
            assertThat(e).hasMessageContaining("made up");
          }
          if (random.nextInt(6) == 0) {
            capture.pipeline.heartbeat(java.time.Instant.EPOCH);
          }
          store(capture, killAfter);
          if (capture.delivered.size() > killAfter) {
            life.addAll(capture.delivered.subList(0, killAfter));
            if (journal != null) {
              journal.kill();
            }
            return false;
          }
        }
        life.addAll(capture.delivered);
        return true;
      }
    }

    private void checkLife(List<SequencedChange> life, Set<String> covered) {
      long ordinal = 0;
      for (SequencedChange change : life) {
        assertThat(change.ordinal()).isEqualTo(ordinal++);
        if (change.change() instanceof Change.RowChange row) {
          assertThat(covered)
              .as("seed %s: nothing covered comes again", seed)
              .doesNotContain(identity(row.origin()));
        }
      }
    }

    private static String identity(ChangeOrigin origin) {
      return origin.transaction().key() + "/" + origin.eventIndex();
    }

    private void remember(
        Change.RowChange row,
        Map<TransactionKey, Map<Integer, String>> received,
        List<TransactionKey> order) {
      ChangeOrigin origin = row.origin();
      TransactionKey key = origin.transaction().key();
      if (!received.containsKey(key)) {
        order.add(key);
      }
      String text = Capture.text(row);
      String before =
          received
              .computeIfAbsent(key, each -> new LinkedHashMap<>())
              .put(origin.eventIndex(), text);
      if (before != null) {
        assertThat(text).as("seed %s: a repeated change is the same", seed).isEqualTo(before);
      }
      assertThat(origin.transaction().eventCount())
          .as("seed %s: count of %s", seed, key)
          .isEqualTo(committed.getOrDefault(key, List.of()).size());
    }

    private void checkEverything(
        Map<TransactionKey, Map<Integer, String>> received, List<TransactionKey> order) {
      Map<TransactionKey, List<String>> wanted = new HashMap<>(committed);
      wanted.values().removeIf(List::isEmpty);
      assertThat(received.keySet()).as("seed %s", seed).isEqualTo(wanted.keySet());
      received.forEach(
          (key, changes) -> {
            List<String> inOrder = new ArrayList<>();
            for (int i = 0; i < changes.size(); i++) {
              inOrder.add(String.valueOf(changes.get(i)));
            }
            assertThat(inOrder).as("seed %s, %s", seed, key).isEqualTo(wanted.get(key));
          });
      commitOrder.forEach(
          (thread, commits) -> {
            List<TransactionKey> seen =
                order.stream().filter(key -> thread.equals(threadOf.get(key))).toList();
            List<TransactionKey> expected = commits.stream().filter(wanted::containsKey).toList();
            assertThat(seen).as("seed %s, thread %s", seed, thread).isEqualTo(expected);
          });
    }

    // Redo of up to three threads. Rows of a transaction can be written late, with their old SCN;
    // rows share addresses; savepoints are rolled back; some transactions never end.
    private void generate() {
      int threads = 1 + random.nextInt(3);
      long[] block = new long[threads + 1];
      long scn = 100;
      List<Open> open = new ArrayList<>();
      int next = 1;
      int target = 40 + random.nextInt(160);
      while (rows.size() < target) {
        scn += random.nextInt(3);
        int choice = random.nextInt(10);
        if (open.isEmpty() || choice < 2) {
          Open started = new Open(next++, 1 + random.nextInt(threads), scn);
          open.add(started);
          if (random.nextInt(3) > 0) {
            block[started.thread]++;
            rows.add(started.row(scn, block[started.thread]).start());
          }
          continue;
        }
        Open transaction = open.get(random.nextInt(open.size()));
        int thread = transaction.thread;
        if (choice < 7) {
          if (random.nextInt(3) > 0) {
            block[thread]++;
          }
          long late = random.nextInt(8) == 0 ? transaction.firstScn : scn;
          transaction.change(late, Math.max(1, block[thread]));
        } else if (choice == 7) {
          for (int n = random.nextInt(4); n > 0 && !transaction.live.isEmpty(); n--) {
            block[thread]++;
            transaction.undoNewest(scn, block[thread]);
          }
        } else if (choice == 8) {
          block[thread]++;
          scn++;
          // Commit SCNs of a thread may step back a little.
          long commitScn = Math.max(transaction.firstScn, scn - random.nextInt(3));
          open.remove(transaction);
          transaction.commit(commitScn, block[thread]);
        } else {
          while (!transaction.live.isEmpty()) {
            block[thread]++;
            transaction.undoNewest(scn, block[thread]);
          }
          block[thread]++;
          open.remove(transaction);
          rows.add(transaction.row(scn, block[thread]).rollback());
        }
      }
    }

    private final class Open {
      private final int number;
      private final int thread;
      private final long firstScn;
      private final List<Made> live = new ArrayList<>();
      private int made;

      Open(int number, int thread, long firstScn) {
        this.number = number;
        this.thread = thread;
        this.firstScn = firstScn;
      }

      TestRow row(long scn, long block) {
        return at(scn, block).thread(thread).transaction(number);
      }

      void change(long scn, long block) {
        String rowId = "R" + random.nextInt(4);
        String table = random.nextBoolean() ? "T" : "U";
        long id = number * 1_000L + made;
        made++;
        int kind = random.nextInt(3);
        TestRow row = row(scn, block).table(table);
        if (kind == 0) {
          rows.add(row.insert(rowId, id + "|n"));
          live.add(new Made(rowId, table, OperationCode.DELETE, "c " + id + "|n"));
        } else if (kind == 1) {
          rows.add(row.update(rowId, id + "|o>" + id + "|n"));
          live.add(new Made(rowId, table, OperationCode.UPDATE, "u " + id + "|o>" + id + "|n"));
        } else {
          rows.add(row.delete(rowId, id + "|o"));
          live.add(new Made(rowId, table, OperationCode.INSERT, "d " + id + "|o"));
        }
      }

      void undoNewest(long scn, long block) {
        Made newest = live.remove(live.size() - 1);
        rows.add(row(scn, block).table(newest.table).undo(newest.undo, newest.rowId));
      }

      void commit(long scn, long block) {
        MinedRow row = row(scn, block).commit();
        rows.add(row);
        TransactionKey key = row.transaction();
        committed.put(key, live.stream().map(Made::text).toList());
        threadOf.put(key, row.thread());
        commitOrder.computeIfAbsent(row.thread(), each -> new ArrayList<>()).add(key);
      }
    }

    private record Made(String rowId, String table, OperationCode undo, String text) {}
  }
}
