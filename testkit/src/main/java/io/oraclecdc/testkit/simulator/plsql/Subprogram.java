package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import org.jspecify.annotations.Nullable;

/**
 * A procedure or function that can be called.
 *
 * @param owner whose rights it has, null for a local one
 * @param tokens the text it stands in; each call walks a copy
 * @param start index of the word PROCEDURE or FUNCTION
 * @param scope what it sees besides its own names: a block or a package
 */
record Subprogram(
    @Nullable String owner, TokenCursor tokens, int start, @Nullable BlockVariables scope) {

  /** A cursor at PROCEDURE or FUNCTION. */
  TokenCursor cursor() {
    TokenCursor copy = tokens.copy();
    copy.reset(start);
    return copy;
  }
}
