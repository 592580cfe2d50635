package io.oraclecdc.testing;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fixed tables of which T is told to be altered by every ALTER, and emptied by every other
 * statement; once, like a real catalog.
 */
final class AlteringCatalog implements SchemaCatalog {
  private final FixedSchemaCatalog fixed =
      new FixedSchemaCatalog(List.of(TestTables.T, TestTables.U));
  private RedoAddress last = RedoAddress.ZERO;

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
    return fixed.layoutOf(segment, scn);
  }

  @Override
  public boolean isExact(SegmentRef segment, Scn scn) {
    return true;
  }

  @Override
  public boolean hasValuesApart() {
    return false;
  }

  @Override
  public List<TableSchema> tables() {
    return fixed.tables();
  }

  @Override
  public DdlEffect ddl(
      SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
    if (!address.isAfter(last)) {
      return DdlEffect.NONE;
    }
    last = address;
    return sql.toUpperCase(Locale.ROOT).startsWith("ALTER")
        ? new DdlEffect(List.of(new LayoutChange(LayoutChange.Kind.ALTER, TestTables.T)), List.of())
        : new DdlEffect(List.of(), List.of(TestTables.T));
  }
}
