package io.oraclecdc.testkit.simulator.sql;

import static io.oraclecdc.testkit.simulator.sql.FunctionCatalog.alias;
import static io.oraclecdc.testkit.simulator.sql.Kind.NUMBER;
import static io.oraclecdc.testkit.simulator.sql.Kind.VARCHAR;

import io.oraclecdc.testkit.simulator.sql.FunctionCatalog.Rule;
import java.util.Map;

/** Functions on numbers; ROUND and TRUNC serve dates too. */
final class NumberRules {

  private NumberRules() {}

  static void addTo(Map<String, Rule> rules) {
    SqlType number = SqlType.NUMBER;
    for (String name :
        new String[] {"ABS", "CEIL", "FLOOR", "SQRT", "SIGN", "EXP", "LN", "SIN", "COS", "TAN"}) {
      rules.put(name, alias("ORA_" + name, number, 1, NUMBER));
    }
    for (String name : new String[] {"MOD", "POWER", "LOG", "BITAND", "REMAINDER"}) {
      rules.put(name, alias("ORA_" + name, number, 2, NUMBER, NUMBER));
    }
    rules.put("ROUND", new Rule(1, 2, a -> DatetimeRules.roundOrTruncate("ROUND", a)));
    rules.put("TRUNC", new Rule(1, 2, a -> DatetimeRules.roundOrTruncate("TRUNC", a)));
    rules.put(
        "TO_NUMBER",
        new Rule(
            1,
            2,
            a ->
                a.size() == 1
                    ? Conversions.toNumber(a.get(0))
                    : Conversions.call(
                        "ORA_TO_NUMBER_MASK",
                        number,
                        Conversions.toChar(a.get(0)),
                        Conversions.toChar(a.get(1)))));
    rules.put(
        "TO_BINARY_DOUBLE", new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.BINARY_DOUBLE)));
    rules.put("TO_BINARY_FLOAT", new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.BINARY_FLOAT)));
    rules.put("NLS_CHARSET_ID", alias("ORA_NLS_CHARSET_ID", number, 1, VARCHAR));
    rules.put("NLS_CHARSET_NAME", alias("ORA_NLS_CHARSET_NAME", SqlType.VARCHAR, 1, NUMBER));
    rules.put("DBMS_RANDOM.VALUE", alias("ORA_RANDOM", number, 0, NUMBER, NUMBER));
    rules.put(
        "DBMS_RANDOM.STRING", alias("ORA_RANDOM_STRING", SqlType.VARCHAR, 2, VARCHAR, NUMBER));
    rules.put("DBMS_UTILITY.GET_TIME", alias("ORA_GET_TIME", number, 0));
  }
}
