package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a database in a directory must not lose and the redo does not say. Thread-safe; what a
 * call wrote is on disk after {@link #sync()}.
 */
public interface ChangeJournal {

  /** A DDL statement that writes no redo. */
  void dictionary(DictionaryChange change);

  /**
   * A DDL statement and its redo row, inseparably.
   *
   * @param change the statement; null when this is a further redo row of one
   * @return the SCN of the DDL row
   */
  long ddl(
      @Nullable DictionaryChange change,
      io.oraclecdc.testkit.simulator.redo.SessionInfo session,
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String text);

  /** A sequence of a container may have given away every value before {@code next}. */
  void sequence(int containerId, ObjectKey key, BigDecimal next);

  /** Returns when everything is on disk. */
  void sync();
}
