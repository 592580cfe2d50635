package io.oraclecdc.testkit.simulator.dictionary;

import org.jspecify.annotations.Nullable;

/**
 * What a column has beyond {@link SimColumn}.
 *
 * @param identitySequence sequence behind an identity column, null for others
 * @param identityOptions options of that sequence as DBMS_METADATA writes them
 * @param identityAlways GENERATED ALWAYS
 * @param defaultOnNull DEFAULT ON NULL
 * @param virtualExpression expression of a virtual column in H2's words, null for others
 * @param invisible made INVISIBLE by a user
 */
public record ColumnExtras(
    @Nullable String identitySequence,
    @Nullable String identityOptions,
    boolean identityAlways,
    boolean defaultOnNull,
    @Nullable String virtualExpression,
    boolean invisible) {
  /** Of an ordinary column. */
  public static final ColumnExtras NONE = new ColumnExtras(null, null, false, false, null, false);

  /** The same with another visibility. */
  public ColumnExtras withInvisible(boolean nowInvisible) {
    return new ColumnExtras(
        identitySequence,
        identityOptions,
        identityAlways,
        defaultOnNull,
        virtualExpression,
        nowInvisible);
  }
}
