/**
 * Every error a user can meet: one code list, one exception family. A message says what was seen,
 * why it matters and what to do; it holds no row values.
 */
@NullMarked
package io.oraclecdc.errors;

import org.jspecify.annotations.NullMarked;
