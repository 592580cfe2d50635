/** What somebody may ask of a running capture, and what became of it. */
@NullMarked
package io.oraclecdc.signal;

import org.jspecify.annotations.NullMarked;
