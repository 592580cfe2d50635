/**
 * Layouts of captured tables as the data dictionary describes them: which tables, which columns,
 * what keys, what logging; and how a DDL statement in the redo changes them.
 *
 * <p>Imports words and {@code database}. The text of a DDL statement is only classified, never
 * parsed for columns: layouts are always read from the dictionary.
 */
@NullMarked
package io.oraclecdc.dictionary;

import org.jspecify.annotations.NullMarked;
