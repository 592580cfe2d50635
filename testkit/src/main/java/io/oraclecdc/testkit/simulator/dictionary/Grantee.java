package io.oraclecdc.testkit.simulator.dictionary;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A user or role with what was granted to it. Thread-safe; changed under the dictionary's lock. */
public final class Grantee {
  private final String name;
  private final boolean role;
  private final long userId;
  private final LocalDateTime created;
  private volatile @Nullable String password;
  private volatile boolean locked;
  private volatile boolean containerData;
  private volatile String defaultTablespace = "USERS";
  private volatile String temporaryTablespace = "TEMP";
  private volatile String profile = "DEFAULT";
  private final Map<String, Long> quotas = new ConcurrentHashMap<>();
  private final Set<String> systemPrivileges = ConcurrentHashMap.newKeySet();
  private final Set<String> roles = ConcurrentHashMap.newKeySet();
  private final Map<ObjectKey, Set<String>> objectPrivileges = new ConcurrentHashMap<>();

  private Grantee(
      String name, boolean role, long userId, LocalDateTime created, @Nullable String password) {
    this.name = name;
    this.role = role;
    this.userId = userId;
    this.created = created;
    this.password = password;
  }

  static Grantee user(String name, long userId, LocalDateTime created, String password) {
    return new Grantee(name, false, userId, created, password);
  }

  static Grantee role(String name, LocalDateTime created) {
    return new Grantee(name, true, 0, created, null);
  }

  /** Name, case kept. */
  public String name() {
    return name;
  }

  /** Whether it is a role. */
  public boolean isRole() {
    return role;
  }

  /** USER_ID. */
  public long userId() {
    return userId;
  }

  /** CREATED. */
  public LocalDateTime created() {
    return created;
  }

  /** Whether the password is right. */
  public boolean hasPassword(String candidate) {
    return candidate.equals(password);
  }

  /** IDENTIFIED BY. */
  public void password(String value) {
    password = value;
  }

  /** ACCOUNT LOCK or UNLOCK. */
  public void locked(boolean value) {
    locked = value;
  }

  /** Whether the account is locked. */
  public boolean isLocked() {
    return locked;
  }

  /** DEFAULT TABLESPACE. */
  public void defaultTablespace(String value) {
    defaultTablespace = value;
  }

  String defaultTablespace() {
    return defaultTablespace;
  }

  /** TEMPORARY TABLESPACE. */
  public void temporaryTablespace(String value) {
    temporaryTablespace = value;
  }

  String temporaryTablespace() {
    return temporaryTablespace;
  }

  /** PROFILE. */
  public void profile(String value) {
    profile = value;
  }

  String profile() {
    return profile;
  }

  /** QUOTA by tablespace, in bytes; -1 for UNLIMITED. */
  public Map<String, Long> quotas() {
    return quotas;
  }

  /** SET CONTAINER_DATA = ALL or DEFAULT. */
  public void containerData(boolean all) {
    containerData = all;
  }

  /** Whether views of the root show a common user the rows of all containers. */
  public boolean hasContainerData() {
    return containerData;
  }

  /** Whether it is known in every container of a CDB. */
  public boolean isCommon() {
    return name.startsWith("C##") || name.equals("SYS") || name.equals("SYSTEM");
  }

  /** Takes over password, lock and everything granted to another of the same name. */
  public void become(Grantee other) {
    password = other.password;
    locked = other.locked;
    defaultTablespace = other.defaultTablespace;
    temporaryTablespace = other.temporaryTablespace;
    profile = other.profile;
    quotas.putAll(other.quotas);
    systemPrivileges.addAll(other.systemPrivileges);
    roles.addAll(other.roles);
    other.objectPrivileges.forEach((object, names) -> names.forEach(n -> grant(object, n)));
  }

  /** Directly granted system privileges. */
  public Set<String> systemPrivileges() {
    return systemPrivileges;
  }

  /** Directly granted roles. */
  public Set<String> roles() {
    return roles;
  }

  /** Directly granted object privileges. */
  public Map<ObjectKey, Set<String>> objectPrivileges() {
    return objectPrivileges;
  }

  /** Grants a privilege on an object. */
  public void grant(ObjectKey object, String privilege) {
    objectPrivileges.computeIfAbsent(object, k -> ConcurrentHashMap.newKeySet()).add(privilege);
  }

  /**
   * Takes a privilege on an object back, on single columns of it too; false when it was not
   * granted.
   */
  public boolean revoke(ObjectKey object, String privilege) {
    Set<String> granted = objectPrivileges.get(object);
    return granted != null
        && granted.removeIf(p -> p.equals(privilege) || p.startsWith(privilege + "("));
  }
}
