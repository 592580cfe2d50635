package io.oraclecdc.testkit.simulator.logmnr;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A container as V$CONTAINERS shows it.
 *
 * @param id CON_ID: 1 the root, 2 the seed, 3 and more the pluggable databases
 * @param name NAME
 * @param dbid DBID
 * @param uid CON_UID
 * @param guid GUID as 32 hexadecimal digits
 * @param openMode OPEN_MODE: MOUNTED, READ ONLY, READ WRITE
 * @param isRestricted RESTRICTED
 * @param openTime OPEN_TIME, null while it is not open
 * @param createScn CREATE_SCN
 * @param savedState STATE of DBA_PDB_SAVED_STATES, null when none is saved
 */
public record ContainerFacts(
    int id,
    String name,
    long dbid,
    long uid,
    String guid,
    String openMode,
    boolean isRestricted,
    @Nullable OffsetDateTime openTime,
    long createScn,
    @Nullable String savedState) {
  /** CON_ID of CDB$ROOT. */
  public static final int ROOT = 1;

  /** CON_ID of PDB$SEED. */
  public static final int SEED = 2;

  /** Whether its catalog can be read. */
  public boolean isOpen() {
    return !openMode.equals("MOUNTED");
  }
}
