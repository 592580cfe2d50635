package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PL/SQL variables that SQL inside a block may name. */
public interface Variables {
  /** None: SQL outside blocks. */
  Variables NONE =
      new Variables() {
        @Override
        public Optional<Kind> kind(String name) {
          return Optional.empty();
        }

        @Override
        public @Nullable Object value(String name) {
          throw new IllegalArgumentException(name);
        }
      };

  /** Type of the variable (upper-case name, record fields as R.F), empty if there is none. */
  Optional<Kind> kind(String name);

  /**
   * Runs a stored or local function whose arguments are next.
   *
   * @param path its name
   * @return name of the variable with its result, empty if there is no such function
   */
  default Optional<String> call(List<String> path, TokenCursor cursor) throws SQLException {
    return Optional.empty();
  }

  /** Its value now. */
  @Nullable Object value(String name);
}
