package io.oraclecdc.format;

import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.RowOrigin;

/** Says in messages where a row stands. */
final class RowPlace {
  private RowPlace() {}

  static String of(RowOrigin origin) {
    return origin instanceof ChangeOrigin change ? of(change) : "snapshot at SCN " + origin.scn();
  }

  private static String of(ChangeOrigin origin) {
    return "SCN "
        + origin.scn()
        + ", thread "
        + origin.transaction().thread()
        + ", redo address "
        + origin.address()
        + ", transaction "
        + origin.transaction().key();
  }
}
