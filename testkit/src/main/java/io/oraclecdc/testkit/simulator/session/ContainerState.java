package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.PdbEntry;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Identity and open mode of a container, or of a whole non-CDB. Thread-safe. */
public final class ContainerState {
  /** Name of the root. */
  public static final String ROOT_NAME = "CDB$ROOT";

  /** Name of the seed. */
  public static final String SEED_NAME = "PDB$SEED";

  private final int id;
  private final String name;
  private final long dbid;
  private final String guid;
  private volatile Mode mode;
  private volatile boolean restricted;
  private volatile @Nullable OffsetDateTime openTime;
  private volatile @Nullable String savedState;
  private volatile long createScn;
  private final AtomicInteger closings = new AtomicInteger();

  /** OPEN_MODE. */
  enum Mode {
    MOUNTED("MOUNTED"),
    READ_ONLY("READ ONLY"),
    READ_WRITE("READ WRITE");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private ContainerState(int id, String name, long dbid, Mode mode) {
    this.id = id;
    this.name = name;
    this.dbid = dbid;
    this.mode = mode;
    byte[] seed = (name + "/" + dbid).getBytes(StandardCharsets.UTF_8);
    guid = UUID.nameUUIDFromBytes(seed).toString().replace("-", "").toUpperCase(Locale.ROOT);
  }

  /** A database without containers. */
  public static ContainerState nonCdb(String databaseName) {
    return new ContainerState(0, databaseName, 0, Mode.READ_WRITE);
  }

  /** The root of a CDB. */
  public static ContainerState root() {
    return new ContainerState(ContainerFacts.ROOT, ROOT_NAME, 0, Mode.READ_WRITE);
  }

  /** The seed of a CDB; nobody opens it. */
  static ContainerState seed(long dbid) {
    return new ContainerState(
        ContainerFacts.SEED, SEED_NAME, dbidOf(SEED_NAME, dbid), Mode.READ_ONLY);
  }

  /** A pluggable database that is open, with a saved state. */
  public static ContainerState pluggable(int id, String name, long rootDbid) {
    ContainerState state = new ContainerState(id, name, dbidOf(name, rootDbid), Mode.READ_WRITE);
    state.savedState = "OPEN";
    return state;
  }

  private static long dbidOf(String name, long rootDbid) {
    return 1_000_000_000L + Integer.toUnsignedLong((name + rootDbid).hashCode()) % 3_000_000_000L;
  }

  int id() {
    return id;
  }

  String name() {
    return name;
  }

  Mode mode() {
    return mode;
  }

  boolean isOpen() {
    return mode != Mode.MOUNTED;
  }

  boolean isRestricted() {
    return restricted;
  }

  void created(long scn, OffsetDateTime time) {
    createScn = scn;
    openTime = time;
  }

  void open(boolean readOnly, boolean isRestricted, OffsetDateTime time) {
    openTime = time;
    restricted = isRestricted;
    mode = readOnly ? Mode.READ_ONLY : Mode.READ_WRITE;
  }

  void close() {
    closings.incrementAndGet();
    mode = Mode.MOUNTED;
    openTime = null;
  }

  /** Rises when the container is closed: what sessions held in it is gone. */
  int closings() {
    return closings.get();
  }

  @Nullable String savedState() {
    return savedState;
  }

  void save(boolean keep) {
    savedState = keep && isOpen() ? "OPEN" : null;
  }

  /** The root has the DBID of the whole database. */
  ContainerFacts facts(long wholeDbid) {
    boolean isRoot = id == ContainerFacts.ROOT;
    long own = isRoot ? wholeDbid : dbid;
    return new ContainerFacts(
        id,
        name,
        own,
        isRoot ? 1 : own,
        guid,
        mode.text(),
        restricted,
        openTime,
        createScn,
        savedState);
  }

  PdbEntry entry() {
    return new PdbEntry(id, name, dbid, dbid, guid, createScn, savedState);
  }
}
