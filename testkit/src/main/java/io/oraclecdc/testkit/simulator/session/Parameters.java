package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.sql.AsOf;
import io.oraclecdc.testkit.simulator.sql.Derivation;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The values of one execution's parameters, and the rows that are derived for it. */
final class Parameters {
  private final SimSession session;
  private final Connection h2;
  private final List<Source> sources;
  private final BoundValues values;
  private final Variables variables;
  private final Snapshot snapshot;
  private final IdentityHashMap<Derivation, List<@Nullable Object[]>> derived =
      new IdentityHashMap<>();

  /** The SCN of a flashback clause. */
  @FunctionalInterface
  interface Snapshot {
    long scn(AsOf asOf) throws SQLException;
  }

  Parameters(
      SimSession session,
      Connection h2,
      List<Source> sources,
      BoundValues values,
      Variables variables,
      Snapshot snapshot) {
    this.session = session;
    this.h2 = h2;
    this.sources = sources;
    this.values = values;
    this.variables = variables;
    this.snapshot = snapshot;
  }

  /** Sets the parameters of a statement. */
  void bind(PreparedStatement statement, String sql) throws SQLException {
    bind(statement, sql, Map.of());
  }

  private void bind(PreparedStatement statement, String sql, Map<Integer, @Nullable Object[]> given)
      throws SQLException {
    // several statements can share one list of sources; each names only some of the parameters
    int count = statement.getParameterMetaData().getParameterCount();
    for (int i = 0; i < Math.min(count, sources.size()); i++) {
      Source source = sources.get(i);
      @Nullable Object[] array = given.get(i + 1);
      if (array != null) {
        statement.setObject(i + 1, array);
      } else if (source.position() < 0) {
        statement.setObject(i + 1, null);
      } else if (source.derivation() != null) {
        statement.setObject(
            i + 1, isNamed(sql, i + 1) ? column(source.derivation(), source.column()) : null);
      } else if (source.asOf() != null) {
        statement.setLong(i + 1, snapshot.scn(source.asOf()));
      } else if (source.position() > 0) {
        H2Values.setRead(
            statement, i + 1, values.kind(source.position()), values.value(source.position()));
      } else {
        H2Values.setRead(
            statement,
            i + 1,
            variables.kind(source.variable()).orElse(Kind.UNKNOWN),
            variables.value(source.variable()));
      }
    }
  }

  private static boolean isNamed(String sql, int parameter) {
    return Pattern.compile("\\?" + parameter + "(?![0-9])").matcher(sql).find();
  }

  private @Nullable Object[] column(Derivation derivation, int index) throws SQLException {
    List<@Nullable Object[]> rows = derived.get(derivation);
    if (rows == null) {
      rows = derivation.rows(this::read);
      derived.put(derivation, rows);
    }
    @Nullable Object[] column = new Object[rows.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = rows.get(i)[index];
    }
    return column;
  }

  private List<@Nullable Object[]> read(
      String sql, List<Kind> kinds, Map<Integer, @Nullable Object[]> given) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      bind(statement, sql, given);
      try (ResultSet result = session.bound(statement::executeQuery)) {
        while (session.bound(result::next)) {
          @Nullable Object[] row = new Object[kinds.size()];
          for (int i = 0; i < row.length; i++) {
            row[i] = inner(result, i + 1, kinds.get(i));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** A value in the form in which it can be an element of an array. */
  private static @Nullable Object inner(ResultSet row, int index, Kind kind) throws SQLException {
    return switch (kind) {
      case NUMBER -> row.getBigDecimal(index);
      case DATE, TIMESTAMP -> row.getObject(index, LocalDateTime.class);
      case TIMESTAMP_TZ, TIMESTAMP_LTZ -> row.getObject(index, OffsetDateTime.class);
      case RAW, BLOB, ROWID -> row.getBytes(index);
      case BINARY_FLOAT, BINARY_DOUBLE, INTERVAL_DS, INTERVAL_YM, BOOLEAN -> row.getObject(index);
      default -> row.getString(index);
    };
  }
}
