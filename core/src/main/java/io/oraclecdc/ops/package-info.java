/**
 * What operators may want to be told: events beside the changes, and their listener. Never holds
 * row values.
 */
@NullMarked
package io.oraclecdc.ops;

import org.jspecify.annotations.NullMarked;
