package io.oraclecdc.model;

/**
 * A container of a multitenant database, or the whole of a database without containers.
 *
 * @param id CON_ID; 0 without containers
 * @param name PDB name; the database name without containers
 */
public record Container(int id, String name) {
  /** CON_ID of CDB$ROOT. */
  public static final int ROOT_ID = 1;

  /** Name of the root. */
  public static final String ROOT_NAME = "CDB$ROOT";

  /** The first part of the names of its tables; empty without containers. */
  public String pdb() {
    return id > ROOT_ID ? name : "";
  }
}
