/**
 * Values that come in rows of their own: LOBs, XML documents, extended strings. Puts their pieces
 * together when a change is read, and names what is still missing.
 *
 * <p>Most readers need {@link io.oraclecdc.lob.ValueAssembler} and the port {@link
 * io.oraclecdc.lob.MissingValues}. One thread: the capture thread. The heap holds the pieces of one
 * value and the value.
 */
@NullMarked
package io.oraclecdc.lob;

import org.jspecify.annotations.NullMarked;
