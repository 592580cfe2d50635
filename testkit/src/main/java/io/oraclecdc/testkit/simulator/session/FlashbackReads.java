package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.flashback.UndoHistory;
import io.oraclecdc.testkit.simulator.sql.AsOf;
import io.oraclecdc.testkit.simulator.sql.Source;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The flashback clauses of one execution: their SCNs, and which way of reading is enough. */
@SuppressWarnings("ReferenceEquality") // a table version and a clause are themselves only
final class FlashbackReads {
  private final SimSession session;
  private final List<Read> reads = new ArrayList<>();

  private record Read(AsOf asOf, long scn) {}

  /** Computes the SCN of a clause. */
  @FunctionalInterface
  interface Evaluation {
    BigDecimal scn(AsOf asOf) throws SQLException;
  }

  /**
   * Computes and checks the SCNs of all clauses.
   *
   * @throws SQLException ORA-01555, ORA-01466, ORA-08181
   */
  FlashbackReads(SimSession session, List<Source> sources, Evaluation evaluation)
      throws SQLException {
    this.session = session;
    for (Source source : sources) {
      AsOf asOf = source.asOf();
      if (asOf != null) {
        BigDecimal scn = evaluation.scn(asOf);
        long value = scn.precision() - scn.scale() > 18 ? Long.MAX_VALUE : scn.longValue();
        if (!session
            .dictionary()
            .table(asOf.table().key())
            .filter(t -> t == asOf.table())
            .isPresent()) {
          throw new StalePlanException();
        }
        undo().check(asOf.table(), value);
        reads.add(new Read(asOf, value));
      }
    }
  }

  private UndoHistory undo() {
    return session.database().undo();
  }

  long scn(AsOf asOf) throws SQLException {
    for (Read read : reads) {
      if (read.asOf() == asOf) {
        return read.scn();
      }
    }
    throw OraErrors.of(600, "internal error code, arguments: [simulator], [AS OF]");
  }

  /** Whether tables alone answer, as far as is known before the query has its snapshot. */
  boolean needNoHistory() {
    for (Read read : reads) {
      TableEntry table = read.asOf().table();
      boolean open = session.work().hasTouched(table.table().objectId());
      if (undo().hasHistory(table) && (open || !undo().isUnchangedSince(table, read.scn()))) {
        return false;
      }
    }
    return !reads.isEmpty();
  }

  /** The text that reads tables alone. */
  String withoutHistory(String sql) {
    String text = sql;
    for (Read read : reads) {
      text = read.asOf().withoutHistory(text);
    }
    return text;
  }

  /** Makes the histories a text names that do not exist yet. */
  void ensureHistories() throws SQLException {
    for (Read read : reads) {
      undo().ensure(read.asOf().table().table());
    }
  }
}
