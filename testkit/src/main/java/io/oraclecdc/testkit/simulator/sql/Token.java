package io.oraclecdc.testkit.simulator.sql;

/**
 * One token of a statement.
 *
 * @param type what it is
 * @param text as typed
 * @param value name of an identifier (upper case unless quoted), contents of a string, else the
 *     text in upper case
 * @param start offset of its first character
 * @param end offset behind its last character
 * @param bind for {@link Type#BIND}: 1-based position of the bind in the text; 0 otherwise
 */
public record Token(Type type, String text, String value, int start, int end, int bind) {

  /** Kinds of tokens. */
  public enum Type {
    /** Unquoted word. */
    WORD,
    /** Identifier in double quotes. */
    QUOTED,
    /** Character literal, q-quoted ones too. */
    STRING,
    /** National character literal. */
    NSTRING,
    /** Number; may end in f or d. */
    NUMBER,
    /** {@code ?} or {@code :name}. */
    BIND,
    /** Operator or punctuation. */
    OPERATOR,
    /** End of the text. */
    END
  }

  /** Whether it is this unquoted word. */
  public boolean isWord(String upper) {
    return type == Type.WORD && value.equals(upper);
  }

  /** Whether it is this operator. */
  public boolean isOperator(String operator) {
    return type == Type.OPERATOR && text.equals(operator);
  }
}
