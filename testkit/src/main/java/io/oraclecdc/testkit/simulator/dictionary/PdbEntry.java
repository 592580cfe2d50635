package io.oraclecdc.testkit.simulator.dictionary;

import org.jspecify.annotations.Nullable;

/**
 * A pluggable database as DBA_PDBS and DBA_PDB_SAVED_STATES show it.
 *
 * @param id CON_ID
 * @param name PDB_NAME
 * @param dbid DBID
 * @param uid CON_UID
 * @param guid GUID, 16 bytes as 32 hexadecimal digits
 * @param createScn CREATION_SCN
 * @param savedState STATE, null when none is saved
 */
public record PdbEntry(
    int id,
    String name,
    long dbid,
    long uid,
    String guid,
    long createScn,
    @Nullable String savedState) {}
