import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readXml, xmlText } from "./read-xml.ts";

function events(xml: string): string[] {
  return Array.from(readXml(xml), (event) => {
    if (event.type === "text") return event.text;
    const attributes =
      event.type === "start" ? Array.from(event.attributes, ([key, value]) => ` ${key}=${value}`).join("") : "";
    return `${event.type === "end" ? "/" : ""}${event.name}${attributes}`;
  });
}

describe("XML as events", () => {
  test("has elements, attributes and texts", () => {
    const xml = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x "y">]>\n<a b="1 &lt; 2" c='"'><!-- <no> -->x &amp; &#65;&#x42;<d/><![CDATA[<e>]]></a>\n`;
    expect(events(xml)).toEqual(['a b=1 < 2 c="', "x & AB", "d", "/d", "<e>", "/a"]);
  });

  test.each(["<a>", "<a></b>", "</a>", "<a>&no;</a>", "<a>&amp</a>", "<a b=c></a>", "<a", "<a><!-- </a>"])(
    "%s is not well formed",
    (xml) => {
      expect(() => events(xml)).toThrow(SyntaxError);
    },
  );

  test("any text is parsed or rejected", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "a",
      "/",
      "<a>",
      "</a>",
      "<a b='1'",
      '"',
      "&",
      ";",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<!DOCTYPE",
      "[",
      "]",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        try {
          events(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });
});

test("a file is decoded with the encoding that it declares", () => {
  expect(xmlText(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><ü/>', "latin1"))).toContain("<ü/>");
  expect(xmlText(Buffer.from("<ü/>"))).toBe("<ü/>");
  expect(() => xmlText(Buffer.from("<ü/>", "latin1"))).toThrow(TypeError);
});
