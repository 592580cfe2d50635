package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses what stands between SELECT and FROM. */
final class SelectList {
  private final Parsing parsing;

  SelectList(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  /**
   * One column of the result.
   *
   * @param value translated
   * @param label its heading
   * @param plainColumn whether H2 calls it so by itself
   */
  record Item(Expr value, String label, boolean plainColumn) {}

  List<Item> items(Scope scope) throws SQLException {
    List<Item> items = new ArrayList<>();
    do {
      if (cursor().accept("*")) {
        star(scope, items);
      } else if (isQualifiedStar()) {
        qualifiedStar(scope, items);
      } else {
        items.add(item(scope));
      }
    } while (cursor().accept(","));
    return items;
  }

  private static void star(Scope scope, List<Item> items) throws SQLException {
    if (scope.relations().isEmpty()) {
      throw OraErrors.of(923, "FROM keyword not found where expected");
    }
    scope.joined().forEach((name, value) -> items.add(new Item(value, name, isPlain(value, name))));
    for (Relation relation : scope.relations()) {
      requireDistinct(relation);
      for (Expr column : relation.visible()) {
        String name = String.valueOf(column.name());
        if (!scope.isJoinedBy(name)) {
          items.add(new Item(column, name, isPlain(column, name)));
        }
      }
    }
  }

  private static void requireDistinct(Relation relation) throws SQLException {
    if (relation.isAmbiguous(null)) {
      throw OraErrors.of(918, "column ambiguously specified");
    }
  }

  private boolean isQualifiedStar() {
    if (!cursor().peek(1).isOperator(".")) {
      return false;
    }
    boolean three = cursor().peek(3).isOperator(".") && cursor().peek(4).isOperator("*");
    return cursor().peek(2).isOperator("*") || three;
  }

  private void qualifiedStar(Scope scope, List<Item> items) throws SQLException {
    String first = cursor().next().value();
    cursor().next();
    String schema = null;
    if (!cursor().is("*")) {
      schema = first;
      first = cursor().next().value();
      cursor().next();
    }
    cursor().next();
    String qualifier = first;
    Relation relation =
        scope.relation(schema, qualifier).orElseThrow(() -> FromParser.invalid(qualifier));
    requireDistinct(relation);
    for (Expr column : relation.visible()) {
      String name = String.valueOf(column.name());
      items.add(new Item(column, name, isPlain(column, name)));
    }
  }

  /** Whether H2 gives it that name by itself. */
  private static boolean isPlain(Expr value, String label) {
    return value.role() == Expr.Role.COLUMN && value.sql().endsWith("." + InnerNames.quoted(label));
  }

  private Item item(Scope scope) throws SQLException {
    int mark = cursor().mark();
    boolean operator = cursor().isAny("PRIOR", "CONNECT_BY_ROOT");
    Expr value = parsing.expressions().expression(scope);
    String heading = cursor().headingSince(mark);
    String label =
        value.role() == Expr.Role.COLUMN && !operator ? String.valueOf(value.name()) : heading;
    boolean plain = value.role() == Expr.Role.COLUMN;
    if (cursor().accept("AS")) {
      label = cursor().next().value();
      plain = false;
    } else if (cursor().isName() && !cursor().is("FETCH") && !cursor().is("OFFSET")) {
      label = cursor().next().value();
      plain = false;
    }
    value = Conversions.typedBind(value);
    return new Item(value, label, plain && isPlain(value, label));
  }

  /** For H2. */
  static String text(Item item) {
    return item.plainColumn()
        ? item.value().sql()
        : item.value().sql() + " AS " + InnerNames.quoted(item.label());
  }

  /** What the headings stand for. */
  static Map<String, Expr> labels(List<Item> items) {
    Map<String, Expr> labels = new HashMap<>();
    items.forEach(i -> labels.putIfAbsent(i.label(), i.value()));
    return labels;
  }
}
