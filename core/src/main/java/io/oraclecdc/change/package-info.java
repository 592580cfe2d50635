/** What a consumer cares about: committed changes, in commit order. */
@NullMarked
package io.oraclecdc.change;

import org.jspecify.annotations.NullMarked;
