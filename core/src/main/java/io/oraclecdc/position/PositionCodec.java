package io.oraclecdc.position;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.position.Position.CapturedContainer;
import io.oraclecdc.position.Position.InFlight;
import io.oraclecdc.position.Position.JournalMark;
import io.oraclecdc.position.Position.LastCommit;
import io.oraclecdc.position.Position.ThreadPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A position as a flat map of texts: what stores keep.
 *
 * <pre>
 *  v                              1
 *  dbid, resetlogs_scn            which life of which database
 *  resume_scn                     where LogMiner has to start
 *  oldest_xid                     container:usn.slot.sqn, the open transaction that needs redo from there
 *                                 on; for messages, absent for none
 *  start_floor_scn                commits at or below it are older than capture; absent for none
 *  thread.N.resume_rs_id          per redo thread N, inclusive
 *  thread.N.last_commit_rs_id     the last commit acknowledged whole; the three are absent together
 *  thread.N.last_commit_scn
 *  thread.N.last_commit_xid       container:usn.slot.sqn
 *  in_flight.thread               the transaction acknowledged in part; all in_flight.* absent together
 *  in_flight.xid
 *  in_flight.commit_rs_id
 *  in_flight.event_index          changes acknowledged
 *  in_flight.last_rs_id           address of the last of them
 *  in_flight.fingerprint
 *  pdb.N.dbid                     DBID of the captured pluggable database with container id N
 *  pdb.N.name                     its name
 *  excluded_xids                  container:usn.slot.sqn, separated by blanks; absent for none
 *  released_xids                  those of excluded_xids that must not commit; absent for none
 *  schema_history                 kept: a schema history was stored beside it; absent when none was
 *  journal_store                  identity of the stores; all journal_* absent without a journal
 *  journal_sequence               number of the newest entry
 *  journal_xids                   container:usn.slot.sqn=chunks, separated by blanks; absent for none
 *  journal_need_scn               lowest SCN those transactions can ask for; absent for none
 *  journal_need_rs_ids            thread=address, separated by blanks: the same per thread
 *  snapshot.*                     how far tables were read; absent when they never were to be
 * </pre>
 *
 * <p>SCNs are unsigned decimal texts. Fields that this version does not know are kept and written
 * back, so that a release can be taken back.
 */
public final class PositionCodec {
  /** The version that is written. */
  public static final int VERSION = 1;

  private static final String THREAD = "thread.";
  private static final String IN_FLIGHT = "in_flight.";
  private static final String EXCLUDED = "excluded_xids";
  private static final String RELEASED = "released_xids";
  private static final String JOURNAL = "journal_";
  private static final String NEED = JOURNAL + "need_";
  private static final String CONTAINER = "pdb.";
  private static final String OLDEST = "oldest_xid";
  private static final String HISTORY = "schema_history";
  private static final String KEPT = "kept";

  private PositionCodec() {}

  /**
   * A position and what else its map held.
   *
   * @param position the position
   * @param unknown fields of other versions, to be written back
   */
  public record Decoded(Position position, Map<String, String> unknown) {

    /** Copies the map. */
    public Decoded {
      unknown = Map.copyOf(unknown);
    }
  }

  /**
   * The map of a position.
   *
   * @param unknown fields to write back
   */
  public static Map<String, String> encode(Position position, Map<String, String> unknown) {
    Map<String, String> fields = new TreeMap<>(unknown);
    fields.put("v", Integer.toString(VERSION));
    fields.put("dbid", Long.toUnsignedString(position.incarnation().databaseId()));
    fields.put("resetlogs_scn", position.incarnation().resetlogsScn().toString());
    fields.put("resume_scn", position.resumeScn().toString());
    if (!position.ignoreCommitsThrough().equals(Scn.ZERO)) {
      fields.put("start_floor_scn", position.ignoreCommitsThrough().toString());
    }
    position.threads().forEach((thread, at) -> encodeThread(fields, thread, at));
    encodeKeys(fields, EXCLUDED, position.excluded());
    encodeKeys(fields, RELEASED, position.released());
    for (CapturedContainer container : position.containers()) {
      String prefix = CONTAINER + container.id() + ".";
      fields.put(prefix + "dbid", Long.toString(container.dbid()));
      fields.put(prefix + "name", container.name());
    }
    InFlight inFlight = position.inFlight();
    if (inFlight != null) {
      fields.put(IN_FLIGHT + "thread", inFlight.thread().toString());
      fields.put(IN_FLIGHT + "xid", text(inFlight.transaction()));
      fields.put(IN_FLIGHT + "commit_rs_id", inFlight.commitAddress().toString());
      fields.put(IN_FLIGHT + "event_index", Integer.toString(inFlight.acknowledged()));
      fields.put(IN_FLIGHT + "last_rs_id", inFlight.lastChange().toString());
      fields.put(IN_FLIGHT + "fingerprint", inFlight.fingerprint());
    }
    TransactionKey oldest = position.oldest();
    if (oldest != null) {
      fields.put(OLDEST, text(oldest));
    }
    if (position.layouts()) {
      fields.put(HISTORY, KEPT);
    }
    JournalMark journal = position.journal();
    if (journal != null) {
      encodeJournal(fields, journal);
    }
    SnapshotProgress snapshot = position.snapshot();
    if (snapshot != null) {
      SnapshotProgressCodec.encode(snapshot, fields);
    }
    return fields;
  }

  private static void encodeNeed(Map<String, String> fields, @Nullable RedoNeed need) {
    if (need == null) {
      return;
    }
    fields.put(NEED + "scn", need.scn().toString());
    fields.put(
        NEED + "rs_ids",
        need.addresses().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .sorted()
            .collect(Collectors.joining(" ")));
  }

  private static void encodeKeys(
      Map<String, String> fields, String name, Set<TransactionKey> keys) {
    if (!keys.isEmpty()) {
      fields.put(
          name, keys.stream().map(PositionCodec::text).sorted().collect(Collectors.joining(" ")));
    }
  }

  private static void encodeJournal(Map<String, String> fields, JournalMark journal) {
    fields.put(JOURNAL + "store", journal.store());
    fields.put(JOURNAL + "sequence", Long.toString(journal.sequence()));
    encodeNeed(fields, journal.need());
    if (!journal.chunks().isEmpty()) {
      fields.put(
          JOURNAL + "xids",
          journal.chunks().entrySet().stream()
              .map(entry -> text(entry.getKey()) + "=" + entry.getValue())
              .sorted()
              .collect(Collectors.joining(" ")));
    }
  }

  private static void encodeThread(
      Map<String, String> fields, RedoThread thread, ThreadPosition at) {
    String prefix = THREAD + thread + ".";
    fields.put(prefix + "resume_rs_id", at.resumeAddress().toString());
    LastCommit last = at.lastCommit();
    if (last != null) {
      fields.put(prefix + "last_commit_rs_id", last.address().toString());
      fields.put(prefix + "last_commit_scn", last.scn().toString());
      fields.put(prefix + "last_commit_xid", text(last.transaction()));
    }
  }

  private static String text(TransactionKey key) {
    return key.containerId() + ":" + key.xid();
  }

  /**
   * The position of a map.
   *
   * @throws CdcException CDC-3002 when a field is missing or damaged, when the map is of a newer
   *     version, or when it is no position of this library
   */
  public static Decoded decode(Map<String, String> fields) {
    return new Decoder(fields).decode();
  }

  private static final class Decoder {
    private final Map<String, String> rest;

    Decoder(Map<String, String> fields) {
      this.rest = new TreeMap<>(fields);
    }

    Decoded decode() {
      checkVersion();
      Incarnation incarnation = new Incarnation(databaseId(), scn("resetlogs_scn"));
      Scn resumeScn = scn("resume_scn");
      Scn floor = rest.containsKey("start_floor_scn") ? scn("start_floor_scn") : Scn.ZERO;
      Map<RedoThread, ThreadPosition> threads = threads();
      InFlight inFlight = rest.containsKey(IN_FLIGHT + "xid") ? inFlight() : null;
      Set<TransactionKey> excluded = keys(EXCLUDED);
      Set<TransactionKey> released = keys(RELEASED);
      JournalMark journal = rest.containsKey(JOURNAL + "store") ? journal() : null;
      Set<CapturedContainer> containers = containers();
      TransactionKey oldest = rest.containsKey(OLDEST) ? key(OLDEST) : null;
      boolean layouts = rest.containsKey(HISTORY) && layouts();
      return new Decoded(
          new Position(
              incarnation,
              resumeScn,
              floor,
              threads,
              inFlight,
              excluded,
              journal,
              containers,
              released,
              layouts,
              oldest,
              snapshot()),
          rest);
    }

    private void checkVersion() {
      String version = rest.remove("v");
      if (version == null) {
        throw damaged("it has no version field v, so it was not written by this library", null);
      }
      int number = number("v", version);
      if (number > VERSION) {
        throw new CdcException(
            ErrorCode.CORRUPTION,
            "The stored position has version "
                + number
                + ", this release reads versions up to "
                + VERSION,
            "Run the release that wrote it, or a newer one.",
            null);
      }
      if (number < 1) {
        throw damaged("version " + number + " does not exist", null);
      }
    }

    private @Nullable SnapshotProgress snapshot() {
      try {
        return SnapshotProgressCodec.decode(rest);
      } catch (SnapshotProgressCodec.DamagedException e) {
        throw damaged(String.valueOf(e.getMessage()), e);
      }
    }

    private boolean layouts() {
      String value = take(HISTORY);
      if (!value.equals(KEPT)) {
        throw damaged("field " + HISTORY + " is neither absent nor " + KEPT + ": " + value, null);
      }
      return true;
    }

    private Map<RedoThread, ThreadPosition> threads() {
      Map<RedoThread, ThreadPosition> threads = new TreeMap<>();
      for (String name : rest.keySet().toArray(new String[0])) {
        if (name.startsWith(THREAD) && name.endsWith(".resume_rs_id")) {
          String number = name.substring(THREAD.length(), name.length() - ".resume_rs_id".length());
          threads.put(new RedoThread(number(name, number)), thread(THREAD + number + "."));
        }
      }
      return threads;
    }

    private Set<CapturedContainer> containers() {
      Set<CapturedContainer> containers = new HashSet<>();
      for (String name : rest.keySet().toArray(new String[0])) {
        if (name.startsWith(CONTAINER) && name.endsWith(".dbid")) {
          String id = name.substring(CONTAINER.length(), name.length() - ".dbid".length());
          containers.add(
              new CapturedContainer(
                  number(name, id), longNumber(name, take(name)), take(CONTAINER + id + ".name")));
        }
      }
      return containers;
    }

    private ThreadPosition thread(String prefix) {
      RedoAddress resume = address(prefix + "resume_rs_id");
      if (!rest.containsKey(prefix + "last_commit_rs_id")) {
        return new ThreadPosition(resume, null);
      }
      return new ThreadPosition(
          resume,
          new LastCommit(
              address(prefix + "last_commit_rs_id"),
              scn(prefix + "last_commit_scn"),
              key(prefix + "last_commit_xid")));
    }

    private InFlight inFlight() {
      return new InFlight(
          new RedoThread(number(IN_FLIGHT + "thread", take(IN_FLIGHT + "thread"))),
          key(IN_FLIGHT + "xid"),
          address(IN_FLIGHT + "commit_rs_id"),
          number(IN_FLIGHT + "event_index", take(IN_FLIGHT + "event_index")),
          address(IN_FLIGHT + "last_rs_id"),
          take(IN_FLIGHT + "fingerprint"));
    }

    private String take(String name) {
      String value = rest.remove(name);
      if (value == null) {
        throw damaged("field " + name + " is missing", null);
      }
      return value;
    }

    private long databaseId() {
      String value = take("dbid");
      try {
        return Long.parseUnsignedLong(value);
      } catch (NumberFormatException e) {
        throw damaged("field dbid is no number: " + value, e);
      }
    }

    private Scn scn(String name) {
      String value = take(name);
      try {
        return Scn.parse(value);
      } catch (NumberFormatException e) {
        throw damaged("field " + name + " is no SCN: " + value, e);
      }
    }

    private RedoAddress address(String name) {
      return address(name, take(name));
    }

    private static RedoAddress address(String name, String value) {
      try {
        return RedoAddress.parse(value);
      } catch (IllegalArgumentException e) {
        throw damaged("field " + name + " is no redo address: " + value, e);
      }
    }

    private Set<TransactionKey> keys(String name) {
      Set<TransactionKey> keys = new HashSet<>();
      if (rest.containsKey(name)) {
        for (String text : take(name).split(" ", -1)) {
          keys.add(key(name, text));
        }
      }
      return keys;
    }

    private JournalMark journal() {
      String store = take(JOURNAL + "store");
      long sequence = longNumber(JOURNAL + "sequence", take(JOURNAL + "sequence"));
      Map<TransactionKey, Long> chunks = new HashMap<>();
      String xids = JOURNAL + "xids";
      if (rest.containsKey(xids)) {
        for (String text : take(xids).split(" ", -1)) {
          int equals = text.indexOf('=');
          chunks.put(
              key(xids, text.substring(0, Math.max(0, equals))),
              longNumber(xids, text.substring(equals + 1)));
        }
      }
      return new JournalMark(store, sequence, chunks, need());
    }

    private @Nullable RedoNeed need() {
      if (!rest.containsKey(NEED + "scn")) {
        return null;
      }
      Scn scn = new Scn(longNumber(NEED + "scn", take(NEED + "scn")));
      Map<RedoThread, RedoAddress> addresses = new HashMap<>();
      String name = NEED + "rs_ids";
      for (String text : take(name).split(" ", -1)) {
        int equals = text.indexOf('=');
        if (equals > 0) {
          addresses.put(
              new RedoThread(number(name, text.substring(0, equals))),
              address(name, text.substring(equals + 1)));
        }
      }
      return new RedoNeed(scn, addresses);
    }

    private TransactionKey key(String name) {
      return key(name, take(name));
    }

    private static TransactionKey key(String name, String value) {
      int colon = value.indexOf(':');
      try {
        return new TransactionKey(
            Integer.parseInt(value.substring(0, Math.max(0, colon))),
            Xid.parse(value.substring(colon + 1)));
      } catch (IllegalArgumentException e) {
        throw damaged("field " + name + " is no transaction id: " + value, e);
      }
    }

    private static int number(String name, String value) {
      try {
        return Integer.parseInt(value);
      } catch (NumberFormatException e) {
        throw damaged("field " + name + " is no number: " + value, e);
      }
    }

    private static long longNumber(String name, String value) {
      try {
        return Long.parseLong(value);
      } catch (NumberFormatException e) {
        throw damaged("field " + name + " is no number: " + value, e);
      }
    }

    private static CdcException damaged(String what, @Nullable Throwable cause) {
      return new CdcException(
          ErrorCode.CORRUPTION,
          "The stored position cannot be used: " + what,
          "Restore the state of this engine from a copy; do not edit it by hand.",
          cause);
    }
  }
}
