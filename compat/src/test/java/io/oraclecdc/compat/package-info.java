/** The engine's records in sinks, transforms and converters that others wrote. */
@NullMarked
package io.oraclecdc.compat;

import org.jspecify.annotations.NullMarked;
