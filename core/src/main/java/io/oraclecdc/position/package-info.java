/** How far capture has been acknowledged, and where that is kept. */
@NullMarked
package io.oraclecdc.position;

import org.jspecify.annotations.NullMarked;
