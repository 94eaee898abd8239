import fc from "fast-check";
import { decode } from "cborg";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { float32Text, float64Text, JsonText } from "./json/json-text.ts";
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
      expect(JSON.stringify(parse(text({ value }, { ...json, format: "yaml" })))).toEqual(
        JSON.stringify({ value: expected }),
      );
    }),
  );
});

test("integers of any length are written as CBOR", () => {
  const bignumOf = (decodeContents: () => unknown): bigint => {
    const bytes = decodeContents();
    return BigInt(`0x${Buffer.from(bytes instanceof Uint8Array ? bytes : []).toString("hex")}`);
  };
  const tags = { 2: bignumOf, 3: (decodeContents: () => unknown): bigint => -1n - bignumOf(decodeContents) };
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (value) => {
      const { read } = decode(renderBody({ read: value }, { ...json, format: "cbor" }), {
        tags,
        allowBigInt: true,
      }) as { read: number | bigint };
      return BigInt(read) === value;
    }),
    { examples: [[2n ** 64n - 1n], [2n ** 64n], [-(2n ** 64n)], [-(2n ** 64n) - 1n]] },
  );
});

test("deeply nested values are written as YAML", () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 1000; depth++) value = { a: [value] };
  const written = text(value, { ...json, format: "yaml" });
  expect(written.slice(0, 4)).toBe("---\n");
  expect(written.match(/a/g)).toHaveLength(1000);
});

test("pretty has Elasticsearch's layout", () => {
  expect(text({ a: [], b: { c: new JsonText('{"d":[1, 2.0]}') }, e: {} }, { ...json, pretty: true })).toBe(
    '{\n  "a" : [ ],\n  "b" : {\n    "c" : {\n      "d" : [\n        1,\n        2.0\n      ]\n    }\n  },\n  "e" : { }\n}\n',
  );
});

test("numbers are written as by Java", () => {
  expect(float32Text(0.5297920703887939).text).toBe("0.5297921");
  expect(float32Text(1).text).toBe("1.0");
  expect(float32Text(1.5e10).text).toBe("1.5E10");
  expect(float64Text(12345678).text).toBe("1.2345678E7");
  expect(float64Text(0.001).text).toBe("0.001");
  expect(float64Text(Number.POSITIVE_INFINITY).text).toBe('"Infinity"');
  fc.assert(
    fc.property(
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      (value) => Math.fround(Number(float32Text(value).text)) === value,
    ),
  );
});

test("smile has the bytes of the format specification's examples", () => {
  expect([...renderBody({ a: [1, -17, 200, "x", true, null, 1.5] }, { ...json, format: "smile" })]).toEqual([
    0x3a, 0x29, 0x0a, 0x00, 0xfa, 0x80, 0x61, 0xf8, 0xc2, 0x24, 0xa1, 0x24, 0x06, 0x90, 0x40, 0x78, 0x23, 0x21, 0x29,
    0x00, 0x3f, 0x7c, 0, 0, 0, 0, 0, 0, 0, 0xf9, 0xfb,
  ]);
});
