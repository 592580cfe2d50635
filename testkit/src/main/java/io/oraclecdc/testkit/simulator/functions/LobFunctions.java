package io.oraclecdc.testkit.simulator.functions;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Functions of DBMS_LOB beyond those of characters alone. */
public final class LobFunctions {
  private static final BigDecimal ALL = BigDecimal.valueOf(32767);

  private LobFunctions() {}

  private static int whole(@Nullable BigDecimal value, int otherwise) {
    return value == null ? otherwise : value.intValue();
  }

  /** DBMS_LOB.SUBSTR of bytes: amount before offset. */
  public static byte @Nullable [] blobSubstr(
      byte @Nullable [] bytes, @Nullable BigDecimal amount, @Nullable BigDecimal offset) {
    if (bytes == null) {
      return null;
    }
    int from = whole(offset, 1) - 1;
    int count = whole(amount, ALL.intValue());
    if (from < 0 || count < 1 || from >= bytes.length) {
      return null;
    }
    return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + count));
  }

  /** DBMS_LOB.INSTR of characters. */
  public static @Nullable BigDecimal lobInstr(
      @Nullable String text,
      @Nullable String pattern,
      @Nullable BigDecimal offset,
      @Nullable BigDecimal occurrence) {
    if (text == null || pattern == null) {
      return null;
    }
    int at = whole(offset, 1) - 2;
    for (int i = 0; i < whole(occurrence, 1); i++) {
      at = text.indexOf(pattern, at + 1);
      if (at < 0) {
        return BigDecimal.ZERO;
      }
    }
    return BigDecimal.valueOf(at + 1);
  }

  /** DBMS_LOB.INSTR of bytes. */
  public static @Nullable BigDecimal blobInstr(
      byte @Nullable [] bytes,
      byte @Nullable [] pattern,
      @Nullable BigDecimal offset,
      @Nullable BigDecimal occurrence) {
    return lobInstr(latin(bytes), latin(pattern), offset, occurrence);
  }

  private static @Nullable String latin(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  /** DBMS_LOB.COMPARE of characters: 0 when equal. */
  public static @Nullable BigDecimal lobCompare(
      @Nullable String one,
      @Nullable String other,
      @Nullable BigDecimal amount,
      @Nullable BigDecimal firstOffset,
      @Nullable BigDecimal secondOffset) {
    if (one == null || other == null) {
      return null;
    }
    int count = whole(amount, Integer.MAX_VALUE);
    int order = part(one, count, firstOffset).compareTo(part(other, count, secondOffset));
    return BigDecimal.valueOf(Integer.signum(order));
  }

  /** DBMS_LOB.COMPARE of bytes: 0 when equal. */
  public static @Nullable BigDecimal blobCompare(
      byte @Nullable [] one,
      byte @Nullable [] other,
      @Nullable BigDecimal amount,
      @Nullable BigDecimal firstOffset,
      @Nullable BigDecimal secondOffset) {
    return lobCompare(latin(one), latin(other), amount, firstOffset, secondOffset);
  }

  private static String part(String text, int amount, @Nullable BigDecimal offset) {
    int from = Math.min(text.length(), whole(offset, 1) - 1);
    return text.substring(from, (int) Math.min(text.length(), (long) from + amount));
  }
}
