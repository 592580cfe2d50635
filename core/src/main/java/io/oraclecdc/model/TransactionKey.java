package io.oraclecdc.model;

/**
 * What identifies an open transaction: the same {@link Xid} can be in use in two containers at
 * once.
 *
 * @param containerId SRC_CON_ID, 0 in a database without containers
 * @param xid the id within the container
 */
public record TransactionKey(int containerId, Xid xid) {

  // As in Xid: written out for their speed.
  @Override
  public boolean equals(Object other) {
    return other instanceof TransactionKey that
        && containerId == that.containerId
        && xid.equals(that.xid);
  }

  @Override
  public int hashCode() {
    return containerId * 31 + xid.hashCode();
  }

  @Override
  public String toString() {
    return containerId == 0 ? xid.toString() : containerId + ":" + xid;
  }
}
