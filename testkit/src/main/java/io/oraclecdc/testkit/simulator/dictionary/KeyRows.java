package io.oraclecdc.testkit.simulator.dictionary;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes rows of the catalog views about constraints, indexes and supplemental log groups. */
final class KeyRows {
  /** A comment or a literal, a quoted name, a name. */
  private static final Pattern WORD =
      Pattern.compile(
          "--[^\\n]*|(?s:/\\*.*?\\*/)|'(?:[^']|'')*'|\"([^\"]*)\"|(\\p{L}[\\p{L}\\p{N}_$#]*)");

  private KeyRows() {}

  static void constraint(
      CatalogParts parts, SimDictionary dictionary, TableEntry entry, ConstraintDef constraint) {
    SimTable table = entry.table();
    ConstraintDef.Reference reference = constraint.references();
    String index = constraint.isKey() ? indexOf(entry, constraint) : null;
    String condition = constraint.condition();
    Boolean deferred =
        dictionary.deferrables().get(new ObjectKey(table.owner(), constraint.name()));
    parts.add(
        "CONSTRAINTS",
        "OWNER",
        table.owner(),
        "CONSTRAINT_NAME",
        constraint.name(),
        "CONSTRAINT_TYPE",
        String.valueOf(constraint.type()),
        "TABLE_NAME",
        table.name(),
        "SEARCH_CONDITION",
        condition,
        "SEARCH_CONDITION_VC",
        condition == null ? null : condition.substring(0, Math.min(4000, condition.length())),
        "R_OWNER",
        reference == null ? null : reference.table().owner(),
        "R_CONSTRAINT_NAME",
        reference == null ? null : reference.constraint(),
        "DELETE_RULE",
        reference == null ? null : reference.deleteRule(),
        "STATUS",
        constraint.enabled() ? "ENABLED" : "DISABLED",
        "DEFERRABLE",
        deferred == null ? "NOT DEFERRABLE" : "DEFERRABLE",
        "DEFERRED",
        Boolean.TRUE.equals(deferred) ? "DEFERRED" : "IMMEDIATE",
        "VALIDATED",
        constraint.validated() ? "VALIDATED" : "NOT VALIDATED",
        "GENERATED",
        constraint.generatedName() ? "GENERATED NAME" : "USER NAME",
        "LAST_CHANGE",
        dictionary.lastDdl().get(entry.key()),
        "INDEX_OWNER",
        index == null ? null : table.owner(),
        "INDEX_NAME",
        index,
        "ORIGIN_CON_ID",
        table.containerId());
    List<String> columns = columnsOf(entry, constraint);
    for (int i = 0; i < columns.size(); i++) {
      parts.add(
          "CONS_COLUMNS",
          "OWNER",
          table.owner(),
          "CONSTRAINT_NAME",
          constraint.name(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          columns.get(i),
          "POSITION",
          constraint.type() == 'C' ? null : Integer.valueOf(i + 1));
    }
  }

  /** Those of a table's check are the columns its condition names, in the order of the table. */
  private static List<String> columnsOf(TableEntry entry, ConstraintDef constraint) {
    String condition = constraint.condition();
    if (condition == null || !constraint.columns().isEmpty()) {
      return constraint.columns();
    }
    Set<String> named = new HashSet<>();
    Matcher words = WORD.matcher(condition);
    while (words.find()) {
      String quoted = words.group(1);
      String plain = words.group(2);
      if (quoted != null) {
        named.add(quoted);
      } else if (plain != null) {
        named.add(plain.toUpperCase(Locale.ROOT));
      }
    }
    return entry.table().columns().stream().map(SimColumn::name).filter(named::contains).toList();
  }

  private static @Nullable String indexOf(TableEntry entry, ConstraintDef key) {
    return entry.indexes().stream()
        .filter(i -> i.unique() && i.columns().equals(key.columns()))
        .map(IndexDef::name)
        .findFirst()
        .orElse(null);
  }

  static void index(
      CatalogParts parts, SimDictionary dictionary, TableEntry entry, IndexDef index) {
    SimTable table = entry.table();
    boolean isTop = index.type().equals("IOT - TOP");
    boolean generated = index.name().startsWith("SYS_C") || index.name().startsWith("SYS_IOT");
    boolean ofConstraint =
        entry.constraints().stream()
            .anyMatch(c -> c.isKey() && index.name().equals(indexOf(entry, c)));
    parts.add(
        "INDEXES",
        "OWNER",
        index.owner(),
        "INDEX_NAME",
        index.name(),
        "INDEX_TYPE",
        index.type(),
        "TABLE_OWNER",
        table.owner(),
        "TABLE_NAME",
        table.name(),
        "UNIQUENESS",
        index.unique() ? "UNIQUE" : "NONUNIQUE",
        "TABLESPACE_NAME",
        index.local() ? null : entry.tablespace(),
        "PCT_THRESHOLD",
        isTop ? 50 : null,
        "STATUS",
        index.local() ? "N/A" : index.usable() ? "VALID" : "UNUSABLE",
        "PARTITIONED",
        CatalogParts.yes(index.local()),
        "TEMPORARY",
        entry.isTemporary() ? "Y" : "N",
        "GENERATED",
        generated ? "Y" : "N",
        "FUNCIDX_STATUS",
        isFunctional(index) ? "ENABLED" : null,
        "CONSTRAINT_INDEX",
        CatalogParts.yes(ofConstraint));
    parts.object(
        dictionary,
        CatalogParts.objectOf(
                "INDEX",
                new ObjectKey(index.owner(), index.name()),
                index.objectId(),
                index.local() ? null : Long.valueOf(index.objectId()))
            .timedAs(entry.key()));
    for (int i = 0; i < index.columns().size(); i++) {
      String column = index.columns().get(i);
      SimType type = entry.column(column).map(SimColumn::type).orElse(null);
      parts.add(
          "IND_COLUMNS",
          "INDEX_OWNER",
          index.owner(),
          "INDEX_NAME",
          index.name(),
          "TABLE_OWNER",
          table.owner(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          type == null ? "SYS_NC%05d$".formatted(i + 1) : column,
          "COLUMN_POSITION",
          i + 1,
          "COLUMN_LENGTH",
          type == null ? 0 : type.length(),
          "CHAR_LENGTH",
          type == null ? 0 : type.charLength());
    }
  }

  private static boolean isFunctional(IndexDef index) {
    return index.type().startsWith("FUNCTION");
  }

  static void expressions(CatalogParts parts, TableEntry entry) {
    for (IndexDef index : entry.indexes()) {
      for (int i = 0; i < index.columns().size(); i++) {
        String column = index.columns().get(i);
        if (isFunctional(index) && entry.column(column).isEmpty()) {
          parts.add(
              "IND_EXPRESSIONS",
              "INDEX_OWNER",
              index.owner(),
              "INDEX_NAME",
              index.name(),
              "TABLE_OWNER",
              entry.table().owner(),
              "TABLE_NAME",
              entry.table().name(),
              "COLUMN_EXPRESSION",
              column,
              "COLUMN_POSITION",
              i + 1);
        }
      }
    }
  }

  static void logGroup(CatalogParts parts, TableEntry entry, LogGroupDef group) {
    SimTable table = entry.table();
    parts.add(
        "LOG_GROUPS",
        "OWNER",
        table.owner(),
        "LOG_GROUP_NAME",
        group.name(),
        "TABLE_NAME",
        table.name(),
        "LOG_GROUP_TYPE",
        group.type(),
        "ALWAYS",
        group.always() ? "ALWAYS" : "CONDITIONAL",
        "GENERATED",
        group.generatedName() ? "GENERATED NAME" : "USER NAME");
    for (int i = 0; i < group.columns().size(); i++) {
      parts.add(
          "LOG_GROUP_COLUMNS",
          "OWNER",
          table.owner(),
          "LOG_GROUP_NAME",
          group.name(),
          "TABLE_NAME",
          table.name(),
          "COLUMN_NAME",
          group.columns().get(i).column(),
          "POSITION",
          i + 1,
          "LOGGING_PROPERTY",
          group.columns().get(i).logged() ? "LOG" : "NO LOG");
    }
  }
}
