package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXECUTE IMMEDIATE text [INTO ..] [USING ..] [RETURNING INTO ..]. */
final class ImmediateStatement {
  private final BlockInterpreter interpreter;
  private final BlockHost host;

  ImmediateStatement(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  void run() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    cursor.next();
    interpreter.requireWord("IMMEDIATE");
    BlockHost.Typed text = interpreter.expressionAs(Kind.VARCHAR);
    List<Source> targets = cursor.accept("INTO") ? interpreter.targets(cursor) : List.of();
    List<BlockHost.Typed> using = new ArrayList<>();
    if (cursor.accept("USING")) {
      do {
        cursor.accept("IN");
        using.add(interpreter.expression());
      } while (cursor.accept(","));
    }
    boolean returning = cursor.accept("RETURNING", "INTO") || cursor.accept("RETURN", "INTO");
    if (returning) {
      targets = interpreter.targets(cursor);
    }
    if (interpreter.isChecking()) {
      return;
    }
    for (int i = 0; returning && i < targets.size(); i++) {
      using.add(new BlockHost.Typed(Kind.UNKNOWN, null)); // where the text says INTO :x
    }
    List<@Nullable Object[]> rows =
        host.immediate(String.valueOf(text.value()), using, targets.isEmpty() ? 0 : 2);
    if (!targets.isEmpty()) {
      if (rows.isEmpty() && returning) {
        return;
      }
      if (rows.isEmpty()) {
        throw OraErrors.of(1403, "no data found");
      }
      if (rows.size() > 1) {
        throw OraErrors.of(1422, "exact fetch returns more than requested number of rows");
      }
      interpreter.assignAll(
          targets, Collections.nCopies(targets.size(), Kind.UNKNOWN), rows.get(0));
    }
  }
}
