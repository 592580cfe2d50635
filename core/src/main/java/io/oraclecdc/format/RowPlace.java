package io.oraclecdc.format;

import io.oraclecdc.change.ChangeOrigin;

/** Says in messages where a row stands. */
final class RowPlace {
  private RowPlace() {}

  static String of(ChangeOrigin origin) {
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
