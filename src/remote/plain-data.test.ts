import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlainData } from "./plain-data.ts";
import { MAX_DEPTH } from "./plain-data-tags.ts";
import { readPlainData, UnreadableData } from "./read-plain-data.ts";
import { writePlainData } from "./write-plain-data.ts";

const runs = process.env["WARDEX_DEEP"] ? 20_000 : 300;

const leaf = fc.oneof(
  fc.constantFrom<PlainData>(undefined, null, true, false, -0, 0, NaN, Infinity, 2 ** 53 - 1, 1 - 2 ** 53, 2 ** 53),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.bigInt(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "ä", "€", "\ud83d\ude00", "\ud800", "\ufeff") }),
  fc.uint8Array(),
  fc.int32Array(),
  fc.float64Array(),
  fc.bigInt64Array(),
);
const { value: data } = fc.letrec<{ value: PlainData; many: PlainData[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    tie("many"),
    fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    tie("many").map((values) => new Set(values)),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "a")), tie("value"), {
      noNullPrototype: true,
      maxKeys: 5,
    }),
  ),
  many: fc.array(tie("value"), { maxLength: 5 }),
}));

describe("plain data over a link", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(isDeepStrictEqual(readPlainData(writePlainData(value)), value)).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it("is refused, and nothing worse, when it was changed on the way", () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(data, changes, fc.nat(), (value, changed, cut) => {
        const bytes = Uint8Array.from(writePlainData(value));
        for (const [at, byte] of changed) bytes[at % bytes.length] = byte;
        try {
          readPlainData(bytes.subarray(0, 1 + (cut % bytes.length)));
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableData);
        }
      }),
      { numRuns: runs },
    );
  });

  it.each([
    ["a length beyond the end", [9, 255, 255, 255, 127]],
    ["an endless length", [7, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]],
    ["a name that was not there", [12, 1, 7, 0]],
    ["an unknown tag", [99]],
    ["half a number", [13, 3, 1, 0]],
    ["an unknown kind of numbers", [13, 30, 0]],
    ["something behind the end", [1, 1]],
    ["nothing at all", []],
  ])("refuses %s", (_what, bytes) => {
    expect(() => readPlainData(Uint8Array.from(bytes))).toThrow(UnreadableData);
  });

  it("refuses values that are nested too deep, on both sides", () => {
    const deep = new Uint8Array(MAX_DEPTH * 2 + 1);
    for (let at = 0; at < MAX_DEPTH; at++) deep.set([9, 1], at * 2);
    expect(() => readPlainData(deep)).toThrow("nested deeper");
    let value: PlainData = 1;
    for (let at = 0; at < MAX_DEPTH; at++) value = [value];
    expect(() => writePlainData(value)).toThrow("nested too deep");
  });

  it("does not change what objects inherit", () => {
    const read = readPlainData(writePlainData(JSON.parse('{"__proto__":{"polluted":1}}') as PlainData));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read as object)).toEqual(["__proto__"]);
  });

  it("takes no instances of classes", () => {
    expect(() => writePlainData(new Date(0) as unknown as PlainData)).toThrow("not of a class");
  });
});
