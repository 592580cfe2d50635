package io.oraclecdc.dictionary;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What kind of DDL statement a text is, told by its first words, and which table it names. Columns
 * are never parsed: layouts come from the dictionary.
 *
 * @param kind what capture has to do
 * @param owner schema given in the text, null when the name was not qualified
 * @param name table named in the text, null for other statements
 * @param newName name after TO of a rename, null for other statements
 * @param summary the words that decided, for messages; never values
 */
record DdlStatement(
    Kind kind,
    @Nullable String owner,
    @Nullable String name,
    @Nullable String newName,
    String summary) {

  /** What a statement means for layouts. */
  enum Kind {
    /** A table may have come into being (or back). */
    CREATED,
    /** A table may have another layout, key, logging or set of partitions. */
    ALTERED,
    /** A table has another name. */
    RENAMED,
    /** A table is gone. */
    DROPPED,
    /** A table is empty from now on. */
    TRUNCATED,
    /** Partitions of a table are empty from now on; no layout changes. */
    PARTITION_TRUNCATED,
    /** A table has another index, which may be its key. */
    INDEXED,
    /** The index that is named is not as it was. */
    INDEX_CHANGED,
    /** No layout can change by it. */
    IRRELEVANT,
    /** Not known: must not pass on a captured table. */
    UNKNOWN
  }

  private static final Set<String> CREATE_MODIFIERS =
      Set.of("GLOBAL", "PRIVATE", "TEMPORARY", "SHARDED", "DUPLICATED", "IMMUTABLE", "BLOCKCHAIN");

  private static final Set<String> IRRELEVANT_FIRST_WORDS =
      Set.of(
          "COMMENT",
          "GRANT",
          "REVOKE",
          "ANALYZE",
          "AUDIT",
          "NOAUDIT",
          "ASSOCIATE",
          "DISASSOCIATE",
          "PURGE",
          "SET",
          "LOCK",
          "EXPLAIN",
          "ADMINISTER",
          "CALL");

  /**
   * Everything that may follow ALTER TABLE name; all but TRUNCATE are answered by a new reading.
   */
  private static final Set<String> ALTERATIONS =
      Set.of(
          "ADD",
          "DROP",
          "MODIFY",
          "SET",
          "ENABLE",
          "DISABLE",
          "MOVE",
          "SHRINK",
          "SPLIT",
          "MERGE",
          "EXCHANGE",
          "COALESCE",
          "RENAME",
          "LOGGING",
          "NOLOGGING",
          "FILESYSTEM_LIKE_LOGGING",
          "PARALLEL",
          "NOPARALLEL",
          "CACHE",
          "NOCACHE",
          "PCTFREE",
          "PCTUSED",
          "INITRANS",
          "MAXTRANS",
          "STORAGE",
          "COMPRESS",
          "NOCOMPRESS",
          "ROW",
          "COLUMN",
          "NO",
          "ALLOCATE",
          "DEALLOCATE",
          "MONITORING",
          "NOMONITORING",
          "READ",
          "INMEMORY",
          "MEMOPTIMIZE",
          "RESULT_CACHE",
          "FLASHBACK",
          "ILM",
          "UPGRADE",
          "INDEXING",
          "MINIMIZE",
          "NOMINIMIZE",
          "OVERFLOW",
          "MAPPING",
          "NOMAPPING",
          "PCTTHRESHOLD",
          "INCLUDING",
          "TABLESPACE",
          "ATTRIBUTE",
          "ATTRIBUTES",
          "BUFFER_POOL",
          "ANNOTATIONS",
          "RECORDS_PER_BLOCK",
          "VALIDATE",
          "SEGMENT",
          "CLUSTERING",
          "STALE",
          "PROJECT",
          "LOCATION",
          "REJECT",
          "DEFAULT",
          "ACCESS");

  static DdlStatement parse(String sql) {
    return new Reader(DdlWords.of(sql)).read();
  }

  /** Whether the new name lies in the recycle bin: an internal half of a DROP. */
  boolean movesToRecycleBin() {
    return newName != null && newName.startsWith("BIN$");
  }

  /** Walks over the words once. */
  private static final class Reader {
    private final List<DdlWords.Word> words;
    private int at;

    Reader(List<DdlWords.Word> words) {
      this.words = words;
    }

    DdlStatement read() {
      String first = keyword();
      return switch (first) {
        case "CREATE" -> create();
        case "ALTER" -> alter();
        case "DROP" -> drop();
        case "TRUNCATE" ->
            keyword().equals("TABLE")
                ? named(Kind.TRUNCATED, "TRUNCATE TABLE")
                : irrelevant("TRUNCATE");
        case "RENAME" -> rename();
        case "FLASHBACK" -> flashback();
        default ->
            IRRELEVANT_FIRST_WORDS.contains(first)
                ? irrelevant(first)
                : new DdlStatement(Kind.UNKNOWN, null, null, null, first);
      };
    }

    private DdlStatement alter() {
      return switch (keyword()) {
        case "TABLE" -> alterTable();
        case "INDEX" -> named(Kind.INDEX_CHANGED, "ALTER INDEX");
        default -> irrelevant("ALTER");
      };
    }

    private DdlStatement drop() {
      return switch (keyword()) {
        case "TABLE" -> named(Kind.DROPPED, "DROP TABLE");
        case "INDEX" -> named(Kind.INDEX_CHANGED, "DROP INDEX");
        default -> irrelevant("DROP");
      };
    }

    private DdlStatement createIndex(String summary) {
      named(Kind.INDEXED, summary);
      return keyword().equals("ON") ? named(Kind.INDEXED, summary) : irrelevant(summary);
    }

    private DdlStatement create() {
      boolean temporary = false;
      String word = keyword();
      while (CREATE_MODIFIERS.contains(word)) {
        temporary |= word.equals("TEMPORARY");
        word = keyword();
      }
      if (word.equals("UNIQUE") || word.equals("BITMAP") || word.equals("INDEX")) {
        at += word.equals("INDEX") ? 0 : 1;
        return createIndex("CREATE INDEX");
      }
      return word.equals("TABLE") && !temporary
          ? named(Kind.CREATED, "CREATE TABLE")
          : irrelevant("CREATE " + word);
    }

    private DdlStatement alterTable() {
      DdlStatement target = named(Kind.ALTERED, "ALTER TABLE");
      String action = keyword();
      String summary = "ALTER TABLE .. " + action;
      if (action.equals("TRUNCATE")) {
        return target.as(Kind.PARTITION_TRUNCATED, null, summary);
      }
      if (action.equals("RENAME") && peek("TO")) {
        at++;
        return target.as(Kind.RENAMED, name(), summary + " TO");
      }
      return target.as(ALTERATIONS.contains(action) ? Kind.ALTERED : Kind.UNKNOWN, null, summary);
    }

    private DdlStatement rename() {
      DdlStatement target = named(Kind.RENAMED, "RENAME");
      at++; // TO
      return target.as(Kind.RENAMED, name(), "RENAME");
    }

    private DdlStatement flashback() {
      if (!keyword().equals("TABLE")) {
        return irrelevant("FLASHBACK");
      }
      DdlStatement target = named(Kind.CREATED, "FLASHBACK TABLE");
      if (!(keyword().equals("TO") && keyword().equals("BEFORE"))) {
        return irrelevant("FLASHBACK TABLE");
      }
      at++; // DROP
      if (peek("RENAME")) {
        at += 2; // RENAME TO
        String back = name();
        return new DdlStatement(
            Kind.CREATED, target.owner(), back == null ? target.name() : back, null, "FLASHBACK");
      }
      return target;
    }

    private DdlStatement named(Kind kind, String summary) {
      if (peek("IF")) {
        at++;
        while (peek("NOT") || peek("EXISTS")) {
          at++;
        }
      }
      String first = name();
      if (first != null && at < words.size() && words.get(at).is(".")) {
        at++;
        return new DdlStatement(kind, first, name(), null, summary);
      }
      return new DdlStatement(kind, null, first, null, summary);
    }

    private static DdlStatement irrelevant(String summary) {
      return new DdlStatement(Kind.IRRELEVANT, null, null, null, summary);
    }

    private boolean peek(String keyword) {
      return at < words.size() && words.get(at).is(keyword);
    }

    /** The next word in upper case; empty at the end. */
    private String keyword() {
      return at < words.size() ? words.get(at++).text() : "";
    }

    /** The next word as a name; null at the end. */
    private @Nullable String name() {
      return at < words.size() ? words.get(at++).text() : null;
    }
  }

  private DdlStatement as(Kind other, @Nullable String renamedTo, String newSummary) {
    return new DdlStatement(
        other, owner, name, renamedTo, newSummary.toUpperCase(Locale.ROOT).strip());
  }
}
