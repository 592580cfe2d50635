package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.SpecialValue;
import java.util.Arrays;

/** Puts values of a statement into an image. Not thread-safe: works with one scanner. */
final class LiteralReader {
  private final SqlScanner scanner;
  private final ColumnNames names;
  private final ValueReader values;
  private final Literal nullLiteral = new Literal();

  LiteralReader(SqlScanner scanner, ColumnNames names, ValueReader values) {
    this.scanner = scanner;
    this.names = names;
    this.values = values;
  }

  /** An image in which nothing is logged yet. */
  Object[] newImage() {
    Object[] image = new Object[names.count()];
    Arrays.fill(image, SpecialValue.NOT_LOGGED);
    return image;
  }

  /** Reads the value that comes next. */
  void read(int column, Object[] image) {
    put(column, image, scanner.value());
  }

  /** Lets the statement go. */
  void release() {
    scanner.release();
    nullLiteral.begin("", Literal.Kind.NULL, 0);
  }

  /** Takes NULL for a condition that has no value. */
  void readNull(int column, Object[] image) {
    nullLiteral.begin(scanner.sql(), Literal.Kind.NULL, scanner.position());
    put(column, image, nullLiteral);
  }

  private void put(int column, Object[] image, Literal literal) {
    if (image[column] != SpecialValue.NOT_LOGGED) {
      throw new SqlRedoException(
          Fault.UNEXPECTED_FORM,
          literal.sourceStart(),
          "column " + names.name(column) + " has a value already");
    }
    try {
      image[column] = values.read(column, literal);
    } catch (LiteralException e) {
      SqlRedoException failure =
          new SqlRedoException(
              Fault.BAD_VALUE,
              e.offset(),
              "column "
                  + names.name(column)
                  + " of type "
                  + names.type(column)
                  + ": "
                  + e.getMessage());
      failure.initCause(e);
      throw failure;
    }
  }
}
