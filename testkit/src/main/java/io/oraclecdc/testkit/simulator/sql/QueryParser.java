package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses queries.
 *
 * <pre>
 * query = [ WITH .. ] block { UNION [ALL] | INTERSECT | MINUS block }
 *         [ ORDER BY .. ] [ OFFSET .. ] [ FETCH .. ] [ FOR UPDATE .. ]
 * </pre>
 */
final class QueryParser {
  private final Parsing parsing;
  private int whereStart = -1;
  private @Nullable RecursiveTable recursion;

  QueryParser(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  /** One select block with the names it offers to ORDER BY. */
  private record Block(Query query, @Nullable Scope scope, List<SelectList.Item> items) {}

  Query query(@Nullable Scope outer) throws SQLException {
    boolean with = cursor().accept("WITH");
    String prefix = "";
    if (with) {
      parsing.froms().enter();
      prefix = commonTables(outer);
    }
    Block block = combined(outer);
    Query query = tail(block);
    if (with) {
      parsing.froms().leave();
    }
    return query.withSql(prefix + query.sql());
  }

  private String commonTables(@Nullable Scope outer) throws SQLException {
    List<String> tables = new ArrayList<>();
    do {
      String name = cursor().name(903, "invalid table name");
      List<String> names = new ArrayList<>();
      if (cursor().accept("(")) {
        do {
          names.add(cursor().name(904, "invalid identifier"));
        } while (cursor().accept(","));
        cursor().expectClose();
      }
      cursor().expectWord("AS");
      cursor().expectOpen();
      if (RecursiveTable.isRecursive(cursor(), name)) {
        tables.add(recursive(name, names, outer));
        continue;
      }
      Query query = query(outer);
      cursor().expectClose();
      List<ResultColumn> columns = named(query.columns(), names);
      parsing.froms().define(name, columns);
      String list =
          String.join(", ", columns.stream().map(c -> InnerNames.quoted(c.label())).toList());
      tables.add(InnerNames.quoted(name) + "(" + list + ") AS (" + query.sql() + ")");
    } while (cursor().accept(","));
    return "WITH " + String.join(", ", tables) + " ";
  }

  private String recursive(String name, List<String> names, @Nullable Scope outer)
      throws SQLException {
    if (names.isEmpty()) {
      throw OraErrors.of(32039, "recursive WITH clause must have column alias list");
    }
    Query initial = completed(operand(outer)).query();
    if (!cursor().accept("UNION")) {
      throw OraErrors.of(32043, "recursive WITH clause must have an initialization branch");
    }
    if (!cursor().accept("ALL")) {
      throw OraErrors.of(32040, "recursive WITH clause must use a UNION ALL operation");
    }
    RecursiveTable table = new RecursiveTable(parsing, named(initial.columns(), names));
    parsing.froms().define(name, table);
    recursion = table;
    Query step = completed(operand(outer)).query();
    if (isSetOperator()) {
      throw OraErrors.of(
          32041, "UNION ALL operation in recursive WITH clause must have only two branches");
    }
    cursor().expectClose();
    RecursiveTable.Defined defined = table.complete(name, initial, step);
    parsing.froms().define(name, defined.columns());
    return defined.definition();
  }

  private static List<ResultColumn> named(List<ResultColumn> columns, List<String> names)
      throws SQLException {
    if (names.isEmpty()) {
      return columns;
    }
    if (names.size() != columns.size()) {
      throw OraErrors.of(32038, "number of WITH clause column names does not match");
    }
    List<ResultColumn> result = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ResultColumn column = columns.get(i);
      result.add(new ResultColumn(names.get(i), column.type(), column.rowId(), column.nullable()));
    }
    return result;
  }

  private Block combined(@Nullable Scope outer) throws SQLException {
    Block left = operand(outer);
    while (true) {
      String operator;
      if (isSetOperator()) {
        left = completed(left);
      }
      if (cursor().accept("UNION")) {
        operator = cursor().accept("ALL") ? "UNION ALL" : "UNION";
      } else if (cursor().accept("MINUS")) {
        operator = "EXCEPT";
      } else if (cursor().accept("INTERSECT")) {
        operator = "INTERSECT";
      } else {
        return left;
      }
      Block right = completed(operand(outer));
      left = setOperation(left, operator, right);
    }
  }

  private boolean isSetOperator() {
    return cursor().isAny("UNION", "MINUS", "INTERSECT");
  }

  /** Puts what the whole block had to be read for into its text. */
  private static Block completed(Block block) throws SQLException {
    Scope scope = block.scope();
    if (scope == null) {
      return block;
    }
    Query query = block.query();
    return new Block(query.withSql(completed(scope, query.sql())), scope, block.items());
  }

  private static String completed(Scope scope, String sql) throws SQLException {
    Grouping grouping = scope.grouping();
    String text = grouping == null ? sql : grouping.completed(sql);
    Hierarchy hierarchy = scope.hierarchy();
    return hierarchy == null ? text : hierarchy.completed(text);
  }

  private static Block setOperation(Block left, String operator, Block right) throws SQLException {
    List<SqlType> leftTypes = left.query().types();
    List<SqlType> rightTypes = right.query().types();
    if (leftTypes.size() != rightTypes.size()) {
      throw OraErrors.of(1789, "query block has incorrect number of result columns");
    }
    List<SqlType> types = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 0; i < leftTypes.size(); i++) {
      SqlType type;
      try {
        type =
            Conversions.unify(
                List.of(Expr.of("l", leftTypes.get(i)), Expr.of("r", rightTypes.get(i))));
      } catch (SQLException e) {
        throw OraErrors.of(1790, "expression must have same datatype as corresponding expression");
      }
      if (!operator.equals("UNION ALL")) {
        LobRules.requireSortable(leftTypes.get(i));
        LobRules.requireSortable(rightTypes.get(i));
      }
      types.add(type);
      ResultColumn column = left.query().columns().get(i);
      columns.add(
          new ResultColumn(column.label(), type.described(), type.kind() == Kind.ROWID, true));
    }
    String sql = "(" + left.query().sql() + ") " + operator + " (" + right.query().sql() + ")";
    return new Block(new Query(sql, columns, types, LockMode.NONE), null, List.of());
  }

  private Block operand(@Nullable Scope outer) throws SQLException {
    if (cursor().accept("(")) {
      Query inner = query(outer);
      cursor().expectClose();
      return new Block(inner, null, List.of());
    }
    return block(outer);
  }

  private Block block(@Nullable Scope outer) throws SQLException {
    cursor().expect("SELECT", 928, "missing SELECT keyword");
    RecursiveTable step = recursion;
    recursion = null;
    boolean distinct = cursor().accept("DISTINCT") || cursor().accept("UNIQUE");
    if (!distinct) {
      cursor().accept("ALL");
    }
    int list = cursor().mark();
    Scope raw = new Scope(outer);
    From from = fromClause(raw);
    int afterFrom = cursor().mark();
    Scope held = new Scope(outer);
    Hierarchy hierarchy = Hierarchy.find(parsing, raw, held).orElse(null);
    Scope scope = hierarchy == null ? raw : held;
    cursor().reset(list);
    List<SelectList.Item> items = new SelectList(parsing).items(scope);
    if (!from.isEmpty() && !cursor().is("FROM")) {
      throw OraErrors.of(923, "FROM keyword not found where expected");
    }
    if (!from.isEmpty()) {
      cursor().reset(afterFrom);
    }
    if (step != null) {
      boolean aggregated = items.stream().anyMatch(i -> i.value().containsAggregate());
      if (distinct || aggregated || hierarchy != null) {
        throw RecursiveTable.unsupportedBranch();
      }
      items.add(new SelectList.Item(step.number(scope), RecursiveTable.NUMBER, false));
    }
    StringBuilder sql = new StringBuilder("SELECT ").append(distinct ? "DISTINCT " : "");
    sql.append(String.join(", ", items.stream().map(SelectList::text).toList()));
    int listEnd = sql.length();
    where(scope, hierarchy, from, sql);
    if (hierarchy != null) {
      hierarchy.clauses();
    }
    if (step != null && cursor().isAny("GROUP", "HAVING", "ORDER")) {
      throw RecursiveTable.unsupportedBranch();
    }
    grouping(scope, items, sql, listEnd);
    if (hierarchy != null) {
      hierarchy.siblings(SelectList.labels(items));
    }
    List<ResultColumn> columns = new ArrayList<>();
    List<SqlType> types = new ArrayList<>();
    for (SelectList.Item item : items) {
      SqlType type = item.value().type();
      if (distinct) {
        LobRules.requireSortable(type);
      }
      columns.add(
          new ResultColumn(
              item.label(),
              type.described(),
              type.kind() == Kind.ROWID,
              isNullable(scope, item.value())));
      types.add(type);
    }
    return new Block(new Query(sql.toString(), columns, types, LockMode.NONE), scope, items);
  }

  /** FROM and WHERE, which may have to be written anew together. */
  private void where(Scope scope, @Nullable Hierarchy hierarchy, From from, StringBuilder sql)
      throws SQLException {
    List<Conjunct> conditions = conditions(scope);
    if (hierarchy != null) {
      conditions = hierarchyConditions(hierarchy, from, conditions);
      sql.append(" FROM ").append(hierarchy.mark());
      if (!conditions.isEmpty()) {
        sql.append(" WHERE ").append(OuterJoins.text(conditions));
      }
      return;
    }
    if (from.isEmpty()) {
      sql.append(" FROM \"SYS\".\"DUAL\"");
    } else {
      OuterJoins.Rewritten rewritten = OuterJoins.rewrite(from.items(), conditions);
      sql.append(" FROM ").append(rewritten.from());
      conditions = rewritten.where();
    }
    List<Relation> relations = scope.relations();
    AsOf only = relations.size() == 1 ? parsing.froms().snapshotOf(relations.get(0)) : null;
    if (!conditions.isEmpty()) {
      String text =
          conditions.size() == 1
              ? conditions.get(0).condition().sql()
              : OuterJoins.text(conditions);
      sql.append(" WHERE ");
      sql.append(only == null ? text : only.whereMark() + "(" + text + ")");
    } else if (only != null) {
      sql.append(only.noWhereMark());
    }
  }

  private List<Conjunct> conditions(Scope scope) throws SQLException {
    whereStart = -1;
    if (!cursor().accept("WHERE")) {
      return List.of();
    }
    whereStart = cursor().mark();
    scope.joinsAreMarked(true);
    List<Conjunct> conditions = parsing.conditions().conjuncts(scope);
    scope.joinsAreMarked(false);
    for (Conjunct condition : conditions) {
      if (condition.condition().containsAggregate()) {
        throw OraErrors.of(934, "group function is not allowed here");
      }
    }
    return conditions;
  }

  /** WHERE is read a second time by the names of FROM itself, to find what joins its items. */
  private List<Conjunct> hierarchyConditions(Hierarchy hierarchy, From from, List<Conjunct> outside)
      throws SQLException {
    List<Conjunct> inside = List.of();
    if (whereStart >= 0 && from.items().size() > 1) {
      int end = cursor().mark();
      cursor().reset(whereStart);
      hierarchy.raw().joinsAreMarked(true);
      inside = parsing.conditions().conjuncts(hierarchy.raw());
      hierarchy.raw().joinsAreMarked(false);
      cursor().reset(end);
    }
    return hierarchy.joined(from.items(), inside, outside);
  }

  /** Whether a query block ends before this token of its own level. */
  static boolean endsBlock(Token token) {
    return token.isWord("UNION") || token.isWord("MINUS") || token.isWord("INTERSECT");
  }

  private static boolean isNullable(Scope scope, Expr value) {
    String name = value.name();
    if (value.role() != Expr.Role.COLUMN || name == null || scope.relations().size() != 1) {
      return true;
    }
    return scope.relations().get(0).isNullable(name);
  }

  /** FROM; without items there is none. */
  private record From(List<FromItem> items) {
    boolean isEmpty() {
      return items.isEmpty();
    }
  }

  /** Parses FROM before the select list, because the list needs its names. */
  private From fromClause(Scope scope) throws SQLException {
    int depth = 0;
    while (!cursor().atEnd()) {
      Token token = cursor().peek();
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")") && --depth < 0) {
        break;
      } else if (depth == 0 && token.isWord("FROM")) {
        cursor().next();
        Optional<String> rows = RowGenerator.parse(parsing, scope);
        return new From(
            rows.isPresent()
                ? List.of(new FromItem(rows.get(), List.of(), false))
                : parsing.froms().items(scope));
      } else if (depth == 0 && cursor().isAny("UNION", "MINUS", "INTERSECT")) {
        break;
      }
      cursor().next();
    }
    if (parsing.session().release() < 23) {
      throw OraErrors.of(923, "FROM keyword not found where expected");
    }
    return new From(List.of());
  }

  /** GROUP BY and HAVING; the select list may have to be written by other names. */
  private void grouping(Scope scope, List<SelectList.Item> items, StringBuilder sql, int listEnd)
      throws SQLException {
    boolean grouped = cursor().accept("GROUP", "BY");
    Grouping grouping = grouped ? Grouping.parse(parsing, scope) : null;
    List<Expr> keyList = grouping == null ? List.of() : grouping.keys();
    Set<String> keys = new HashSet<>(keyList.stream().map(Expr::sql).toList());
    boolean aggregated = items.stream().anyMatch(i -> i.value().containsAggregate());
    if (grouped) {
      for (SelectList.Item item : items) {
        if (!item.value().isCoveredBy(keys)) {
          throw OraErrors.of(979, "not a GROUP BY expression");
        }
      }
    } else if (aggregated && items.stream().anyMatch(i -> i.value().containsColumn())) {
      throw OraErrors.of(937, "not a single-group group function");
    }
    Expr having = null;
    if (cursor().accept("HAVING")) {
      having = parsing.conditions().condition(scope);
      if (!having.isCoveredBy(keys)) {
        throw OraErrors.of(979, "not a GROUP BY expression");
      }
    }
    if (grouping != null && grouping.isExtended()) {
      extended(grouping, items, having, sql, listEnd);
      scope.grouping(grouping);
      return;
    }
    if (!keyList.isEmpty()) {
      sql.append(" GROUP BY ");
      sql.append(String.join(", ", keyList.stream().map(Expr::sql).toList()));
    }
    if (having != null) {
      sql.append(" HAVING ").append(having.sql());
    }
    Grouping.requireNoMark(sql.toString());
  }

  private static void extended(
      Grouping grouping,
      List<SelectList.Item> items,
      @Nullable Expr having,
      StringBuilder sql,
      int listEnd)
      throws SQLException {
    String over = grouping.over(sql.substring(listEnd));
    List<String> list = new ArrayList<>();
    for (SelectList.Item item : items) {
      list.add(grouping.translated(item.value()) + " AS " + InnerNames.quoted(item.label()));
    }
    boolean distinct = sql.toString().startsWith("SELECT DISTINCT ");
    sql.setLength(0);
    sql.append(distinct ? "SELECT DISTINCT " : "SELECT ").append(String.join(", ", list));
    sql.append(over);
    if (having != null) {
      sql.append("WHERE ").append(grouping.translated(having));
    }
  }

  private Query tail(Block block) throws SQLException {
    StringBuilder sql = new StringBuilder(block.query().sql());
    if (cursor().is("ORDER", "SIBLINGS", "BY")) {
      throw OraErrors.of(30929, "ORDER SIBLINGS BY clause not allowed here");
    }
    if (cursor().accept("ORDER", "BY")) {
      sql.append(" ORDER BY ");
      String separator = "";
      do {
        sql.append(separator).append(orderItem(block)).append(direction(cursor()));
        separator = ", ";
      } while (cursor().accept(","));
    }
    new RowLimits(parsing).limits(sql);
    Query query = block.query().withSql(sql.toString());
    Scope scope = block.scope();
    if (scope != null && (scope.hierarchy() != null || scope.grouping() != null)) {
      if (cursor().is("FOR", "UPDATE")) {
        throw scope.grouping() == null
            ? FromParser.unsupported("FOR UPDATE of a hierarchical query")
            : OraErrors.of(1786, "FOR UPDATE of this query expression is not allowed");
      }
      return query.withSql(completed(scope, query.sql()));
    }
    return cursor().is("FOR", "UPDATE")
        ? new RowLimits(parsing).forUpdate(withLocators(block, query))
        : query;
  }

  /** Adds the ROWIDs through which the LOBs of locked rows can be written. */
  private Query withLocators(Block block, Query query) {
    Scope scope = block.scope();
    Map<Integer, Locator> found = new HashMap<>();
    List<String> rowIds = new ArrayList<>();
    List<SelectList.Item> items = block.items();
    for (int i = 0; scope != null && i < items.size(); i++) {
      Expr value = items.get(i).value();
      boolean lob = value.kind() == Kind.CLOB || value.kind() == Kind.BLOB;
      String name = value.name();
      if (!lob || value.role() != Expr.Role.COLUMN || name == null) {
        continue;
      }
      for (Relation relation : scope.relations()) {
        Optional<TableEntry> table =
            relation.key() == null
                ? Optional.empty()
                : parsing.session().dictionary().table(relation.key());
        boolean owns = relation.column(name).filter(c -> c.sql().equals(value.sql())).isPresent();
        Optional<Expr> rowId = relation.column("ROWID");
        if (owns && table.isPresent() && rowId.isPresent()) {
          rowIds.add(rowId.get().sql());
          found.put(i + 1, new Locator(table.get(), name, items.size() + rowIds.size()));
        }
      }
    }
    String list = "SELECT " + String.join(", ", items.stream().map(SelectList::text).toList());
    if (found.isEmpty() || !query.sql().startsWith(list)) {
      return query;
    }
    return query
        .withSql(list + ", " + String.join(", ", rowIds) + query.sql().substring(list.length()))
        .withLocators(found);
  }

  private String orderItem(Block block) throws SQLException {
    Token token = cursor().peek();
    Token after = cursor().peek(1);
    boolean alone =
        after.isOperator(",")
            || after.isOperator(")")
            || after.type() == Token.Type.END
            || after.type() == Token.Type.WORD;
    if (alone && token.type() == Token.Type.NUMBER) {
      int position = cursor().integer();
      if (position < 1 || position > block.query().columns().size()) {
        throw OraErrors.of(1785, "ORDER BY item must be the number of a SELECT-list expression");
      }
      LobRules.requireSortable(block.query().typeOf(position - 1));
      return Integer.toString(position);
    }
    boolean name = token.type() == Token.Type.QUOTED || token.type() == Token.Type.WORD;
    if (alone && name) {
      int index = labelIndex(block.query().columns(), token.value());
      boolean hidden =
          block.scope() != null
              && block.items().stream().noneMatch(i -> i.label().equals(token.value()));
      if (index >= 0 && !hidden) {
        cursor().next();
        LobRules.requireSortable(block.query().typeOf(index));
        return Integer.toString(index + 1);
      }
    }
    Scope scope = block.scope();
    if (scope == null) {
      throw OraErrors.of(904, InnerNames.quoted(token.value()) + ": invalid identifier");
    }
    Expr key = parsing.expressions().expression(scope);
    LobRules.requireSortable(key.type());
    Grouping grouping = scope.grouping();
    if (grouping != null) {
      return grouping.translated(key);
    }
    Grouping.requireNoMark(key.sql());
    return key.sql();
  }

  private static int labelIndex(List<ResultColumn> columns, String label) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).label().equals(label)) {
        return i;
      }
    }
    return -1;
  }

  static String direction(TokenCursor cursor) throws SQLException {
    String text = "";
    if (cursor.accept("DESC")) {
      text = " DESC";
    } else {
      cursor.accept("ASC");
    }
    if (cursor.accept("NULLS", "FIRST")) {
      text += " NULLS FIRST";
    } else if (cursor.accept("NULLS", "LAST")) {
      text += " NULLS LAST";
    }
    return text;
  }
}
