package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * How far each sequence may have gone: as Oracle does, the journal learns a mark a whole cache
 * ahead before the first value behind the old mark is given away. After a crash the sequence
 * continues at its mark. Thread-safe.
 */
final class SequenceMarks {
  private final Map<ObjectKey, BigDecimal> marks = new HashMap<>();

  /** Before a value is shown to anybody. */
  synchronized void taken(
      ChangeJournal journal, int containerId, SequenceEntry sequence, BigDecimal value) {
    BigDecimal mark = marks.get(sequence.key());
    BigDecimal cached =
        sequence.increment().multiply(BigDecimal.valueOf(Math.max(1, sequence.cache())));
    if (mark != null && isBefore(value, mark, sequence) && !isFar(value, mark, cached)) {
      return;
    }
    BigDecimal next = value.add(cached);
    marks.put(sequence.key(), next);
    journal.sequence(containerId, sequence.key(), next);
    journal.sync();
  }

  private static boolean isBefore(BigDecimal value, BigDecimal mark, SequenceEntry sequence) {
    return sequence.increment().signum() > 0
        ? value.compareTo(mark) < 0
        : value.compareTo(mark) > 0;
  }

  /** A cycle began anew. */
  private static boolean isFar(BigDecimal value, BigDecimal mark, BigDecimal cached) {
    return mark.subtract(value).abs().compareTo(cached.abs()) > 0;
  }

  /** ALTER SEQUENCE and DROP SEQUENCE: the next value is marked anew. */
  synchronized void forget() {
    marks.clear();
  }
}
