package io.oraclecdc.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The files of an engine that is not running, to be cut, copied and put back. */
final class StateFiles {
  private final Path state;

  StateFiles(Path state) {
    this.state = state;
  }

  Path position() {
    return state.resolve("position");
  }

  List<Path> journalFiles() throws IOException {
    return files(state.resolve("journal"));
  }

  /** Cuts every spill file; how many there were. */
  int cutSpillFiles(Random random) throws IOException {
    List<Path> files = files(state.resolve("spill"));
    for (Path file : files) {
      cut(random, file);
    }
    return files.size();
  }

  /** Leaves only a part of a file, perhaps nothing. */
  static void cut(Random random, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    if (content.length > 0) {
      Files.write(file, Arrays.copyOf(content, random.nextInt(content.length)));
    }
  }

  void copyTo(Path target) throws IOException {
    copy(state, target);
  }

  /** Everything is as it was when it was copied. */
  void replaceBy(Path copy) throws IOException {
    try (Stream<Path> all = Files.walk(state)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    copy(copy, state);
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }
}
