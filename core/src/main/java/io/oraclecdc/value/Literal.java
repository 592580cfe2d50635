package io.oraclecdc.value;

/**
 * One value of a redo statement, as a range of its text. Nothing is copied before a codec asks.
 *
 * <pre>
 *  TO_DATE('2026-02-28 13:45:59', 'YYYY-MM-DD HH24:MI:SS')
 *  ^source  ^content            ^  ^mask                ^  ^source end
 * </pre>
 *
 * <p>A flyweight: the parser fills the same object for each value, so a codec must not keep it. Not
 * thread-safe. {@code toString} tells kind and length, never the value.
 */
public final class Literal {

  /** The forms a value can have. */
  public enum Kind {
    /** {@code 'text'}. */
    QUOTED,
    /** {@code 12.5} without quotes. */
    BARE_NUMBER,
    /** {@code UNISTR('..')}. */
    UNISTR,
    /** {@code UNISTR('..') || UNISTR('..')}; the content is the whole source. */
    CONCATENATION,
    /** {@code HEXTORAW('..')}. */
    HEXTORAW,
    /** {@code TO_DATE('..', 'mask')}. */
    TO_DATE,
    /** {@code TO_TIMESTAMP('..')}. */
    TO_TIMESTAMP,
    /** {@code TO_TIMESTAMP_TZ('..')}. */
    TO_TIMESTAMP_TZ,
    /** {@code TIMESTAMP '..'}. */
    ANSI_TIMESTAMP,
    /** {@code TO_YMINTERVAL('..')}. */
    TO_YMINTERVAL,
    /** {@code TO_DSINTERVAL('..')}. */
    TO_DSINTERVAL,
    /** {@code EMPTY_CLOB()}. */
    EMPTY_CLOB,
    /** {@code EMPTY_BLOB()}. */
    EMPTY_BLOB,
    /** {@code NULL}. */
    NULL,
    /** The words {@code Unsupported Type}: there is a value that LogMiner cannot give. */
    UNSUPPORTED
  }

  private String sql = "";
  private Kind kind = Kind.NULL;
  private int sourceStart;
  private int sourceEnd;
  private int start;
  private int end;
  private boolean doubledQuotes;
  private int maskStart = -1;
  private int maskEnd = -1;

  /** An empty flyweight. */
  public Literal() {}

  /** Begins a value of {@code kind} at {@code sourceStart}; its content is empty until set. */
  public void begin(String statement, Kind valueKind, int valueStart) {
    this.sql = statement;
    this.kind = valueKind;
    this.sourceStart = valueStart;
    this.sourceEnd = valueStart;
    this.start = valueStart;
    this.end = valueStart;
    this.doubledQuotes = false;
    this.maskStart = -1;
    this.maskEnd = -1;
  }

  /** Fills in a whole quoted text without quotes inside; the positions include its quotes. */
  public void plainText(String statement, int from, int to) {
    this.sql = statement;
    this.kind = Kind.QUOTED;
    this.sourceStart = from;
    this.sourceEnd = to;
    this.start = from + 1;
    this.end = to - 1;
    this.doubledQuotes = false;
    this.maskStart = -1;
  }

  /** Sets what stands between the quotes. */
  public void content(int contentStart, int contentEnd, boolean hasDoubledQuotes) {
    this.start = contentStart;
    this.end = contentEnd;
    this.doubledQuotes = hasDoubledQuotes;
  }

  /** Sets the second argument of a date function. */
  public void mask(int from, int to) {
    this.maskStart = from;
    this.maskEnd = to;
  }

  /** Ends the value just before {@code valueEnd}. */
  public void finish(int valueEnd) {
    this.sourceEnd = valueEnd;
  }

  /** Turns what was begun into a concatenation, whose content is its source. */
  public void concatenation(int valueEnd) {
    this.kind = Kind.CONCATENATION;
    this.start = sourceStart;
    this.end = valueEnd;
    this.sourceEnd = valueEnd;
  }

  /** The statement. */
  public String sql() {
    return sql;
  }

  /** Form of the value. */
  public Kind kind() {
    return kind;
  }

  /** First character between the quotes. */
  public int start() {
    return start;
  }

  /** One beyond the last character between the quotes. */
  public int end() {
    return end;
  }

  /** Where the value begins in the statement. */
  public int sourceStart() {
    return sourceStart;
  }

  /** One beyond its last character. */
  public int sourceEnd() {
    return sourceEnd;
  }

  /** Whether the content holds quotes, which are written twice. */
  public boolean hasDoubledQuotes() {
    return doubledQuotes;
  }

  /** Whether a date function named its mask. */
  public boolean hasMask() {
    return maskStart >= 0;
  }

  /** The mask; empty when there is none. */
  public String maskText() {
    return maskStart < 0 ? "" : sql.substring(maskStart, maskEnd);
  }

  /** The content with doubled quotes made single. */
  public String text() {
    return doubledQuotes ? singleQuotes() : sql.substring(start, end);
  }

  /** The value exactly as written, function name and quotes included. */
  public String sourceText() {
    return sql.substring(sourceStart, sourceEnd);
  }

  private String singleQuotes() {
    StringBuilder text = new StringBuilder(end - start);
    int from = start;
    while (from < end) {
      int quote = sql.indexOf('\'', from);
      if (quote < 0 || quote >= end) {
        break;
      }
      text.append(sql, from, quote + 1);
      from = quote + 1;
      if (from < end && sql.charAt(from) == '\'') {
        from++;
      }
    }
    return text.append(sql, from, Math.max(from, end)).toString();
  }

  /** Kind and length. */
  @Override
  public String toString() {
    return kind + " of " + (end - start) + " characters";
  }
}
