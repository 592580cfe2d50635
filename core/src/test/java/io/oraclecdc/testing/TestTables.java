package io.oraclecdc.testing;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.util.List;

/** Tables with an ID and a NAME. */
public final class TestTables {
  public static final TableSchema T =
      table("T", false, new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)));
  public static final TableSchema U =
      table("U", false, new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)));
  public static final TableSchema KEYLESS = table("K", false, RecordKey.NONE);
  public static final TableSchema INDEX_ORGANIZED =
      table("IOT", true, new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)));

  private TestTables() {}

  public static TableSchema table(String name, boolean indexOrganized, RecordKey key) {
    return new TableSchema(
        TableId.of("APP", name),
        new Container(0, "ORCL"),
        0,
        1,
        indexOrganized,
        List.of(
            column("ID", new OracleType(OracleType.Kind.NUMBER, "NUMBER(9)", 0, 9, 0), 1),
            column(
                "NAME",
                new OracleType(OracleType.Kind.VARCHAR2, "VARCHAR2(50)", 50, null, null),
                2)),
        key,
        TableSchema.SupplementalLogging.ALL);
  }

  private static Column column(String name, OracleType type, int id) {
    return new Column(name, type, id > 1, id, Column.Use.CAPTURED, null);
  }

  public static RowImage image(long id, String name) {
    return RowImage.owning(new Object[] {BigDecimal.valueOf(id), name});
  }

  public static RowImage none() {
    return RowImage.nothingLogged(2);
  }

  /** {@code id|name}; {@code -} for what is not logged. */
  public static RowImage parse(String text) {
    int bar = text.indexOf('|');
    String id = text.substring(0, bar);
    String name = text.substring(bar + 1);
    return RowImage.owning(
        new Object[] {
          id.equals("-") ? SpecialValue.NOT_LOGGED : new BigDecimal(id),
          name.equals("-") ? SpecialValue.NOT_LOGGED : name
        });
  }

  public static String text(RowImage image) {
    return text(image.get(0)) + "|" + text(image.get(1));
  }

  private static String text(Object value) {
    return value == SpecialValue.NOT_LOGGED ? "-" : value.toString();
  }
}
