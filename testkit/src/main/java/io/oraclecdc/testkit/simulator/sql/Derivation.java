package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows that H2 cannot compute by itself: they are made before the statement that reads them runs,
 * and reach it as arrays, one for each column.
 */
public interface Derivation {

  /** Computes the rows. */
  List<@Nullable Object[]> rows(Reader reader) throws SQLException;

  /** Runs queries with the binds of the statement. */
  @FunctionalInterface
  interface Reader {

    /**
     * Runs a query.
     *
     * @param kinds of its columns
     * @param given arrays for parameters that nothing else has a value for, by number
     */
    List<@Nullable Object[]> read(
        String sql, List<Kind> kinds, Map<Integer, @Nullable Object[]> given) throws SQLException;
  }
}
