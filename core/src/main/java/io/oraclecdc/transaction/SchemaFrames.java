package io.oraclecdc.transaction;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Layouts of tables as bytes. Kinds are written by name, so that the order of their declaration may
 * change.
 */
final class SchemaFrames {
  private SchemaFrames() {}

  static void write(FrameBuilder out, TableSchema table) {
    out.putText(table.id().pdb());
    out.putText(table.id().owner());
    out.putText(table.id().name());
    out.putSigned(table.container().id());
    out.putText(table.container().name());
    out.putUnsigned(table.objectId());
    out.putUnsigned(table.version());
    out.putByte(table.isIndexOrganized() ? 1 : 0);
    out.putText(table.key().kind().name());
    out.putUnsigned(table.key().columns().size());
    table.key().columns().forEach(out::putUnsigned);
    out.putText(table.logging().name());
    out.putUnsigned(table.columns().size());
    table.columns().forEach(column -> write(out, column));
  }

  private static void write(FrameBuilder out, Column column) {
    OracleType type = column.type();
    out.putText(column.name());
    out.putText(type.kind().name());
    out.putText(type.declaration());
    out.putUnsigned(type.length());
    optional(out, type.precision());
    optional(out, type.scale());
    out.putByte(column.nullable() ? 1 : 0);
    out.putSigned(column.internalId());
    out.putText(column.use().name());
    String expression = column.defaultExpression();
    out.putByte(expression == null ? 0 : 1);
    if (expression != null) {
      out.putText(expression);
    }
  }

  private static void optional(FrameBuilder out, @Nullable Integer number) {
    out.putByte(number == null ? 0 : 1);
    if (number != null) {
      out.putSigned(number);
    }
  }

  static TableSchema read(FrameInput in) {
    TableId id = new TableId(in.getText(), in.getText(), in.getText());
    Container container = new Container((int) in.getSigned(), in.getText());
    long objectId = in.getUnsigned();
    int version = (int) in.getUnsigned();
    boolean indexOrganized = in.getByte() == 1;
    RecordKey.Kind kind = RecordKey.Kind.valueOf(in.getText());
    List<Integer> keyColumns = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      keyColumns.add((int) in.getUnsigned());
    }
    TableSchema.SupplementalLogging logging = TableSchema.SupplementalLogging.valueOf(in.getText());
    List<Column> columns = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      columns.add(column(in));
    }
    return new TableSchema(
        id,
        container,
        objectId,
        version,
        indexOrganized,
        columns,
        new RecordKey(kind, keyColumns),
        logging);
  }

  private static Column column(FrameInput in) {
    String name = in.getText();
    OracleType.Kind kind = OracleType.Kind.valueOf(in.getText());
    String declaration = in.getText();
    int length = (int) in.getUnsigned();
    Integer precision = optional(in);
    Integer scale = optional(in);
    OracleType type = new OracleType(kind, declaration, length, precision, scale);
    boolean nullable = in.getByte() == 1;
    int internalId = (int) in.getSigned();
    Column.Use use = Column.Use.valueOf(in.getText());
    String expression = in.getByte() == 0 ? null : in.getText();
    return new Column(name, type, nullable, internalId, use, expression);
  }

  private static @Nullable Integer optional(FrameInput in) {
    return in.getByte() == 0 ? null : (Integer) (int) in.getSigned();
  }

  /** Whether two objects describe one layout; versions count anew in each process. */
  static boolean isSameLayout(TableSchema one, TableSchema other) {
    return one.id().equals(other.id())
        && one.container().equals(other.container())
        && one.objectId() == other.objectId()
        && one.isIndexOrganized() == other.isIndexOrganized()
        && one.key().equals(other.key())
        && one.logging() == other.logging()
        && one.columns().equals(other.columns());
  }
}
