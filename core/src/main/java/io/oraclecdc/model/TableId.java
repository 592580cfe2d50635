package io.oraclecdc.model;

/**
 * The full name of a table, case kept as in the dictionary.
 *
 * @param pdb pluggable database; empty in a database without containers
 * @param owner schema that owns the table
 * @param name table name
 */
public record TableId(String pdb, String owner, String name) implements Comparable<TableId> {

  /** A table of a database without containers. */
  public static TableId of(String owner, String name) {
    return new TableId("", owner, name);
  }

  @Override
  public int compareTo(TableId other) {
    int byPdb = pdb.compareTo(other.pdb);
    if (byPdb != 0) {
      return byPdb;
    }
    int byOwner = owner.compareTo(other.owner);
    return byOwner != 0 ? byOwner : name.compareTo(other.name);
  }

  /**
   * {@code PDB.OWNER.NAME}, or {@code OWNER.NAME} without containers: what the patterns of the
   * configuration match.
   */
  @Override
  public String toString() {
    return pdb.isEmpty() ? owner + "." + name : pdb + "." + owner + "." + name;
  }
}
