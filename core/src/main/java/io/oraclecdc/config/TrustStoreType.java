package io.oraclecdc.config;

/** Types of trust store ({@code cdc.database.tls.truststore.type}). */
public enum TrustStoreType {
  /** Java key store. */
  JKS,
  /** PKCS #12. */
  PKCS12
}
