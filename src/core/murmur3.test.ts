import fc from "fast-check";
import { expect, test } from "vitest";
import { murmur3, murmur3OfDigits, routingHash } from "./murmur3.ts";

test("routing hashes equal those in Elasticsearch's tests (Murmur3HashFunctionTests)", () => {
  const known: [number, string][] = [
    [0x5a0cb7c3, "hell"],
    [0xd7c31989, "hello"],
    [0x22ab2984, "hello w"],
    [0xdf0ca123, "hello wo"],
    [0xe7744d61, "hello wor"],
    [0xe07db09c, "The quick brown fox jumps over the lazy dog"],
    [0x4e63d2ad, "The quick brown fox jumps over the lazy cog"],
  ];
  for (const [hash, text] of known) expect(routingHash(text)).toBe(hash | 0);
});

test("the routing hash is the byte hash of the UTF-16LE bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(routingHash(text)).toBe(murmur3(Buffer.from(text, "utf16le")));
    }),
  );
});

test("a range hashes like a copy of it", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(5), fc.nat(5), (bytes, before, after) => {
      const framed = new Uint8Array(before + bytes.length + after).fill(7);
      framed.set(bytes, before);
      expect(murmur3(framed, before, before + bytes.length)).toBe(murmur3(bytes));
    }),
  );
});

test("a whole number hashes like its text", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer(), (value, seed) => {
      expect(murmur3OfDigits(value, seed)).toBe(murmur3(Buffer.from(String(value)), 0, undefined, seed));
    }),
    { examples: [0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 1 - 2 ** 53].map((value) => [value, 7]) },
  );
});
