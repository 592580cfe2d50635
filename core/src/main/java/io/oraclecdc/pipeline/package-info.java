/**
 * Assembly: builds the stages, owns the threads, start order, reconnect, heartbeats and shutdown.
 * The only package that knows all others; no logic of its own beyond that.
 */
@NullMarked
package io.oraclecdc.pipeline;

import org.jspecify.annotations.NullMarked;
