package io.oraclecdc.schema;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;

/**
 * A place in the redo with its SCN: of a row, or of the statement from which on a layout is in
 * force.
 *
 * @param scn its SCN, which decides first: rows may reach the log late, with the SCN of their time
 * @param thread its thread
 * @param address its address, which decides within one SCN of one thread
 */
public record RedoMoment(Scn scn, RedoThread thread, RedoAddress address) {

  /** Before everything. */
  public static final RedoMoment BEGINNING = of(Scn.ZERO);

  /** Where only the SCN is known. */
  public static RedoMoment of(Scn scn) {
    return new RedoMoment(scn, new RedoThread(0), RedoAddress.ZERO);
  }

  /** Whether this lies before another one. */
  public boolean isBefore(RedoMoment other) {
    int byScn = scn.compareTo(other.scn);
    return byScn != 0
        ? byScn < 0
        : thread.equals(other.thread)
            && !address.isZero()
            && !other.address.isZero()
            && other.address.isAfter(address);
  }

  @Override
  public String toString() {
    return address.isZero() ? "SCN " + scn : "SCN " + scn + " (redo address " + address + ")";
  }
}
