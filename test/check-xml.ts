import { RelaxNGValidator, XmlDocument, type NamespaceMap } from "libxml2-wasm";

/**
 * Parses an XML document as strictly as XML 1.0 requires, and validates it against a schema in RELAX NG. Throws if
 * either fails. `all` returns the texts that an XPath selects.
 */
export function readXml(text: string, schema: string, namespaces: NamespaceMap): { all: (path: string) => string[] } {
  const document = XmlDocument.fromString(text);
  RelaxNGValidator.fromDoc(XmlDocument.fromString(schema)).validate(document);
  return { all: (path) => document.find(path, namespaces).map((node) => node.content) };
}

const types = 'datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"';
const grammar = 'xmlns="http://relaxng.org/ns/structure/1.0"';
const address = '<data type="anyURI"><param name="pattern">https?://[^/\\s]+/\\S*</param></data>';

/** sitemaps.org, protocol 0.9, with the links to a page's other languages that search engines ask for. */
export const sitemapSchema = `<element ${grammar} ${types} name="urlset" ns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <oneOrMore><element name="url">
    <element name="loc">${address}</element>
    <optional><element name="lastmod"><data type="dateTime"/></element></optional>
    <oneOrMore><element name="link" ns="http://www.w3.org/1999/xhtml">
      <attribute name="rel"><value>alternate</value></attribute>
      <attribute name="hreflang"><choice><value>en</value><value>bn</value><value>x-default</value></choice></attribute>
      <attribute name="href">${address}</attribute>
    </element></oneOrMore>
  </element></oneOrMore>
</element>`;

export const sitemapIndexSchema = `<element ${grammar} ${types} name="sitemapindex" ns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <oneOrMore><element name="sitemap"><element name="loc">${address}</element></element></oneOrMore>
</element>`;

const text = '<data type="string"/>';
const named = '<data type="string"><param name="pattern">(.|\\s)*\\S(.|\\s)*</param></data>';
const person = `<element name="author"><element name="name">${named}</element></element>`;
const common = `
  <element name="id"><data type="anyURI"><param name="pattern">urn:uuid:[0-9a-f-]{36}</param></data></element>
  <element name="title">${text}</element>
  <element name="updated"><data type="dateTime"/></element>
  <oneOrMore><element name="link">
    <attribute name="rel"><choice><value>self</value><value>alternate</value><value>enclosure</value></choice></attribute>
    <attribute name="type"/>
    <attribute name="href">${address}</attribute>
  </element></oneOrMore>`;

/** RFC 4287 §4.1, as far as this shop uses it: required elements, once, and optional ones, in any order. */
export const atomSchema = `<element ${grammar} ${types} name="feed" ns="http://www.w3.org/2005/Atom"><interleave>
  ${common} ${person}
  <element name="icon">${address}</element>
  <element name="logo">${address}</element>
  <zeroOrMore><element name="entry"><interleave>
    ${common}
    <optional>${person}</optional>
    <element name="published"><data type="dateTime"/></element>
    <element name="summary">${text}</element>
    <zeroOrMore><element name="category"><attribute name="term"/></element></zeroOrMore>
  </interleave></element></zeroOrMore>
</interleave></element>`;

export const namespaces = {
  s: "http://www.sitemaps.org/schemas/sitemap/0.9",
  x: "http://www.w3.org/1999/xhtml",
  a: "http://www.w3.org/2005/Atom",
};
