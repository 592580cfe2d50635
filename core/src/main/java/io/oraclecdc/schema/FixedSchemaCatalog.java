package io.oraclecdc.schema;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Declared tables that never change, found by container, owner and name: scenario files and tests.
 */
public final class FixedSchemaCatalog implements SchemaCatalog {
  private static final Pattern TRUNCATE_TABLE =
      Pattern.compile("\\s*TRUNCATE\\s+TABLE\\b", Pattern.CASE_INSENSITIVE);

  private final Map<String, TableSchema> byName = new HashMap<>();

  /** The captured tables. */
  public FixedSchemaCatalog(Collection<TableSchema> tables) {
    for (TableSchema table : tables) {
      byName.put(name(table.container().id(), table.id().owner(), table.id().name()), table);
    }
  }

  @Override
  public Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn) {
    if (segment.owner() == null || segment.table() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        byName.get(name(segment.containerId(), segment.owner(), segment.table())));
  }

  @Override
  public boolean isExact(SegmentRef segment, Scn scn) {
    return true;
  }

  @Override
  public boolean hasValuesApart() {
    return byName.values().stream().anyMatch(TableSchema::keepsValuesApart);
  }

  @Override
  public List<TableSchema> tables() {
    return byName.values().stream().sorted(Comparator.comparing(TableSchema::id)).toList();
  }

  /** The layouts are declared: a statement can only empty a table. */
  @Override
  public DdlEffect ddl(
      SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql) {
    return TRUNCATE_TABLE.matcher(sql).lookingAt()
        ? new DdlEffect(List.of(), layoutOf(segment, scn).stream().toList())
        : DdlEffect.NONE;
  }

  private static String name(int containerId, String owner, String table) {
    return containerId + "\0" + owner + "\0" + table;
  }
}
