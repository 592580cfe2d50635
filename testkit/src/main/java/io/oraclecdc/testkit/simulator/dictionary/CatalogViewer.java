package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/** The session that reads a catalog view: what it may see, and where it is. */
public interface CatalogViewer {

  /** Its user. */
  String userName();

  /** Whether its user may see an object in the ALL_ views. */
  boolean maySee(String owner, String object);

  /** Whether its user has a system privilege. */
  boolean hasPrivilege(String privilege);

  /** Whether its user has a role. */
  boolean hasRole(String role);

  /** The container it is in. */
  CatalogContainer container();

  /** Containers whose rows CDB_ views show it, its own among them. */
  List<CatalogContainer> visibleContainers();
}
