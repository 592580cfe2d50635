/**
 * The Kafka Connect source connector over the same core. Empty in this release: the module fixes
 * its place and its dependencies.
 */
@NullMarked
package io.oraclecdc.connect;

import org.jspecify.annotations.NullMarked;
