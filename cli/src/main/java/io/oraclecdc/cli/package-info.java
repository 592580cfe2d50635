/**
 * The command line: {@code run}, {@code simulate}, {@code replay}. Records go to standard output,
 * one JSON object a line; everything else to standard error.
 */
@NullMarked
package io.oraclecdc.cli;

import org.jspecify.annotations.NullMarked;
