package broken.format;

import org.apache.kafka.connect.errors.DataException;

/** A format that knows more of Kafka than its data types. */
public final class TooFar {
  RuntimeException refuse() {
    return new DataException("no");
  }
}
