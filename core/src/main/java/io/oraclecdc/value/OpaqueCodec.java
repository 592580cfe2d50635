package io.oraclecdc.value;

/**
 * Types whose content LogMiner cannot give in a form that is understood (binary JSON, object
 * types): there is a value, it is not available.
 */
final class OpaqueCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    return SpecialValue.UNAVAILABLE;
  }
}
