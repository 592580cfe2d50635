package io.oraclecdc.testing;

import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.transaction.Journal;
import io.oraclecdc.transaction.JournalChunk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;

/**
 * A journal whose chunks become durable some steps later, as those that travel as records do. What
 * is not durable when its process is killed may be there afterwards or not.
 */
public final class LaggingJournal implements Journal {
  private final Random random;
  private final Map<TransactionKey, TreeMap<Long, JournalChunk>> kept = new HashMap<>();
  private final Deque<JournalChunk> travelling = new ArrayDeque<>();
  private final Set<TransactionKey> released = new HashSet<>();
  private long newest;
  private long durable;

  public LaggingJournal(Random random) {
    this.random = random;
  }

  /** Its process is killed: some of what travels is lost, the newest first. */
  public void kill() {
    for (int n = random.nextInt(travelling.size() + 1); n > 0; n--) {
      keep(travelling.remove());
    }
    travelling.clear();
  }

  /** Transactions of which chunks are kept. */
  public Set<TransactionKey> transactions() {
    return kept.keySet();
  }

  /** How many were ever released. */
  public int released() {
    return released.size();
  }

  private void keep(JournalChunk chunk) {
    TreeMap<Long, JournalChunk> chunks =
        kept.computeIfAbsent(chunk.transaction(), key -> new TreeMap<>());
    chunks.tailMap(chunk.number(), true).clear();
    chunks.put(chunk.number(), chunk);
  }

  @Override
  public String store() {
    return "lagging";
  }

  @Override
  public long newest() {
    return newest;
  }

  @Override
  public void append(JournalChunk chunk) {
    Assertions.assertThat(chunk.sequence()).isGreaterThan(newest);
    newest = chunk.sequence();
    travelling.add(chunk);
  }

  @Override
  public void flush() {
    for (int n = random.nextInt(travelling.size() + 1); n > 0; n--) {
      JournalChunk chunk = travelling.remove();
      keep(chunk);
      durable = chunk.sequence();
    }
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public void release(TransactionKey transaction) {
    kept.remove(transaction);
    released.add(transaction);
  }

  @Override
  public void load(Map<TransactionKey, Long> wanted, Consumer<JournalChunk> sink) {
    kept.keySet().retainAll(wanted.keySet());
    wanted.forEach(
        (key, count) -> {
          TreeMap<Long, JournalChunk> chunks = kept.getOrDefault(key, new TreeMap<>());
          chunks.tailMap(count, false).clear();
          Assertions.assertThat((long) chunks.size()).as("chunks of %s", key).isEqualTo(count);
          chunks.values().forEach(sink);
        });
  }

  @Override
  public void close() {
    travelling.clear();
  }
}
