/** Floats are written with the fewest digits that identify them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { javaFloat, shortestFloat } from "./float32.ts";

/** The slow reference: tries one digit count after another. */
function fewestDigits(value: number): number {
  for (let precision = 6; precision < 10; precision++) {
    const short = Number(value.toPrecision(precision));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const score = fc.float({ min: Math.fround(1e-4), max: Math.fround(2e6), noNaN: true });

test("no number with fewer digits is the same float", () => {
  fc.assert(
    fc.property(fc.oneof(float, score), (value) => {
      const expected = Number.isInteger(value) && Math.abs(value) < 1e6 ? value : fewestDigits(value);
      expect(shortestFloat(value)).toBe(expected);
      expect(shortestFloat(-value)).toBe(-expected);
    }),
    { numRuns: 5000 },
  );
});

test("floats around powers of ten keep their digits", () => {
  for (let power = -5; power <= 8; power++) {
    const near = Math.fround(10 ** power);
    for (const ulps of [-3, -2, -1, 0, 1, 2, 3]) {
      const bits = new Int32Array(Float32Array.of(near).buffer);
      bits[0]! += ulps;
      const value = new Float32Array(bits.buffer)[0]!;
      if (!Number.isInteger(value)) expect(shortestFloat(value)).toBe(fewestDigits(value));
    }
  }
});

test("Java writes floats with a decimal point, and very large and small ones with an exponent", () => {
  expect([1, 0.1, 1.2, 12345.678, 1e7, 15000000512, 0.001, 0.00099, Number.NaN].map(javaFloat)).toEqual([
    "1.0",
    "0.1",
    "1.2",
    "12345.678",
    "1.0E7",
    "1.5E10",
    "0.001",
    "9.9E-4",
    "NaN",
  ]);
});
