package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Single;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Verb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses UPDATE, DELETE and MERGE, and hands INSERT to its own parser. */
final class DmlParser {
  private final Parsing parsing;
  private String written = "";
  private Partitioning.@Nullable Partition partition;
  private @Nullable ViewTarget view;

  DmlParser(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  DmlPlan parse() throws SQLException {
    String word = cursor().next().value();
    DmlPlan plan =
        switch (word) {
          case "INSERT" -> new InsertParser(parsing, this).parse();
          case "UPDATE" -> update();
          case "DELETE" -> delete();
          default -> new MergeParser(parsing, this).parse();
        };
    cursor().expectEnd();
    return plan;
  }

  /** The target of a statement, checked for existence and privilege. */
  TableEntry target(String privilege) throws SQLException {
    view = null;
    if (cursor().accept("(")) {
      view = ViewTarget.parse(parsing);
      cursor().expectClose();
      written = "";
      parsing.session().require(view.table().key(), "SELECT");
      return checked(view.table(), privilege, parsing.session());
    }
    ObjectName name = cursor().objectName();
    written = name.name();
    ObjectKey key = parsing.froms().resolve(name);
    Optional<TableEntry> table = parsing.session().dictionary().table(key);
    if (table.isPresent()) {
      return checked(table.get(), privilege, parsing.session());
    }
    ViewEntry named =
        parsing
            .session()
            .dictionary()
            .view(key)
            .orElseThrow(() -> OraErrors.of(942, "table or view does not exist"));
    parsing.session().require(key, privilege);
    view = ViewTarget.of(parsing, named);
    return checked(view.table(), privilege, SessionView.of(parsing.session(), key.owner()));
  }

  private TableEntry checked(TableEntry found, String privilege, SqlSession rights)
      throws SQLException {
    ObjectKey key = found.key();
    Optional<TableEntry> table = Optional.of(found);
    Privileges.requireTarget(rights, found, privilege);
    parsing.session().requireNotMutating(key);
    ClusterStatements.requireUsable(parsing.session().dictionary(), table.get());
    if (table.get().traits().contains(TableEntry.Trait.READ_ONLY)) {
      throw OraErrors.of(12081, "update operation not allowed on table " + key);
    }
    partition = null;
    if (cursor().is("PARTITION", "(")) {
      cursor().next();
      cursor().next();
      String part = cursor().name(14006, "invalid partition name");
      cursor().expectClose();
      Partitioning partitioning = table.get().table().storage().partitioning();
      partition = partitioning == null ? null : partitioning.named(part).orElse(null);
      if (partition == null) {
        throw OraErrors.of(2149, "Specified partition does not exist");
      }
    }
    if (cursor().isAny("PARTITION", "SUBPARTITION")) {
      throw FromParser.unsupported();
    }
    return table.get();
  }

  /** Segments of the partition that the target names; empty when it names none. */
  Set<Long> segments() {
    return partition == null ? Set.of() : Set.of(partition.dataObjectId());
  }

  /** The names of the target, those of a view where it is one. */
  Relation relation(String alias, TableEntry table) {
    ViewTarget through = view;
    return through == null ? Relation.of(alias, table) : through.relation(alias);
  }

  /** The column that a name of the target means. */
  SimColumn writtenColumn(TableEntry table, String name) throws SQLException {
    ViewTarget through = view;
    return column(table, through == null ? name : through.written(name));
  }

  /** The columns of a target that an INSERT without a list fills. */
  List<SimColumn> allColumns(TableEntry table) throws SQLException {
    ViewTarget through = view;
    if (through == null) {
      return table.table().columns().stream().filter(c -> !c.hidden()).toList();
    }
    List<SimColumn> all = new ArrayList<>();
    for (String name : through.columns().keySet()) {
      all.add(writtenColumn(table, name));
    }
    return all;
  }

  /** Rights on columns; those of a view are its owner's. */
  void requireColumns(TableEntry table, String privilege, Collection<String> columns)
      throws SQLException {
    if (view == null) {
      Privileges.requireColumns(parsing.session(), table, privilege, columns);
    }
  }

  boolean isView() {
    return view != null;
  }

  /** Optional alias of a target. */
  String alias() {
    return cursor().isName()
            && !cursor().isAny("SET", "USING", "RETURNING", "RETURN", "LOG", "PARTITION")
        ? cursor().next().value()
        : written;
  }

  private DmlPlan update() throws SQLException {
    TableEntry table = target("UPDATE");
    String alias = alias();
    Scope scope = new Scope(null);
    scope.add(relation(alias, table));
    cursor().expect("SET", 971, "missing SET keyword");
    Set<String> assigned = new LinkedHashSet<>();
    String set = assignments(table, scope, assigned);
    requireColumns(table, "UPDATE", assigned);
    String where = TemporaryRows.where(table, alias, where(scope));
    String sql =
        "UPDATE " + table.innerName() + " " + InnerNames.quoted(alias) + " SET " + set + where;
    List<Source> sources = parsing.binds().sources();
    return new Single(Verb.UPDATE, table, sql, sources, assigned, returning(table));
  }

  private DmlPlan delete() throws SQLException {
    cursor().accept("FROM");
    TableEntry table = target("DELETE");
    String alias = alias();
    Scope scope = new Scope(null);
    scope.add(relation(alias, table));
    String where = TemporaryRows.where(table, alias, where(scope));
    String sql = "DELETE FROM " + table.innerName() + " " + InnerNames.quoted(alias) + where;
    List<Source> sources = parsing.binds().sources();
    return new Single(Verb.DELETE, table, sql, sources, Set.of(), returning(table, true));
  }

  /** WHERE of a statement, empty text when there is none. */
  String where(Scope scope) throws SQLException {
    Partitioning.Partition only = partition;
    ViewTarget through = view;
    String inside = only == null ? "" : PartitionChanges.condition(InnerNames.ROWID, only);
    if (through != null && !through.condition().isEmpty()) {
      inside = inside.isEmpty() ? through.condition() : inside + " AND " + through.condition();
    }
    if (!cursor().accept("WHERE")) {
      return inside.isEmpty() ? "" : " WHERE " + inside;
    }
    if (cursor().accept("CURRENT", "OF")) {
      return " WHERE " + current(cursor().next().value());
    }
    Expr where = parsing.conditions().condition(scope);
    if (where.containsAggregate()) {
      throw OraErrors.of(934, "group function is not allowed here");
    }
    return inside.isEmpty()
        ? " WHERE " + where.sql()
        : " WHERE " + inside + " AND (" + where.sql() + ")";
  }

  /** The row that a cursor of a block has fetched last. */
  private String current(String name) throws SQLException {
    Variables variables = parsing.binds().variables();
    if (variables.kind(name + "%ISOPEN").isEmpty()) {
      throw OraErrors.of(6550, "PLS-00413: identifier in CURRENT OF clause is not a cursor name");
    }
    String row = name + "%ROWID";
    Optional<Kind> kind = variables.kind(row);
    if (kind.isEmpty()) {
      throw OraErrors.of(
          6550,
          "PLS-00404: cursor '"
              + name
              + "' must be declared with FOR UPDATE to use with"
              + " CURRENT OF");
    }
    String parameter = parsing.binds().variable(row, Kind.ROWID).sql();
    return InnerNames.ROWID + " = \"SYS\".\"ORA_FETCHED_ROW\"(" + parameter + ")";
  }

  /** The list behind SET; every name lands in {@code assigned}. */
  String assignments(TableEntry table, Scope scope, Set<String> assigned) throws SQLException {
    List<String> parts = new ArrayList<>();
    do {
      if (cursor().is("(")) {
        parts.add(rowAssignment(table, scope, assigned));
      } else {
        SimColumn column = setTarget(table, assigned);
        cursor().expect("=", 927, "missing equal sign");
        Expr value = value(table, column, scope);
        parts.add(InnerNames.quoted(column.name()) + " = " + value.sql());
      }
    } while (cursor().accept(","));
    return String.join(", ", parts);
  }

  private SimColumn setTarget(TableEntry table, Set<String> assigned) throws SQLException {
    String name = cursor().next().value();
    if (cursor().accept(".")) {
      name = cursor().next().value();
    }
    SimColumn column = writtenColumn(table, name);
    name = column.name();
    if (column.virtual()) {
      throw OraErrors.of(54017, "UPDATE operation disallowed on virtual columns");
    }
    if (table.extrasOf(name).identityAlways()) {
      throw OraErrors.of(32796, "cannot update a generated always identity column");
    }
    if (!assigned.add(name)) {
      throw OraErrors.of(957, "duplicate column name");
    }
    return column;
  }

  /** A column by name or ORA-00904. */
  static SimColumn column(TableEntry table, String name) throws SQLException {
    return table
        .column(name)
        .filter(c -> !c.isUnused())
        .orElseThrow(() -> FromParser.invalid(name));
  }

  private String rowAssignment(TableEntry table, Scope scope, Set<String> assigned)
      throws SQLException {
    cursor().expectOpen();
    List<SimColumn> targets = new ArrayList<>();
    do {
      targets.add(setTarget(table, assigned));
    } while (cursor().accept(","));
    cursor().expectClose();
    cursor().expect("=", 927, "missing equal sign");
    cursor().expectOpen();
    Query query = parsing.queries().query(scope);
    cursor().expectClose();
    if (query.columns().size() != targets.size()) {
      throw query.columns().size() < targets.size()
          ? OraErrors.of(947, "not enough values")
          : OraErrors.of(913, "too many values");
    }
    String names =
        String.join(", ", targets.stream().map(c -> InnerNames.quoted(c.name())).toList());
    return "(" + names + ") = (" + converted(query, targets) + ")";
  }

  /** The query with its columns converted to the targets; untouched when nothing converts. */
  static String converted(Query query, List<SimColumn> targets) throws SQLException {
    boolean plain = true;
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      String name = InnerNames.quoted("$Q") + ".\"C" + (i + 1) + "\"";
      Expr column = Expr.column(name, query.typeOf(i), "C" + (i + 1));
      Expr value = Conversions.assign(column, targets.get(i).type());
      plain &= value.sql().equals(name);
      names.add("\"C" + (i + 1) + "\"");
      values.add(value.sql());
    }
    return plain
        ? query.sql()
        : "SELECT "
            + String.join(", ", values)
            + " FROM ("
            + query.sql()
            + ") \"$Q\"("
            + String.join(", ", names)
            + ")";
  }

  /** A value for a column: an expression or DEFAULT. */
  Expr value(TableEntry table, SimColumn column, Scope scope) throws SQLException {
    if (cursor().is("DEFAULT") && !cursor().peek(1).isOperator("(")) {
      cursor().next();
      return defaultValue(table, column);
    }
    return Conversions.assign(parsing.expressions().expression(scope), column.type());
  }

  /** The column's default, NULL when it has none. */
  Expr defaultValue(TableEntry table, SimColumn column) throws SQLException {
    if (column.virtual()) {
      return Expr.literal("NULL", SqlType.NULL, null);
    }
    String sequence = table.extrasOf(column.name()).identitySequence();
    if (sequence != null) {
      return Expr.of(
          SequenceValues.next(parsing.session(), new ObjectKey(table.table().owner(), sequence)),
          SqlType.NUMBER);
    }
    String text = column.defaultText();
    if (text == null) {
      return Expr.literal("NULL", SqlType.NULL, null);
    }
    return DefaultExpressions.translate(text, column.type(), parsing.session());
  }

  /** RETURNING .. INTO .., null when absent. */
  DmlPlan.@Nullable Returning returning(TableEntry table) throws SQLException {
    return returning(table, false);
  }

  private DmlPlan.@Nullable Returning returning(TableEntry table, boolean deleted)
      throws SQLException {
    if (!cursor().accept("RETURNING") && !cursor().accept("RETURN")) {
      return null;
    }
    Binds own = new Binds(List.of(), parsing.binds().variables());
    Parsing inner = new Parsing(cursor(), parsing.session(), own);
    String alias = table.table().name();
    Scope scope = new Scope(null);
    scope.add(relation(alias, table));
    List<String> values = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    int totals = 0;
    do {
      Expr value = inner.expressions().expression(scope);
      values.add(value.sql());
      totals += value.containsAggregate() ? 1 : 0;
      boolean lob = value.kind() == Kind.CLOB || value.kind() == Kind.BLOB;
      boolean named = lob && value.role() == Expr.Role.COLUMN && value.name() != null;
      columns.add(
          new ResultColumn(
              named ? String.valueOf(value.name()) : "C" + values.size(),
              value.type().described(),
              value.kind() == Kind.ROWID,
              true));
    } while (cursor().accept(","));
    boolean bulk = cursor().accept("BULK", "COLLECT");
    cursor().expect("INTO", 925, "missing INTO keyword");
    List<Source> into = new ArrayList<>();
    do {
      Token token = cursor().next();
      StringBuilder name = new StringBuilder(token.value());
      while (cursor().accept(".")) {
        name.append('.').append(cursor().next().value());
      }
      into.add(
          token.type() == Token.Type.BIND
              ? new Source(token.bind(), "")
              : new Source(0, name.toString()));
    } while (cursor().accept(","));
    if (into.size() != columns.size()) {
      throw OraErrors.of(947, "not enough values");
    }
    if (totals > 0 && totals < columns.size()) {
      throw OraErrors.of(937, "not a single-group group function");
    }
    if (totals > 0 && (deleted || bulk)) {
      throw FromParser.unsupported("RETURNING of aggregates BULK COLLECT, or of DELETE");
    }
    if (deleted) {
      Map<String, Integer> old = new LinkedHashMap<>();
      String source = oldValues(table, String.join(", ", values), own, old);
      String sql =
          "SELECT " + String.join(", ", values) + " FROM " + source + InnerNames.quoted(alias);
      return new DmlPlan.Returning(sql, own.sources(), columns, into, bulk, old);
    }
    String sql =
        "SELECT "
            + String.join(", ", values)
            + " FROM "
            + table.innerName()
            + " "
            + InnerNames.quoted(alias)
            + " WHERE "
            + InnerNames.ROWID
            + (totals > 0 ? " = ANY(" + own.extra("ROWID") + ")" : " = " + own.extra("ROWID"));
    return new DmlPlan.Returning(sql, own.sources(), columns, into, bulk, Map.of(), totals > 0);
  }

  /** A deleted row as a table of one row, of the columns that are asked for. */
  private static String oldValues(
      TableEntry table, String values, Binds binds, Map<String, Integer> old) throws SQLException {
    List<String> columns = new ArrayList<>();
    old.put("ROWID", binds.given());
    columns.add(InnerNames.ROWID + " VARBINARY(10)=?" + old.get("ROWID"));
    for (SimColumn column : table.table().columns()) {
      if (!values.contains("." + InnerNames.quoted(column.name()))) {
        continue;
      }
      SqlType type = SqlType.of(column.type());
      switch (type.kind()) {
        case CLOB, BLOB, OTHER, INTERVAL_DS, INTERVAL_YM ->
            throw FromParser.unsupported("DELETE .. RETURNING of this type");
        default -> old.put(column.name(), binds.given());
      }
      columns.add(
          InnerNames.quoted(column.name())
              + " "
              + InnerTypes.of(type)
              + "=?"
              + old.get(column.name()));
    }
    return "TABLE(" + String.join(", ", columns) + ") ";
  }
}
