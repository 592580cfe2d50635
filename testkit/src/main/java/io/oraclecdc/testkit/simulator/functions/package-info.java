/**
 * What SQL functions do at run time. H2 calls these classes by name, so they are public; nobody
 * else should.
 */
@NullMarked
package io.oraclecdc.testkit.simulator.functions;

import org.jspecify.annotations.NullMarked;
