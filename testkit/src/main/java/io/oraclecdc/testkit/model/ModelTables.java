package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Container;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
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
                key("ID", ModelColumn.Type.NUMBER),
                column("NAME", ModelColumn.Type.TEXT),
                column("QUANTITY", ModelColumn.Type.NUMBER),
                column("CREATED", ModelColumn.Type.DATE),
                column("NOTE", ModelColumn.Type.LONG_TEXT)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            "ORDER_LINES",
            List.of(
                key("ORDER_ID", ModelColumn.Type.NUMBER),
                key("LINE", ModelColumn.Type.NUMBER),
                column("PRICE", ModelColumn.Type.NUMBER),
                column("TITLE", ModelColumn.Type.NATIONAL_TEXT)),
            SupplementalLogging.PRIMARY_KEY,
            true,
            false));
    layouts.add(
        new Layout(
            "EVENTS",
            List.of(
                column("KIND", ModelColumn.Type.TEXT),
                column("AMOUNT", ModelColumn.Type.NUMBER),
                column("TOKEN", ModelColumn.Type.RAW),
                column("AT", ModelColumn.Type.TIMESTAMP)),
            SupplementalLogging.ALL,
            true,
            false));
    layouts.add(
        new Layout(
            OTHER,
            List.of(key("ID", ModelColumn.Type.NUMBER), column("TEXT", ModelColumn.Type.TEXT)),
            SupplementalLogging.ALL,
            false,
            false));
    if (options.has(ModelBehaviour.INDEX_ORGANIZED_TABLE)) {
      layouts.add(
          new Layout(
              "REGIONS",
              List.of(key("CODE", ModelColumn.Type.TEXT), column("LABEL", ModelColumn.Type.TEXT)),
              SupplementalLogging.ALL,
              true,
              true));
    }
    if (options.has(ModelBehaviour.LOB_BLOCKS) || options.has(ModelBehaviour.LOB_FRAGMENTS)) {
      layouts.add(
          new Layout(
              "DOCUMENTS",
              List.of(
                  key("ID", ModelColumn.Type.NUMBER),
                  column("NAME", ModelColumn.Type.TEXT),
                  column("BODY", ModelColumn.Type.CLOB),
                  column("DATA", ModelColumn.Type.BLOB)),
              SupplementalLogging.ALL,
              true,
              false));
    }
    return layouts;
  }

  private static ModelColumn key(String name, ModelColumn.Type type) {
    return new ModelColumn(name, type, true);
  }

  private static ModelColumn column(String name, ModelColumn.Type type) {
    return new ModelColumn(name, type, false);
  }
}
