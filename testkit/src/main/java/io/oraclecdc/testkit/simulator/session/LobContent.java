package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import java.sql.SQLException;
import java.util.Arrays;

/** What calls do to the content of a LOB, String or byte[]. */
public final class LobContent {
  private LobContent() {}

  /** Length in characters or bytes. */
  public static long length(Object content) {
    return content instanceof byte[] bytes
        ? bytes.length
        : ((String) content).codePointCount(0, ((String) content).length());
  }

  /** A part of a content, shorter where it ends. */
  public static Object part(Object content, long offset, long amount) {
    long length = length(content);
    long from = Math.min(offset - 1, length);
    long to = Math.min(length, from + amount);
    if (content instanceof byte[] bytes) {
      return Arrays.copyOfRange(bytes, (int) from, (int) to);
    }
    String text = (String) content;
    int start = text.offsetByCodePoints(0, (int) from);
    return text.substring(start, text.offsetByCodePoints(start, (int) (to - from)));
  }

  static Object changed(Object content, LobCall call) throws SQLException {
    if (call instanceof LobCall.Write write) {
      boolean text = content instanceof String;
      if (text != write.data() instanceof String) {
        throw OraErrors.of(6502, "PL/SQL: numeric or value error");
      }
      return text
          ? written((String) content, (String) write.data(), write.offset())
          : written((byte[]) content, (byte[]) write.data(), write.offset());
    }
    if (call instanceof LobCall.Trim trim) {
      if (trim.length() > length(content)) {
        throw OraErrors.of(
            22926, "specified trim length is greater than current LOB value's length");
      }
      return part(content, 1, trim.length());
    }
    LobCall.Erase erase = (LobCall.Erase) call;
    long amount = Math.max(0, Math.min(erase.amount(), length(content) - erase.offset() + 1));
    if (amount == 0) {
      return content;
    }
    return content instanceof byte[] bytes
        ? written(bytes, new byte[(int) amount], erase.offset())
        : written((String) content, " ".repeat((int) amount), erase.offset());
  }

  private static String written(String content, String data, long offset) {
    long length = length(content);
    long end = offset - 1 + length(data);
    StringBuilder text = new StringBuilder();
    text.append((String) part(content, 1, offset - 1));
    text.append(" ".repeat((int) Math.max(0, offset - 1 - length)));
    text.append(data);
    if (end < length) {
      text.append((String) part(content, end + 1, length - end));
    }
    return text.toString();
  }

  private static byte[] written(byte[] content, byte[] data, long offset) {
    int start = (int) offset - 1;
    byte[] result = Arrays.copyOf(content, Math.max(content.length, start + data.length));
    System.arraycopy(data, 0, result, start, data.length);
    return result;
  }
}
