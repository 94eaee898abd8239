import fc from "fast-check";
import { expect, test } from "vitest";
import { javaUtf8 } from "./java-utf8.ts";

test("valid UTF-8 is read as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(javaUtf8(Buffer.from(text), false)).toBe(text);
    }),
  );
});

test("invalid bytes are read as Elasticsearch 8.19 shows them", () => {
  // The double 7.5 behind minus infinity, and a float range up to the one before 2.
  expect(javaUtf8(Buffer.from("01000fffffffffffffc01e000000000000", "hex"), false)).toBe(
    "\u0001\u0000\u000F\uDFBF\uDFFF\uDFBC\uDC1E\u0000\u0000\u0000\u0000\u0000\u0000",
  );
  const cutOff = Buffer.from("01bfc00000bfffffff", "hex");
  expect(javaUtf8(cutOff, true)).toBe("\u0001\u00bf\u0000\u0000\u00bf\uDFBF\uDFC0");
  expect(javaUtf8(cutOff, false)).toBeUndefined();
});
