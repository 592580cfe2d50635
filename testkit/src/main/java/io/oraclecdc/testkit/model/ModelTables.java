package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Container;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.testkit.model.ModelColumn.ValueType;
import io.oraclecdc.testkit.model.ModelTable.Layout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of every container. */
final class ModelTables {
  private static final String OTHER = "AUDIT_LOG";

  private ModelTables() {}

  /** Whether it is the table that is not captured. */
  static boolean isOther(@Nullable String table) {
    return OTHER.equals(table);
  }

  static List<ModelTable> of(Container container, ModelOptions options) {
    List<ModelTable> tables = new ArrayList<>();
    for (Layout layout : layouts(options)) {
      tables.add(new ModelTable(container, tables.size(), layout));
    }
    return tables;
  }

  private static List<Layout> layouts(ModelOptions options) {
    List<Layout> layouts = new ArrayList<>();
    layouts.add(
        new Layout(
            "ORDERS",
            List.of(
                key("ID", ValueType.NUMBER),
                column("NAME", ValueType.TEXT),
                column("QUANTITY", ValueType.NUMBER),
                column("CREATED", ValueType.DATE),
                column("NOTE", ValueType.LONG_TEXT)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            "ORDER_LINES",
            List.of(
                key("ORDER_ID", ValueType.NUMBER),
                key("LINE", ValueType.NUMBER),
                column("PRICE", ValueType.NUMBER),
                column("TITLE", ValueType.NATIONAL_TEXT)),
            SupplementalLogging.PRIMARY_KEY,
            true,
            false));
    layouts.add(
        new Layout(
            "EVENTS",
            List.of(
                column("KIND", ValueType.TEXT),
                column("AMOUNT", ValueType.NUMBER),
                column("TOKEN", ValueType.RAW),
                column("AT", ValueType.TIMESTAMP)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            OTHER,
            List.of(key("ID", ValueType.NUMBER), column("TEXT", ValueType.TEXT)),
            SupplementalLogging.ALL,
            false,
            false));
    if (options.has(ModelBehaviour.INDEX_ORGANIZED_TABLE)) {
      layouts.add(
          new Layout(
              "REGIONS",
              List.of(key("CODE", ValueType.TEXT), column("LABEL", ValueType.TEXT)),
              SupplementalLogging.ALL,
              true,
              true));
    }
    if (options.hasLobs()) {
      layouts.add(
          new Layout(
              "DOCUMENTS",
              List.of(
                  key("ID", ValueType.NUMBER),
                  column("NAME", ValueType.TEXT),
                  column("BODY", ValueType.CLOB),
                  column("DATA", ValueType.BLOB)),
              SupplementalLogging.ALL,
              true,
              false));
    }
    return layouts;
  }

  private static ModelColumn key(String name, ValueType type) {
    return new ModelColumn(name, type, true);
  }

  private static ModelColumn column(String name, ValueType type) {
    return new ModelColumn(name, type, false);
  }
}
