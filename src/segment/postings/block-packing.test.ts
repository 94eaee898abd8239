import fc from "fast-check";
import { expect, test } from "vitest";
import { bitsNeeded, packBlock, PACKED_WORDS, unpackBlock } from "./block-packing.ts";

test("unpacking is the inverse of packing, for every width", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 32 }),
      fc.array(fc.integer(), { minLength: 128, maxLength: 128 }),
      (bits, random) => {
        const values = Int32Array.from(random, (value) => (bits === 0 ? 0 : value >>> (32 - bits)));
        const words = new Uint32Array(PACKED_WORDS).fill(0xdeadbeef);
        packBlock(values, bits, words);
        expect(words[bits * 4]).toBe(0xdeadbeef);
        const back = new Int32Array(128);
        unpackBlock(words, bits, back);
        expect(back).toEqual(values);
      },
    ),
  );
});

test("adjacent values are in the four lanes of a row", () => {
  const words = new Uint32Array(PACKED_WORDS);
  packBlock(
    Int32Array.from({ length: 128 }, (_, i) => i),
    8,
    words,
  );
  expect([...words.subarray(0, 4)].map((word) => word.toString(16))).toEqual([
    "c080400",
    "d090501",
    "e0a0602",
    "f0b0703",
  ]);
});

test("bits are counted for the highest value, unsigned", () => {
  expect([0, 1, 2, 255, 256, -1].map(bitsNeeded)).toEqual([0, 1, 2, 8, 9, 32]);
});
