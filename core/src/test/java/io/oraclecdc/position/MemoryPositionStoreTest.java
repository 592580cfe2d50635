package io.oraclecdc.position;

class MemoryPositionStoreTest extends PositionStoreContract {
  @Override
  PositionStore open() {
    return new MemoryPositionStore();
  }
}
