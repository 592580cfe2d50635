/**
 * Values of columns: one codec per Oracle type from redo text to a Java value, and the image of a
 * row made of them.
 *
 * <p>Java class by type: text {@code String}; NUMBER and FLOAT {@code BigDecimal}; BINARY_FLOAT
 * {@code Float}; BINARY_DOUBLE {@code Double}; DATE and TIMESTAMP {@code LocalDateTime}; the zoned
 * timestamps {@code OffsetDateTime} (LOCAL in UTC); INTERVAL YEAR TO MONTH {@code Period} (years
 * and months of one sign); INTERVAL DAY TO SECOND {@code Duration}; RAW and BLOB {@code byte[]};
 * CLOB, NCLOB and XMLTYPE {@code String}; ROWID and UROWID {@code String}. SQL NULL, "not in the
 * redo" and "not logged" are values of their own: {@link io.oraclecdc.value.SpecialValue}.
 */
@NullMarked
package io.oraclecdc.value;

import org.jspecify.annotations.NullMarked;
