import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { documentParserOf } from "../../mapping/source-document-parser.ts";
import { documentInput } from "./document-input.ts";
import { readSource } from "./source-json.ts";

const mapping: JsonObject = {
  properties: {
    x: { type: "long" },
    k: { type: "keyword" },
    p: { type: "geo_point" },
    f: { type: "flattened" },
    v: { type: "sparse_vector" },
    o: { properties: { a: { type: "long" } } },
    d: { enabled: false, type: "object" },
  },
};

/** What refuses a document, with its cause. */
function refusal(text: string, given: JsonObject = mapping): string {
  const parser = documentParserOf({
    name: "i",
    settings: {},
    mapping: mergeMappings({}, given, {}),
    mappingVersion: 1,
  });
  try {
    parser.dynamicUpdate(documentInput({ id: "1", routing: undefined, source: Buffer.from(text) }));
  } catch (error) {
    if (error instanceof RequestError) return `${error.message} <- ${error.cause?.message.split("\n")[0]}`;
    throw error;
  }
  return "taken";
}

describe("what is wrong before a text stops to be JSON is told first, as 8.19 does", () => {
  test("of values", () => {
    const wrong = "failed to parse field [x] of type [long] in document with id '1'. Preview of field's value: 'abc'";
    for (const rest of ['"y":1,"y":2}', '"y":}', "", '"y":1}}'])
      expect(refusal(`{"x":"abc",${rest}`)).toContain(`[1:6] ${wrong}`);
    expect(refusal('{"o":{"a":"x","a":2}}')).toContain("[1:11] failed to parse field [o.a] of type [long]");
    expect(refusal('{"y":1,"y":2,"x":"abc"}')).toMatch(/^\[1:6\] failed to parse: \[1:11\] Duplicate field 'y'/);
  });

  test("of names, but not of definitions that do not go together", () => {
    expect(refusal('{"a":1," ":2,"a":3}')).toContain("[1:8] Field name cannot contain only whitespace: [ ]");
    expect(refusal('{"n":[1,"x"],"y":1,"y":1}')).toMatch(/^\[1:18\] failed to parse: \[1:23\] Duplicate field 'y'/);
  });

  test("of objects where there are too many levels", () => {
    const text = '{"n":'.repeat(1001) + "1" + "}".repeat(1001);
    expect(refusal(text)).toContain("Limit of mapping depth [20] has been exceeded due to object field");
    expect(refusal(`{"d":${text}}`)).toContain("Document nesting depth (1001) exceeds the maximum allowed");
  });

  test("where the source is filtered, all of it is read first", () => {
    const filtered: JsonObject = { _source: { excludes: ["a"] }, properties: { d: { type: "long" } } };
    expect(refusal('  {  "d":"x","d":2}', filtered)).toMatch(
      /^\[1:6\] failed to parse: com\.fasterxml\.jackson\.core\.JsonParseException: Duplicate field 'd'\n/,
    );
    expect(refusal('{"d":"x"', filtered)).toMatch(
      /^\[1:2\] failed to parse: com\.fasterxml\.jackson\.core\.io\.JsonEOFException: Unexpected end-of-input/,
    );
    expect(refusal('{"d":"x","a":{"b":1,"b":2}}', filtered)).toMatch(
      /^\[1:2\] failed to parse: \[1:24\] Duplicate field 'b'\n/,
    );
    expect(refusal('{"c":{"a":1,"a":2}}', { _source: { includes: ["a*", "o"] } })).toMatch(
      /^\[1:2\] failed to parse: \[1:16\] Duplicate field 'a'\n/,
    );
    expect(refusal('{"d":"x"}}', filtered)).toContain("[1:6] failed to parse field [d] of type [long]");
  });

  test("a field that begins to read tells the fault as its own, one that does not tells what it wants", () => {
    expect(refusal('{"x":{"a":1,"a":2}}')).toBe(
      "[1:11] failed to parse field [x] of type [long] in document with id '1'. Could not parse field value preview, <- Cannot parse object as number",
    );
    expect(refusal('{"k":{"a":1,"a":2}}')).toBe(
      "[1:11] failed to parse field [k] of type [keyword] in document with id '1'. Could not parse field value preview, <- Expected text at 1:6 but found START_OBJECT",
    );
    expect(refusal('{"p":{"lat":1,"lat":2}}')).toBe(
      "[1:13] failed to parse field [p] of type [geo_point] <- [1:20] Duplicate field 'lat'",
    );
    expect(refusal('{"f":{"a":1,"a":2}}')).toMatch(
      /^\[1:11\] failed to parse field \[f\] of type \[flattened\] in document with id '1'\./,
    );
    expect(refusal('{"v":{"a":1,"a":2}}')).toMatch(/^\[1:11\] failed to parse: \[1:16\] Duplicate field 'a'/);
    expect(refusal('{"k":["a",b]}')).toMatch(/^\[1:11\] failed to parse: .* Unrecognized token 'b'/);
  });
});

test("any beginning of a document is read up to where it ends", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      const whole = parseJson(text) as JsonObject;
      const part = text.slice(0, 1 + (cut % (text.length - 1)));
      const { source, unread } = readSource(Buffer.from(part));
      expect(unread?.open.has(source)).toBe(true);
      for (const key of Object.keys(source).slice(0, -1))
        if (!/^\d+$/.test(key)) expect(source[key]).toEqual(whole[key]);
    }),
  );
});

describe("texts with escapes", () => {
  test("that are none are refused, in names and in values", () => {
    expect(refusal('{"a\\u12y":1}')).toContain(
      "Unexpected character: expected a hex-digit for character escape sequence",
    );
    expect(refusal('{"\\q":1}')).toContain("Unrecognized character escape 'q' (code 113)");
    for (const cut of ['{"\\', '{"a\\u1', '{"x":1,"a\\']) expect(refusal(cut)).toContain("Unexpected end of file");
  });

  test("wherever a text is cut, or one of its characters is another one, the answer is taken or refused", () => {
    const whole = '{"x":1.50,"a\\u0062":{"\\"\\\\":"\\n\\uD83D\\uDE00"},"o":{"\\u0061":2e3},"y":[1.0,{"\\t":null}]}';
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.constantFrom("\\", '"', "u", "{", "}", "q", ""),
        fc.boolean(),
        (at, put, cut) => {
          expect(typeof refusal(whole.slice(0, at) + put + (cut ? "" : whole.slice(at + 1)))).toBe("string");
        },
      ),
      { numRuns: 500 },
    );
  });
});
