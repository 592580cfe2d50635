package io.oraclecdc.format;

import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.schema.OracleType;
import java.math.BigDecimal;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Numbers.
 *
 * <pre>
 *  declared                        precise                            string   double
 *  NUMBER(p,s), s &lt;= 0, p-s &lt;  3   int8                               text     float64
 *                       p-s &lt;  5   int16                              text     float64
 *                       p-s &lt; 10   int32                              text     float64
 *                       p-s &lt; 19   int64                              text     float64
 *  NUMBER(p,s) otherwise           Decimal, scale s                   text     float64
 *  NUMBER(*,s), INTEGER            Decimal, scale s, precision 38     text     float64
 *  NUMBER, FLOAT                   VariableScaleDecimal               text     float64
 *  BINARY_FLOAT, BINARY_DOUBLE     float32, float64 in every mode
 * </pre>
 *
 * <p>Nothing is rounded: a value with more decimals than its column is refused.
 */
final class NumberMappings {
  static final String VARIABLE_SCALE_DECIMAL = "io.debezium.data.VariableScaleDecimal";

  private static final int MAX_PRECISION = 38;

  private NumberMappings() {}

  static ColumnMapping of(OracleType type, DecimalMode mode) {
    return switch (type.kind()) {
      case BINARY_FLOAT -> Binary.FLOAT;
      case BINARY_DOUBLE -> Binary.DOUBLE;
      default ->
          switch (mode) {
            case PRECISE -> precise(type);
            case STRING -> new PlainText(declaredScale(type));
            case DOUBLE -> Rounded.ANY;
          };
    };
  }

  private static ColumnMapping precise(OracleType type) {
    Integer precision = type.precision();
    Integer scale = declaredScale(type);
    if (scale == null) {
      return VariableScale.ANY;
    }
    if (precision == null) {
      return new FixedScale(scale, MAX_PRECISION);
    }
    int digits = precision - scale;
    if (scale > 0 || digits >= 19) {
      return new FixedScale(scale, precision);
    }
    return digits < 3
        ? Whole.INT8
        : digits < 5 ? Whole.INT16 : digits < 10 ? Whole.INT32 : Whole.INT64;
  }

  /** Scale of a NUMBER that declares one, by itself or by its precision; null otherwise. */
  private static @Nullable Integer declaredScale(OracleType type) {
    if (type.kind() == OracleType.Kind.FLOAT) {
      return null;
    }
    Integer scale = type.scale();
    return scale == null && type.precision() != null ? Integer.valueOf(0) : scale;
  }

  /** Integers of the width that the declaration promises. */
  private enum Whole implements ColumnMapping {
    INT8,
    INT16,
    INT32,
    INT64;

    @Override
    public SchemaBuilder schema() {
      return switch (this) {
        case INT8 -> SchemaBuilder.int8();
        case INT16 -> SchemaBuilder.int16();
        case INT32 -> SchemaBuilder.int32();
        case INT64 -> SchemaBuilder.int64();
      };
    }

    @Override
    public Object convert(Object value, Schema schema) {
      long whole = exactLong((BigDecimal) value);
      switch (this) {
        case INT8 -> {
          if (whole == (byte) whole) {
            return (byte) whole;
          }
        }
        case INT16 -> {
          if (whole == (short) whole) {
            return (short) whole;
          }
        }
        case INT32 -> {
          if (whole == (int) whole) {
            return (int) whole;
          }
        }
        case INT64 -> {
          return whole;
        }
      }
      throw new UnfitValueException("is outside the range of " + schema.type().getName());
    }

    private static long exactLong(BigDecimal number) {
      if (number.scale() == 0 && number.precision() < 19) {
        return number.longValue();
      }
      try {
        return number.longValueExact();
      } catch (ArithmeticException e) {
        throw new UnfitValueException("is not a whole number of the declared size");
      }
    }
  }

  /** Connect's Decimal. */
  private record FixedScale(int scale, int precision) implements ColumnMapping {
    @Override
    public SchemaBuilder schema() {
      return Decimal.builder(scale)
          .parameter("connect.decimal.precision", Integer.toString(precision));
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return atScale((BigDecimal) value, scale);
    }
  }

  /** Debezium's struct of scale and unscaled value; the scale is that of the value. */
  private enum VariableScale implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.struct()
          .name(VARIABLE_SCALE_DECIMAL)
          .version(1)
          .doc("Variable scaled decimal")
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      BigDecimal number = wholeOrFraction((BigDecimal) value);
      Field scale = schema.fields().get(0);
      Field unscaled = schema.fields().get(1);
      Struct struct = StructFiller.set(new Struct(schema), scale, number.scale());
      return StructFiller.set(struct, unscaled, number.unscaledValue().toByteArray());
    }

    /** Without exponent: 1E3 and 1000 are the same record. */
    private static BigDecimal wholeOrFraction(BigDecimal number) {
      return number.scale() < 0 ? number.setScale(0) : number;
    }
  }

  /**
   * Plain decimal text; with the declared number of decimals, so that equal numbers are equal
   * texts.
   */
  private record PlainText(@Nullable Integer scale) implements ColumnMapping {
    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.string();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      BigDecimal number = (BigDecimal) value;
      Integer declared = scale;
      if (declared == null) {
        return number.toPlainString();
      }
      return atScale(number, Math.max(declared, 0)).toPlainString();
    }
  }

  /** float64; the only mapping that may lose digits, chosen by the user. */
  private enum Rounded implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.float64();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return ((BigDecimal) value).doubleValue();
    }
  }

  /** Binary floating point. */
  private enum Binary implements ColumnMapping {
    FLOAT,
    DOUBLE;

    @Override
    public SchemaBuilder schema() {
      return this == FLOAT ? SchemaBuilder.float32() : SchemaBuilder.float64();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      Class<?> boxed = this == FLOAT ? Float.class : Double.class;
      return boxed.cast(value);
    }
  }

  private static BigDecimal atScale(BigDecimal number, int scale) {
    if (number.scale() == scale) {
      return number;
    }
    try {
      return number.setScale(scale);
    } catch (ArithmeticException e) {
      throw new UnfitValueException("has more decimals than its column declares");
    }
  }
}
