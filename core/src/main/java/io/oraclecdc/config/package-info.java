/**
 * The settings: each {@code cdc.*} key is declared once in {@link io.oraclecdc.config.ConfigKeys},
 * and {@link io.oraclecdc.config.OracleCdcConfig} is the checked, immutable set of their values.
 *
 * <p>There are no reserved or ignored settings: a key that is listed has an effect, any other
 * {@code cdc.*} key is refused. The page {@code docs/configuration.md} is generated from the
 * declarations.
 */
@NullMarked
package io.oraclecdc.config;

import org.jspecify.annotations.NullMarked;
