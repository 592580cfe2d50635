/**
 * Words every stage uses: SCN, transaction, table, redo thread and address. Values only, no
 * behaviour beyond their own order and text.
 */
@NullMarked
package io.oraclecdc.model;

import org.jspecify.annotations.NullMarked;
