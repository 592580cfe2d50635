/**
 * Checks of a database before capture, one class per rule, and what to do about each finding.
 *
 * <p>{@link io.oraclecdc.doctor.Doctor} runs them; {@link io.oraclecdc.doctor.Finding} is what
 * comes out. Nothing is changed in the database.
 */
@NullMarked
package io.oraclecdc.doctor;

import org.jspecify.annotations.NullMarked;
