package io.oraclecdc.redo;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damage done to texts: to characters, to bytes, to whole tokens. */
final class Mutations {
  private static final String ALPHABET =
      "'\"(),=|;:\\ \n\tabNULLISwherand0123456789.-+EeXTO_DATEUNISTR/*\u0416\ud83d\ufffd";

  /** What statements are made of; a token in a wrong place is likelier to be believed. */
  private static final List<String> TOKENS =
      List.of(
          "'",
          "''",
          "', '",
          "');",
          " and ",
          " where ",
          " IS NULL",
          " = ",
          "NULL",
          "EMPTY_CLOB()",
          "EMPTY_BLOB()",
          "HEXTORAW('",
          "UNISTR('\\",
          "TO_DATE('",
          " || ",
          "/* ",
          " */",
          "for update;",
          "END;",
          "BEGIN",
          "DECLARE",
          "dbms_lob.write(loc_c, 1, 1, buf_c);",
          "dbms_lob.trim(loc_c, 0);",
          "buf_c := '",
          "XML_REDO := ",
          " amount: 1",
          ":DATA",
          "XMLType(:1)",
          "\"COL 1\"",
          "Unsupported Type",
          "999999999999999999",
          "2147483648",
          "99999999999999999999");

  private Mutations() {}

  /** A text with some damage. */
  static String mutate(Random random, String original) {
    String text = original;
    int mutations = 1 + random.nextInt(3);
    for (int i = 0; i < mutations; i++) {
      text =
          switch (random.nextInt(4)) {
            case 0 -> bytes(random, text);
            case 1 -> tokens(random, text);
            default -> characters(random, text);
          };
    }
    return text;
  }

  private static String characters(Random random, String original) {
    if (original.length() < 2) {
      return original;
    }
    StringBuilder text = new StringBuilder(original);
    int at = random.nextInt(text.length());
    char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    switch (random.nextInt(6)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, c);
      case 2 -> text.setCharAt(at, c);
      case 3 -> text.setLength(at);
      case 4 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(30)));
      default -> {
        int to = Math.min(text.length(), at + random.nextInt(30));
        text.insert(random.nextInt(text.length()), text.substring(at, to));
      }
    }
    return text.toString();
  }

  private static String bytes(Random random, String original) {
    byte[] bytes = original.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0) {
      return original;
    }
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt(256);
      default ->
          System.arraycopy(
              bytes, at, bytes, random.nextInt(at + 1), Math.min(8, bytes.length - at));
    }
    boolean cut = random.nextInt(4) == 0;
    // Damaged UTF-8 reaches the decoder as the driver hands it over: with replacement characters.
    return new String(cut ? Arrays.copyOf(bytes, at) : bytes, StandardCharsets.UTF_8);
  }

  private static String tokens(Random random, String original) {
    String token = TOKENS.get(random.nextInt(TOKENS.size()));
    int found = original.indexOf(token);
    StringBuilder text = new StringBuilder(original);
    if (found >= 0 && random.nextBoolean()) {
      text.delete(found, found + token.length());
    } else {
      text.insert(random.nextInt(text.length() + 1), token);
    }
    return text.toString();
  }
}
