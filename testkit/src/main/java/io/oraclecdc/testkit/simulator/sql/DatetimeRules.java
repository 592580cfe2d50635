package io.oraclecdc.testkit.simulator.sql;

import static io.oraclecdc.testkit.simulator.sql.FunctionCatalog.alias;
import static io.oraclecdc.testkit.simulator.sql.Kind.DATE;
import static io.oraclecdc.testkit.simulator.sql.Kind.NUMBER;
import static io.oraclecdc.testkit.simulator.sql.Kind.VARCHAR;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.FunctionCatalog.Rule;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Functions on dates, timestamps and intervals. */
final class DatetimeRules {

  private DatetimeRules() {}

  static void addTo(Map<String, Rule> rules) {
    rules.put("ADD_MONTHS", alias("ORA_ADD_MONTHS", SqlType.DATE, 2, DATE, NUMBER));
    rules.put("LAST_DAY", alias("ORA_LAST_DAY", SqlType.DATE, 1, DATE));
    rules.put("NEXT_DAY", alias("ORA_NEXT_DAY", SqlType.DATE, 2, DATE, VARCHAR));
    rules.put("MONTHS_BETWEEN", alias("ORA_MONTHS_BETWEEN", SqlType.NUMBER, 2, DATE, DATE));
    rules.put("TO_DATE", new Rule(1, 3, DatetimeRules::toDate));
    rules.put("TO_TIMESTAMP", new Rule(1, 3, DatetimeRules::toTimestamp));
    rules.put("TO_TIMESTAMP_TZ", new Rule(1, 3, DatetimeRules::toZoned));
    rules.put(
        "FROM_TZ",
        new Rule(
            2,
            2,
            a ->
                Conversions.call(
                    "ORA_FROM_TZ",
                    SqlType.TIMESTAMP_TZ,
                    Conversions.toTimestamp(a.get(0)),
                    Conversions.toChar(a.get(1)))));
    rules.put(
        "SYS_EXTRACT_UTC",
        new Rule(
            1,
            1,
            a ->
                Conversions.call(
                    "ORA_UTC_WALL_CLOCK", SqlType.TIMESTAMP, Conversions.toZoned(a.get(0)))));
    rules.put("TO_DSINTERVAL", new Rule(1, 1, a -> daySecond(Conversions.toChar(a.get(0)))));
    rules.put("TO_YMINTERVAL", new Rule(1, 1, a -> yearMonth(Conversions.toChar(a.get(0)))));
    rules.put(
        "NUMTODSINTERVAL",
        new Rule(
            2,
            2,
            a ->
                daySecond(
                    Conversions.call(
                        "ORA_NUMTODS",
                        SqlType.VARCHAR,
                        Conversions.toNumber(a.get(0)),
                        Conversions.toChar(a.get(1))))));
    rules.put(
        "NUMTOYMINTERVAL",
        new Rule(
            2,
            2,
            a ->
                yearMonth(
                    Conversions.call(
                        "ORA_NUMTOYM",
                        SqlType.VARCHAR,
                        Conversions.toNumber(a.get(0)),
                        Conversions.toChar(a.get(1))))));
    rules.put("SCN_TO_TIMESTAMP", alias("ORA_SCN_TO_TIMESTAMP", SqlType.TIMESTAMP, 1, NUMBER));
    rules.put(
        "TIMESTAMP_TO_SCN",
        new Rule(
            1,
            1,
            a ->
                Conversions.call(
                    "ORA_TIMESTAMP_TO_SCN", SqlType.NUMBER, Conversions.toTimestamp(a.get(0)))));
    rules.put(
        "DBMS_FLASHBACK.GET_SYSTEM_CHANGE_NUMBER", alias("ORA_CURRENT_SCN", SqlType.NUMBER, 0));
  }

  private static Expr daySecond(Expr text) throws SQLException {
    return Conversions.toDaySecond(text.kind().isOpen() ? text.as(SqlType.VARCHAR) : text);
  }

  private static Expr yearMonth(Expr text) throws SQLException {
    return Conversions.toYearMonth(text.kind().isOpen() ? text.as(SqlType.VARCHAR) : text);
  }

  private static Expr toDate(List<Expr> a) throws SQLException {
    Expr text = Conversions.toChar(a.get(0));
    return a.size() == 1
        ? Conversions.call("ORA_TO_DATE", SqlType.DATE, text)
        : Conversions.call("ORA_TO_DATE_MASK", SqlType.DATE, text, Conversions.toChar(a.get(1)));
  }

  private static Expr toTimestamp(List<Expr> a) throws SQLException {
    Expr text = Conversions.toChar(a.get(0));
    return a.size() == 1
        ? Conversions.call("ORA_TO_TIMESTAMP", SqlType.TIMESTAMP, text)
        : Conversions.call(
            "ORA_TO_TIMESTAMP_MASK", SqlType.TIMESTAMP, text, Conversions.toChar(a.get(1)));
  }

  private static Expr toZoned(List<Expr> a) throws SQLException {
    Expr text = Conversions.toChar(a.get(0));
    return a.size() == 1
        ? Conversions.call("ORA_TO_ZONED", SqlType.TIMESTAMP_TZ, text)
        : Conversions.call(
            "ORA_TO_ZONED_MASK", SqlType.TIMESTAMP_TZ, text, Conversions.toChar(a.get(1)));
  }

  /** ROUND and TRUNC: of a date with a unit, of a number with digits. */
  static Expr roundOrTruncate(String function, List<Expr> a) throws SQLException {
    Expr value = a.get(0);
    if (value.kind().isDatetime()) {
      Expr unit =
          a.size() == 2 ? Conversions.toChar(a.get(1)) : Conversions.string("DD", SqlType.VARCHAR);
      return Conversions.call(
          "ORA_" + function + "_DATE", SqlType.DATE, Conversions.toDate(value), unit);
    }
    Expr digits =
        a.size() == 2 ? Conversions.toNumber(a.get(1)) : Expr.literal("0", SqlType.NUMBER, null);
    if (a.size() == 2 && value.kind().isCharacter()) {
      // a character value with a second argument may have been meant as a date
      throw OraErrors.of(932, "inconsistent datatypes: expected NUMBER got CHAR");
    }
    return Conversions.call("ORA_" + function, SqlType.NUMBER, Conversions.toNumber(value), digits);
  }
}
