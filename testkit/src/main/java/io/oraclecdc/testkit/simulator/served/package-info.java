/**
 * A simulator served to other processes over a loopback socket: {@code
 * jdbc:oracle-simulator://127.0.0.1:port/name}.
 *
 * <p>The server runs the very JDBC objects of the simulator; the client holds stand-ins whose calls
 * it carries over, so that both ways behave alike. Values of rows travel in batches of the fetch
 * size and are shaped by the same getters. Most users need {@link
 * io.oraclecdc.testkit.simulator.served.SimulatorProcess} or the CLI's {@code simulator serve}.
 *
 * <pre>
 * frame     length (4 bytes), type (1 byte), content
 * client    HELLO    magic, version, role, name, zone, properties
 *           CALL     one or more of INVOKE, FETCH, READ, WRITE, RELEASE; the last one is answered
 *           CANCEL   id of a statement; not answered
 * server    ANSWER   0 value or 1 error, then 1 if the connection is gone
 * </pre>
 *
 * Calls that return nothing and cannot fail, such as binds, wait in the client until the next call
 * takes them along. The server reads each connection with one thread and works with another, so
 * that it sees a cancel or a dead client while a statement runs.
 */
@NullMarked
package io.oraclecdc.testkit.simulator.served;

import org.jspecify.annotations.NullMarked;
