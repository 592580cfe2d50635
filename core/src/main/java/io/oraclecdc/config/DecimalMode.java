package io.oraclecdc.config;

/** How NUMBER and FLOAT appear in records ({@code cdc.decimal.mode}). */
public enum DecimalMode {
  /** Exactly: integers where they fit, else Decimal or VariableScaleDecimal. */
  PRECISE,
  /** As plain decimal text. */
  STRING,
  /** As float64, which may lose digits. */
  DOUBLE
}
