package io.oraclecdc.transaction;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.TableSchema;

/** Whether the data of calls fits the column that turned out to be theirs. */
final class LobData {
  private LobData() {}

  static void check(TableSchema table, int column, LobTouched event) {
    if (table.columns().get(column).type().kind() != OracleType.Kind.BLOB) {
      return;
    }
    for (LobCall call : event.calls()) {
      if (call instanceof LobCall.Write write
          && !(write.data() instanceof byte[] bytes && write.amount() == bytes.length)) {
        throw new DecodeException(
            "a write to BLOB column "
                + table.columns().get(column).name()
                + " does not bring as many bytes as it says, at "
                + event.row().place(),
            null);
      }
    }
  }
}
