package io.oraclecdc.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An SQL script: statements of one or more sessions in the order in which they run, and settings.
 *
 * <pre>
 * -- set cdc.key.missing=none      a property of the engine
 * -- session: bob                  the statements that follow run in session bob
 * insert into t values (1);        a statement ends with ; at the end of a line ...
 * begin ... end;
 * /                                ... a block, or any other statement, with a line that holds only a slash
 * </pre>
 *
 * @param statements in order
 * @param settings by property
 */
record SqlScript(List<Statement> statements, Map<String, String> settings) {

  /**
   * One statement.
   *
   * @param session name of its session
   * @param sql without terminator
   * @param line where it begins, from 1
   */
  record Statement(String session, String sql, int line) {

    /** First word in upper case. */
    String verb() {
      Matcher matcher = WORD.matcher(sql);
      return matcher.find() ? matcher.group().toUpperCase(Locale.ROOT) : "";
    }

    boolean isDdl() {
      return switch (verb()) {
        case "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "COMMENT", "GRANT", "REVOKE" ->
            !sql.strip().toUpperCase(Locale.ROOT).matches("(?s)ALTER\\s+(SESSION|SYSTEM)\\b.*");
        default -> false;
      };
    }
  }

  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");
  private static final Pattern SET =
      Pattern.compile("--\\s*set\\s+(cdc\\.[^=\\s]+)\\s*=\\s*(.*?)\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern SESSION =
      Pattern.compile("--\\s*session\\s*:\\s*(\\S+)\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?is)\\s*(declare|begin|create\\s+(or\\s+replace\\s+)?(editionable\\s+|noneditionable\\s+)?(function|procedure|package|trigger|type))\\b.*");

  /**
   * Reads a script.
   *
   * @throws InputException naming the line when a statement does not end or a directive is wrong
   */
  static SqlScript parse(String text) {
    return new Reader(text).read();
  }

  private static final class Reader {
    private final String[] lines;
    private final List<Statement> statements = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final StringBuilder current = new StringBuilder();
    private String session = "main";
    private int begin;
    private boolean inString;
    private String stringEnd = "'";
    private boolean inComment;

    Reader(String text) {
      lines = text.replace("\r\n", "\n").split("\n", -1);
    }

    SqlScript read() {
      for (int i = 0; i < lines.length; i++) {
        line(lines[i], i + 1);
      }
      if (!current.toString().isBlank()) {
        throw new InputException(
            "line "
                + begin
                + ": the statement does not end; a statement ends with ; at the end of a line, a block with a line /");
      }
      return new SqlScript(List.copyOf(statements), settings);
    }

    private void line(String line, int number) {
      boolean between = !inString && !inComment && current.toString().isBlank();
      String bare = line.strip();
      if (between && bare.startsWith("--")) {
        directive(bare, number);
        return;
      }
      if (between && (bare.isEmpty() || isSqlPlus(bare))) {
        return;
      }
      if (!inString && !inComment && bare.equals("/")) {
        end();
        return;
      }
      if (between) {
        begin = number;
        current.setLength(0);
      }
      int semicolon = scan(line);
      if (semicolon >= 0 && !inString && !inComment && !BLOCK.matcher(current + line).matches()) {
        current.append(line, 0, semicolon);
        end();
      } else {
        current.append(line).append('\n');
      }
    }

    /** Follows quotes and comments; the place of a semicolon that ends the line, -1 if none. */
    private int scan(String line) {
      int lastSemicolon = -1;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (inComment) {
          if (line.startsWith("*/", i)) {
            inComment = false;
            i++;
          }
        } else if (inString) {
          if (line.startsWith(stringEnd, i)) {
            inString = false;
            i += stringEnd.length() - 1;
          }
        } else if (c == '\'') {
          lastSemicolon = -1;
          inString = true;
          stringEnd = endOfLiteral(line, i);
          i += stringEnd.length() - 1;
        } else if (c == '"') {
          // no name holds a quote: an apostrophe, semicolon or comment sign in it is its own
          lastSemicolon = -1;
          inString = true;
          stringEnd = "\"";
        } else if (line.startsWith("--", i)) {
          return lastSemicolon;
        } else if (line.startsWith("/*", i)) {
          inComment = true;
          i++;
        } else if (c == ';') {
          lastSemicolon = i;
        } else if (!Character.isWhitespace(c)) {
          lastSemicolon = -1;
        }
      }
      return lastSemicolon;
    }

    /**
     * What ends the literal that begins at this quote: a quote, or for q'[...]' the bracket and a
     * quote.
     */
    private static String endOfLiteral(String line, int quote) {
      boolean alternative =
          quote > 0
              && Character.toLowerCase(line.charAt(quote - 1)) == 'q'
              && quote + 1 < line.length();
      if (!alternative) {
        return "'";
      }
      char open = line.charAt(quote + 1);
      int pair = "[{(<".indexOf(open);
      return (pair < 0 ? open : "]})>".charAt(pair)) + "'";
    }

    private void directive(String bare, int number) {
      Matcher set = SET.matcher(bare);
      Matcher named = SESSION.matcher(bare);
      if (set.matches()) {
        settings.put(set.group(1), set.group(2));
      } else if (named.matches()) {
        session = named.group(1);
      } else if (bare.matches("(?i)--\\s*set\\s+cdc\\..*")) {
        throw new InputException("line " + number + ": a setting is written -- set cdc.name=value");
      }
    }

    private static boolean isSqlPlus(String bare) {
      return bare.matches(
          "(?i)(set\\s+(echo|define|feedback|serveroutput|verify|timing|pagesize|linesize|heading|sqlblanklines|termout)\\b.*|prompt\\b.*|pro|rem\\b.*|whenever\\b.*|exit;?|quit;?|spool\\b.*|show\\s+errors.*)");
    }

    private void end() {
      String sql = current.toString().strip();
      if (!BLOCK.matcher(sql).matches() && sql.endsWith(";")) {
        sql = sql.substring(0, sql.length() - 1).strip();
      }
      current.setLength(0);
      inString = false;
      if (!sql.isEmpty()) {
        statements.add(new Statement(session, sql, begin));
      }
    }
  }
}
