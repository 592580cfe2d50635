package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The scalar functions SQL may call, and how each is expressed in H2. What is not listed here does
 * not exist: ORA-00904.
 */
final class FunctionCatalog {
  private static final Map<String, Rule> RULES = new HashMap<>();

  static {
    CharacterRules.addTo(RULES);
    NumberRules.addTo(RULES);
    DatetimeRules.addTo(RULES);
    GeneralRules.addTo(RULES);
  }

  private FunctionCatalog() {}

  static boolean isKnown(String name) {
    return RULES.containsKey(name);
  }

  static boolean isPackaged(String name) {
    return name.indexOf('.') > 0 && RULES.containsKey(name);
  }

  static Expr call(String name, List<Expr> arguments) throws SQLException {
    Rule rule = RULES.get(name);
    if (rule == null) {
      throw OraErrors.of(904, "\"" + name + "\": invalid identifier");
    }
    if (arguments.size() < rule.least()) {
      throw OraErrors.of(938, "not enough arguments for function");
    }
    if (arguments.size() > rule.most()) {
      throw OraErrors.of(939, "too many arguments for function");
    }
    return rule.translation().apply(arguments);
  }

  /**
   * A function.
   *
   * @param least fewest arguments
   * @param most most arguments
   * @param translation from translated arguments to the call
   */
  record Rule(int least, int most, Translation translation) {}

  /** Makes the translated call. */
  @FunctionalInterface
  interface Translation {
    Expr apply(List<Expr> arguments) throws SQLException;
  }

  /** A call of an alias with arguments converted to the given families; missing ones are NULL. */
  static Rule alias(String alias, SqlType result, int least, Kind... kinds) {
    return new Rule(
        least,
        kinds.length,
        arguments -> {
          List<Expr> converted = new ArrayList<>();
          for (int i = 0; i < kinds.length; i++) {
            converted.add(
                i < arguments.size()
                    ? Conversions.to(arguments.get(i), kinds[i])
                    : Expr.literal("NULL", SqlType.NULL, null));
          }
          return Conversions.call(alias, result, converted);
        });
  }

  static List<Expr> list(Expr... values) {
    return Arrays.asList(values);
  }
}
