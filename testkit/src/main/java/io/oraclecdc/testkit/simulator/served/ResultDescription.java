package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of a result before its first row.
 *
 * @param columns Oracle's view of the columns
 * @param whole which of them are longs inside
 * @param fetchSize rows of a batch
 * @param statement stand-in of its statement, null if the result is closed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record ResultDescription(
    List<ResultColumn> columns, boolean[] whole, int fetchSize, @Nullable Statement statement) {

  static ResultDescription read(WireReader in, WireValues values) {
    List<?> read = (List<?>) Objects.requireNonNull(values.read(in));
    List<ResultColumn> columns = read.stream().map(ResultColumn.class::cast).toList();
    boolean[] whole = new boolean[columns.size()];
    for (int i = 0; i < whole.length; i++) {
      whole[i] = in.flag();
    }
    return new ResultDescription(columns, whole, in.count(), (Statement) values.read(in));
  }
}
