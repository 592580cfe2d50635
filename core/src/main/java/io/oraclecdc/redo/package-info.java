/**
 * From rows to events: joins continued rows, reads SQL_REDO, and says what each row means. Keeps
 * nothing but an unfinished statement.
 */
@NullMarked
package io.oraclecdc.redo;

import org.jspecify.annotations.NullMarked;
