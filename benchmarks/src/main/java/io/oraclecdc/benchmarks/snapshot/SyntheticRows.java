package io.oraclecdc.benchmarks.snapshot;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Rows with ids above one and up to another. Values are new objects each time, as those of a driver
 * are; texts are decoded from bytes. Not thread-safe.
 */
final class SyntheticRows {
  private static final int DIFFERENT = 512;
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final byte[][] STATUS = bytes(i -> i % 3 == 0 ? "RECEIVED" : "DELIVERED");
  private static final byte[][] NAMES = bytes(i -> "customer number " + i);
  private static final byte[][] DESCRIPTIONS =
      bytes(i -> "an order of which there is something to tell " + i);
  private static final byte[][] DATES = bytes(i -> time(i, "yyyy-MM-dd HH:mm:ss") + " AD");
  private static final byte[][] TIMES =
      bytes(i -> time(i, "yyyy-MM-dd HH:mm:ss.SSSSSSSSS") + " AD");

  private final long to;
  private final int skipped;
  private final byte[] rowId = "AAASkWAAMAAAAAAAAA".getBytes(StandardCharsets.US_ASCII);
  private long id;

  /**
   * Before the first row.
   *
   * @param skipped columns at the beginning that were not selected
   */
  SyntheticRows(long from, long to, int skipped) {
    this.id = from;
    this.to = to;
    this.skipped = skipped;
  }

  private static byte[][] bytes(IntFunction<String> texts) {
    byte[][] all = new byte[DIFFERENT][];
    for (int i = 0; i < DIFFERENT; i++) {
      all[i] = texts.apply(i).getBytes(StandardCharsets.UTF_8);
    }
    return all;
  }

  private static String time(int number, String pattern) {
    return LocalDateTime.of(2026, 1, 1, 12, 0)
        .plusHours(number)
        .plusNanos(number * 1000L)
        .format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
  }

  boolean next() {
    if (id >= to) {
      return false;
    }
    id++;
    return true;
  }

  String text(int position) {
    int number = (int) (id % DIFFERENT);
    return switch (position + skipped) {
      case 1 -> rowId();
      case 5 -> text(STATUS, number);
      case 6 -> text(NAMES, number);
      case 7 -> text(DESCRIPTIONS, number);
      case 8 -> text(DATES, number);
      case 9 -> text(TIMES, number);
      default -> throw new IllegalArgumentException("no text at " + position);
    };
  }

  private static String text(byte[][] all, int number) {
    return new String(all[number], StandardCharsets.UTF_8);
  }

  private String rowId() {
    long left = id;
    for (int i = rowId.length - 1; i > 8; i--) {
      rowId[i] = (byte) DIGITS.charAt((int) (left & 63));
      left >>>= 6;
    }
    return new String(rowId, StandardCharsets.US_ASCII);
  }

  BigDecimal number(int position) {
    return switch (position + skipped) {
      case 2 -> BigDecimal.valueOf(id);
      case 3 -> BigDecimal.valueOf(id * 7919);
      case 4 -> BigDecimal.valueOf(id % 1_000_000, 2);
      default -> throw new IllegalArgumentException("no number at " + position);
    };
  }
}
