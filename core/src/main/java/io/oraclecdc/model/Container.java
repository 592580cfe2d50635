package io.oraclecdc.model;

/**
 * A container of a multitenant database, or the whole of a database without containers.
 *
 * @param id CON_ID; 0 without containers
 * @param name PDB name; the database name without containers
 */
public record Container(int id, String name) {}
