package io.oraclecdc.testkit.scenario;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * {@code table CREATE TABLE ...} lines to layouts. Knows column types, keys, NOT NULL and DEFAULT;
 * skips what does not matter to capture.
 *
 * <p>Keys follow the settings {@code cdc.key.columns} and {@code cdc.key.missing}, columns {@code
 * cdc.columns.*} and {@code cdc.lob.mode}.
 */
final class TableReader {
  private static final Container DATABASE = new Container(0, "ORCL");

  private final Map<String, String> properties;
  private final List<Pattern> included;
  private final List<Pattern> excluded;
  private final List<Pattern> masked;
  private final List<Pattern> hashed;
  private int objects;

  TableReader(Map<String, String> properties) {
    this.properties = properties;
    this.included = patterns("cdc.columns.include");
    this.excluded = patterns("cdc.columns.exclude");
    this.masked = patterns("cdc.columns.mask.include");
    this.hashed = patterns("cdc.columns.hash.include");
  }

  private List<Pattern> patterns(String key) {
    List<Pattern> patterns = new ArrayList<>();
    for (String pattern : properties.getOrDefault(key, "").split(",", -1)) {
      if (!pattern.isBlank()) {
        try {
          patterns.add(Pattern.compile(pattern.strip()));
        } catch (PatternSyntaxException e) {
          throw new ScenarioException(0, key + " has a wrong pattern: " + pattern);
        }
      }
    }
    return patterns;
  }

  TableSchema read(NumberedLine line) {
    int split = line.text().indexOf(";;");
    String sql = (split < 0 ? line.text() : line.text().substring(0, split)).strip();
    Map<String, String> options = options(line, split < 0 ? "" : line.text().substring(split + 2));
    if (sql.endsWith(";")) {
      sql = sql.substring(0, sql.length() - 1);
    }
    DdlTokens tokens = new DdlTokens(line, sql);
    tokens.expect("CREATE");
    tokens.expect("TABLE");
    List<String> name = new ArrayList<>();
    do {
      name.add(tokens.identifier("a name"));
    } while (tokens.accept("."));
    Definition table = new Definition();
    tokens.expect("(");
    do {
      element(line, tokens, table);
    } while (tokens.accept(","));
    tokens.expect(")");
    while (!tokens.isAtEnd()) {
      table.indexOrganized |= tokens.accept("ORGANIZATION", "INDEX");
      if (!tokens.isAtEnd()) {
        tokens.next("an option");
      }
    }
    return build(line, table, name, options);
  }

  private static Map<String, String> options(NumberedLine line, String text) {
    Map<String, String> options = new HashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      if (word.isEmpty()) {
        continue;
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 || !Set.of("supplemental", "con", "pdb").contains(name)) {
        throw line.problem(
            "behind ;; stand supplemental=ALL, PK or NONE, con=number, pdb=name: " + word);
      }
      options.put(name, word.substring(equals + 1));
    }
    return options;
  }

  private static void element(NumberedLine line, DdlTokens tokens, Definition table) {
    if (tokens.accept("CONSTRAINT")) {
      tokens.identifier("a constraint name");
    }
    if (tokens.accept("PRIMARY", "KEY")) {
      table.primaryKey = names(tokens);
      skipToEnd(tokens);
    } else if (tokens.accept("UNIQUE")) {
      table.uniqueKeys.add(names(tokens));
      skipToEnd(tokens);
    } else if (tokens.accept("FOREIGN", "KEY")
        || tokens.accept("CHECK")
        || tokens.accept("SUPPLEMENTAL", "LOG")) {
      skipToEnd(tokens);
    } else {
      column(line, tokens, table);
    }
  }

  private static List<String> names(DdlTokens tokens) {
    List<String> names = new ArrayList<>();
    tokens.expect("(");
    do {
      names.add(tokens.identifier("a column"));
    } while (tokens.accept(","));
    tokens.expect(")");
    return names;
  }

  private static void skipToEnd(DdlTokens tokens) {
    while (!tokens.isAtEnd() && !tokens.peek().equals(",") && !tokens.peek().equals(")")) {
      if (tokens.peek().equals("(")) {
        tokens.group();
      } else {
        tokens.next("a constraint");
      }
    }
  }

  private static void column(NumberedLine line, DdlTokens tokens, Definition table) {
    ColumnDefinition column =
        new ColumnDefinition(tokens.identifier("a column"), TypeReader.read(tokens));
    if (table.columns.stream().anyMatch(other -> other.name.equals(column.name))) {
      throw line.problem("column " + column.name + " stands twice");
    }
    table.columns.add(column);
    while (!tokens.isAtEnd() && !tokens.peek().equals(",") && !tokens.peek().equals(")")) {
      if (tokens.accept("NOT", "NULL")) {
        column.notNull = true;
      } else if (tokens.accept("PRIMARY", "KEY")) {
        table.primaryKey = List.of(column.name);
      } else if (tokens.accept("UNIQUE")) {
        table.uniqueKeys.add(List.of(column.name));
      } else if (tokens.accept("DEFAULT")) {
        column.defaultExpression = expression(tokens);
      } else if (tokens.accept("GENERATED", "ALWAYS", "AS", "IDENTITY")) {
        column.notNull = true;
      } else if (tokens.accept("GENERATED", "ALWAYS", "AS") || tokens.accept("AS")) {
        column.virtual = true;
      } else if (tokens.peek().equals("(")) {
        tokens.group();
      } else {
        tokens.next("a column option");
      }
    }
  }

  private static @Nullable String expression(DdlTokens tokens) {
    StringBuilder text = new StringBuilder();
    while (!tokens.isAtEnd()
        && !tokens.peek().equals(",")
        && !tokens.peek().equals(")")
        && !Set.of("NOT", "NULL", "PRIMARY", "UNIQUE", "CHECK", "CONSTRAINT", "REFERENCES")
            .contains(text.length() == 0 ? "" : tokens.peek().toUpperCase(Locale.ROOT))) {
      text.append(text.length() == 0 ? "" : " ")
          .append(tokens.peek().equals("(") ? tokens.group() : tokens.next("a default"));
    }
    return TypeReader.orNull(text);
  }

  private TableSchema build(
      NumberedLine line, Definition table, List<String> name, Map<String, String> options) {
    if (name.size() > 3) {
      throw line.problem("a table is [[PDB.]OWNER.]NAME");
    }
    String pdb = name.size() == 3 ? name.get(0) : options.getOrDefault("pdb", "");
    String owner = name.size() == 1 ? "APP" : name.get(name.size() - 2);
    TableId id = new TableId(pdb, owner, name.get(name.size() - 1));
    objects++;
    List<Column> columns = new ArrayList<>();
    for (ColumnDefinition column : table.columns) {
      columns.add(
          new Column(
              column.name,
              column.type,
              !column.notNull && !table.primaryKey.contains(column.name),
              columns.size() + 1,
              use(id, column),
              column.defaultExpression));
    }
    return new TableSchema(
        id,
        container(line, pdb, options),
        objects,
        1,
        table.indexOrganized,
        columns,
        key(line, id, table, columns),
        logging(line, options));
  }

  private static Container container(NumberedLine line, String pdb, Map<String, String> options) {
    String number = options.getOrDefault("con", pdb.isEmpty() ? "0" : "3");
    if (!number.matches("\\d{1,5}")) {
      throw line.problem("con is the number of a container: " + number);
    }
    int id = Integer.parseInt(number);
    return id == 0 ? DATABASE : new Container(id, pdb.isEmpty() ? "PDB" + id : pdb);
  }

  private Column.Use use(TableId id, ColumnDefinition column) {
    if (names(excluded, id, column) || (!included.isEmpty() && !names(included, id, column))) {
      return Column.Use.EXCLUDED;
    }
    boolean lobsSkipped = properties.getOrDefault("cdc.lob.mode", "skip").equals("skip");
    boolean ignored =
        column.virtual
            || column.type.kind().isUnsupported()
            || (column.type.kind().isLob() && lobsSkipped);
    if (ignored) {
      return Column.Use.IGNORED;
    }
    if (names(masked, id, column)) {
      return Column.Use.MASKED;
    }
    return names(hashed, id, column) ? Column.Use.HASHED : Column.Use.CAPTURED;
  }

  private static boolean names(List<Pattern> patterns, TableId id, ColumnDefinition column) {
    String full = id + "." + column.name;
    String withoutPdb = id.owner() + "." + id.name() + "." + column.name;
    return patterns.stream()
        .anyMatch(
            pattern -> pattern.matcher(full).matches() || pattern.matcher(withoutPdb).matches());
  }

  private RecordKey key(NumberedLine line, TableId id, Definition table, List<Column> columns) {
    List<String> names = configuredKey(id);
    if (names.isEmpty()) {
      names = table.primaryKey.isEmpty() ? table.notNullUniqueKey() : table.primaryKey;
    }
    if (names.isEmpty()) {
      return switch (properties.getOrDefault("cdc.key.missing", "fail")) {
        case "rowid" -> RecordKey.ROWID;
        case "none" -> RecordKey.NONE;
        default ->
            throw line.problem(
                "table "
                    + id
                    + " has no primary key and no unique key over NOT NULL columns; 'set cdc.key.missing=rowid' or 'none' allows it");
      };
    }
    Set<Integer> indexes = new LinkedHashSet<>();
    for (String name : names) {
      int index = -1;
      for (int i = 0; i < columns.size(); i++) {
        index = columns.get(i).name().equals(name) ? i : index;
      }
      if (index < 0) {
        throw line.problem("key column " + name + " is no column of " + id);
      }
      indexes.add(index);
    }
    return new RecordKey(RecordKey.Kind.COLUMNS, List.copyOf(indexes));
  }

  // SCHEMA.TABLE:COL1,COL2;SCHEMA.OTHER:COL
  private List<String> configuredKey(TableId id) {
    for (String entry : properties.getOrDefault("cdc.key.columns", "").split(";", -1)) {
      int colon = entry.indexOf(':');
      if (colon > 0) {
        String table = entry.substring(0, colon).strip();
        if (table.equals(id.toString()) || table.equals(id.owner() + "." + id.name())) {
          return List.of(entry.substring(colon + 1).strip().split("\\s*,\\s*", -1));
        }
      }
    }
    return List.of();
  }

  private static SupplementalLogging logging(NumberedLine line, Map<String, String> options) {
    return switch (options.getOrDefault("supplemental", "ALL").toUpperCase(Locale.ROOT)) {
      case "ALL" -> SupplementalLogging.ALL;
      case "PK" -> SupplementalLogging.PRIMARY_KEY;
      case "NONE" -> SupplementalLogging.NONE;
      default ->
          throw line.problem("supplemental is ALL, PK or NONE: " + options.get("supplemental"));
    };
  }

  private static final class Definition {
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final List<List<String>> uniqueKeys = new ArrayList<>();
    private List<String> primaryKey = List.of();
    private boolean indexOrganized;

    List<String> notNullUniqueKey() {
      for (List<String> key : uniqueKeys) {
        boolean usable =
            key.stream()
                .allMatch(
                    name ->
                        columns.stream()
                            .anyMatch(column -> column.name.equals(name) && column.notNull));
        if (usable) {
          return key;
        }
      }
      return List.of();
    }
  }

  private static final class ColumnDefinition {
    private final String name;
    private final OracleType type;
    private boolean notNull;
    private boolean virtual;
    private @Nullable String defaultExpression;

    ColumnDefinition(String name, OracleType type) {
      this.name = name;
      this.type = type;
    }
  }
}
