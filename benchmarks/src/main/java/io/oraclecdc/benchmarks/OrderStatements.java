package io.oraclecdc.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Statements as LogMiner prints them for a table of twenty columns of mixed types: a third each of
 * inserts, updates (four columns set, all twenty in WHERE) and deletes. The same seed gives the
 * same statements.
 */
final class OrderStatements {
  static final String OWNER = "SHOP";
  static final String TABLE = "CUSTOMER_ORDERS";

  static final List<String> COLUMNS =
      List.of(
          "ID",
          "CUSTOMER_ID",
          "LINE_COUNT",
          "BIG_REFERENCE",
          "AMOUNT",
          "WEIGHT",
          "DISCOUNT",
          "SCORE",
          "STATUS",
          "CUSTOMER_NAME",
          "EMAIL",
          "CITY",
          "DESCRIPTION",
          "NOTES",
          "COUNTRY",
          "ORDERED_ON",
          "CREATED_AT",
          "UPDATED_AT",
          "SHIPPED_AT",
          "TOKEN");

  private static final int STATUS = 8;
  private static final int AMOUNT = 4;
  private static final int DESCRIPTION = 12;
  private static final int UPDATED_AT = 17;
  private static final String[] STATES = {"RECEIVED", "CONFIRMED", "SHIPPED_PART", "DELIVERED"};
  private static final String[] COUNTRIES = {"DE", "FR", "US", "JP", "BR"};
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz     ABCDEFGHIJ";

  private final Random random;

  OrderStatements(long seed) {
    this.random = new Random(seed);
  }

  /** The next statements: insert, update, delete, insert and so on. */
  List<String> next(int count) {
    List<String> statements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      statements.add(
          switch (i % 3) {
            case 0 -> insert();
            case 1 -> update();
            default -> delete();
          });
    }
    return statements;
  }

  private String insert() {
    StringBuilder sql = new StringBuilder("insert into ").append(tableName()).append('(');
    for (int i = 0; i < COLUMNS.size(); i++) {
      sql.append(i == 0 ? "\"" : ",\"").append(COLUMNS.get(i)).append('"');
    }
    sql.append(") values (");
    for (int i = 0; i < COLUMNS.size(); i++) {
      sql.append(i == 0 ? "" : ",").append(value(i));
    }
    return sql.append(");").toString();
  }

  private String update() {
    StringBuilder sql = new StringBuilder("update ").append(tableName()).append(" set ");
    int[] set = {AMOUNT, STATUS, DESCRIPTION, UPDATED_AT};
    for (int i = 0; i < set.length; i++) {
      sql.append(i == 0 ? "\"" : ", \"")
          .append(COLUMNS.get(set[i]))
          .append("\" = ")
          .append(value(set[i]));
    }
    return where(sql).toString();
  }

  private String delete() {
    return where(new StringBuilder("delete from ").append(tableName())).toString();
  }

  private StringBuilder where(StringBuilder sql) {
    for (int i = 0; i < COLUMNS.size(); i++) {
      String value = value(i);
      sql.append(i == 0 ? " where \"" : " and \"").append(COLUMNS.get(i)).append('"');
      if (value.equals("NULL")) {
        sql.append(" IS NULL");
      } else {
        sql.append(" = ").append(value);
      }
    }
    return sql.append(';');
  }

  private static String tableName() {
    return '"' + OWNER + "\".\"" + TABLE + '"';
  }

  private String value(int column) {
    return switch (column) {
      case 0 -> quoted(1 + random.nextInt(2_000_000_000));
      case 1 -> quoted(random.nextLong(1_000_000_000_000_000_000L));
      case 2 -> quoted(random.nextInt(10_000));
      case 3 -> "'" + (1 + random.nextInt(9)) + digits(37) + "'";
      case AMOUNT -> "'" + random.nextInt(1_000_000) + "." + (10 + random.nextInt(89)) + "'";
      case 5 -> "'" + random.nextInt(1_000) + "." + digits(6) + "1'";
      case 6 -> "'." + digits(8) + "5'";
      case 7 ->
          String.format(
              Locale.ROOT, "'%d.%sE+00%d'", 1 + random.nextInt(9), digits(15), random.nextInt(10));
      case STATUS -> "'" + STATES[random.nextInt(STATES.length)] + "'";
      case 9 -> "'" + text(12, 30) + "'";
      case 10 -> "'" + text(8, 16).replace(' ', '.') + "@example.com'";
      case 11 -> "'" + text(8, 14) + "'";
      case DESCRIPTION -> "'" + text(30, 50) + (random.nextInt(10) == 0 ? "''s new" : "") + "'";
      case 13 -> random.nextInt(5) == 0 ? "NULL" : "'" + text(30, 60) + "'";
      case 14 -> "'" + COUNTRIES[random.nextInt(COUNTRIES.length)] + "'";
      case 15 -> "TO_DATE('" + dateTime() + "', 'YYYY-MM-DD HH24:MI:SS')";
      case 16 -> "TO_TIMESTAMP('" + dateTime() + "." + digits(6) + "000')";
      case UPDATED_AT -> "TO_TIMESTAMP('" + dateTime() + "." + digits(9) + "')";
      case 18 ->
          "TO_TIMESTAMP_TZ('"
              + dateTime()
              + "."
              + digits(6)
              + "000 +0"
              + random.nextInt(10)
              + ":00')";
      default -> "HEXTORAW('" + hex(32) + "')";
    };
  }

  private static String quoted(long number) {
    return "'" + number + "'";
  }

  private String dateTime() {
    return "%04d-%02d-%02d %02d:%02d:%02d"
        .formatted(
            2000 + random.nextInt(27),
            1 + random.nextInt(12),
            1 + random.nextInt(28),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60));
  }

  private String digits(int count) {
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }

  private String hex(int count) {
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append(Character.forDigit(random.nextInt(16), 16));
    }
    return text.toString();
  }

  private String text(int from, int to) {
    int length = from + random.nextInt(to - from + 1);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }
}
