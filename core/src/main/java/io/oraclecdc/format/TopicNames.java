package io.oraclecdc.format;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Topics of tables. Remembers who has which topic, so that two tables meet in one only where the
 * template says so and never because Kafka forbids the characters that tell them apart.
 */
final class TopicNames {
  private static final int MAX_LENGTH = 249;

  private final String prefix;
  private final @Nullable String template;
  private final String heartbeat;
  private final Map<String, Claim> claims = new HashMap<>();

  /** By the name that topics are made from: the table that has it. */
  private final Map<TableId, TableSchema> holders = new HashMap<>();

  TopicNames(String prefix, @Nullable String template, String heartbeatTemplate) {
    this.prefix = prefix;
    this.template = template;
    String wanted = heartbeatTemplate.replace("${prefix}", prefix);
    this.heartbeat = legal(wanted);
    claims.put(heartbeat, new Claim(wanted, null, "the heartbeats"));
  }

  /**
   * Topic of records that are not of one table; no table may have it.
   *
   * @param who whose topic it is, for messages
   * @throws CdcException CDC-6004 when other such records have it
   */
  String topicOf(String fixedTemplate, String who) {
    String wanted = fixedTemplate.replace("${prefix}", prefix);
    String topic = legal(wanted);
    Claim earlier = claims.putIfAbsent(topic, new Claim(wanted, null, who));
    if (earlier != null) {
      throw new CdcException(
          ErrorCode.NAME_COLLISION,
          who
              + " and "
              + earlier.who
              + " would share topic "
              + topic
              + ", where equal keys of the two would overwrite each other");
    }
    return topic;
  }

  /** Topic of heartbeats. */
  String heartbeatTopic() {
    return heartbeat;
  }

  /**
   * Topic of a table.
   *
   * @throws CdcException CDC-6004 when another table or other records have it
   */
  String topicOf(TableSchema table) {
    TableId id = table.publishedAs();
    String used = template == null ? defaultTemplate(id) : template;
    String wanted = fill(used, table);
    String topic = legal(wanted);
    Claim earlier = claims.putIfAbsent(topic, new Claim(wanted, id, "table " + id));
    requireOneTable(table, topic);
    if (earlier != null && !id.equals(earlier.table)) {
      if (earlier.table == null || !earlier.wanted.equals(wanted) || namesOneTable(used, id)) {
        throw new CdcException(
            ErrorCode.NAME_COLLISION,
            "table "
                + id
                + " and "
                + earlier.who
                + " would share topic "
                + topic
                + " (from "
                + wanted
                + " and "
                + earlier.wanted
                + "), where equal keys of the two would overwrite each other");
      }
    }
    return topic;
  }

  /** A renamed table may keep the topic of its old name, which a new table gets then. */
  private void requireOneTable(TableSchema table, String topic) {
    TableSchema holder = holders.get(table.publishedAs());
    if (holder != null
        && holder.objectId() != table.objectId()
        && !holder.id().equals(table.id())) {
      throw new CdcException(
          ErrorCode.NAME_COLLISION,
          "table "
              + table.id()
              + " would share topic "
              + topic
              + " with table "
              + holder.id()
              + ", which kept it when it was renamed (cdc.rename.topic.policy)");
    }
    holders.put(table.publishedAs(), table);
  }

  private static String defaultTemplate(TableId id) {
    return id.pdb().isEmpty()
        ? "${prefix}.${schema}.${table}"
        : "${prefix}.${pdb}.${schema}.${table}";
  }

  /** Whether the template means to give each table a topic of its own. */
  private static boolean namesOneTable(String template, TableId id) {
    return template.contains("${table}")
        && template.contains("${schema}")
        && (id.pdb().isEmpty() || template.contains("${pdb}") || template.contains("${database}"));
  }

  private String fill(String text, TableSchema table) {
    StringBuilder filled = new StringBuilder();
    int begin = 0;
    for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", begin)) {
      int close = text.indexOf('}', open);
      filled.append(text, begin, open);
      String variable = text.substring(open + 2, close);
      filled.append(
          switch (variable) {
            case "prefix" -> prefix;
            case "pdb" -> table.publishedAs().pdb();
            case "schema" -> table.publishedAs().owner();
            case "table" -> table.publishedAs().name();
            case "database" -> table.container().name();
            default -> throw new IllegalArgumentException("no such variable: " + variable);
          });
      begin = close + 1;
    }
    return filled.append(text, begin, text.length()).toString();
  }

  /** The name with what Kafka does not allow replaced, cut to what Kafka allows. */
  static String legal(String name) {
    if (name.equals(".") || name.equals("..")) {
      return name.replace('.', '_');
    }
    StringBuilder topic = new StringBuilder(name.length());
    for (int i = 0; i < name.length() && i < MAX_LENGTH; i++) {
      char c = name.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      topic.append(allowed ? c : '_');
    }
    return topic.toString();
  }

  /**
   * @param wanted the name before replacement
   * @param table whose topic it is, null for records that are not of one table
   * @param who the same for messages
   */
  private record Claim(String wanted, @Nullable TableId table, String who) {}
}
