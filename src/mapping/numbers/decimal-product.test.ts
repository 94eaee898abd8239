import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalProduct } from "./decimal-product.ts";

test.each([
  [79.99, 100, 7999],
  [1.1, 100, 110],
  [-1.1, 100, -110],
  [0, 100, 0],
  [1e308, 100, Infinity],
  [Infinity, 100, Infinity],
])("%d times %d is %d", (left, right, product) => {
  // Avoids negative zero, which cannot be written.
  expect(decimalProduct(left, right) + 0).toBe(product);
});

test("differs from the product of the doubles by rounding only", () => {
  const size = fc.double({ min: 1e-100, max: 1e100, noNaN: true });
  const factor = fc.tuple(size, fc.constantFrom(1, -1)).map(([value, sign]) => value * sign);
  fc.assert(
    fc.property(factor, factor, (left, right) => {
      const product = left * right;
      expect(Math.abs(decimalProduct(left, right) - product)).toBeLessThanOrEqual(Math.abs(product) * 1e-15);
    }),
  );
});
