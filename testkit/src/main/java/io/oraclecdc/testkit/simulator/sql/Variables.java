package io.oraclecdc.testkit.simulator.sql;

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

  /** Its value now. */
  @Nullable Object value(String name);
}
