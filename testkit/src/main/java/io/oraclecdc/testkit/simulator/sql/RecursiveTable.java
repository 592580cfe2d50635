package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table of WITH that names itself.
 *
 * <pre>
 * name ( columns ) AS ( initial UNION ALL step )
 *   [ SEARCH { DEPTH | BREADTH } FIRST BY column [ASC | DESC] [NULLS ..] .. SET column ]
 *   [ CYCLE columns SET column TO 'y' DEFAULT 'n' ]
 * </pre>
 */
final class RecursiveTable {
  /** Column of the rows given last: their number. */
  static final String NUMBER = "$N";

  private final Parsing parsing;
  private final List<ResultColumn> columns;
  private final List<Integer> given = new ArrayList<>();
  private final String source;
  private int uses;

  /** A table whose first branch has these columns. */
  RecursiveTable(Parsing parsing, List<ResultColumn> columns) {
    this.parsing = parsing;
    this.columns = columns;
    List<String> texts = new ArrayList<>();
    for (ResultColumn column : columns) {
      texts.add(parameter(column.label(), type(column)));
    }
    texts.add(parameter(NUMBER, SqlType.NUMBER));
    source = "TABLE(" + String.join(", ", texts) + ")";
  }

  private static SqlType type(ResultColumn column) {
    return column.rowId() ? SqlType.ROWID : SqlType.of(column.type());
  }

  private String parameter(String name, SqlType type) {
    int number = parsing.binds().given();
    given.add(number);
    return InnerNames.quoted(name) + " " + InnerTypes.of(type) + "=?" + number;
  }

  /** Whether the parenthesized query that is next names the table in FROM. */
  static boolean isRecursive(TokenCursor cursor, String name) {
    int depth = 1;
    for (int i = 0; depth > 0 && cursor.peek(i).type() != Token.Type.END; i++) {
      Token token = cursor.peek(i);
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")")) {
        depth--;
      } else if ((token.isWord("FROM") || token.isWord("JOIN") || token.isOperator(","))
          && isNamed(cursor.peek(i + 1), name)
          && !cursor.peek(i + 2).isOperator(".")
          && !cursor.peek(i + 2).isOperator("(")
          && (!token.isOperator(",") || isFromItem(cursor, i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(Token token, String name) {
    boolean identifier = token.type() == Token.Type.WORD || token.type() == Token.Type.QUOTED;
    return identifier && token.value().equals(name);
  }

  /** Whether the last clause word before a comma is FROM. */
  private static boolean isFromItem(TokenCursor cursor, int comma) {
    int depth = 0;
    for (int i = comma - 1; i >= 0; i--) {
      Token token = cursor.peek(i);
      if (token.isOperator(")")) {
        depth++;
      } else if (token.isOperator("(") && --depth < 0) {
        return false;
      } else if (depth == 0 && token.isWord("FROM")) {
        return true;
      } else if (depth == 0
          && (token.isWord("SELECT") || token.isWord("BY") || token.isWord("WHERE"))) {
        return false;
      }
    }
    return false;
  }

  static SQLException unsupportedBranch() {
    return OraErrors.of(
        32486, "unsupported operation in recursive branch of recursive WITH clause");
  }

  /** The rows given last, as FROM takes them. */
  String use(Scope scope, String alias) throws SQLException {
    if (++uses > 1) {
      throw OraErrors.of(
          32042,
          "recursive WITH clause must reference itself directly in one of the UNION ALL"
              + " branches");
    }
    List<RelationColumn> all = new ArrayList<>();
    for (ResultColumn column : columns) {
      all.add(new RelationColumn(column.label(), type(column), true, false));
    }
    all.add(new RelationColumn(NUMBER, SqlType.NUMBER, false, true));
    scope.add(new Relation(alias, null, all, false));
    return source;
  }

  /** The number of the row that a row of the step comes from. */
  Expr number(Scope scope) throws SQLException {
    Optional<Expr> number = scope.column(NUMBER);
    if (number.isEmpty()) {
      throw OraErrors.of(
          32042,
          "recursive WITH clause must reference itself directly in one of the UNION ALL"
              + " branches");
    }
    return number.get();
  }

  /**
   * The table's text and columns.
   *
   * @param definition behind WITH
   * @param columns with those of SEARCH and CYCLE
   */
  record Defined(String definition, List<ResultColumn> columns) {}

  /** Reads SEARCH and CYCLE, which follow the branches. */
  Defined complete(String name, Query initial, Query step) throws SQLException {
    String stepSql = converted(step);
    List<ResultColumn> all = new ArrayList<>(columns);
    String order = null;
    RecursiveRows.Search search = new RecursiveRows.Search(false, List.of());
    TokenCursor cursor = parsing.cursor();
    if (cursor.accept("SEARCH")) {
      boolean depth = cursor.accept("DEPTH");
      if (!depth) {
        cursor.expectWord("BREADTH");
      }
      cursor.expectWord("FIRST");
      cursor.expectWord("BY");
      List<RecursiveRows.Key> keys = new ArrayList<>();
      do {
        keys.add(key(cursor));
      } while (cursor.accept(","));
      cursor.expectWord("SET");
      order = cursor.name(904, "invalid identifier");
      search = new RecursiveRows.Search(depth, keys);
    }
    String mark = null;
    RecursiveRows.Cycle cycle =
        new RecursiveRows.Cycle(IntStream.range(0, columns.size()).boxed().toList(), null, null);
    if (cursor.accept("CYCLE")) {
      List<Integer> compared = new ArrayList<>();
      do {
        compared.add(index(cursor.name(904, "invalid identifier")));
      } while (cursor.accept(","));
      cursor.expectWord("SET");
      mark = cursor.name(904, "invalid identifier");
      cursor.expectWord("TO");
      String closing = value(cursor);
      cursor.expectWord("DEFAULT");
      cycle = new RecursiveRows.Cycle(compared, closing, value(cursor));
    }
    List<Kind> kinds = initial.types().stream().map(SqlType::kind).toList();
    RecursiveRows rows = new RecursiveRows(initial.sql(), stepSql, kinds, given, search, cycle);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      texts.add(derived(columns.get(i).label(), type(columns.get(i)), rows, i));
    }
    if (order != null) {
      texts.add(derived(order, SqlType.NUMBER, rows, columns.size()));
      all.add(new ResultColumn(order, SqlType.NUMBER.described(), false, true));
    }
    if (mark != null) {
      texts.add(derived(mark, SqlType.VARCHAR, rows, columns.size() + 1));
      all.add(new ResultColumn(mark, SqlType.VARCHAR.described(), false, true));
    }
    String list = String.join(", ", all.stream().map(c -> InnerNames.quoted(c.label())).toList());
    String definition =
        InnerNames.quoted(name)
            + "("
            + list
            + ") AS (SELECT "
            + list
            + " FROM TABLE("
            + String.join(", ", texts)
            + "))";
    return new Defined(definition, all);
  }

  private String derived(String name, SqlType type, RecursiveRows rows, int column) {
    return InnerNames.quoted(name)
        + " "
        + InnerTypes.of(type)
        + "="
        + parsing.binds().derived(rows, column);
  }

  private RecursiveRows.Key key(TokenCursor cursor) throws SQLException {
    int column = index(cursor.name(904, "invalid identifier"));
    String direction = QueryParser.direction(cursor);
    boolean descending = direction.contains("DESC");
    boolean first = direction.contains("NULLS FIRST");
    boolean last = direction.contains("NULLS LAST");
    return new RecursiveRows.Key(column, descending, first || (descending && !last));
  }

  private int index(String name) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).label().equals(name)) {
        return i;
      }
    }
    throw FromParser.invalid(name);
  }

  private static @Nullable String value(TokenCursor cursor) throws SQLException {
    Token token = cursor.next();
    boolean literal = token.type() == Token.Type.STRING || token.type() == Token.Type.NUMBER;
    if (!literal || token.value().length() != 1) {
      throw OraErrors.of(
          32046, "cycle value for CYCLE clause must be a character string of length 1");
    }
    return token.value();
  }

  /** The step with its values in the types of the first branch. */
  private String converted(Query step) throws SQLException {
    if (step.columns().size() != columns.size() + 1) {
      throw OraErrors.of(1789, "query block has incorrect number of result columns");
    }
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i <= columns.size(); i++) {
      String name = "\"C" + i + "\"";
      names.add(name);
      if (i == columns.size()) {
        values.add(name);
        continue;
      }
      Kind wanted = type(columns.get(i)).kind();
      Kind actual = step.typeOf(i).kind();
      boolean alike =
          actual == wanted
              || actual.isOpen()
              || (actual.isCharacter() && wanted.isCharacter())
              || (actual.isNumeric() && wanted.isNumeric())
              || (actual.isDatetime() && wanted.isDatetime());
      if (!alike) {
        throw OraErrors.of(1790, "expression must have same datatype as corresponding expression");
      }
      values.add(Conversions.to(Expr.column(name, step.typeOf(i), name), wanted).sql());
    }
    return "SELECT "
        + String.join(", ", values)
        + " FROM ("
        + step.sql()
        + ") \"$S\"("
        + String.join(", ", names)
        + ")";
  }
}
