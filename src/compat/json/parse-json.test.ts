import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestError } from "../errors.ts";
import { parseJson, parseJsonWithPlaces } from "./parse-json.ts";

function reasonOf(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

test("any value written by JSON.stringify is parsed back", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(
        JSON.parse(
          JSON.stringify(parseJson(text), (_key, read: unknown) => (typeof read === "bigint" ? Number(read) : read)),
        ),
      ).toEqual(JSON.parse(text));
    }),
  );
});

test("integers beyond 2^53 stay exact", () => {
  expect(parseJson('{"a":9007199254740993,"b":-9223372036854775808,"c":1e3,"d":12}')).toEqual({
    a: 9007199254740993n,
    b: -9223372036854775808n,
    c: 1000,
    d: 12,
  });
});

test("any text is parsed or rejected with a request error", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[{}[\]":,0-9a-e\\tru.-]*$/), (text) => {
      let strict: unknown;
      let accepted = true;
      try {
        strict = JSON.parse(text);
      } catch {
        accepted = false;
      }
      try {
        expect(parseJson(text)).toEqual(strict);
        expect(accepted).toBe(true);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        expect(!accepted || error.message.includes("Duplicate field")).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("errors have Elasticsearch's words", () => {
  expect(reasonOf('{"size":tru}')).toContain(
    "[1:13] Unrecognized token 'tru': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source",
  );
  expect(reasonOf('{"query" {}}')).toContain(
    "[1:10] Unexpected character ('{' (code 123)): was expecting a colon to separate field name and value",
  );
  expect(reasonOf('{"size":01}')).toContain("[1:10] Invalid numeric value: Leading zeroes not allowed");
  expect(reasonOf('{"a":1,"a":2}')).toContain("[1:11] Duplicate field 'a'");
  expect(reasonOf('{"size":tru')).toContain("[1:12] Unrecognized token 'tru'");
  expect(reasonOf('{"size":"a')).toBe("[1:11] Unexpected end of file");
  expect(reasonOf('{"size":1}{"size":2}')).toBe("Unexpected token [START_OBJECT] found after the main object.");
});

test("positions count lines and columns from one", () => {
  const { value, places } = parseJsonWithPlaces('{"a":1,\n "b": [true,\n{}]}');
  const object = value as { b: unknown[] };
  expect(places.key(object, "b")).toEqual({ line: 2, col: 2 });
  expect(places.value(object, "b")).toEqual({ line: 2, col: 7 });
  expect(places.value(object.b, 1)).toEqual({ line: 3, col: 1 });
  expect(places.end(object)).toEqual({ line: 3, col: 4 });
});
