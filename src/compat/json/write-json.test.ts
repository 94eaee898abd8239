/** Response objects are written as JSON. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { JsonText } from "./json-text.ts";
import { isPlainJson, writeJson } from "./write-json.ts";

test("plain JSON values are written as by JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test("strings are escaped exactly where JSON.stringify escapes them", () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = `a${String.fromCharCode(unit)}b`;
    if (writeJson(text) !== JSON.stringify(text)) expect(writeJson(text)).toBe(JSON.stringify(text));
  }
  const long = '"'.repeat(100);
  expect(writeJson(long)).toBe(JSON.stringify(long));
});

test("undefined members are dropped, JsonText and large numbers are unchanged, and members named __proto__ are kept", () => {
  const value = {
    a: undefined,
    b: new JsonText("1.0"),
    c: 12345678901234567890n,
    d: Number.NaN,
    ...JSON.parse('{"__proto__":[1]}'),
  };
  expect(writeJson(value)).toBe('{"b":1.0,"c":12345678901234567890,"d":"NaN","__proto__":[1]}');
});

test("what is plain is written by JSON.stringify alike, and read from it as it was", () => {
  const own = fc.constantFrom(new JsonText("1.0"), 2n ** 70n, Number.NaN, -0, 1e21, undefined) as fc.Arbitrary<Json>;
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<Json>,
      own,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (document) => {
      const text = JSON.stringify(document, (_, member: unknown) => (typeof member === "bigint" ? null : member));
      const read: unknown = JSON.parse(text);
      if (isPlainJson(document)) {
        expect(text).toBe(writeJson(document));
        expect(read).toEqual(document);
      }
    }),
  );
  expect(isPlainJson({ a: ["x", 1.5, null, true, { b: -3 }], __proto__: null })).toBe(true);
});
