package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What DBMS_METADATA.GET_DDL writes for an object, under the transform parameters of a session.
 *
 * <p>Layout as Oracle's: an empty line, two blanks, the parts of a table on lines of their own that
 * begin with a tab.
 */
public final class DdlText {
  private final Map<String, Boolean> parameters;

  /**
   * Texts of one session.
   *
   * @param parameters transform parameters that were set, by name
   */
  public DdlText(Map<String, Boolean> parameters) {
    this.parameters = parameters;
  }

  private boolean is(String parameter, boolean otherwise) {
    return parameters.getOrDefault(parameter, otherwise);
  }

  /** CREATE TABLE. */
  public String table(TableEntry entry) {
    SimTable table = entry.table();
    List<String> parts = new ArrayList<>();
    for (SimColumn column : table.columns()) {
      if (!column.hidden() || entry.extrasOf(column.name()).invisible()) {
        parts.add(column(entry, column));
      }
    }
    boolean iot = entry.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
    for (ConstraintDef constraint : entry.constraints()) {
      boolean wanted =
          constraint.type() == 'R'
              ? is("REF_CONSTRAINTS", true)
              : is("CONSTRAINTS", true) || (iot && constraint.type() == 'P');
      if (wanted && !constraint.notNull()) {
        parts.add(" " + constraint(entry, constraint));
      }
    }
    entry.logGroups().forEach(group -> parts.add(" " + logGroup(group)));
    StringBuilder text = new StringBuilder("\n  CREATE TABLE ").append(quoted(entry.key()));
    text.append(" \n   (\t").append(String.join(", \n\t", parts)).append("\n   ) ");
    if (iot) {
      text.append("ORGANIZATION INDEX NOCOMPRESS ");
    }
    ClusterPlace cluster = table.storage().cluster();
    if (cluster != null) {
      text.append("CLUSTER ").append(quoted(cluster.key())).append(' ');
      text.append(columns(cluster.columns())).append(' ');
    }
    if (cluster == null && is("SEGMENT_ATTRIBUTES", true)) {
      text.append(segment(entry));
    }
    for (SimColumn column : table.columns()) {
      if (column.type().name().equals("XMLTYPE")) {
        text.append("\n XMLTYPE COLUMN ").append(InnerNames.quoted(column.name()));
        text.append(" STORE AS SECUREFILE BINARY XML ");
      }
    }
    if (entry.traits().contains(TableEntry.Trait.ROW_MOVEMENT)) {
      text.append(" ENABLE ROW MOVEMENT ");
    }
    return terminated(text);
  }

  /** CREATE OR REPLACE VIEW. */
  public String view(ViewEntry view) {
    List<String> names = view.columns().stream().map(c -> InnerNames.quoted(c.name())).toList();
    StringBuilder text = new StringBuilder("\n  CREATE OR REPLACE FORCE EDITIONABLE VIEW ");
    text.append(quoted(view.key())).append(" (").append(String.join(", ", names));
    return terminated(text.append(") AS \n  ").append(view.text()));
  }

  private String terminated(StringBuilder text) {
    return text.append(is("SQLTERMINATOR", false) ? ";" : "").toString();
  }

  private static String quoted(ObjectKey key) {
    return InnerNames.quoted(key.owner(), key.name());
  }

  private static String columns(List<String> names) {
    return "(" + String.join(", ", names.stream().map(InnerNames::quoted).toList()) + ")";
  }

  private String column(TableEntry entry, SimColumn column) {
    ColumnExtras extras = entry.extrasOf(column.name());
    StringBuilder text = new StringBuilder(InnerNames.quoted(column.name()));
    text.append(' ').append(type(column.type()));
    if (extras.invisible()) {
      text.append(" INVISIBLE");
    }
    String value = column.defaultText();
    if (column.virtual()) {
      text.append(" GENERATED ALWAYS AS (").append(value).append(") VIRTUAL");
    } else if (extras.identitySequence() != null) {
      text.append(" GENERATED ").append(extras.identityAlways() ? "ALWAYS" : "BY DEFAULT");
      text.append(extras.defaultOnNull() ? " ON NULL" : "").append(" AS IDENTITY ");
      text.append(extras.identityOptions());
    } else if (value != null) {
      text.append(extras.defaultOnNull() ? " DEFAULT ON NULL " : " DEFAULT ").append(value.strip());
    }
    Optional<ConstraintDef> notNull =
        entry.constraints().stream()
            .filter(c -> c.notNull() && c.columns().equals(List.of(column.name())))
            .findFirst();
    if (is("CONSTRAINTS", true) && notNull.isPresent()) {
      ConstraintDef constraint = notNull.get();
      text.append(name(constraint)).append(" NOT NULL ").append(state(constraint));
    }
    return text.toString();
  }

  private static String name(ConstraintDef constraint) {
    return constraint.generatedName() ? "" : " CONSTRAINT " + InnerNames.quoted(constraint.name());
  }

  private static String state(ConstraintDef constraint) {
    String state = constraint.enabled() ? "ENABLE" : "DISABLE";
    return constraint.enabled() == constraint.validated()
        ? state
        : state + (constraint.validated() ? " VALIDATE" : " NOVALIDATE");
  }

  /** A type with its lengths, as a column definition has it. */
  private static String type(SimType type) {
    return switch (type.name()) {
      case "NUMBER" -> number(type);
      case "FLOAT" -> "FLOAT(" + type.precision() + ")";
      case "VARCHAR2", "CHAR" ->
          "%s(%d%s)"
              .formatted(
                  type.name(), type.charLength(), "C".equals(type.charUsed()) ? " CHAR" : "");
      case "NVARCHAR2", "NCHAR" -> type.name() + "(" + type.charLength() + ")";
      case "RAW", "UROWID" -> type.name() + "(" + type.length() + ")";
      case "TIMESTAMP" -> "TIMESTAMP (" + type.scale() + ")";
      case "TIMESTAMP WITH TIME ZONE" -> "TIMESTAMP (" + type.scale() + ") WITH TIME ZONE";
      case "TIMESTAMP WITH LOCAL TIME ZONE" ->
          "TIMESTAMP (" + type.scale() + ") WITH LOCAL TIME ZONE";
      case "INTERVAL YEAR TO MONTH" -> "INTERVAL YEAR (" + type.precision() + ") TO MONTH";
      case "INTERVAL DAY TO SECOND" ->
          "INTERVAL DAY (" + type.precision() + ") TO SECOND (" + type.scale() + ")";
      case "XMLTYPE" -> "\"SYS\".\"XMLTYPE\" ";
      default -> type.name();
    };
  }

  private static String number(SimType type) {
    if (type.precision() == null) {
      return type.scale() == null ? "NUMBER" : "NUMBER(*," + type.scale() + ")";
    }
    return "NUMBER(%d,%d)".formatted(type.precision(), type.scale() == null ? 0 : type.scale());
  }

  private String constraint(TableEntry entry, ConstraintDef constraint) {
    String start = name(constraint).strip();
    StringBuilder text = new StringBuilder(start).append(start.isEmpty() ? "" : " ");
    switch (constraint.type()) {
      case 'P' -> text.append("PRIMARY KEY ").append(columns(constraint.columns()));
      case 'U' -> text.append("UNIQUE ").append(columns(constraint.columns()));
      case 'R' -> text.append("FOREIGN KEY ").append(columns(constraint.columns()));
      default -> text.append("CHECK (").append(constraint.condition()).append(") ");
    }
    ConstraintDef.Reference reference = constraint.references();
    if (reference != null) {
      text.append("\n\t  REFERENCES ").append(quoted(reference.table()));
      text.append(' ').append(columns(reference.columns())).append(' ');
      if (!reference.deleteRule().equals("NO ACTION")) {
        text.append("ON DELETE ").append(reference.deleteRule()).append(' ');
      }
    } else if (constraint.isKey()) {
      boolean iot = entry.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
      text.append(iot && constraint.type() == 'P' ? " " : "\n  USING INDEX ");
      if (is("SEGMENT_ATTRIBUTES", true) && !iot) {
        text.append("PCTFREE 10 INITRANS 2 MAXTRANS 255 \n  TABLESPACE ");
        text.append(InnerNames.quoted(entry.tablespace()));
      }
      text.append(' ');
    }
    return text.append(state(constraint)).toString();
  }

  private static String logGroup(LogGroupDef group) {
    if (!group.type().equals("USER LOG GROUP")) {
      String kind = group.type().replace(" LOGGING", "").replace(" COLUMN", "");
      String what =
          switch (kind.replace(" KEY", "").toUpperCase(Locale.ROOT)) {
            case "ALL" -> "ALL";
            case "PRIMARY" -> "PRIMARY KEY";
            case "UNIQUE" -> "UNIQUE INDEX";
            default -> "FOREIGN KEY";
          };
      return "SUPPLEMENTAL LOG DATA (" + what + ") COLUMNS";
    }
    List<String> members = new ArrayList<>();
    for (LogGroupDef.Member member : group.columns()) {
      members.add(InnerNames.quoted(member.column()) + (member.logged() ? "" : " NO LOG"));
    }
    return "SUPPLEMENTAL LOG GROUP "
        + InnerNames.quoted(group.name())
        + " ("
        + String.join(", ", members)
        + ")"
        + (group.always() ? " ALWAYS" : "");
  }

  private String segment(TableEntry entry) {
    StringBuilder text = new StringBuilder("SEGMENT CREATION IMMEDIATE \n");
    text.append("  PCTFREE 10 PCTUSED 40 INITRANS 1 MAXTRANS 255 \n ");
    text.append(
        switch (String.valueOf(entry.table().storage().compression())) {
          case "null" -> "NOCOMPRESS ";
          case "BASIC", "ADVANCED" ->
              "ROW STORE COMPRESS " + entry.table().storage().compression() + " ";
          default -> "COLUMN STORE COMPRESS FOR " + entry.table().storage().compression() + " ";
        });
    text.append(entry.traits().contains(TableEntry.Trait.NOLOGGING) ? "NOLOGGING" : "LOGGING");
    if (is("STORAGE", true)) {
      text.append("\n  STORAGE(INITIAL 65536 NEXT 1048576 MINEXTENTS 1 MAXEXTENTS 2147483645");
      text.append("\n  PCTINCREASE 0 FREELISTS 1 FREELIST GROUPS 1");
      text.append("\n  BUFFER_POOL DEFAULT FLASH_CACHE DEFAULT CELL_FLASH_CACHE DEFAULT)");
    }
    if (is("TABLESPACE", true)) {
      text.append("\n  TABLESPACE ").append(InnerNames.quoted(entry.tablespace())).append(' ');
    }
    return text.toString();
  }
}
