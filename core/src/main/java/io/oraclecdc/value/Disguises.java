package io.oraclecdc.value;

import io.oraclecdc.schema.Column;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What stands for the values of columns that nobody may see: asterisks, or a salted hash.
 *
 * <p>A hash is the digest of the salt and of the value's text, both in UTF-8, in lower-case
 * hexadecimal digits; Debezium's {@code column.mask.hash.v2} makes the same of a text that is not
 * longer than its column. Texts by class of value, so that equal values have equal texts:
 *
 * <pre>
 *  text                   itself, blanks of CHAR included
 *  number                 plain decimal notation without trailing zeros; FLOAT and DOUBLE as Java prints them
 *  date, timestamp        2026-03-29T10:15:30, with as many fraction digits as are needed
 *  ... with a time zone   the same with +02:00 behind it (Z for UTC)
 *  interval               P14M, or PT26H1.5S
 *  raw                    lower-case hexadecimal digits
 * </pre>
 *
 * <p>Immutable and thread-safe. {@code toString} shows no salt.
 */
public final class Disguises {
  /** For databases without disguised columns. */
  public static final Disguises NONE = new Disguises(null, null);

  private final @Nullable String mask;
  private final @Nullable MessageDigest salted;

  private Disguises(@Nullable String mask, @Nullable MessageDigest salted) {
    this.mask = mask;
    this.salted = salted;
  }

  /** A number of asterisks for the values of masked columns. */
  public Disguises masking(int asterisks) {
    return new Disguises("*".repeat(asterisks), salted);
  }

  /**
   * Hashes for the values of hashed columns.
   *
   * @param algorithm as Java names it, for example {@code SHA-256}
   * @param salt a secret
   * @throws IllegalArgumentException if Java has no such algorithm
   */
  public Disguises hashing(String algorithm, String salt) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(salt.getBytes(StandardCharsets.UTF_8));
      return new Disguises(mask, digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalArgumentException("this Java has no " + algorithm, e);
    }
  }

  /**
   * What stands for a value of a column: the value itself unless the column is masked or hashed.
   * {@link SpecialValue}s, which tell that there is no value, stay.
   */
  public Object of(Column column, Object value) {
    if (!column.isDisguised() || value instanceof SpecialValue) {
      return value;
    }
    return column.use() == Column.Use.MASKED ? mask() : hash(value);
  }

  /** A codec whose values are disguised the moment they are read. */
  ColumnCodec over(ColumnCodec codec, Column column) {
    return column.isDisguised() ? literal -> of(column, codec.decode(literal)) : codec;
  }

  private String mask() {
    String text = mask;
    if (text == null) {
      throw new IllegalStateException("a column is masked, and nothing says by what");
    }
    return text;
  }

  private String hash(Object value) {
    MessageDigest prepared = salted;
    if (prepared == null) {
      throw new IllegalStateException("a column is hashed, and nothing says how");
    }
    try {
      // A copy that knows the salt: the prepared digest itself is never changed.
      MessageDigest digest = (MessageDigest) prepared.clone();
      return HexFormat.of()
          .formatHex(digest.digest(textOf(value).getBytes(StandardCharsets.UTF_8)));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("digests of this Java cannot be copied", e);
    }
  }

  private static String textOf(Object value) {
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof LocalDateTime time) {
      return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
    }
    if (value instanceof OffsetDateTime time) {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
    }
    if (value instanceof Period period) {
      return "P" + period.toTotalMonths() + "M";
    }
    if (value instanceof String
        || value instanceof Duration
        || value instanceof Float
        || value instanceof Double) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "no column has values of this class: " + value.getClass().getName());
  }

  @Override
  public String toString() {
    return "Disguises{masks=" + (mask != null) + ", hashes=" + (salted != null) + "}";
  }
}
