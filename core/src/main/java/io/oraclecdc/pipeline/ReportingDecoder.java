package io.oraclecdc.pipeline;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells of tables whose rows LogMiner cannot give, once for each layout. */
final class ReportingDecoder implements RowDecoder {
  private final RowDecoder decoder;
  private final SchemaCatalog catalog;
  private final OpsListener ops;
  private final Set<TableSchema> told = new HashSet<>();

  ReportingDecoder(RowDecoder decoder, SchemaCatalog catalog, OpsListener ops) {
    this.decoder = decoder;
    this.catalog = catalog;
    this.ops = ops;
  }

  @Override
  public @Nullable RedoEvent decode(MinedRow row) {
    if (row.operation() == OperationCode.UNSUPPORTED) {
      Optional<TableSchema> layout =
          catalog.layoutOf(row.segment(), new RedoMoment(row.scn(), row.thread(), row.address()));
      if (layout.isPresent() && told.add(layout.get())) {
        ops.onEvent(
            new OpsEvent.UnsupportedTable(
                OpsReports.placeOf(row), unsupportedColumns(layout.get())));
      }
    }
    return decoder.decode(row);
  }

  private static List<String> unsupportedColumns(TableSchema table) {
    return table.columns().stream()
        .filter(column -> column.type().kind().isUnsupported())
        .map(column -> column.name() + " " + column.type().declaration())
        .toList();
  }

  @Override
  public MinedRow whole(MinedRow last) {
    return decoder.whole(last);
  }

  @Override
  public boolean isInsideStatement() {
    return decoder.isInsideStatement();
  }

  @Override
  public void reset() {
    decoder.reset();
  }
}
