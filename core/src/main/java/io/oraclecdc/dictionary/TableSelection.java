package io.oraclecdc.dictionary;

import io.oraclecdc.config.MissingKey;
import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.model.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which tables and columns are captured, and what keys they get. Immutable.
 *
 * <p>Patterns are regular expressions over the whole name: {@code OWNER.TABLE}, or {@code
 * PDB.OWNER.TABLE} in a container database; for columns with {@code .COLUMN} behind it.
 */
public final class TableSelection {
  private final List<Pattern> include;
  private final List<Pattern> exclude;
  private final List<Pattern> includedColumns;
  private final List<Pattern> excludedColumns;
  private final List<Pattern> maskedColumns;
  private final List<Pattern> hashedColumns;
  private final boolean caseSensitive;
  private final Map<String, List<String>> keyColumns;
  private final MissingKey missingKey;
  private final LobUse lobs;

  private TableSelection(Builder builder) {
    List<String> problems = new ArrayList<>();
    this.caseSensitive = builder.caseSensitive;
    this.include = compile("cdc.tables.include", builder.include, problems);
    this.exclude = compile("cdc.tables.exclude", builder.exclude, problems);
    this.includedColumns = compile("cdc.columns.include", builder.includedColumns, problems);
    this.excludedColumns = compile("cdc.columns.exclude", builder.excludedColumns, problems);
    this.maskedColumns = compile("cdc.columns.mask.include", builder.maskedColumns, problems);
    this.hashedColumns = compile("cdc.columns.hash.include", builder.hashedColumns, problems);
    this.keyColumns = parseKeyColumns(builder.keyColumns, problems);
    this.missingKey = builder.missingKey;
    this.lobs = builder.lobs;
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
  }

  /** Tables that match one of the patterns. */
  public static Builder including(Collection<String> patterns) {
    return new Builder(patterns);
  }

  /** Whether a table is captured, as far as names decide. */
  public boolean includes(TableId table) {
    String name = table.toString();
    return matches(include, name) && !matches(exclude, name);
  }

  /**
   * Whether a column is left out: named by {@code cdc.columns.exclude}, or not by {@code
   * cdc.columns.include} when that is set.
   */
  public boolean excludesColumn(TableId table, String column) {
    return settingThatExcludes(table, column).isPresent();
  }

  /** The setting that leaves a column out, empty when none does. */
  Optional<String> settingThatExcludes(TableId table, String column) {
    String name = table + "." + column;
    if (matches(excludedColumns, name)) {
      return Optional.of("cdc.columns.exclude");
    }
    return includedColumns.isEmpty() || matches(includedColumns, name)
        ? Optional.empty()
        : Optional.of("cdc.columns.include");
  }

  /** Whether a column is named by {@code cdc.columns.mask.include}. */
  boolean masksColumn(TableId table, String column) {
    return matches(maskedColumns, table + "." + column);
  }

  /** Whether a column is named by {@code cdc.columns.hash.include}. */
  boolean hashesColumn(TableId table, String column) {
    return matches(hashedColumns, table + "." + column);
  }

  /**
   * The setting because of which statements of a table must not be shown, as far as the table's
   * name tells: it may leave out or disguise columns. A pattern that begins with {@code .*} may
   * name columns of every table. Empty when there is none.
   */
  public Optional<String> settingThatWithholds(TableId table) {
    if (!includedColumns.isEmpty()) {
      return Optional.of("cdc.columns.include");
    }
    String beginning = table + ".";
    if (mayMatch(excludedColumns, beginning)) {
      return Optional.of("cdc.columns.exclude");
    }
    if (mayMatch(maskedColumns, beginning)) {
      return Optional.of("cdc.columns.mask.include");
    }
    return mayMatch(hashedColumns, beginning)
        ? Optional.of("cdc.columns.hash.include")
        : Optional.empty();
  }

  private static boolean mayMatch(List<Pattern> patterns, String beginning) {
    for (Pattern pattern : patterns) {
      Matcher matcher = pattern.matcher(beginning);
      // More text could still make it match.
      if (matcher.matches() || matcher.hitEnd()) {
        return true;
      }
    }
    return false;
  }

  /** Names given by {@code cdc.key.columns} for a table, in key order. */
  public Optional<List<String>> keyColumns(TableId table) {
    List<String> columns = keyColumns.get(fold(table.toString()));
    return Optional.ofNullable(columns);
  }

  /** Names of tables in {@code cdc.key.columns} that none of some tables has. */
  public List<String> keyColumnsWithoutTable(Collection<TableId> tables) {
    return keyColumns.keySet().stream()
        .filter(name -> tables.stream().noneMatch(table -> fold(table.toString()).equals(name)))
        .toList();
  }

  /** Whether two column names are the same one for {@code cdc.key.columns}. */
  boolean sameName(String declared, String column) {
    return caseSensitive ? declared.equals(column) : declared.equalsIgnoreCase(column);
  }

  /** What to do with tables that have no usable key. */
  public MissingKey missingKey() {
    return missingKey;
  }

  /** What happens to LOB columns. */
  public LobUse lobs() {
    return lobs;
  }

  /** The include patterns as they were given, for messages. */
  public String describeIncludes() {
    return String.join(", ", include.stream().map(Pattern::pattern).toList());
  }

  /** Include patterns that match none of some tables. */
  public List<String> patternsWithoutTable(Collection<TableId> tables) {
    return include.stream()
        .filter(pattern -> tables.stream().noneMatch(t -> pattern.matcher(t.toString()).matches()))
        .map(Pattern::pattern)
        .toList();
  }

  private List<Pattern> compile(String key, Collection<String> texts, List<String> problems) {
    int flags = caseSensitive ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    List<Pattern> patterns = new ArrayList<>();
    for (String text : texts) {
      try {
        patterns.add(Pattern.compile(text.trim(), flags));
      } catch (PatternSyntaxException e) {
        problems.add(
            key
                + " holds regular expressions: '"
                + text
                + "' is none ("
                + e.getDescription()
                + ")");
      }
    }
    return List.copyOf(patterns);
  }

  private Map<String, List<String>> parseKeyColumns(String text, List<String> problems) {
    Map<String, List<String>> result = new LinkedHashMap<>();
    for (String entry : text.split(";", -1)) {
      if (entry.isBlank()) {
        continue;
      }
      int colon = entry.lastIndexOf(':');
      List<String> columns = new ArrayList<>();
      if (colon > 0) {
        for (String column : entry.substring(colon + 1).split(",", -1)) {
          columns.add(column.trim());
        }
      }
      if (columns.isEmpty() || columns.contains("")) {
        problems.add(
            "cdc.key.columns is OWNER.TABLE:COLUMN,COLUMN;OWNER.TABLE:COLUMN: '" + entry + "'");
      } else {
        result.put(fold(entry.substring(0, colon).trim()), List.copyOf(columns));
      }
    }
    return result;
  }

  private String fold(String name) {
    return caseSensitive ? name : name.toUpperCase(Locale.ROOT);
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    for (Pattern pattern : patterns) {
      if (pattern.matcher(name).matches()) {
        return true;
      }
    }
    return false;
  }

  /** Whether LOB columns have fields. */
  public enum LobUse {
    /** No fields for LOB columns. */
    SKIP,
    /** Captured like other columns. */
    CAPTURE
  }

  /** Collects the parts; everything but the include patterns has the default of its property. */
  public static final class Builder {
    private final List<String> include;
    private List<String> exclude = List.of();
    private List<String> includedColumns = List.of();
    private List<String> excludedColumns = List.of();
    private List<String> maskedColumns = List.of();
    private List<String> hashedColumns = List.of();
    private boolean caseSensitive;
    private String keyColumns = "";
    private MissingKey missingKey = MissingKey.FAIL;
    private LobUse lobs = LobUse.SKIP;

    private Builder(Collection<String> include) {
      this.include = List.copyOf(include);
    }

    /** {@code cdc.tables.exclude}. */
    public Builder excluding(Collection<String> patterns) {
      exclude = List.copyOf(patterns);
      return this;
    }

    /** {@code cdc.columns.exclude}. */
    public Builder excludingColumns(Collection<String> patterns) {
      excludedColumns = List.copyOf(patterns);
      return this;
    }

    /** {@code cdc.columns.include}. */
    public Builder includingColumns(Collection<String> patterns) {
      includedColumns = List.copyOf(patterns);
      return this;
    }

    /** {@code cdc.columns.mask.include}. */
    public Builder maskingColumns(Collection<String> patterns) {
      maskedColumns = List.copyOf(patterns);
      return this;
    }

    /** {@code cdc.columns.hash.include}. */
    public Builder hashingColumns(Collection<String> patterns) {
      hashedColumns = List.copyOf(patterns);
      return this;
    }

    /** {@code cdc.tables.case.sensitive=true}. */
    public Builder caseSensitive() {
      caseSensitive = true;
      return this;
    }

    /** {@code cdc.key.columns}: {@code OWNER.TABLE:COLUMN,COLUMN;OWNER.TABLE:COLUMN}. */
    public Builder keyColumns(String text) {
      keyColumns = text;
      return this;
    }

    /** {@code cdc.key.missing}. */
    public Builder missingKey(MissingKey value) {
      missingKey = value;
      return this;
    }

    /** {@code cdc.lob.mode}. */
    public Builder lobs(LobUse value) {
      lobs = value;
      return this;
    }

    /**
     * Puts it together.
     *
     * @throws ConfigurationException with every pattern that is none
     */
    public TableSelection build() {
      return new TableSelection(this);
    }
  }
}
