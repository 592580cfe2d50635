package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.LobStorage;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOperation;
import io.oraclecdc.testkit.simulator.redo.ValuePart;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Prints SQL_REDO of rows about single values: LOB rows in both text forms, XML documents, extended
 * strings. Thread-safe.
 */
final class ValueRowRenderer {
  private final RenderOptions options;
  private final SqlRedoRenderer statements;
  private final boolean blocks;

  ValueRowRenderer(RenderOptions options, SqlRedoRenderer statements) {
    this.options = options;
    this.statements = statements;
    blocks =
        options.has(RedoBehaviour.LOB_BLOCKS_ALWAYS)
            || (!options.delimiter() && !options.has(RedoBehaviour.LOB_FRAGMENTS_ALWAYS));
  }

  /** Whether every LOB row is a whole block, and locator rows say nothing. */
  boolean printsBlocks() {
    return blocks;
  }

  /** SQL_REDO of a row about a value; null when it has none. */
  @Nullable String text(SimTable table, PrintedNames names, ValuePart part, String rowId) {
    return switch (part.operation()) {
      case SELECT_LOB_LOCATOR -> blocks ? null : head(table, names, part, rowId);
      case LOB_WRITE, LOB_TRIM, LOB_ERASE -> lob(table, names, part, rowId);
      case XML_DOC_BEGIN -> xmlBegin(table, names, part, rowId);
      case XML_DOC_WRITE -> xmlWrite(table, part);
      case BEGIN_32K -> extendedBegin(table, names, part, rowId);
      case WRITE_32K -> extendedWrite(part);
      default -> null;
    };
  }

  private String lob(SimTable table, PrintedNames names, ValuePart part, String rowId) {
    String call = call(table, part);
    LobStorage storage = table.storage().lob(table.columns().get(part.column()).name());
    boolean nameless = storage.basicFile() && !storage.inRow();
    return blocks && !nameless
        ? head(table, names, part, rowId) + "\n\n" + call + "\nEND;\n\n"
        : call;
  }

  private String head(SimTable table, PrintedNames names, ValuePart part, String rowId) {
    SimColumn column = table.columns().get(part.column());
    String size = blocks ? "6162" : "6174";
    return "DECLARE \n loc_c CLOB; \n buf_c VARCHAR2("
        + size
        + "); \n loc_b BLOB; \n buf_b RAW("
        + size
        + "); \n loc_nc NCLOB; \n buf_nc NVARCHAR2("
        + size
        + "); \n"
        + (blocks ? " e_len NUMBER; \n" : "")
        + "BEGIN\n select \""
        + names.column(column)
        + "\" into "
        + "loc"
        + suffix(column)
        + " from "
        + names.table()
        + statements.where(table, names, part.row(), rowId, "")
        + " for update;";
  }

  private static String suffix(SimColumn column) {
    return switch (column.type().name()) {
      case "BLOB" -> "_b";
      case "NCLOB" -> "_nc";
      default -> "_c";
    };
  }

  private static String call(SimTable table, ValuePart part) {
    String suffix = suffix(table.columns().get(part.column()));
    if (part.operation() == RedoOperation.LOB_TRIM) {
      return "  dbms_lob.trim(loc" + suffix + ", " + part.amount() + ");";
    }
    if (part.operation() == RedoOperation.LOB_ERASE) {
      return "  e_len :=  "
          + part.amount()
          + ";\n  dbms_lob.erase(loc"
          + suffix
          + ", e_len, "
          + part.offset()
          + ");";
    }
    String buffer = "buf" + suffix;
    String data =
        part.data() instanceof byte[] bytes
            ? "HEXTORAW('" + HexFormat.of().formatHex(bytes) + "')"
            : "'" + String.valueOf(part.data()).replace("'", "''") + "'";
    return " "
        + buffer
        + " := "
        + data
        + "; \n  dbms_lob.write(loc"
        + suffix
        + ", "
        + part.amount()
        + ", "
        + part.offset()
        + ", "
        + buffer
        + ");";
  }

  private String xmlBegin(SimTable table, PrintedNames names, ValuePart part, String rowId) {
    SimColumn column = table.columns().get(part.column());
    if (table.storage().textXml().contains(column.name())) {
      return "update "
          + names.table()
          + " a set a.\""
          + names.column(column)
          + "\" = XMLType(:1) "
          + statements.where(table, names, part.row(), rowId, "a.")
          + ";";
    }
    return "XML DOC BEGIN:  select \""
        + names.column(column)
        + "\" from "
        + names.table()
        + statements.where(table, names, part.row(), rowId, "");
  }

  private @Nullable String xmlWrite(SimTable table, ValuePart part) {
    Object data = part.data();
    if (data == null) {
      return "XML_REDO := NULL";
    }
    String text = (String) data;
    if (table.storage().textXml().contains(table.columns().get(part.column()).name())) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (options.has(RedoBehaviour.XML_PIECES_AS_BYTES)) {
      return "XML_REDO := HEXTORAW('" + HexFormat.of().formatHex(bytes) + "'):" + bytes.length;
    }
    String quoted = options.has(RedoBehaviour.XML_QUOTES_DOUBLED) ? text.replace("'", "''") : text;
    return "XML_REDO := '" + quoted + "'\n amount: " + bytes.length;
  }

  private String extendedBegin(SimTable table, PrintedNames names, ValuePart part, String rowId) {
    String alias = names.isAliased() ? "a." : "";
    String update =
        "update "
            + names.table()
            + (alias.isEmpty() ? "" : " a")
            + " set "
            + alias
            + "\""
            + names.column(table.columns().get(part.column()))
            + "\" = :DATA"
            + statements.where(table, names, part.row(), rowId, alias)
            + ";";
    return "DECLARE\n TempLob CLOB;\n buf_c   VARCHAR2(32767);\n Stmt    CLOB;\nBEGIN\n"
        + " DBMS_LOB.CreateTemporary(TempLob, FALSE);\n Stmt := '"
        + update.replace("'", "''")
        + "';";
  }

  private String extendedWrite(ValuePart part) {
    String data =
        part.data() instanceof byte[] bytes
            ? "HEXTORAW('" + HexFormat.of().formatHex(bytes) + "')"
            : options.quotedExtended(String.valueOf(part.data()));
    return "  buf_c := "
        + data
        + ";\n DBMS_LOB.WriteAppend(TempLob, "
        + part.amount()
        + ", buf_c);";
  }
}
