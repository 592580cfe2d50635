package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Container;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.testkit.model.ModelColumn.Type;
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
                key("ID", Type.NUMBER),
                column("NAME", Type.TEXT),
                column("QUANTITY", Type.NUMBER),
                column("CREATED", Type.DATE),
                column("NOTE", Type.LONG_TEXT)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            "ORDER_LINES",
            List.of(
                key("ORDER_ID", Type.NUMBER),
                key("LINE", Type.NUMBER),
                column("PRICE", Type.NUMBER),
                column("TITLE", Type.NATIONAL_TEXT)),
            SupplementalLogging.PRIMARY_KEY,
            true,
            false));
    layouts.add(
        new Layout(
            "EVENTS",
            List.of(
                column("KIND", Type.TEXT),
                column("AMOUNT", Type.NUMBER),
                column("TOKEN", Type.RAW),
                column("AT", Type.TIMESTAMP)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            OTHER,
            List.of(key("ID", Type.NUMBER), column("TEXT", Type.TEXT)),
            SupplementalLogging.ALL,
            false,
            false));
    if (options.has(ModelBehaviour.INDEX_ORGANIZED_TABLE)) {
      layouts.add(
          new Layout(
              "REGIONS",
              List.of(key("CODE", Type.TEXT), column("LABEL", Type.TEXT)),
              SupplementalLogging.ALL,
              true,
              true));
    }
    if (options.has(ModelBehaviour.LOB_BLOCKS) || options.has(ModelBehaviour.LOB_FRAGMENTS)) {
      layouts.add(
          new Layout(
              "DOCUMENTS",
              List.of(
                  key("ID", Type.NUMBER),
                  column("NAME", Type.TEXT),
                  column("BODY", Type.CLOB),
                  column("DATA", Type.BLOB)),
              SupplementalLogging.ALL,
              true,
              false));
    }
    return layouts;
  }

  private static ModelColumn key(String name, Type type) {
    return new ModelColumn(name, type, true);
  }

  private static ModelColumn column(String name, Type type) {
    return new ModelColumn(name, type, false);
  }
}
