package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.io.StringReader;
import java.sql.SQLException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Values of XMLTYPE columns. */
final class XmlText {

  private XmlText() {}

  /** Returns the text if it is well-formed. */
  static String wellFormed(String text) throws SQLException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
      while (reader.hasNext()) {
        reader.next();
      }
      reader.close();
      return text;
    } catch (XMLStreamException e) {
      throw OraErrors.of(31011, "XML parsing failed");
    }
  }
}
