package io.oraclecdc.dictionary;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.DictionaryTable.Organization;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Applies the rules of capture to a table of the dictionary: which columns have fields, what its
 * key is, how complete its rows are. Immutable.
 */
public final class Layouts {
  private final TableSelection selection;
  private final DatabaseInfo database;

  /** Rules for the tables of one database. */
  public Layouts(TableSelection selection, DatabaseInfo database) {
    this.selection = selection;
    this.database = database;
  }

  /**
   * The layout of a table as it is now.
   *
   * @param version number it gets
   * @throws CdcException CDC-3001 when it has no usable key, a column of the key is left out or
   *     disguised, or the settings ask of columns what cannot be done
   */
  public TableSchema layoutOf(DictionaryTable table, int version) {
    List<Column> columns = columnsOf(table);
    problemOf(table.id(), columns)
        .ifPresent(
            problem -> {
              throw new CdcException(ErrorCode.DECODE, "table " + table.id() + " " + problem);
            });
    KeyChoice choice = keyOf(table, columns);
    RecordKey key =
        choice
            .key()
            .orElseThrow(
                () ->
                    new CdcException(
                        ErrorCode.DECODE, "table " + table.id() + " " + choice.problem()));
    return new TableSchema(
        table.id(),
        database.container(),
        table.objectId(),
        version,
        table.organization() != Organization.HEAP,
        columns,
        key,
        loggingOf(table));
  }

  /** Columns with what capture does with each, in INTERNAL_COLUMN_ID order. */
  public List<Column> columnsOf(DictionaryTable table) {
    List<Column> columns = new ArrayList<>(table.columns().size());
    for (DictionaryColumn column : table.columns()) {
      OracleType type = ColumnTypes.typeOf(column);
      columns.add(
          new Column(
              column.name(),
              type,
              column.nullable(),
              column.internalId(),
              useOf(table, column, type),
              column.virtual() ? null : column.defaultExpression()));
    }
    columns.sort(Comparator.comparingInt(Column::internalId));
    return columns;
  }

  private Column.Use useOf(DictionaryTable table, DictionaryColumn column, OracleType type) {
    // A hidden column is a user's own only when USER_GENERATED says so; ORA_ARCHIVE_STATE, the
    // remains of dropped columns and the parts of object columns are not.
    boolean technical = column.hidden() && !column.userGenerated();
    if (technical || column.virtual()) {
      return Column.Use.IGNORED;
    }
    return useOf(table.id(), column.name(), type);
  }

  /** The use of a column that is neither virtual nor technical. */
  private Column.Use useOf(TableId table, String column, OracleType type) {
    if (selection.excludesColumn(table, column)) {
      return Column.Use.EXCLUDED;
    }
    boolean skippedLob = type.kind().isLob() && selection.lobs() == TableSelection.LobUse.SKIP;
    if (skippedLob || type.kind().isUnsupported()) {
      return Column.Use.IGNORED;
    }
    if (selection.masksColumn(table, column)) {
      return Column.Use.MASKED;
    }
    return selection.hashesColumn(table, column) ? Column.Use.HASHED : Column.Use.CAPTURED;
  }

  /**
   * A layout that was stored by an earlier run, with the columns left out and disguised that are so
   * now.
   *
   * @throws CdcException CDC-3001 when that cannot be done
   */
  TableSchema asSelectedNow(TableSchema stored) {
    List<Column> columns = new ArrayList<>();
    for (Column column : stored.columns()) {
      columns.add(
          column.use() == Column.Use.IGNORED
              ? column
              : column.with(useOf(stored.id(), column.name(), column.type())));
    }
    Optional<String> problem =
        problemOf(stored.id(), columns)
            .or(
                () ->
                    stored.key().columns().stream()
                        .map(columns::get)
                        .flatMap(column -> keyProblem(stored.id(), column, "its key").stream())
                        .findFirst());
    problem.ifPresent(
        text -> {
          throw new CdcException(ErrorCode.DECODE, "table " + stored.id() + " " + text);
        });
    return columns.equals(stored.columns())
        ? stored
        : new TableSchema(
            stored.id(),
            stored.container(),
            stored.objectId(),
            stored.version(),
            stored.isIndexOrganized(),
            columns,
            stored.key(),
            stored.logging());
  }

  /**
   * What the settings ask of columns and what cannot be done, to follow the table's name in a
   * message; empty when there is nothing.
   */
  public Optional<String> problemOf(TableId table, List<Column> columns) {
    for (Column column : columns) {
      if (!column.isDisguised()) {
        continue;
      }
      String setting = disguising(column);
      if (column.type().isKeptApart()) {
        // Parts of such values wait in the buffer until the last one is there.
        return Optional.of(
            "has the column "
                + column.name()
                + " of type "
                + column.type()
                + ", which "
                + setting
                + " names; only values that stand in their row as a whole can be masked or hashed,"
                + " so exclude the column (cdc.columns.exclude)");
      }
      if (selection.masksColumn(table, column.name())
          && selection.hashesColumn(table, column.name())) {
        return Optional.of(
            "has the column "
                + column.name()
                + ", which both cdc.columns.mask.include and cdc.columns.hash.include name");
      }
    }
    boolean leftOut =
        columns.stream().anyMatch(column -> column.use() == Column.Use.EXCLUDED)
            && columns.stream().noneMatch(Column::isCaptured);
    return leftOut
        ? Optional.of("has no column left to read by cdc.columns.include and cdc.columns.exclude")
        : Optional.empty();
  }

  private static String disguising(Column column) {
    return column.use() == Column.Use.MASKED
        ? "cdc.columns.mask.include"
        : "cdc.columns.hash.include";
  }

  /** Why a column cannot be in a key because of the settings; empty when it can. */
  private Optional<String> keyProblem(TableId table, Column column, String origin) {
    String named = "has the column " + column.name() + " in " + origin + ", and ";
    if (column.use() == Column.Use.EXCLUDED) {
      String setting = selection.settingThatExcludes(table, column.name()).orElse("");
      return Optional.of(
          named
              + (setting.equals("cdc.columns.include")
                  ? "cdc.columns.include leaves it out"
                  : "cdc.columns.exclude excludes it"));
    }
    return column.isDisguised()
        ? Optional.of(named + disguising(column) + " names it")
        : Optional.empty();
  }

  /** The key of a table, or why it has none. */
  public KeyChoice keyOf(DictionaryTable table, List<Column> columns) {
    Optional<List<String>> declared = selection.keyColumns(table.id());
    if (declared.isPresent()) {
      return declaredKey(table.id(), declared.get(), columns);
    }
    if (!table.primaryKey().isEmpty()) {
      return columnsKey(table.id(), table.primaryKey(), columns, "the primary key");
    }
    for (List<String> unique : table.uniqueKeys()) {
      if (isKey(unique, columns)) {
        return columnsKey(table.id(), unique, columns, "the unique index");
      }
    }
    return switch (selection.missingKey()) {
      case ROWID -> KeyChoice.of(RecordKey.ROWID);
      case NONE -> KeyChoice.of(RecordKey.NONE);
      case FAIL ->
          KeyChoice.problem(
              "has neither a primary key nor a unique index over NOT NULL columns, and"
                  + " cdc.key.missing is fail");
    };
  }

  private KeyChoice declaredKey(TableId table, List<String> names, List<Column> columns) {
    List<String> exact = new ArrayList<>();
    for (String name : names) {
      Optional<Column> column =
          columns.stream().filter(c -> selection.sameName(name, c.name())).findFirst();
      if (column.isEmpty()) {
        return KeyChoice.wrongSettings("has no column " + name + ", which cdc.key.columns names");
      }
      exact.add(column.get().name());
    }
    return columnsKey(table, exact, columns, "cdc.key.columns");
  }

  private KeyChoice columnsKey(
      TableId table, List<String> names, List<Column> columns, String origin) {
    List<Integer> indexes = new ArrayList<>();
    for (String name : names) {
      int index = indexOf(columns, name);
      if (index < 0) {
        return KeyChoice.problem("has no column " + name + ", which " + origin + " names");
      }
      Column column = columns.get(index);
      Optional<String> problem = keyProblem(table, column, origin);
      if (problem.isPresent()) {
        return KeyChoice.wrongSettings(problem.get());
      }
      if (cannotBeKey(column)) {
        return KeyChoice.wrongSettings(
            "has the column "
                + name
                + " of type "
                + column.type()
                + " in "
                + origin
                + ", and values of such a type are not in the redo of every change");
      }
      if (column.use() == Column.Use.IGNORED) {
        return KeyChoice.problem(
            "has the column "
                + name
                + " of type "
                + column.type()
                + " in "
                + origin
                + ", and such columns are not captured");
      }
      indexes.add(index);
    }
    return KeyChoice.of(new RecordKey(RecordKey.Kind.COLUMNS, indexes));
  }

  private static boolean cannotBeKey(Column column) {
    OracleType.Kind kind = column.type().kind();
    return kind.isLob() || kind == OracleType.Kind.LONG || kind == OracleType.Kind.LONG_RAW;
  }

  private static boolean isKey(List<String> names, List<Column> columns) {
    for (String name : names) {
      int index = indexOf(columns, name);
      // Hidden columns behind an index are expressions: no value of theirs is in the redo.
      if (index < 0
          || columns.get(index).nullable()
          || columns.get(index).use() == Column.Use.IGNORED) {
        return false;
      }
    }
    return !names.isEmpty();
  }

  private static int indexOf(List<Column> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** What is logged beside changed columns: the table's own setting or the database's. */
  public SupplementalLogging loggingOf(DictionaryTable table) {
    SupplementalLogging result =
        database.supplementalAll()
            ? SupplementalLogging.ALL
            : database.supplementalPrimaryKey()
                ? SupplementalLogging.PRIMARY_KEY
                : SupplementalLogging.NONE;
    for (LogGroup group : table.logGroups()) {
      SupplementalLogging level = levelOf(group, table);
      if (level.compareTo(result) > 0) {
        result = level;
      }
    }
    return result;
  }

  private static SupplementalLogging levelOf(LogGroup group, DictionaryTable table) {
    return switch (group.type().toUpperCase(Locale.ROOT)) {
      case "ALL COLUMN LOGGING" -> SupplementalLogging.ALL;
      case "PRIMARY KEY LOGGING", "EXTENDED PRIMARY KEY LOGGING" -> SupplementalLogging.PRIMARY_KEY;
      case "USER LOG GROUP" ->
          coversKey(group.columns(), table)
              ? SupplementalLogging.PRIMARY_KEY
              : SupplementalLogging.NONE;
      default -> SupplementalLogging.NONE;
    };
  }

  private static boolean coversKey(Set<String> logged, DictionaryTable table) {
    if (!table.primaryKey().isEmpty()) {
      return logged.containsAll(table.primaryKey());
    }
    return table.uniqueKeys().stream().anyMatch(key -> logged.containsAll(new HashSet<>(key)));
  }

  /**
   * A key, or why there is none.
   *
   * @param key empty when there is a problem
   * @param problem to follow the table's name in a message; empty when there is a key
   * @param causedBySettings whether the settings make the key impossible, not the table
   */
  public record KeyChoice(Optional<RecordKey> key, String problem, boolean causedBySettings) {
    static KeyChoice of(RecordKey key) {
      return new KeyChoice(Optional.of(key), "", false);
    }

    static KeyChoice problem(String problem) {
      return new KeyChoice(Optional.empty(), problem, false);
    }

    static KeyChoice wrongSettings(String problem) {
      return new KeyChoice(Optional.empty(), problem, true);
    }
  }
}
