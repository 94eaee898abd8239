import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../compat/json/parse-json.ts";
import { isJsonObject } from "../../core/json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { parseSource, spelledSource } from "./source-json.ts";

const read = (text: string): unknown => parseSource(Buffer.from(text));
const reason = (text: string): string => {
  try {
    read(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the source of a document", () => {
  test("is read as the strict reader does", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, spaced) => {
        const source = `{"a":${spaced ? text.replaceAll(":", " : ") : text},"b": 1}`;
        let expected: unknown;
        try {
          expected = parseJson(source);
        } catch {
          expect(() => read(source)).toThrow();
          return;
        }
        expect(isJsonObject(expected)).toBe(true);
        expect(read(source)).toEqual(expected);
      }),
    );
  });

  test("keeps long integers, and refuses repeated keys however they are spaced", () => {
    expect(read('{"n":9007199254740993,"t":"a:b\\":"}')).toEqual({ n: 9007199254740993n, t: 'a:b":' });
    for (const text of ['{"a":1,"a":2}', '{"a" :1,"a": 2}', '{"a":1,"a" :2}', '{"o":{"x":1,"x":2}}'])
      expect(() => read(text)).toThrow("Duplicate field");
  });

  // Reasons of Elasticsearch 8.19.
  test.each([
    ["", "[0:0] failed to parse, document is empty"],
    ["[1]", "Malformed content, must start with an object"],
    ["null", "Malformed content, must start with an object"],
    ['{"a":', "[1:2] failed to parse: [1:6] Unexpected end of file"],
    ['{"a":1}{"b":1}', "Malformed content, found extra data after parsing: START_OBJECT"],
    [
      '{"a":1,"a":2}',
      '[1:6] failed to parse: [1:11] Duplicate field \'a\'\n at [Source: (byte[])"{"a":1,"a":2}"; line: 1, column: 11]',
    ],
    [
      "nope",
      "[1:5] [1:5] Unrecognized token 'nope': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: (byte[])\"nope\"; line: 1, column: 5]",
    ],
    [
      '{"a":1}x',
      "[1:9] [1:9] Unrecognized token 'x': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: (byte[])\"{\"a\":1}x\"; line: 1, column: 9]",
    ],
  ])("%s is refused in Elasticsearch's words", (text, expected) => {
    expect(reason(text)).toBe(expected);
  });
});

test("a source that is changed keeps the spelling of the numbers that are not", () => {
  for (const source of [
    '{"a":"1.0 1e5"}',
    '{"a":[{"b":1.0}],"c":"x"}',
    '{"a":1.0E10,"b":0.1,"c":12345678901234567890}',
  ])
    expect(writeJson(spelledSource(Buffer.from(source)))).toBe(source);
  expect(() => spelledSource(Buffer.from('{"a":1,"a":2.0}'))).toThrow("Duplicate field 'a'");
});
