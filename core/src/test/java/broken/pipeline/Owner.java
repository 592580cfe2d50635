package broken.pipeline;

/** The assembly may own threads. */
public final class Owner {
  Thread thread() {
    return new Thread(() -> {});
  }
}
