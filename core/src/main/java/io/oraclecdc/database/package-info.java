/**
 * Sessions and their roles, and what an ORA number means for capture.
 *
 * <p>Imports words only. {@link io.oraclecdc.database.SessionFactory} opens configured sessions,
 * {@link io.oraclecdc.database.DatabaseSession} keeps one until it breaks, {@link
 * io.oraclecdc.database.OracleErrors} turns an {@link java.sql.SQLException} into a typed error.
 */
@NullMarked
package io.oraclecdc.database;

import org.jspecify.annotations.NullMarked;
