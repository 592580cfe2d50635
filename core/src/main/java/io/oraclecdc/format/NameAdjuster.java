package io.oraclecdc.format;

import io.oraclecdc.config.NameAdjustmentMode;

/** Makes names valid for Avro, in one of two ways, or leaves them alone. */
final class NameAdjuster {
  private final NameAdjustmentMode mode;

  NameAdjuster(NameAdjustmentMode mode) {
    this.mode = mode;
  }

  /** A name whose dots separate parts that are adjusted one by one. */
  String dottedName(String name) {
    if (mode == NameAdjustmentMode.NONE) {
      return name;
    }
    StringBuilder adjusted = new StringBuilder(name.length() + 8);
    int begin = 0;
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', begin)) {
      appendPart(adjusted, name, begin, dot);
      adjusted.append('.');
      begin = dot + 1;
    }
    appendPart(adjusted, name, begin, name.length());
    return adjusted.toString();
  }

  /** A name without parts: a dot is a character like others that are not allowed. */
  String simpleName(String name) {
    if (mode == NameAdjustmentMode.NONE) {
      return name;
    }
    StringBuilder adjusted = new StringBuilder(name.length() + 8);
    appendPart(adjusted, name, 0, name.length());
    return adjusted.toString();
  }

  private void appendPart(StringBuilder adjusted, String name, int begin, int end) {
    for (int i = begin; i < end; i++) {
      char c = name.charAt(i);
      boolean digitInFront = i == begin && isDigit(c);
      if (mode == NameAdjustmentMode.AVRO) {
        if (digitInFront) {
          adjusted.append('_');
        }
        adjusted.append(isLetter(c) || isDigit(c) ? c : '_');
      } else if (isLetter(c) || (isDigit(c) && !digitInFront)) {
        adjusted.append(c);
      } else {
        appendEscaped(adjusted, c);
      }
    }
  }

  private static void appendEscaped(StringBuilder adjusted, char c) {
    adjusted.append("_u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      adjusted.append(Character.forDigit(c >> shift & 0xf, 16));
    }
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
