package io.oraclecdc.testkit.simulator.sql;

import static io.oraclecdc.testkit.simulator.sql.FunctionCatalog.alias;
import static io.oraclecdc.testkit.simulator.sql.Kind.NUMBER;
import static io.oraclecdc.testkit.simulator.sql.Kind.RAW;
import static io.oraclecdc.testkit.simulator.sql.Kind.VARCHAR;

import io.oraclecdc.testkit.simulator.sql.FunctionCatalog.Rule;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Functions on text and bytes. */
final class CharacterRules {

  private CharacterRules() {}

  static void addTo(Map<String, Rule> rules) {
    SqlType text = SqlType.VARCHAR;
    SqlType number = SqlType.NUMBER;
    rules.put("UPPER", alias("ORA_UPPER", text, 1, VARCHAR));
    rules.put("LOWER", alias("ORA_LOWER", text, 1, VARCHAR));
    rules.put("INITCAP", alias("ORA_INITCAP", text, 1, VARCHAR));
    rules.put("SUBSTR", alias("ORA_SUBSTR", text, 2, VARCHAR, NUMBER, NUMBER));
    rules.put("SUBSTRB", alias("ORA_SUBSTRB", text, 2, VARCHAR, NUMBER, NUMBER));
    rules.put("INSTR", alias("ORA_INSTR", number, 2, VARCHAR, VARCHAR, NUMBER, NUMBER));
    rules.put("LENGTH", alias("ORA_LENGTH", number, 1, VARCHAR));
    rules.put("LENGTHB", alias("ORA_LENGTHB", number, 1, VARCHAR));
    rules.put("LPAD", alias("ORA_LPAD", text, 2, VARCHAR, NUMBER, VARCHAR));
    rules.put("RPAD", alias("ORA_RPAD", text, 2, VARCHAR, NUMBER, VARCHAR));
    rules.put("LTRIM", alias("ORA_LTRIM", text, 1, VARCHAR, VARCHAR));
    rules.put("RTRIM", alias("ORA_RTRIM", text, 1, VARCHAR, VARCHAR));
    rules.put("REPLACE", alias("ORA_REPLACE", text, 2, VARCHAR, VARCHAR, VARCHAR));
    rules.put("TRANSLATE", alias("ORA_TRANSLATE", text, 3, VARCHAR, VARCHAR, VARCHAR));
    rules.put("REVERSE", alias("ORA_REVERSE", text, 1, VARCHAR));
    rules.put("CHR", alias("ORA_CHR", text, 1, NUMBER));
    rules.put("NCHR", alias("ORA_CHR", text, 1, NUMBER));
    rules.put("ASCII", alias("ORA_ASCII", number, 1, VARCHAR));
    rules.put("UNISTR", alias("ORA_UNISTR", text, 1, VARCHAR));
    rules.put("ASCIISTR", alias("ORA_ASCIISTR", text, 1, VARCHAR));
    rules.put("CONCAT", new Rule(2, 2, a -> Arithmetic.concatenate(a.get(0), a.get(1))));
    rules.put("REGEXP_REPLACE", alias("ORA_REGEXP_REPLACE", text, 2, VARCHAR, VARCHAR, VARCHAR));
    rules.put("REGEXP_SUBSTR", alias("ORA_REGEXP_SUBSTR", text, 2, VARCHAR, VARCHAR));
    rules.put("REGEXP_COUNT", alias("ORA_REGEXP_COUNT", number, 2, VARCHAR, VARCHAR));
    rules.put("HEXTORAW", alias("ORA_HEXTORAW", SqlType.RAW, 1, VARCHAR));
    rules.put("RAWTOHEX", alias("ORA_RAWTOHEX", text, 1, RAW));
    rules.put("STANDARD_HASH", alias("ORA_STANDARD_HASH", SqlType.RAW, 1, VARCHAR, VARCHAR));
    rules.put("SYS_GUID", alias("ORA_SYS_GUID", SqlType.RAW, 0));
    rules.put("CHARTOROWID", alias("ORA_CHARTOROWID", SqlType.ROWID, 1, VARCHAR));
    rules.put("ROWIDTOCHAR", alias("ORA_ROWIDTOCHAR", text, 1, Kind.ROWID));
    rules.put("UTL_RAW.CAST_TO_RAW", alias("ORA_CAST_TO_RAW", SqlType.RAW, 1, VARCHAR));
    rules.put("UTL_RAW.CAST_TO_VARCHAR2", alias("ORA_CAST_TO_VARCHAR2", text, 1, RAW));
    rules.put("UTL_RAW.LENGTH", alias("ORA_RAW_LENGTH", number, 1, RAW));
    rules.put(
        "DBMS_LOB.SUBSTR",
        new Rule(
            1,
            3,
            a ->
                (a.get(0).kind() == Kind.BLOB
                        ? alias("ORA_BLOB_SUBSTR", SqlType.RAW, 1, Kind.BLOB, NUMBER, NUMBER)
                        : alias("ORA_LOB_SUBSTR", text, 1, Kind.CLOB, NUMBER, NUMBER))
                    .translation()
                    .apply(a)));
    rules.put(
        "DBMS_LOB.GETLENGTH",
        new Rule(
            1,
            1,
            a ->
                Conversions.call(
                    a.get(0).kind() == Kind.BLOB ? "ORA_BLOB_LENGTH" : "ORA_CLOB_LENGTH",
                    number,
                    a.get(0))));
    rules.put(
        "DBMS_LOB.INSTR",
        new Rule(
            2,
            4,
            a ->
                alias(
                        a.get(0).kind() == Kind.BLOB ? "ORA_BLOB_INSTR" : "ORA_LOB_INSTR",
                        number,
                        2,
                        a.get(0).kind() == Kind.BLOB ? Kind.BLOB : Kind.CLOB,
                        a.get(0).kind() == Kind.BLOB ? Kind.RAW : Kind.VARCHAR,
                        NUMBER,
                        NUMBER)
                    .translation()
                    .apply(a)));
    rules.put(
        "DBMS_LOB.COMPARE",
        new Rule(
            2,
            5,
            a -> {
              boolean bytes = a.get(0).kind() == Kind.BLOB;
              Kind kind = bytes ? Kind.BLOB : Kind.CLOB;
              return alias(
                      bytes ? "ORA_BLOB_COMPARE" : "ORA_LOB_COMPARE",
                      number,
                      2,
                      kind,
                      kind,
                      NUMBER,
                      NUMBER,
                      NUMBER)
                  .translation()
                  .apply(a);
            }));
    for (String method : List.of("CREATEXML", "GETCLOBVAL", "GETSTRINGVAL")) {
      SqlType type =
          method.equals("CREATEXML")
              ? SqlType.of(Kind.OTHER)
              : method.equals("GETCLOBVAL") ? SqlType.CLOB : SqlType.VARCHAR;
      rules.put("XMLTYPE." + method, new Rule(1, 1, a -> xml(a.get(0)).as(type)));
    }
    rules.put("EMPTY_CLOB", alias("ORA_EMPTY_CLOB", SqlType.CLOB, 0));
    rules.put("EMPTY_BLOB", alias("ORA_EMPTY_BLOB", SqlType.BLOB, 0));
    rules.put("TO_CLOB", new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.CLOB)));
    rules.put("TO_NCLOB", new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.CLOB)));
    rules.put("TO_BLOB", new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.BLOB)));
    rules.put(
        "XMLTYPE",
        new Rule(1, 1, a -> Conversions.to(a.get(0), Kind.CLOB).as(SqlType.of(Kind.OTHER))));
  }

  /** An XML document as H2 stores it. */
  static Expr xml(Expr value) throws SQLException {
    return value.kind() == Kind.OTHER ? value : Conversions.to(value, Kind.CLOB);
  }
}
