package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and DROP SEQUENCE. */
final class SequenceStatements {
  private static final BigDecimal MAX = new BigDecimal("9999999999999999999999999999");
  private static final BigDecimal H2_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private SequenceStatements() {}

  /** Values of the options found, the rest as in {@code base}. */
  private static final class Options {
    private @Nullable BigDecimal start;
    private @Nullable BigDecimal minimum;
    private @Nullable BigDecimal maximum;
    private BigDecimal increment = BigDecimal.ONE;
    private boolean cycle;
    private long cache = 20;
  }

  /**
   * A sequence to be created.
   *
   * @param entry what the dictionary shows
   * @param start its first value
   */
  record Definition(SequenceEntry entry, BigDecimal start) {}

  /** Parses the options that are next. */
  static Definition definition(TokenCursor cursor, ObjectKey key, long objectId)
      throws SQLException {
    Options options = parse(cursor, new Options());
    SequenceEntry entry = entry(options, key, objectId);
    BigDecimal natural = entry.increment().signum() < 0 ? entry.maximum() : entry.minimum();
    return new Definition(entry, options.start == null ? natural : options.start);
  }

  private static SequenceEntry entry(Options options, ObjectKey key, long objectId) {
    boolean descending = options.increment.signum() < 0;
    BigDecimal minimum =
        options.minimum != null
            ? options.minimum
            : descending ? new BigDecimal("-999999999999999999999999999") : BigDecimal.ONE;
    BigDecimal maximum =
        options.maximum != null ? options.maximum : descending ? BigDecimal.ONE.negate() : MAX;
    return new SequenceEntry(
        key, objectId, minimum, maximum, options.increment, options.cycle, options.cache);
  }

  private static Options parse(TokenCursor cursor, Options options) throws SQLException {
    while (true) {
      if (cursor.accept("START", "WITH")) {
        if (cursor.accept("LIMIT", "VALUE")) {
          continue;
        }
        options.start = number(cursor);
      } else if (cursor.accept("INCREMENT", "BY")) {
        options.increment = number(cursor);
        if (options.increment.signum() == 0) {
          throw OraErrors.of(4002, "INCREMENT must be a non-zero integer");
        }
      } else if (cursor.accept("MAXVALUE")) {
        options.maximum = number(cursor);
      } else if (cursor.accept("MINVALUE")) {
        options.minimum = number(cursor);
      } else if (cursor.accept("CACHE")) {
        options.cache = number(cursor).longValue();
      } else if (cursor.accept("NOCACHE")) {
        options.cache = 0;
      } else if (cursor.accept("CYCLE")) {
        options.cycle = true;
      } else if (cursor.accept("NOCYCLE")
          || cursor.accept("NOMAXVALUE")
          || cursor.accept("NOMINVALUE")
          || cursor.accept("ORDER")
          || cursor.accept("NOORDER")
          || cursor.accept("KEEP")
          || cursor.accept("NOKEEP")
          || cursor.accept("NOSCALE")
          || cursor.accept("GLOBAL")
          || cursor.accept("SESSION")) {
        // nothing to remember
      } else {
        return options;
      }
    }
  }

  private static BigDecimal number(TokenCursor cursor) throws SQLException {
    boolean negative = cursor.accept("-");
    Token token = cursor.next();
    if (token.type() != Token.Type.NUMBER) {
      throw OraErrors.of(1722, "invalid number");
    }
    BigDecimal value = new BigDecimal(token.value());
    return negative ? value.negate() : value;
  }

  /** The options as DBMS_METADATA writes them. */
  static String text(Definition definition) {
    SequenceEntry entry = definition.entry();
    return "MINVALUE "
        + entry.minimum().toPlainString()
        + " MAXVALUE "
        + entry.maximum().toPlainString()
        + " INCREMENT BY "
        + entry.increment().toPlainString()
        + " START WITH "
        + definition.start().toPlainString()
        + (entry.cache() == 0 ? " NOCACHE" : " CACHE " + entry.cache())
        + " NOORDER  "
        + (entry.cycle() ? "CYCLE" : "NOCYCLE")
        + "  NOKEEP  NOSCALE ";
  }

  static void store(DdlTarget target, Definition definition) throws SQLException {
    SequenceEntry entry = definition.entry();
    target.inner(
        "CREATE SEQUENCE "
            + InnerNames.quoted(entry.key().owner(), entry.key().name())
            + " START WITH "
            + definition.start().toPlainString()
            + innerOptions(entry));
    target.dictionary().sequences().put(entry.key(), entry);
    target.dictionary().created().put(entry.key(), target.now());
    target.dictionary().changed();
  }

  private static String innerOptions(SequenceEntry entry) {
    return " INCREMENT BY "
        + entry.increment().toPlainString()
        + " MINVALUE "
        + entry.minimum().max(H2_MAX.negate()).toPlainString()
        + " MAXVALUE "
        + entry.maximum().min(H2_MAX).toPlainString()
        + (entry.cycle() ? " CYCLE" : " NO CYCLE")
        + " NO CACHE";
  }

  static void create(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.newObject(cursor, target, "CREATE SEQUENCE", "CREATE ANY SEQUENCE");
    Definition definition = definition(cursor, key, target.dictionary().nextObjectId());
    cursor.expectEnd();
    store(target, definition);
    target.refreshCatalog();
    target.record(key.owner(), key.name(), null, cursor.text());
  }

  static void alter(TokenCursor cursor, DdlTarget target) throws SQLException {
    SequenceEntry old = existing(cursor, target);
    Options options = new Options();
    options.minimum = old.minimum();
    options.maximum = old.maximum();
    options.increment = old.increment();
    options.cycle = old.cycle();
    options.cache = old.cache();
    boolean restart = false;
    if (cursor.accept("RESTART")) {
      restart = true;
    }
    parse(cursor, options);
    restart |= cursor.accept("RESTART");
    parse(cursor, options);
    cursor.expectEnd();
    SequenceEntry entry = entry(options, old.key(), old.objectId());
    String start =
        restart || options.start != null
            ? " RESTART WITH "
                + (options.start == null ? entry.minimum() : options.start).toPlainString()
            : "";
    target.inner(
        "ALTER SEQUENCE "
            + InnerNames.quoted(entry.key().owner(), entry.key().name())
            + start
            + innerOptions(entry));
    target.dictionary().sequences().put(entry.key(), entry);
    target.dictionary().changed();
    target.refreshCatalog();
    target.record(entry.key().owner(), entry.key().name(), null, cursor.text());
  }

  static void drop(TokenCursor cursor, DdlTarget target) throws SQLException {
    SequenceEntry entry = existing(cursor, target);
    cursor.expectEnd();
    if (entry.key().name().startsWith("ISEQ$$_")) {
      throw OraErrors.of(32794, "cannot drop a system-generated sequence");
    }
    remove(target, entry.key());
    target.refreshCatalog();
    target.record(entry.key().owner(), entry.key().name(), null, cursor.text());
  }

  static void remove(DdlTarget target, ObjectKey key) throws SQLException {
    target.inner("DROP SEQUENCE " + InnerNames.quoted(key.owner(), key.name()));
    target.dictionary().sequences().remove(key);
    target.dictionary().grants().forget(key);
    target.dictionary().changed();
  }

  private static SequenceEntry existing(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    SequenceEntry entry = target.dictionary().sequences().get(key);
    if (entry == null) {
      throw OraErrors.of(2289, "sequence does not exist");
    }
    Ddl.requireOwner(target, key, "CREATE ANY SEQUENCE");
    return entry;
  }
}
