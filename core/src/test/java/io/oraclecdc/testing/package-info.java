/** Rows, tables and a decoder that tests of several stages share. */
@NullMarked
package io.oraclecdc.testing;

import org.jspecify.annotations.NullMarked;
