package io.oraclecdc.dictionary;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A dictionary whose tables the test changes. */
final class TestDirectory implements TableDirectory {
  private final TreeMap<TableId, DictionaryTable> tables = new TreeMap<>();
  String wanted = ".*";
  Scn scn = Scn.ZERO;
  int readings;

  void put(DictionaryTable table) {
    tables.put(table.id(), table);
  }

  void remove(String name) {
    tables.remove(TableId.of("APP", name));
  }

  @Override
  public long highestObjectId() {
    return 80_000;
  }

  @Override
  public List<DictionaryTable> capturedTables() {
    return tables.values().stream().filter(table -> isCaptured(table.id())).toList();
  }

  @Override
  public Optional<DictionaryTable> capturedTable(TableId table) {
    readings++;
    return isCaptured(table) ? Optional.ofNullable(tables.get(table)) : Optional.empty();
  }

  @Override
  public Optional<DictionaryTable> tableOfObject(long objectId) {
    return tables.values().stream().filter(table -> table.objectId() == objectId).findFirst();
  }

  @Override
  public Scn currentScn() {
    return scn;
  }

  @Override
  public boolean isCaptured(TableId table) {
    return table.toString().matches(wanted);
  }
}
