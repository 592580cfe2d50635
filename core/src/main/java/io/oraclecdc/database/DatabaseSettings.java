package io.oraclecdc.database;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the database. Immutable; {@code toString} shows neither password nor driver
 * properties, and the URL without anything that may be a password.
 *
 * @param url JDBC URL; any driver that DriverManager knows
 * @param user login name
 * @param password its password
 * @param driverProperties further properties of the driver, by the driver's own names; they win
 *     over the defaults
 * @param readTimeout longest wait for an answer on the socket; longer than any single call may take
 * @param idleTimeout a connection not used for half of it is probed before its next use; zero never
 */
public record DatabaseSettings(
    String url,
    String user,
    String password,
    Map<String, String> driverProperties,
    Duration readTimeout,
    Duration idleTimeout) {

  /** Copies the map. */
  public DatabaseSettings {
    driverProperties = Map.copyOf(driverProperties);
  }

  /** Starts from nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** The URL without a {@code user/password} part and without query. */
  public String printableUrl() {
    int at = url.indexOf('@');
    int slash = url.indexOf('/');
    int scheme = url.lastIndexOf(':', at < 0 ? 0 : at);
    String shown =
        at > 0 && slash > 0 && slash < at && scheme >= 0
            ? url.substring(0, scheme + 1) + "***" + url.substring(at)
            : url;
    int query = shown.indexOf('?');
    return query < 0 ? shown : shown.substring(0, query);
  }

  @Override
  public String toString() {
    return user + " at " + printableUrl();
  }

  /**
   * Collects the parts. Either {@link #url} or {@link #host} with {@link #service} or {@link #sid};
   * the URL wins over the parts, the service over the SID. Not thread-safe.
   */
  public static final class Builder {
    private @Nullable String url;
    private @Nullable String host;
    private int port = 1521;
    private @Nullable String service;
    private @Nullable String sid;
    private String user = "";
    private String password = "";
    private Duration readTimeout = Duration.ofMinutes(11);
    private Duration idleTimeout = Duration.ofMinutes(5);
    private final Map<String, String> properties = new LinkedHashMap<>();

    private Builder() {}

    /** Complete JDBC URL. */
    public Builder url(String value) {
      url = value;
      return this;
    }

    /** Host of the listener. */
    public Builder host(String value) {
      host = value;
      return this;
    }

    /** Port of the listener, 1521 unless given. */
    public Builder port(int value) {
      port = value;
      return this;
    }

    /** Service name. */
    public Builder service(String value) {
      service = value;
      return this;
    }

    /** SID, for databases without a service name. */
    public Builder sid(String value) {
      sid = value;
      return this;
    }

    /** Login name. */
    public Builder user(String value) {
      user = value;
      return this;
    }

    /** Password. */
    public Builder password(String value) {
      password = value;
      return this;
    }

    /** Longest wait for an answer; the default is 11 minutes. */
    public Builder readTimeout(Duration value) {
      readTimeout = value;
      return this;
    }

    /** Quiet time; the default is 5 minutes. */
    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    /** A property of the driver. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** Directory of an Oracle wallet. */
    public Builder wallet(String directory) {
      return property("oracle.net.wallet_location", directory);
    }

    /** Trust store for TLS. */
    public Builder trustStore(String file, String type, @Nullable String storePassword) {
      property("javax.net.ssl.trustStore", file);
      property("javax.net.ssl.trustStoreType", type);
      return storePassword == null
          ? this
          : property("javax.net.ssl.trustStorePassword", storePassword);
    }

    /**
     * Puts it together.
     *
     * @throws IllegalStateException when neither a URL nor host with service or SID was given
     */
    public DatabaseSettings build() {
      return new DatabaseSettings(
          completeUrl(), user, password, properties, readTimeout, idleTimeout);
    }

    private String completeUrl() {
      if (url != null) {
        return url;
      }
      if (host == null || (service == null && sid == null)) {
        throw new IllegalStateException("a URL, or a host with a service or SID, is needed");
      }
      return service != null
          ? "jdbc:oracle:thin:@//" + host + ":" + port + "/" + service
          : "jdbc:oracle:thin:@" + host + ":" + port + ":" + sid;
    }
  }
}
