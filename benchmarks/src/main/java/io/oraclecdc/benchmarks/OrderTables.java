package io.oraclecdc.benchmarks;

import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import io.oraclecdc.model.Container;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import oracle.jdbc.OracleTypes;
import org.jspecify.annotations.Nullable;

/** The table of {@link OrderStatements} in the words of both sides. */
final class OrderTables {
  private OrderTables() {}

  static TableSchema ours() {
    List<OracleType> types =
        List.of(
            number(10, 0),
            number(18, 0),
            number(4, 0),
            number(38, 0),
            number(12, 2),
            new OracleType(Kind.NUMBER, "NUMBER", 0, null, null),
            new OracleType(Kind.FLOAT, "FLOAT(126)", 0, 126, null),
            new OracleType(Kind.BINARY_DOUBLE, "BINARY_DOUBLE", 0, null, null),
            text(Kind.VARCHAR2, 200),
            text(Kind.VARCHAR2, 200),
            text(Kind.VARCHAR2, 200),
            text(Kind.VARCHAR2, 200),
            text(Kind.VARCHAR2, 200),
            text(Kind.VARCHAR2, 200),
            text(Kind.CHAR, 2),
            new OracleType(Kind.DATE, "DATE", 0, null, null),
            new OracleType(Kind.TIMESTAMP, "TIMESTAMP(6)", 0, null, 6),
            new OracleType(Kind.TIMESTAMP, "TIMESTAMP(9)", 0, null, 9),
            new OracleType(
                Kind.TIMESTAMP_WITH_TIME_ZONE, "TIMESTAMP(6) WITH TIME ZONE", 0, null, 6),
            text(Kind.RAW, 16));
    List<io.oraclecdc.schema.Column> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(
          new io.oraclecdc.schema.Column(
              OrderStatements.COLUMNS.get(i),
              types.get(i),
              i > 0,
              i + 1,
              io.oraclecdc.schema.Column.Use.CAPTURED,
              null));
    }
    return new TableSchema(
        new io.oraclecdc.model.TableId("", OrderStatements.OWNER, OrderStatements.TABLE),
        new Container(0, "FREE"),
        0,
        1,
        false,
        columns,
        new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
        TableSchema.SupplementalLogging.ALL);
  }

  private static OracleType number(int precision, int scale) {
    return new OracleType(
        Kind.NUMBER, "NUMBER(" + precision + "," + scale + ")", 0, precision, scale);
  }

  private static OracleType text(Kind kind, int length) {
    return new OracleType(kind, kind + "(" + length + ")", length, null, null);
  }

  static Table debezium() {
    return Table.editor()
        .tableId(new TableId("FREE", OrderStatements.OWNER, OrderStatements.TABLE))
        .addColumns(
            column(0, "NUMBER", Types.NUMERIC, 10, 0),
            column(1, "NUMBER", Types.NUMERIC, 18, 0),
            column(2, "NUMBER", Types.NUMERIC, 4, 0),
            column(3, "NUMBER", Types.NUMERIC, 38, 0),
            column(4, "NUMBER", Types.NUMERIC, 12, 2),
            column(5, "NUMBER", Types.NUMERIC, 0, null),
            column(6, "FLOAT", Types.FLOAT, 126, null),
            column(7, "BINARY_DOUBLE", OracleTypes.BINARY_DOUBLE, 0, null),
            column(8, "VARCHAR2", Types.VARCHAR, 200, null),
            column(9, "VARCHAR2", Types.VARCHAR, 200, null),
            column(10, "VARCHAR2", Types.VARCHAR, 200, null),
            column(11, "VARCHAR2", Types.VARCHAR, 200, null),
            column(12, "VARCHAR2", Types.VARCHAR, 200, null),
            column(13, "VARCHAR2", Types.VARCHAR, 200, null),
            column(14, "CHAR", Types.CHAR, 2, null),
            column(15, "DATE", Types.TIMESTAMP, 0, null),
            column(16, "TIMESTAMP(6)", Types.TIMESTAMP, 6, null),
            column(17, "TIMESTAMP(9)", Types.TIMESTAMP, 9, null),
            column(18, "TIMESTAMP(6) WITH TIME ZONE", OracleTypes.TIMESTAMPTZ, 6, null),
            column(19, "RAW", OracleTypes.RAW, 16, null))
        .setPrimaryKeyNames(OrderStatements.COLUMNS.get(0))
        .create();
  }

  private static Column column(
      int index, String type, int jdbcType, int length, @Nullable Integer scale) {
    return Column.editor()
        .name(OrderStatements.COLUMNS.get(index))
        .type(type)
        .jdbcType(jdbcType)
        .length(length)
        .scale(scale)
        .optional(index > 0)
        .position(index + 1)
        .create();
  }
}
