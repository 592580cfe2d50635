package io.oraclecdc.snapshot;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Every SQL text of this package. */
final class SnapshotSql {
  static final String DATE = "YYYY-MM-DD HH24:MI:SS AD";
  static final String TIMESTAMP = "YYYY-MM-DD HH24:MI:SS.FF9 AD";
  static final String TIMESTAMP_TZ = "YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM AD";

  /** The bounds of chunks are compared and sorted; whatever the client's language, by bytes. */
  static final String BINARY_ORDER = "ALTER SESSION SET NLS_SORT = 'BINARY' NLS_COMP = 'BINARY'";

  static final String EXTENTS =
      "SELECT O.DATA_OBJECT_ID, E.RELATIVE_FNO, E.BLOCK_ID, E.BLOCKS FROM DBA_EXTENTS E, DBA_OBJECTS O"
          + " WHERE O.OWNER = E.OWNER AND O.OBJECT_NAME = E.SEGMENT_NAME"
          + " AND (O.SUBOBJECT_NAME = E.PARTITION_NAME OR (O.SUBOBJECT_NAME IS NULL AND E.PARTITION_NAME IS NULL))"
          + " AND O.DATA_OBJECT_ID IS NOT NULL AND E.SEGMENT_TYPE IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION')"
          + " AND O.OBJECT_TYPE = E.SEGMENT_TYPE AND E.OWNER = ? AND E.SEGMENT_NAME = ?"
          + " ORDER BY 1, 2, 3";

  static final String STATISTICS =
      "SELECT T.NUM_ROWS, T.BLOCKS FROM ALL_TABLES T WHERE T.OWNER = ? AND T.TABLE_NAME = ?";

  private SnapshotSql() {}

  static String column(String name) {
    return "T.\"" + name + "\"";
  }

  static String table(TableId table) {
    return "\"" + table.owner() + "\".\"" + table.name() + "\"";
  }

  /**
   * Rows of a chunk as of an SCN. Parameters: what {@code source} binds, the lower bound, the upper
   * bound, see {@link Cut}.
   *
   * @param selected expressions over {@code T}
   */
  static String read(Chunk chunk, RowSource source, List<String> selected) {
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(String.join(", ", selected)).append(" FROM ").append(source.from(true)).append(" T");
    List<String> conditions = new ArrayList<>(source.conditions());
    if (chunk.predicate() != null) {
      conditions.add("(" + chunk.predicate() + ")");
    }
    if (!chunk.lower().isEmpty()) {
      conditions.add(lower(chunk.cut()));
    }
    if (!chunk.upper().isEmpty()) {
      conditions.add(upper(chunk.cut()));
    }
    where(sql, conditions);
    if (chunk.oneRow()) {
      return sql.append(conditions.isEmpty() ? " WHERE ROWNUM = 1" : " AND ROWNUM = 1").toString();
    }
    if (chunk.cut() instanceof Cut.ByKey key) {
      sql.append(" ORDER BY ").append(names(key));
    }
    return sql.toString();
  }

  private static void where(StringBuilder sql, List<String> conditions) {
    if (!conditions.isEmpty()) {
      sql.append(" WHERE ").append(String.join(" AND ", conditions));
    }
  }

  /** The key at which a chunk of a number of rows ends that begins behind a key. */
  static String bound(TableSchema table, Cut.ByKey key, boolean begun, long rows) {
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(key.columns().stream().map(KeyColumn::selected).collect(Collectors.joining(", ")));
    sql.append(" FROM ").append(table(table.id())).append(" T");
    if (begun) {
      sql.append(" WHERE ").append(lower(key));
    }
    return sql.append(" ORDER BY ")
        .append(names(key))
        .append(" OFFSET ")
        .append(rows - 1)
        .append(" ROWS FETCH NEXT 1 ROWS ONLY")
        .toString();
  }

  private static String names(Cut.ByKey key) {
    return key.columns().stream().map(KeyColumn::name).collect(Collectors.joining(", "));
  }

  private static String lower(Cut cut) {
    return cut instanceof Cut.ByKey key ? beyond(key, ">", ">") : "T.ROWID >= CHARTOROWID(?)";
  }

  private static String upper(Cut cut) {
    return cut instanceof Cut.ByKey key ? beyond(key, "<", "<=") : "T.ROWID < CHARTOROWID(?)";
  }

  /*
   * (A > ?) or, for several columns, (A >= ? AND (A > ? OR (A = ? AND (B > ?)))): the first
   * comparison alone is one that an index can use.
   */
  private static String beyond(Cut.ByKey key, String strict, String last) {
    List<KeyColumn> columns = key.columns();
    KeyColumn first = columns.get(0);
    String nested = beyond(columns, 0, strict, last);
    return columns.size() == 1
        ? nested
        : "(" + first.name() + " " + strict + "= " + first.parameter() + " AND " + nested + ")";
  }

  private static String beyond(List<KeyColumn> columns, int from, String strict, String last) {
    KeyColumn column = columns.get(from);
    if (from == columns.size() - 1) {
      return column.name() + " " + last + " " + column.parameter();
    }
    return "("
        + column.name()
        + " "
        + strict
        + " "
        + column.parameter()
        + " OR ("
        + column.name()
        + " = "
        + column.parameter()
        + " AND "
        + beyond(columns, from + 1, strict, last)
        + "))";
  }

  /** Which values of a bound are bound, in the order of the parameters. */
  static List<Integer> binds(Cut cut) {
    if (!(cut instanceof Cut.ByKey key)) {
      return List.of(0);
    }
    int size = key.columns().size();
    List<Integer> binds = new ArrayList<>();
    if (size > 1) {
      binds.add(0);
    }
    for (int i = 0; i < size - 1; i++) {
      binds.add(i);
      binds.add(i);
    }
    binds.add(size - 1);
    return binds;
  }

  static java.math.BigDecimal number(Scn scn) {
    return new java.math.BigDecimal(new java.math.BigInteger(Long.toUnsignedString(scn.value())));
  }
}
