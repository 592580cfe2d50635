package io.oraclecdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page below {@code docs} that a test keeps right; {@code -Dcdc.docs.write=true} rewrites it. */
public final class Documentation {
  private final Path file;

  private Documentation(Path file) {
    this.file = file;
  }

  /** The page of that name. */
  public static Documentation page(String name) {
    return new Documentation(Path.of("..", "docs").resolve(name));
  }

  /** Whether pages are rewritten instead of compared. */
  public static boolean isWriting() {
    return Boolean.getBoolean("cdc.docs.write");
  }

  /** The page as it is. */
  public String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of the files in a folder beside the page. */
  public Set<String> namesBeside(String folder) {
    try (Stream<Path> files = Files.list(file.resolveSibling(folder))) {
      return files
          .map(path -> path.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares the page, or writes it. */
  public void isUpToDateWith(String expected) {
    if (isWriting()) {
      try {
        Files.createDirectories(file.getParent());
        Files.writeString(file, expected);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return;
    }
    assertThat(text())
        .as(file + " differs from the code; run the test with -Dcdc.docs.write=true and commit")
        .isEqualTo(expected);
  }
}
