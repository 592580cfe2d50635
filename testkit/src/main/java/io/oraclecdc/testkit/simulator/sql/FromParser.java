package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses FROM: tables, views, subqueries and their joins. */
final class FromParser {
  private static final Set<String> AFTER_TABLE =
      Set.of(
          "JOIN",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "NATURAL",
          "ON",
          "USING",
          "FETCH",
          "OFFSET",
          "PARTITION",
          "SUBPARTITION",
          "SAMPLE",
          "VERSIONS",
          "PIVOT",
          "UNPIVOT",
          "RETURNING",
          "LOG",
          "LATERAL",
          "APPLY");

  private final Parsing parsing;
  private final Deque<Map<String, List<ResultColumn>>> commonTables = new ArrayDeque<>();
  private final Map<String, RecursiveTable> recursive = new HashMap<>();
  private final IdentityHashMap<Relation, AsOf> snapshots = new IdentityHashMap<>();
  private int anonymous;

  FromParser(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  /** Opens a WITH clause; its tables are known until {@link #leave}. */
  void enter() {
    commonTables.push(new HashMap<>());
  }

  void define(String name, List<ResultColumn> columns) {
    commonTables.element().put(name, columns);
    recursive.remove(name);
  }

  /** A table whose second branch, which names it, is read next. */
  void define(String name, RecursiveTable table) {
    recursive.put(name, table);
  }

  void leave() {
    commonTables.pop();
  }

  /** A name that no statement has. */
  String anonymous(String start) {
    return start + ++anonymous;
  }

  /** Parses the items behind FROM into the scope. */
  List<FromItem> items(Scope scope) throws SQLException {
    List<FromItem> items = new ArrayList<>();
    do {
      items.add(joined(scope));
    } while (cursor().accept(","));
    return items;
  }

  /** One item without joins, as MERGE .. USING takes it. */
  String single(Scope scope) throws SQLException {
    return item(scope);
  }

  private FromItem joined(Scope scope) throws SQLException {
    int first = scope.relations().size();
    String sql = item(scope);
    boolean joins = false;
    while (true) {
      boolean natural = cursor().accept("NATURAL");
      Optional<String> join = join();
      if (join.isEmpty()) {
        List<String> aliases =
            scope.relations().subList(first, scope.relations().size()).stream()
                .map(Relation::alias)
                .toList();
        return new FromItem(sql, aliases, joins);
      }
      joins = true;
      int right = scope.relations().size();
      String other = item(scope);
      String kind = join.get();
      if (kind.startsWith("CROSS")) {
        sql += " CROSS JOIN " + other;
        continue;
      }
      String on;
      if (natural) {
        on = new CommonColumns(scope, first, right, kind).natural();
      } else if (cursor().accept("USING")) {
        on = new CommonColumns(scope, first, right, kind).using(cursor());
      } else {
        cursor().expectWord("ON");
        on = parsing.conditions().condition(scope).sql();
      }
      sql =
          kind.startsWith("FULL")
              ? FullJoin.of(scope, first, right, sql, other, on, "$F" + ++anonymous)
              : sql + " " + kind + " " + other + " ON " + on;
    }
  }

  private Optional<String> join() {
    if (cursor().accept("JOIN") || cursor().accept("INNER", "JOIN")) {
      return Optional.of("INNER JOIN");
    }
    for (String side : new String[] {"LEFT", "RIGHT", "FULL"}) {
      if (cursor().accept(side, "JOIN") || cursor().accept(side, "OUTER", "JOIN")) {
        return Optional.of(side + " JOIN");
      }
    }
    if (cursor().accept("CROSS", "JOIN")) {
      return Optional.of("CROSS JOIN");
    }
    return Optional.empty();
  }

  static SQLException unsupported() {
    return OraErrors.of(900, "invalid SQL statement (not supported by the simulator)");
  }

  static SQLException unsupported(String what) {
    return OraErrors.of(900, "invalid SQL statement (the simulator does not support " + what + ")");
  }

  static SQLException invalid(String name) {
    return OraErrors.of(904, InnerNames.quoted(name) + ": invalid identifier");
  }

  private String item(Scope scope) throws SQLException {
    int first = scope.relations().size();
    String source = unturned(scope);
    while (cursor().isAny("PIVOT", "UNPIVOT")) {
      boolean pivot = cursor().next().value().equals("PIVOT");
      if (scope.relations().size() != first + 1) {
        throw unsupported("PIVOT of a join");
      }
      Relation turned = scope.relations().remove(first);
      Pivots pivots = new Pivots(parsing);
      Pivots.Result result = pivot ? pivots.pivot(source, turned) : pivots.unpivot(source, turned);
      String alias = alias().orElseGet(() -> "$V" + ++anonymous);
      scope.add(Relation.of(alias, result.columns()));
      source = result.sql() + " " + InnerNames.quoted(alias);
    }
    return source;
  }

  private String unturned(Scope scope) throws SQLException {
    if (cursor().is("(")) {
      return cursor().is("(", "SELECT") || cursor().is("(", "WITH") || cursor().is("(", "(")
          ? inlineView(scope)
          : group(scope);
    }
    if (cursor().isAny("TABLE", "LATERAL", "ONLY", "JSON_TABLE", "XMLTABLE")) {
      throw unsupported();
    }
    ObjectName name = cursor().objectName();
    if (cursor().is("@")) {
      throw OraErrors.of(2019, "connection description for remote database not found");
    }
    String partition = "";
    if (cursor().is("PARTITION", "(")) {
      cursor().next();
      cursor().next();
      partition = cursor().name(14006, "invalid partition name");
      cursor().expectClose();
    }
    if (cursor().isAny("PARTITION", "SUBPARTITION", "SAMPLE", "VERSIONS")
        && !cursor().peek(1).isOperator(",")) {
      throw unsupported();
    }
    Optional<Expr> asOf = asOf();
    String alias = alias().orElse(name.name());
    String source = table(name, scope, alias, asOf);
    return (partition.isEmpty() ? source : partitionOf(resolve(name), partition, source))
        + " "
        + InnerNames.quoted(alias);
  }

  /** The rows of one partition. */
  private String partitionOf(ObjectKey key, String partition, String source) throws SQLException {
    TableEntry table =
        parsing
            .session()
            .dictionary()
            .table(key)
            .orElseThrow(
                () ->
                    OraErrors.of(
                        14109, "partition-extended object names may only be used with tables"));
    Partitioning partitioning = table.table().storage().partitioning();
    Partitioning.Partition found =
        partitioning == null ? null : partitioning.named(partition).orElse(null);
    if (found == null) {
      throw OraErrors.of(2149, "Specified partition does not exist");
    }
    List<String> names = new ArrayList<>(List.of(InnerNames.ROWID, InnerNames.TRANSACTION));
    table.table().columns().forEach(c -> names.add(InnerNames.quoted(c.name())));
    return "(SELECT "
        + String.join(", ", names)
        + " FROM "
        + source
        + " \"$P\""
        + PartitionChanges.where(found)
        + ")";
  }

  private String group(Scope scope) throws SQLException {
    cursor().expectOpen();
    String inner = joined(scope).sql();
    cursor().expectClose();
    return "(" + inner + ")";
  }

  private String inlineView(Scope scope) throws SQLException {
    cursor().expectOpen();
    Query query = parsing.queries().query(scope);
    cursor().expectClose();
    String alias = alias().orElseGet(() -> "$V" + ++anonymous);
    scope.add(Relation.of(alias, query.columns()));
    return "(" + query.sql() + ") " + InnerNames.quoted(alias);
  }

  /** AS before a table alias is a syntax error in Oracle. */
  private Optional<String> alias() throws SQLException {
    if (cursor().is("AS")) {
      throw OraErrors.of(933, "SQL command not properly ended");
    }
    Token token = cursor().peek();
    boolean word =
        token.type() == Token.Type.WORD
            && !TokenCursor.isReserved(token.value())
            && !AFTER_TABLE.contains(token.value());
    if (word || token.type() == Token.Type.QUOTED) {
      return Optional.of(cursor().next().value());
    }
    return Optional.empty();
  }

  private Optional<Expr> asOf() throws SQLException {
    if (!cursor().is("AS", "OF")) {
      return Optional.empty();
    }
    cursor().next();
    cursor().next();
    if (cursor().accept("SCN")) {
      return Optional.of(Conversions.toNumber(parsing.expressions().expression(new Scope(null))));
    }
    cursor().expectWord("TIMESTAMP");
    return Optional.of(
        Conversions.call(
            "ORA_TIMESTAMP_TO_SCN",
            SqlType.NUMBER,
            Conversions.toTimestamp(parsing.expressions().expression(new Scope(null)))));
  }

  private String table(ObjectName name, Scope scope, String alias, Optional<Expr> asOf)
      throws SQLException {
    if (name.schema() == null) {
      RecursiveTable itself = recursive.get(name.name());
      if (itself != null) {
        return itself.use(scope, alias);
      }
      for (Map<String, List<ResultColumn>> level : commonTables) {
        List<ResultColumn> columns = level.get(name.name());
        if (columns != null) {
          scope.add(Relation.of(alias, columns));
          return InnerNames.quoted(name.name());
        }
      }
    }
    ObjectKey key = resolve(name);
    SimDictionary dictionary = parsing.session().dictionary();
    Optional<TableEntry> table = dictionary.table(key);
    Optional<ViewEntry> view = dictionary.view(key);
    if (table.isEmpty() && view.isEmpty()) {
      throw OraErrors.of(942, "table or view does not exist");
    }
    parsing.session().require(key, "SELECT");
    parsing.session().requireNotMutating(key);
    if (table.isPresent()) {
      ClusterStatements.requireUsable(dictionary, table.get());
    }
    Relation relation =
        table.isPresent()
            ? Relation.of(alias, table.get())
            : Relation.of(alias, view.orElseThrow());
    scope.add(relation);
    boolean ownText = view.isPresent() && !view.get().text().isEmpty();
    if (asOf.isPresent()) {
      parsing.session().require(key, "FLASHBACK");
      if (table.isEmpty() && !ownText) {
        throw unsupported(); // a view of the catalog
      }
    }
    Optional<Expr> scn = asOf.or(parsing::asOf);
    String source;
    if (ownText) {
      source = expanded(view.orElseThrow(), scn);
    } else if (table.isPresent() && table.get().isTemporary()) {
      if (asOf.isPresent()) {
        throw OraErrors.of(14451, "unsupported feature with temporary table");
      }
      source = TemporaryRows.of(table.get());
    } else if (scn.isPresent() && table.isPresent()) {
      source = snapshot(table.get(), alias, relation, scn.get());
    } else {
      source = InnerNames.quoted(key.owner(), key.name());
    }
    return source;
  }

  private String snapshot(TableEntry table, String alias, Relation relation, Expr scn) {
    AsOf snapshot = parsing.binds().asOf(table, scn.sql(), alias);
    snapshots.put(relation, snapshot);
    return snapshot.from();
  }

  /** The flashback clause of a FROM item, null when it has none. */
  @Nullable AsOf snapshotOf(Relation relation) {
    return snapshots.get(relation);
  }

  boolean hasSnapshots() {
    return !snapshots.isEmpty();
  }

  /** A view is its query, run with the rights of its owner. */
  private String expanded(ViewEntry view, Optional<Expr> asOf) throws SQLException {
    SqlSession owner = SessionView.of(parsing.session(), view.key().owner());
    Query query;
    try {
      TokenCursor text = TokenCursor.of(view.text());
      query = new Parsing(text, owner, parsing.binds(), asOf).queries().query(null);
      text.expectEnd();
    } catch (SQLException e) {
      throw OraErrors.of(4063, "view \"" + view.key() + "\" has errors");
    }
    if (query.columns().size() != view.columns().size()) {
      throw OraErrors.of(4063, "view \"" + view.key() + "\" has errors");
    }
    String names =
        String.join(", ", view.columns().stream().map(c -> InnerNames.quoted(c.name())).toList());
    return "(SELECT * FROM (" + query.sql() + ") \"$V\"(" + names + "))";
  }

  /** The object behind a name, synonyms followed. */
  ObjectKey resolve(ObjectName name) {
    String schema = name.schema() == null ? parsing.session().currentSchema() : name.schema();
    return parsing
        .session()
        .dictionary()
        .resolve(new ObjectKey(schema, name.name()), name.schema() != null);
  }
}
