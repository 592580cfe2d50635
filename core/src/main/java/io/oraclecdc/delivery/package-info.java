/**
 * The way out: a bounded queue of changes, and the acknowledgements that move the position over an
 * unbroken prefix.
 */
@NullMarked
package io.oraclecdc.delivery;

import org.jspecify.annotations.NullMarked;
