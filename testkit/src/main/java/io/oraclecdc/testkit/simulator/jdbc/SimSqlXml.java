package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLXML;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/** An XML document as text. Not thread-safe. */
public final class SimSqlXml implements SQLXML {
  private @Nullable String text;

  /** A document; null for one that is still to be written. */
  public SimSqlXml(@Nullable String text) {
    this.text = text;
  }

  /** The document, null if it has none yet. */
  public @Nullable String text() {
    return text;
  }

  @Override
  public void free() {
    text = null;
  }

  @Override
  public String getString() throws SQLException {
    String current = text;
    if (current == null) {
      throw OraErrors.of(17284, "SQLXML cannot be read: it has no content");
    }
    return current;
  }

  @Override
  public void setString(String value) {
    text = value;
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(getString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public OutputStream setBinaryStream() {
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws IOException {
        setString(toString(StandardCharsets.UTF_8));
      }
    };
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(getString());
  }

  @Override
  public Writer setCharacterStream() {
    return new StringWriter() {
      @Override
      public void close() {
        SimSqlXml.this.setString(toString());
      }
    };
  }

  @Override
  public <T extends Source> T getSource(@Nullable Class<T> type) throws SQLException {
    if (type != null && !type.isAssignableFrom(StreamSource.class)) {
      throw Unsupported.feature();
    }
    @SuppressWarnings("unchecked") // the class was just checked
    T source = (T) new StreamSource(getCharacterStream());
    return source;
  }

  @Override
  public <T extends Result> T setResult(@Nullable Class<T> type) throws SQLException {
    if (type != null && !type.isAssignableFrom(StreamResult.class)) {
      throw Unsupported.feature();
    }
    @SuppressWarnings("unchecked") // the class was just checked
    T result = (T) new StreamResult(setCharacterStream());
    return result;
  }
}
