package io.oraclecdc.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this library, as built. */
public final class ProductVersion {
  private ProductVersion() {}

  /** For example {@code 0.1.0}. */
  public static String current() {
    Properties properties = new Properties();
    try (InputStream resource = ProductVersion.class.getResourceAsStream("version.properties")) {
      if (resource == null) {
        throw new IllegalStateException("the library lacks its resource version.properties");
      }
      properties.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "");
  }
}
