/**
 * The embedded engine. Start with {@link io.oraclecdc.engine.OracleCdcEngine}; a consumer sees
 * {@link io.oraclecdc.engine.ChangeEvent} and {@link io.oraclecdc.engine.Row}, and most programs
 * need nothing else.
 *
 * <p>Threads: an engine has one thread that mines and one that calls the consumer. Delivery is at
 * least once: what a stored position covers is never delivered again, what lies after it may be.
 * Every error is a {@link io.oraclecdc.errors.CdcException}.
 */
@NullMarked
package io.oraclecdc.engine;

import org.jspecify.annotations.NullMarked;
