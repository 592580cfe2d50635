package io.oraclecdc.dictionary;

import io.oraclecdc.config.RenameTopicPolicy;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Layouts from the dictionary, and from the texts of statements. */
final class LayoutReader {
  private static final Logger log = LoggerFactory.getLogger(LayoutReader.class);

  private final TableDirectory dictionary;
  private final Layouts layouts;
  private final CatalogRules rules;

  LayoutReader(TableDirectory dictionary, Layouts layouts, CatalogRules rules) {
    this.dictionary = dictionary;
    this.layouts = layouts;
    this.rules = rules;
  }

  /** All captured tables as they are now. */
  List<DictionaryReading> readAll() {
    Scn readAt = dictionary.currentScn();
    List<DictionaryTable> tables = dictionary.capturedTables();
    Scn readUntil = dictionary.currentScn();
    return tables.stream().map(table -> reading(table, readAt, readUntil)).toList();
  }

  /** A captured table as it is now; empty when there is none of this name. */
  Optional<DictionaryReading> read(TableId id) {
    Scn readAt = dictionary.currentScn();
    return dictionary
        .capturedTable(id)
        .map(table -> reading(table, readAt, dictionary.currentScn()));
  }

  /** A table as it is now, whatever its name is by now, under the name it has at a moment. */
  Optional<DictionaryReading> readObject(long objectId, TableId id) {
    Scn readAt = dictionary.currentScn();
    return dictionary
        .tableOfObject(objectId)
        .map(table -> reading(table.named(id), readAt, dictionary.currentScn()));
  }

  /** A table as it is now; empty when it is in the dictionary no more. */
  Optional<DictionaryReading> readAgain(TableSchema known) {
    return read(known.id())
        .filter(now -> now.table().objectId() == known.objectId())
        .or(() -> readObject(known.objectId(), known.id()))
        .map(now -> as(now, known));
  }

  private DictionaryReading reading(DictionaryTable table, Scn readAt, Scn readUntil) {
    try {
      return new DictionaryReading(
          table, layouts.layoutOf(table, 1), null, readAt, readUntil, Scn.ZERO);
    } catch (CdcException e) {
      return new DictionaryReading(table, null, e, readAt, readUntil, Scn.ZERO);
    }
  }

  /** With the topic that a table has which was known before, and checked for its names. */
  DictionaryReading as(DictionaryReading now, TableSchema before) {
    TableSchema layout = now.layout();
    return layout == null ? now : checked(now, layout.with(1, published(layout.id(), before)));
  }

  /** Checked for its names. */
  DictionaryReading checked(DictionaryReading now) {
    TableSchema layout = now.layout();
    return layout == null ? now : checked(now, layout);
  }

  private DictionaryReading checked(DictionaryReading now, TableSchema layout) {
    try {
      rules.check().accept(layout);
      return new DictionaryReading(
          now.table(), layout, null, now.readAt(), now.readUntil(), now.lowest());
    } catch (CdcException e) {
      return new DictionaryReading(
          now.table(), null, e, now.readAt(), now.readUntil(), now.lowest());
    }
  }

  private TableId published(TableId id, TableSchema before) {
    return rules.renames() == RenameTopicPolicy.KEEP || id.equals(before.id())
        ? before.publishedAs()
        : id;
  }

  /** What the text of a statement makes of a table. */
  DerivedLayout derive(CapturedTable table, TableSchema before, String sql) {
    DictionaryTable described = table.described();
    if (described == null) {
      return DerivedLayout.UNKNOWN;
    }
    try {
      return derived(LayoutFold.apply(described.named(before.id()), sql), table, before);
    } catch (NotUnderstoodException e) {
      log.debug(
          "what becomes of table {} is not told by its statement: {}", before.id(), e.getMessage());
      return DerivedLayout.UNKNOWN;
    }
  }

  /** A table under another name. */
  DerivedLayout renamed(CapturedTable table, TableSchema before, TableId id) {
    DictionaryTable described = table.described();
    return described == null ? DerivedLayout.UNKNOWN : derived(described.named(id), table, before);
  }

  private DerivedLayout derived(DictionaryTable after, CapturedTable table, TableSchema before) {
    try {
      TableSchema layout = layouts.layoutOf(after, table.nextNumber());
      layout = layout.with(layout.version(), published(layout.id(), before));
      rules.check().accept(layout);
      return new DerivedLayout(after, layout, null);
    } catch (CdcException e) {
      return new DerivedLayout(after, null, e);
    }
  }

  /** What the text of CREATE TABLE makes. */
  DerivedLayout deriveCreated(DictionaryReading now, String sql) {
    DictionaryTable table = now.table();
    DictionaryTable empty =
        new DictionaryTable(
            table.id(),
            table.objectId(),
            table.segmentIds(),
            table.organization(),
            table.partitioned(),
            table.rowMovement(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of());
    try {
      DictionaryTable created = LayoutFold.apply(empty, sql);
      if (created.columns().isEmpty()) {
        return DerivedLayout.UNKNOWN;
      }
      try {
        TableSchema layout = layouts.layoutOf(created, 1);
        rules.check().accept(layout);
        return new DerivedLayout(created, layout, null);
      } catch (CdcException e) {
        if (e.code() != ErrorCode.DECODE && e.code() != ErrorCode.NAME_COLLISION) {
          throw e;
        }
        return new DerivedLayout(created, null, e);
      }
    } catch (NotUnderstoodException e) {
      return DerivedLayout.UNKNOWN;
    }
  }

  /** A stored layout by the settings of now. */
  TableSchema asSelectedNow(TableSchema stored) {
    return layouts.asSelectedNow(stored);
  }

  /** The newest layout of a table that was stored, by the settings of now. */
  TableSchema layoutOf(DictionaryTable described, TableSchema stored) {
    return layouts
        .layoutOf(described, stored.version())
        .with(stored.version(), stored.publishedAs());
  }
}
