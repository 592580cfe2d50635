package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * How CONNECT BY is translated
 * ============================
 * The rows of FROM, joined by the conditions of WHERE that join, are read first, and walked in Java
 * (HierarchyRows). The block then selects from the result as from a table "$H<n>":
 *
 *   "A.X"    column X of FROM item A      "LEVEL" and the other pseudo columns
 *   "^A.X"   the same of the parent row   "$P<n>" a SYS_CONNECT_BY_PATH
 *   "/A.X"   the same of the root row
 *
 * START WITH and CONNECT BY use the same names, so one translation serves them and the select list.
 */

/** A hierarchical query block. */
final class Hierarchy {
  private static final Set<String> PSEUDO_COLUMNS =
      Set.of("LEVEL", "CONNECT_BY_ISLEAF", "CONNECT_BY_ISCYCLE");
  private static final Set<Kind> HASHABLE =
      Set.of(Kind.NUMBER, Kind.VARCHAR, Kind.CHAR, Kind.DATE, Kind.TIMESTAMP);

  private enum Part {
    START,
    CONNECT,
    ELSEWHERE
  }

  private final Parsing parsing;
  private final String holder;
  private final List<Relation.Export> exports = new ArrayList<>();
  private final Scope raw;
  private final Scope held;
  private final Scope priors = new Scope(null);
  private final Scope roots = new Scope(null);
  private final List<Expr> paths = new ArrayList<>();
  private final List<String> separators = new ArrayList<>();
  private final List<String> siblings = new ArrayList<>();
  private Part part = Part.ELSEWHERE;
  private String from = "";
  private @Nullable Expr start;
  private List<Conjunct> connect = List.of();
  private boolean noCycle;
  private boolean usesPrior;
  private boolean everNew;

  private Hierarchy(Parsing parsing, Scope raw, Scope held) {
    this.parsing = parsing;
    this.raw = raw;
    this.held = held;
    this.holder = parsing.froms().anonymous("$H");
    for (Relation relation : List.copyOf(raw.relations())) {
      exports.addAll(relation.exports());
      held.add(relation.heldBy(holder, ""));
      priors.add(relation.heldBy(holder, "^"));
      roots.add(relation.heldBy(holder, "/"));
    }
    raw.joined().forEach(this::merged);
    Relation named =
        new Relation(
            holder,
            null,
            PSEUDO_COLUMNS.stream()
                .map(c -> new RelationColumn(c, SqlType.NUMBER, false, true))
                .toList(),
            false); // "$H1"."LEVEL"
    raw.add(named);
    held.add(named);
    raw.hierarchy(this);
    held.hierarchy(this);
  }

  private void merged(String name, Expr value) {
    String heldName = "$USING." + name;
    exports.add(new Relation.Export(value.sql(), heldName, value.type()));
    held.joinedBy(name, held(heldName, value, name));
    priors.joinedBy(name, held("^" + heldName, value, name));
    roots.joinedBy(name, held("/" + heldName, value, name));
  }

  private Expr held(String heldName, Expr value, String name) {
    return Expr.column(InnerNames.quoted(holder, heldName), value.type(), name);
  }

  /** The hierarchical query that the clauses behind FROM make of this block, if they do. */
  static Optional<Hierarchy> find(Parsing parsing, Scope raw, Scope held) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    int depth = 0;
    boolean found = false;
    for (int i = 0; cursor.peek(i).type() != Token.Type.END && depth >= 0; i++) {
      Token token = cursor.peek(i);
      Token after = cursor.peek(i + 1);
      if (depth == 0 && QueryParser.endsBlock(token)) {
        break;
      }
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")")) {
        depth--;
      } else if (depth == 0 && token.isWord("CONNECT") && after.isWord("BY")) {
        found = true;
      } else if (depth == 0 && (token.isWord("MODEL") || token.isWord("MATCH_RECOGNIZE"))) {
        throw FromParser.unsupported(token.value());
      }
    }
    return found ? Optional.of(new Hierarchy(parsing, raw, held)) : Optional.empty();
  }

  /** Takes over FROM and the conditions of WHERE that join; gives back the others. */
  List<Conjunct> joined(List<FromItem> items, List<Conjunct> inside, List<Conjunct> outside)
      throws SQLException {
    if (raw.references().isCorrelated()) {
      throw correlated();
    }
    List<Conjunct> joins = new ArrayList<>();
    List<Conjunct> filters = new ArrayList<>();
    for (int i = 0; i < outside.size(); i++) {
      References references = inside.isEmpty() ? new References() : inside.get(i).references();
      boolean join = references.all().size() > 1 || references.marks() > 0;
      if (join && !references.all().contains(holder)) {
        joins.add(inside.get(i));
        if (references.isCorrelated()) {
          throw correlated();
        }
      } else {
        filters.add(outside.get(i));
      }
    }
    OuterJoins.Rewritten rewritten = OuterJoins.rewrite(items, joins);
    from =
        rewritten.where().isEmpty()
            ? rewritten.from()
            : rewritten.from() + " WHERE " + OuterJoins.text(rewritten.where());
    return filters;
  }

  Scope raw() {
    return raw;
  }

  private static SQLException correlated() {
    return FromParser.unsupported("CONNECT BY that depends on an outer query");
  }

  /** START WITH and CONNECT BY, in either order. */
  void clauses() throws SQLException {
    TokenCursor cursor = parsing.cursor();
    while (true) {
      if (cursor.accept("START", "WITH")) {
        part = Part.START;
        held.noting();
        start = parsing.conditions().condition(held);
        requireUncorrelated();
      } else if (cursor.accept("CONNECT", "BY")) {
        noCycle = cursor.accept("NOCYCLE");
        part = Part.CONNECT;
        connect = parsing.conditions().conjuncts(held);
        for (Conjunct conjunct : connect) {
          if (conjunct.references().isCorrelated()) {
            throw correlated();
          }
          if (conjunct.condition().sql().contains("ROWNUM")) {
            throw FromParser.unsupported("ROWNUM in CONNECT BY over a table");
          }
        }
      } else {
        break;
      }
      part = Part.ELSEWHERE;
    }
  }

  private void requireUncorrelated() throws SQLException {
    if (held.references().isCorrelated()) {
      throw correlated();
    }
  }

  /** ORDER SIBLINGS BY; labels stand for the expressions they name. */
  void siblings(Map<String, Expr> labels) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if (!cursor.accept("ORDER", "SIBLINGS", "BY")) {
      return;
    }
    do {
      Expr label = labels.get(cursor.peek().value());
      Token after = cursor.peek(1);
      boolean alone = !after.isOperator(".") && !after.isOperator("(");
      Expr key;
      if (label != null && alone && held.column(cursor.peek().value()).isEmpty()) {
        cursor.next();
        key = label;
      } else {
        held.noting();
        key = parsing.expressions().expression(held);
        requireUncorrelated();
      }
      LobRules.requireSortable(key.type());
      requireOfRow(key);
      siblings.add(key.sql() + QueryParser.direction(cursor));
    } while (cursor.accept(","));
  }

  /** What is computed before the walk knows the row only. */
  private void requireOfRow(Expr value) throws SQLException {
    String text = value.sql();
    boolean walked =
        text.contains(InnerNames.quoted(holder) + ".\"^")
            || text.contains(InnerNames.quoted(holder) + ".\"/")
            || text.contains(InnerNames.quoted(holder) + ".\"$P");
    for (String name : PSEUDO_COLUMNS) {
      walked |= text.contains(InnerNames.quoted(holder, name));
    }
    if (walked) {
      throw FromParser.unsupported("what the hierarchy computes, in this place");
    }
  }

  /** PRIOR and CONNECT_BY_ROOT before an operand. */
  static Optional<Expr> operator(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    boolean prior = cursor.is("PRIOR");
    if (!prior && !cursor.is("CONNECT_BY_ROOT")) {
      return Optional.empty();
    }
    Hierarchy hierarchy = scope.hierarchy();
    if (hierarchy == null) {
      throw needsConnectBy();
    }
    cursor.next();
    return Optional.of(prior ? hierarchy.prior() : hierarchy.root());
  }

  private Expr prior() throws SQLException {
    if (part == Part.START) {
      throw FromParser.unsupported("PRIOR in START WITH");
    }
    Expr value = parsing.expressions().primary(priors);
    if (part == Part.CONNECT) {
      usesPrior = true;
      everNew |= value.sql().contains("GUID") || value.sql().contains("RANDOM");
    }
    return value;
  }

  private Expr root() throws SQLException {
    if (part != Part.ELSEWHERE) {
      throw OraErrors.of(
          30007,
          "CONNECT BY ROOT operator is not supported in the START WITH or in the CONNECT BY"
              + " condition");
    }
    return parsing.expressions().primary(roots);
  }

  /** SYS_CONNECT_BY_PATH(value, separator). */
  static Expr path(Parsing parsing, Scope scope) throws SQLException {
    Hierarchy hierarchy = scope.hierarchy();
    if (hierarchy == null || hierarchy.part != Part.ELSEWHERE) {
      throw hierarchy == null
          ? needsConnectBy()
          : OraErrors.of(30002, "SYS_CONNECT_BY_PATH function is not allowed here");
    }
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    Expr value = Conversions.toChar(parsing.expressions().expression(scope));
    cursor.expect(",", 909, "invalid number of arguments");
    Token separator = cursor.next();
    cursor.expectClose();
    if (separator.type() != Token.Type.STRING || separator.value().isEmpty()) {
      throw OraErrors.of(30003, "illegal parameter in SYS_CONNECT_BY_PATH function");
    }
    return hierarchy.path(value, separator.value());
  }

  private Expr path(Expr value, String separator) throws SQLException {
    requireOfRow(value);
    paths.add(value);
    separators.add(separator);
    String name = InnerNames.quoted(holder, "$P" + paths.size());
    return Expr.of(name, SqlType.VARCHAR, Expr.column(name, SqlType.VARCHAR, name));
  }

  private static SQLException needsConnectBy() {
    return OraErrors.of(1788, "CONNECT BY clause required in this query block");
  }

  /** A pseudo column of hierarchies where there is none. */
  static void requireNone(List<String> path, Scope scope) throws SQLException {
    if (path.size() == 1 && PSEUDO_COLUMNS.contains(path.get(0))) {
      throw needsConnectBy();
    }
  }

  /** Stands in FROM until the block is complete. */
  String mark() {
    return "/*" + holder + "*/";
  }

  /** The block with its rows in the place of the mark. */
  String completed(String sql) throws SQLException {
    if (sql.contains(InnerNames.quoted(holder, "CONNECT_BY_ISCYCLE")) && !noCycle) {
      throw OraErrors.of(30930, "NOCYCLE keyword is required with CONNECT_BY_ISCYCLE pseudocolumn");
    }
    if (!sql.contains(mark())) {
      return sql;
    }
    HierarchyRows rows = rows();
    List<String> columns = new ArrayList<>();
    int data = exports.size();
    String[] prefixes = {"", "^", "/"};
    for (int set = 0; set < prefixes.length; set++) {
      int first = set == 0 ? 0 : set * data + 3;
      for (int i = 0; i < data; i++) {
        String name = prefixes[set] + exports.get(i).name();
        if (sql.contains(InnerNames.quoted(holder, name))) {
          columns.add(column(name, exports.get(i).type(), rows, first + i));
        }
      }
    }
    String[] pseudo = {"LEVEL", "CONNECT_BY_ISLEAF", "CONNECT_BY_ISCYCLE"};
    for (int i = 0; i < pseudo.length; i++) {
      columns.add(column(pseudo[i], SqlType.NUMBER, rows, data + i));
    }
    for (int i = 0; i < paths.size(); i++) {
      columns.add(column("$P" + (i + 1), SqlType.VARCHAR, rows, 3 * data + 3 + i));
    }
    String table = "TABLE(" + String.join(", ", columns) + ") " + InnerNames.quoted(holder);
    return sql.replace(mark(), table);
  }

  private String column(String name, SqlType type, HierarchyRows rows, int index) {
    return tableColumn(name, type, parsing.binds().derived(rows, index));
  }

  private static String tableColumn(String name, SqlType type, String parameter) {
    return InnerNames.quoted(name) + " " + InnerTypes.of(type) + "=" + parameter;
  }

  private HierarchyRows rows() {
    List<Expr[]> keys = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (Conjunct conjunct : connect) {
      Expr[] key = key(conjunct.condition());
      if (key == null) {
        rest.add("(" + conjunct.condition().sql() + ")");
      } else {
        keys.add(key);
      }
    }
    List<Kind> kinds = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (Relation.Export export : exports) {
      values.add(InnerNames.quoted(holder, export.name()));
      kinds.add(export.type().kind());
    }
    for (int side = 0; side < 2; side++) {
      for (Expr[] key : keys) {
        values.add(ofRow(key[side].sql()));
        kinds.add(key[side].kind());
      }
    }
    for (Expr path : paths) {
      values.add(path.sql());
      kinds.add(Kind.VARCHAR);
    }
    Expr first = start;
    values.add(first == null ? "1" : "CASE WHEN " + first.sql() + " THEN 1 ELSE 0 END");
    kinds.add(Kind.NUMBER);
    String sql =
        "SELECT "
            + String.join(", ", values)
            + " FROM (SELECT "
            + String.join(
                ", ",
                exports.stream().map(e -> e.sql() + " AS " + InnerNames.quoted(e.name())).toList())
            + ", 1 AS \"LEVEL\" FROM "
            + from
            + ") "
            + InnerNames.quoted(holder)
            + (siblings.isEmpty() ? "" : " ORDER BY " + String.join(", ", siblings));
    return new HierarchyRows(
        sql, kinds, exports.size(), keys.size(), separators, rest(rest), loops());
  }

  private HierarchyRows.Loops loops() {
    if (!usesPrior || everNew) {
      return HierarchyRows.Loops.ALLOWED;
    }
    return noCycle ? HierarchyRows.Loops.LEFT_OUT : HierarchyRows.Loops.REFUSED;
  }

  private String ofRow(String sql) {
    return sql.replace(InnerNames.quoted(holder) + ".\"^", InnerNames.quoted(holder) + ".\"");
  }

  private HierarchyRows.@Nullable Rest rest(List<String> conditions) {
    if (conditions.isEmpty()) {
      return null;
    }
    String condition = String.join(" AND ", conditions);
    Map<Integer, Integer> child = new HashMap<>();
    Map<Integer, Integer> parent = new HashMap<>();
    List<String> columns = new ArrayList<>();
    Binds binds = parsing.binds();
    int number = binds.given();
    columns.add(tableColumn("$N", SqlType.NUMBER, "?" + number));
    int level = binds.given();
    columns.add(tableColumn("LEVEL", SqlType.NUMBER, "?" + level));
    for (int i = 0; i < exports.size(); i++) {
      Relation.Export export = exports.get(i);
      if (condition.contains(InnerNames.quoted(holder, export.name()))) {
        child.put(i, binds.given());
        columns.add(tableColumn(export.name(), export.type(), "?" + child.get(i)));
      }
      if (condition.contains(InnerNames.quoted(holder, "^" + export.name()))) {
        parent.put(i, binds.given());
        columns.add(tableColumn("^" + export.name(), export.type(), "?" + parent.get(i)));
      }
    }
    String sql =
        "SELECT \"$N\" FROM TABLE("
            + String.join(", ", columns)
            + ") "
            + InnerNames.quoted(holder)
            + " WHERE "
            + condition
            + " ORDER BY \"$N\"";
    return new HierarchyRows.Rest(sql, number, level, child, parent);
  }

  /** Child side and parent side of an equality that a hash table can answer; null for others. */
  private Expr @Nullable [] key(Expr condition) {
    if (condition.parts().size() != 2) {
      return null;
    }
    Expr one = condition.parts().get(0);
    Expr two = condition.parts().get(1);
    boolean equality = condition.sql().equals(one.sql() + " = " + two.sql());
    boolean hashable = one.kind() == two.kind() && HASHABLE.contains(one.kind());
    if (!equality || !hashable) {
      return null;
    }
    if (isOfChild(one) && isOfParent(two)) {
      return new Expr[] {one, two};
    }
    return isOfChild(two) && isOfParent(one) ? new Expr[] {two, one} : null;
  }

  private boolean isOfParent(Expr value) {
    String all = InnerNames.quoted(holder) + ".\"";
    int priors = count(value.sql(), all + "^");
    return priors > 0 && priors == count(value.sql(), all);
  }

  private boolean isOfChild(Expr value) {
    String all = InnerNames.quoted(holder) + ".\"";
    return count(value.sql(), all) > 0
        && count(value.sql(), all + "^") == 0
        && count(value.sql(), InnerNames.quoted(holder, "LEVEL")) == 0;
  }

  private static int count(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }
}
