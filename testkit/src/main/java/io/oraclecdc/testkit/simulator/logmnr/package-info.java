/** DBMS_LOGMNR state, V$LOGMNR_CONTENTS, and the SQL_REDO text rendered for the reading session. */
@NullMarked
package io.oraclecdc.testkit.simulator.logmnr;

import org.jspecify.annotations.NullMarked;
