/** Both sides from a served database to records, each in a JVM of its own. */
@NullMarked
package io.oraclecdc.benchmarks.endtoend;

import org.jspecify.annotations.NullMarked;
