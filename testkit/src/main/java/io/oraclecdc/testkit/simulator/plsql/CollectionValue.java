package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The elements of a collection variable, by index. Used by one thread. */
final class CollectionValue {
  private final CollectionType type;
  private final TreeMap<Object, @Nullable Object[]> elements = new TreeMap<>();
  private boolean initialized;
  private int size;

  CollectionValue(CollectionType type) {
    this.type = type;
    this.initialized = type.isAssociative();
  }

  CollectionType type() {
    return type;
  }

  /** Whether it is not NULL as a whole. */
  boolean isInitialized() {
    return initialized;
  }

  private void requireInitialized() throws SQLException {
    if (!initialized) {
      throw OraErrors.of(6531, "Reference to uninitialized collection");
    }
  }

  /** Empty, and not NULL any more. */
  void clear() {
    elements.clear();
    size = 0;
    initialized = true;
  }

  /** NULL as a whole; an associative array cannot be. */
  void forget() {
    clear();
    initialized = type.isAssociative();
  }

  /** The elements of another one of the same type. */
  void copy(CollectionValue other) {
    List<Object> keys = new ArrayList<>(other.elements.keySet());
    List<@Nullable Object[]> values = new ArrayList<>(other.elements.values());
    int newSize = other.size;
    boolean known = other.initialized;
    clear();
    for (int i = 0; i < keys.size(); i++) {
      elements.put(keys.get(i), values.get(i).clone());
    }
    size = newSize;
    initialized = known;
  }

  /** An index as it is kept. */
  Object key(@Nullable Object value) throws SQLException {
    if (value == null) {
      throw OraErrors.of(6502, "PL/SQL: numeric or value error: NULL index table key value");
    }
    if (type.textKeys()) {
      return value instanceof BigDecimal n ? n.toPlainString() : String.valueOf(value);
    }
    if (!(value instanceof BigDecimal number)) {
      throw OraErrors.of(
          6502, "PL/SQL: numeric or value error: character to number conversion error");
    }
    return (int) Math.rint(number.doubleValue());
  }

  @Nullable Object[] get(@Nullable Object index) throws SQLException {
    Object key = key(index);
    requireInitialized();
    requireInside(key);
    @Nullable Object[] found = elements.get(key);
    if (found == null) {
      throw OraErrors.of(1403, "no data found");
    }
    return found;
  }

  private void requireInside(Object key) throws SQLException {
    if (type.isAssociative()) {
      return;
    }
    int number = (Integer) key;
    if (number < 1 || (type.shape() == CollectionType.Shape.VARRAY && number > type.limit())) {
      throw OraErrors.of(6532, "Subscript outside of limit");
    }
    if (number > size) {
      throw OraErrors.of(6533, "Subscript beyond count");
    }
  }

  /** The element to be written, made where it may be made. */
  @Nullable Object[] forWriting(@Nullable Object index) throws SQLException {
    Object key = key(index);
    requireInitialized();
    requireInside(key);
    return elements.computeIfAbsent(key, k -> new Object[type.element().fields().size()]);
  }

  /** A new last element. */
  @Nullable Object[] append() throws SQLException {
    requireInitialized();
    if (type.shape() == CollectionType.Shape.VARRAY && size >= type.limit()) {
      throw OraErrors.of(6532, "Subscript outside of limit");
    }
    @Nullable Object[] element = new Object[type.element().fields().size()];
    int next = type.isAssociative() && !elements.isEmpty() ? (Integer) elements.lastKey() : size;
    elements.put(next + 1, element);
    size = next + 1;
    return element;
  }

  boolean exists(@Nullable Object index) throws SQLException {
    return index != null && elements.containsKey(key(index));
  }

  BigDecimal count() throws SQLException {
    requireInitialized();
    return BigDecimal.valueOf(elements.size());
  }

  @Nullable Object limit() {
    return type.shape() == CollectionType.Shape.VARRAY ? BigDecimal.valueOf(type.limit()) : null;
  }

  @Nullable Object first() throws SQLException {
    requireInitialized();
    return elements.isEmpty() ? null : shown(elements.firstKey());
  }

  @Nullable Object last() throws SQLException {
    requireInitialized();
    return elements.isEmpty() ? null : shown(elements.lastKey());
  }

  @Nullable Object next(@Nullable Object index) throws SQLException {
    requireInitialized();
    return shown(elements.higherKey(key(index)));
  }

  @Nullable Object prior(@Nullable Object index) throws SQLException {
    requireInitialized();
    return shown(elements.lowerKey(key(index)));
  }

  private static @Nullable Object shown(@Nullable Object key) {
    return key instanceof Integer number ? BigDecimal.valueOf(number) : key;
  }

  /** Numeric indexes in order. */
  List<BigDecimal> indexes() {
    List<BigDecimal> all = new ArrayList<>();
    for (Object key : elements.keySet()) {
      if (key instanceof Integer number) {
        all.add(BigDecimal.valueOf(number));
      }
    }
    return all;
  }

  /** DELETE: everything. */
  void deleteAll() throws SQLException {
    requireInitialized();
    elements.clear();
    size = 0;
  }

  /** DELETE: one element, or those between two. */
  void delete(@Nullable Object from, @Nullable Object to) throws SQLException {
    requireInitialized();
    if (type.shape() == CollectionType.Shape.VARRAY) {
      throw BlockInterpreter.compileError(
          "PLS-00306", "wrong number or types of arguments in call to 'DELETE'");
    }
    if (from == null || to == null) {
      return;
    }
    Object low = key(from);
    Object high = key(to);
    elements.keySet().removeIf(k -> compare(k, low) >= 0 && compare(k, high) <= 0);
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  /** TRIM: so many elements from the end. */
  void trim(int count) throws SQLException {
    requireInitialized();
    if (count > size) {
      throw OraErrors.of(6533, "Subscript beyond count");
    }
    for (int i = 0; i < count; i++) {
      elements.remove(size--);
    }
  }
}
