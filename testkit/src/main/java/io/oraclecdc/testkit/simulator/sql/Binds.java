package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.util.ArrayList;
import java.util.List;

/** Which source value stands behind each numbered parameter of the translated text. */
final class Binds {
  private final List<Source> sources = new ArrayList<>();
  private final List<Kind> kinds;
  private final Variables variables;
  private boolean definition;

  /**
   * Sources for one statement.
   *
   * @param kinds what was set at each bind position; positions beyond the list are unknown
   * @param variables PL/SQL variables in reach
   */
  Binds(List<Kind> kinds, Variables variables) {
    this.kinds = kinds;
    this.variables = variables;
  }

  /** For an expression that a table or an index keeps: without binds and functions of users. */
  static Binds ofDefinition() {
    Binds binds = new Binds(List.of(), Variables.NONE);
    binds.definition = true;
    return binds;
  }

  boolean isOfDefinition() {
    return definition;
  }

  Variables variables() {
    return variables;
  }

  Expr bind(Token token) {
    int position = token.bind();
    Kind kind = position <= kinds.size() ? kinds.get(position - 1) : Kind.UNKNOWN;
    return add(new Source(position, ""), kind);
  }

  /** A variable has a type, which H2 must know where nothing else tells it. */
  Expr variable(String name, Kind kind) {
    Expr bare = add(new Source(0, name), kind);
    String type =
        switch (kind) {
          case NUMBER -> "DECFLOAT(40)";
          case VARCHAR, CHAR -> "VARCHAR";
          case DATE -> "TIMESTAMP(0)";
          case TIMESTAMP -> "TIMESTAMP(9)";
          default -> "";
        };
    String sql = type.isEmpty() ? bare.sql() : "CAST(" + bare.sql() + " AS " + type + ")";
    return Expr.literal(sql, SqlType.of(kind), null);
  }

  /** A parameter whose value the executor appends itself. */
  String extra(String name) {
    sources.add(new Source(0, name));
    return "?" + sources.size();
  }

  /** The SCN of a table as of then; the expression's own parameters come before it. */
  AsOf asOf(TableEntry table, String expression, String alias) {
    AsOf asOf = new AsOf(table, expression, sources.size() + 1, alias);
    sources.add(new Source(0, "", asOf, null, 0));
    return asOf;
  }

  /** A parameter that takes a column of rows computed before, as an array. */
  String derived(Derivation rows, int column) {
    sources.add(new Source(0, "", null, rows, column));
    return "?" + sources.size();
  }

  /** Number of a parameter that gets its value from a derivation that runs a query. */
  int given() {
    sources.add(new Source(-1, ""));
    return sources.size();
  }

  private Expr add(Source source, Kind kind) {
    sources.add(source);
    return Expr.literal("?" + sources.size(), SqlType.of(kind), null);
  }

  int mark() {
    return sources.size();
  }

  void reset(int mark) {
    while (sources.size() > mark) {
      sources.remove(sources.size() - 1);
    }
  }

  List<Source> sources() {
    return List.copyOf(sources);
  }
}
