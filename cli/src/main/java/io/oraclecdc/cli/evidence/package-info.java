/**
 * The evidence kit: scripts that ask a database what LogMiner returns, and the comparison with the
 * simulator. {@link io.oraclecdc.cli.evidence.EvidenceRun} is its entry.
 */
@NullMarked
package io.oraclecdc.cli.evidence;

import org.jspecify.annotations.NullMarked;
