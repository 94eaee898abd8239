import fc from "fast-check";
import { expect, test } from "vitest";
import { binaryText, bytesOfText } from "./binary-text.ts";

const bytes = fc.uint8Array({ maxLength: 60 });

test("text decodes to the same bytes", () => {
  fc.assert(
    fc.property(bytes, (own) => {
      expect(bytesOfText(binaryText(own))).toEqual(own);
    }),
  );
});

test("texts compare like their bytes", () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const [first, second] = [binaryText(one), binaryText(other)];
      expect(first < second ? -1 : first > second ? 1 : 0).toBe(Math.sign(Buffer.compare(one, other)));
    }),
  );
});

/**
 * From the table of Lucene's IndexableBinaryStringTools: 15 bits per character, then whether the last one contains a
 * whole byte.
 */
test.each([
  [[], []],
  [[0xff], [0x7f80, 1]],
  [
    [0xff, 0x01],
    [0x7f80, 0x4000, 0],
  ],
  [
    [0xff, 0x01, 0x80],
    [0x7f80, 0x6000, 1],
  ],
  [Array<number>(15).fill(0xff), [...Array<number>(8).fill(0x7fff), 1]],
])("%j is %j", (given, units) => {
  expect([...binaryText(Uint8Array.from(given))].map((unit) => unit.charCodeAt(0))).toEqual(units);
});

test("any text decodes to bytes", () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 20 }), (units) => {
      const text = String.fromCharCode(...units);
      expect(bytesOfText(text).length).toBeLessThanOrEqual(2 * text.length);
    }),
  );
});
