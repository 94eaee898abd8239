import fc from "fast-check";
import { decode } from "cborg";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { float32Text, float64Text, JsonText } from "./json-text.ts";
import { renderBody } from "./render-body.ts";

const json = { filterPath: undefined, pretty: false, format: "json" } as const;

function text(value: unknown, options: Parameters<typeof renderBody>[1]): string {
  return Buffer.from(renderBody(value, options)).toString();
}

test("JSON, YAML and CBOR read back to the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const expected: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(text(value, json))).toEqual(expected);
      expect(JSON.parse(text(value, { ...json, pretty: true }))).toEqual(expected);
      expect(decode(renderBody(value, { ...json, format: "cbor" }))).toEqual(expected);
      expect(JSON.stringify(parse(text({ value }, { ...json, format: "yaml" })))).toEqual(JSON.stringify({ value: expected }));
    }),
  );
});

test("pretty has the layout of the original", () => {
  expect(text({ a: [], b: { c: new JsonText('{"d":[1, 2.0]}') }, e: {} }, { ...json, pretty: true })).toBe(
    '{\n  "a" : [ ],\n  "b" : {\n    "c" : {\n      "d" : [\n        1,\n        2.0\n      ]\n    }\n  },\n  "e" : { }\n}\n',
  );
});

test("numbers are written as Java writes them", () => {
  expect(float32Text(0.5297920703887939).text).toBe("0.5297921");
  expect(float32Text(1).text).toBe("1.0");
  expect(float32Text(1.5e10).text).toBe("1.5E10");
  expect(float64Text(12345678).text).toBe("1.2345678E7");
  expect(float64Text(0.001).text).toBe("0.001");
  expect(float64Text(Number.POSITIVE_INFINITY).text).toBe('"Infinity"');
  fc.assert(fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => Math.fround(Number(float32Text(value).text)) === value));
});

test("smile has the bytes of the format's examples", () => {
  expect([...renderBody({ a: [1, -17, 200, "x", true, null, 1.5] }, { ...json, format: "smile" })]).toEqual([
    0x3a, 0x29, 0x0a, 0x00, 0xfa, 0x80, 0x61, 0xf8, 0xc2, 0x24, 0xa1, 0x24, 0x06, 0x90, 0x40, 0x78, 0x23, 0x21, 0x29, 0x00, 0x3f, 0x7c, 0, 0, 0, 0, 0, 0, 0,
    0xf9, 0xfb,
  ]);
});
