package io.oraclecdc.testkit.simulator.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.RowId;

/**
 * A ROWID as the driver gives it.
 *
 * @param text eighteen characters
 */
public record SimRowId(String text) implements RowId {
  @Override
  public byte[] getBytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return text;
  }
}
