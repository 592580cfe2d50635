package broken.transaction;

import broken.redo.LooksAhead;
import org.apache.kafka.connect.data.Struct;

/** A stage that knows Connect. */
public final class Buffer {
  LooksAhead.Row row = new LooksAhead.Row();

  Object record(Struct struct) {
    return struct.schema();
  }
}
