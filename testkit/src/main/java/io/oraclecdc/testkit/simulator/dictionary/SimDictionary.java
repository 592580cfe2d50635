package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of one container: the truth about its tables and other objects.
 *
 * <p>Entries are immutable and read without a lock. DDL holds the write lock of {@link #lock()}
 * while it changes H2 and publishes; DML holds the read lock around every inner statement, so that
 * no row is captured against a layout it was not written with.
 */
public final class SimDictionary {
  private static final String PUBLIC = "PUBLIC";

  private final int containerId;
  private final Grants grants;
  private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
  private final AtomicLong version = new AtomicLong();
  private final AtomicLong objectIds = new AtomicLong(73_000);
  private final AtomicLong constraintNumbers = new AtomicLong(8_300);
  private final AtomicLong userIds = new AtomicLong(105);
  private final Map<ObjectKey, TableEntry> tables = new ConcurrentHashMap<>();
  private final Map<Long, TableEntry> tablesById = new ConcurrentHashMap<>();
  private final TableIndex tableIndex = new TableIndex();
  private final Map<ObjectKey, ViewEntry> views = new ConcurrentHashMap<>();
  private final Map<ObjectKey, SequenceEntry> sequences = new ConcurrentHashMap<>();
  private final Map<ObjectKey, ObjectKey> synonyms = new ConcurrentHashMap<>();
  private final Map<ObjectKey, ClusterEntry> clusters = new ConcurrentHashMap<>();
  private final Map<ObjectKey, String> programs = new ConcurrentHashMap<>();
  private final Map<ObjectKey, ProgramSource> sources = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Boolean> deferrables = new ConcurrentHashMap<>();
  private final Map<ObjectKey, TriggerEntry> triggers = new ConcurrentHashMap<>();
  private final Map<ObjectKey, LocalDateTime> lastDdl = new ConcurrentHashMap<>();
  private final Map<ObjectKey, LocalDateTime> created = new ConcurrentHashMap<>();
  private final Map<ProgramId, Long> numbers = new ConcurrentHashMap<>();
  private final Map<ProgramId, ProgramError> programErrors = new ConcurrentHashMap<>();
  private final Map<Long, Recycled> recycled = new ConcurrentSkipListMap<>();
  private final Set<String> tablespaces = new ConcurrentSkipListSet<>();
  private volatile @Nullable LocalDateTime fixedStatistics;
  private volatile DatabaseLogging logging = DatabaseLogging.OFF;
  private volatile DatabaseLogging inheritedLogging = DatabaseLogging.OFF;
  private volatile List<PdbEntry> pdbs = List.of();
  private volatile boolean forceLogging;

  /** An empty dictionary. */
  public SimDictionary(int containerId, LocalDateTime now) {
    this.containerId = containerId;
    this.grants = new Grants(now);
    this.fixedStatistics = now; // as the nightly task of a database in use leaves them
  }

  /** CON_ID. */
  public int containerId() {
    return containerId;
  }

  /** Users, roles, privileges. */
  public Grants grants() {
    return grants;
  }

  /** Read lock for DML, write lock for DDL. */
  public ReadWriteLock lock() {
    return lock;
  }

  /** Rises with every change, so that translated statements can be kept while it stays. */
  public long version() {
    return version.get();
  }

  /** Something changed that translations depend on. */
  public void changed() {
    version.incrementAndGet();
  }

  /** The last numbers given away. */
  public IdCounters ids() {
    return new IdCounters(objectIds.get(), constraintNumbers.get(), userIds.get());
  }

  /** Goes on from numbers given away before. */
  public void ids(IdCounters last) {
    objectIds.set(last.objects());
    constraintNumbers.set(last.constraints());
    userIds.set(last.users());
  }

  /** An OBJECT_ID that was given away in an earlier life of the database. */
  public void usedObjectId(long id) {
    objectIds.accumulateAndGet(id, Math::max);
  }

  /** A new OBJECT_ID. */
  public long nextObjectId() {
    return objectIds.incrementAndGet();
  }

  /** A new USER_ID. */
  public long nextUserId() {
    return userIds.incrementAndGet();
  }

  /** A constraint name as Oracle makes them. */
  public String nextConstraintName() {
    return "SYS_C%07d".formatted(constraintNumbers.incrementAndGet());
  }

  /** A table by owner and name. */
  public Optional<TableEntry> table(ObjectKey key) {
    return Optional.ofNullable(tables.get(key));
  }

  /** A table by OBJECT_ID, recycled ones too. */
  public Optional<TableEntry> tableById(long objectId) {
    return Optional.ofNullable(tablesById.get(objectId));
  }

  /** All tables. */
  public Collection<TableEntry> tables() {
    return tables.values();
  }

  /** Publishes a new version of a table; a renamed one must be removed under its old name. */
  public void publish(TableEntry entry) {
    TableEntry before = tables.put(entry.key(), entry);
    if (before != null) {
      tableIndex.remove(before);
    }
    tableIndex.add(entry);
    tablesById.put(entry.table().objectId(), entry);
    changed();
  }

  /** Deferrable foreign keys by owner and name, true if initially deferred; H2 has none of them. */
  public Map<ObjectKey, Boolean> deferrables() {
    return deferrables;
  }

  /** Forgets the triggers of a dropped table. */
  public void dropTriggers(long tableId) {
    triggers.values().stream()
        .filter(t -> t.tableId() == tableId)
        .forEach(t -> programErrors.remove(t.id()));
    triggers.values().removeIf(t -> t.tableId() == tableId);
  }

  /** Removes the name of a table; {@code purge} forgets its OBJECT_ID too. */
  public void removeTable(TableEntry entry, boolean purge) {
    TableEntry before = tables.remove(entry.key());
    if (before != null) {
      tableIndex.remove(before);
    }
    if (purge) {
      tablesById.remove(entry.table().objectId());
    }
    changed();
  }

  /**
   * A dropped table that the recycle bin keeps.
   *
   * @param entry its layout under its recycle bin name
   * @param original its name before
   * @param time when it was dropped
   * @param scn SCN of the DROP
   */
  public record Recycled(TableEntry entry, ObjectKey original, LocalDateTime time, long scn) {}

  /** Keeps a dropped table's layout. */
  public void recycle(Recycled dropped) {
    long id = dropped.entry().table().objectId();
    tablesById.put(id, dropped.entry());
    recycled.put(id, dropped);
  }

  /** Dropped tables that can still be looked at. */
  public Collection<Recycled> recycled() {
    return recycled.values();
  }

  /** PURGE RECYCLEBIN: the layouts of an owner's dropped tables are forgotten. */
  public void purgeRecycleBin(String owner) {
    tablesById
        .values()
        .removeIf(t -> t.table().owner().equals(owner) && !tables.containsKey(t.key()));
    recycled.values().removeIf(t -> t.entry().table().owner().equals(owner));
  }

  /** A view by owner and name. */
  public Optional<ViewEntry> view(ObjectKey key) {
    return Optional.ofNullable(views.get(key));
  }

  /** Views of users and of the catalog. */
  public Map<ObjectKey, ViewEntry> views() {
    return views;
  }

  /** Sequences. */
  public Map<ObjectKey, SequenceEntry> sequences() {
    return sequences;
  }

  /** Synonyms; public ones have the owner PUBLIC. */
  public Map<ObjectKey, ObjectKey> synonyms() {
    return synonyms;
  }

  /** Clusters. */
  public Map<ObjectKey, ClusterEntry> clusters() {
    return clusters;
  }

  /** Stored programs by name, value is the object type. */
  public Map<ObjectKey, String> programs() {
    return programs;
  }

  /** Texts of stored programs; the body of a package is under the name with " BODY" behind. */
  public Map<ObjectKey, ProgramSource> sources() {
    return sources;
  }

  /** OBJECT_ID of what has none of its own: programs and synonyms; a new one for a new object. */
  public long numberOf(String type, ObjectKey key) {
    return numbers.computeIfAbsent(new ProgramId(type, key), k -> nextObjectId());
  }

  /** Forgets the OBJECT_ID of a dropped object. */
  public void forgetNumber(String type, ObjectKey key) {
    numbers.remove(new ProgramId(type, key));
  }

  /** Programs and triggers that do not compile. */
  public Map<ProgramId, ProgramError> programErrors() {
    return programErrors;
  }

  /** Tablespaces that a statement created. */
  public Set<String> tablespaces() {
    return tablespaces;
  }

  /** When statistics of the fixed tables were gathered, null when there are none. */
  public @Nullable LocalDateTime fixedStatistics() {
    return fixedStatistics;
  }

  /** DBMS_STATS.GATHER_FIXED_OBJECTS_STATS and its opposite. */
  public void fixedStatistics(@Nullable LocalDateTime gathered) {
    fixedStatistics = gathered;
  }

  /** Triggers, which have a name space of their own. */
  public Map<ObjectKey, TriggerEntry> triggers() {
    return triggers;
  }

  /** Enabled triggers of a table in order of creation. */
  public List<TriggerEntry> triggersOf(long tableId) {
    if (triggers.isEmpty()) {
      return List.of();
    }
    return triggers.values().stream()
        .filter(t -> t.tableId() == tableId && t.enabled())
        .sorted(Comparator.comparingLong(TriggerEntry::number))
        .toList();
  }

  /** LAST_DDL_TIME of objects. */
  public Map<ObjectKey, LocalDateTime> lastDdl() {
    return lastDdl;
  }

  /** CREATED of objects. */
  public Map<ObjectKey, LocalDateTime> created() {
    return created;
  }

  /** Whether any object of the schema's common name space has this name. */
  public boolean isTaken(ObjectKey key) {
    return tables.containsKey(key)
        || views.containsKey(key)
        || sequences.containsKey(key)
        || synonyms.containsKey(key)
        || clusters.containsKey(key)
        || programs.containsKey(key);
  }

  /** Follows synonyms: private ones of the schema first, then the object, then public ones. */
  public ObjectKey resolve(ObjectKey key, boolean qualified) {
    ObjectKey current = key;
    for (int hops = 0; hops < 10; hops++) {
      ObjectKey target = synonyms.get(current);
      if (target == null) {
        break;
      }
      current = target;
    }
    if (!qualified && !isTaken(current)) {
      ObjectKey target = synonyms.get(new ObjectKey(PUBLIC, key.name()));
      if (target != null) {
        return resolve(target, true);
      }
      ObjectKey sys = new ObjectKey("SYS", key.name());
      if (views.containsKey(sys)) {
        return sys;
      }
    }
    return current;
  }

  /** ALTER DATABASE FORCE LOGGING. */
  public boolean forceLogging() {
    return forceLogging;
  }

  /** Switches it on or off. */
  public void forceLogging(boolean value) {
    forceLogging = value;
  }

  /** Supplemental logging that counts: the container's own and what the root prescribes. */
  public DatabaseLogging logging() {
    return logging.and(inheritedLogging);
  }

  /** What was switched on in this container. */
  public DatabaseLogging ownLogging() {
    return logging;
  }

  /** What the root prescribes for all containers; every table gets its new effective level. */
  public void inheritedLogging(DatabaseLogging value) {
    inheritedLogging = value;
    logging(logging);
  }

  /** The pluggable databases, in the dictionary of a root. */
  public List<PdbEntry> pdbs() {
    return pdbs;
  }

  /** Tells the root's catalog of them. */
  public void pdbs(List<PdbEntry> value) {
    pdbs = List.copyOf(value);
  }

  /** Changes the database's supplemental logging; every table gets its new effective level. */
  public void logging(DatabaseLogging value) {
    logging = value;
    for (TableEntry entry : tables.values()) {
      publish(new TableDraft(entry).freeze(logging()));
    }
    changed();
  }

  /** The index of that name and its table. */
  public Optional<TableEntry> tableOfIndex(ObjectKey index) {
    return tableIndex.ofIndex(index).map(tables::get);
  }

  /** The table of a schema that has a constraint of that name. */
  public Optional<TableEntry> tableOfConstraint(String owner, String constraint) {
    return tableIndex.ofConstraint(new ObjectKey(owner, constraint)).map(tables::get);
  }

  /** Tables with a foreign key to this one, itself if it refers to itself. */
  public List<TableEntry> referring(ObjectKey table) {
    return tableIndex.childrenOf(table).stream().flatMap(key -> table(key).stream()).toList();
  }
}
