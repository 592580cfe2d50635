package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.Scn;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rows of a transaction about which it is not known whether they are captured.
 *
 * @param failure why the transaction must not be delivered if they are
 * @param decidedAt when it is decided; empty once they certainly are not captured
 */
record Doubt(Supplier<CdcException> failure, Supplier<Optional<Scn>> decidedAt) {}
