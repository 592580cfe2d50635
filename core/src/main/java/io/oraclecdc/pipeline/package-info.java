/** Puts the stages together: from rows to changes, and around it threads, start and shutdown. */
@NullMarked
package io.oraclecdc.pipeline;

import org.jspecify.annotations.NullMarked;
