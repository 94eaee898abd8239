import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DistinctCounter, precisionOfThreshold } from "./distinct-counter.ts";
import { hashBytes, hashNumber } from "./hash64.ts";

function counterOf(values: Iterable<number | bigint>, threshold = 3000): DistinctCounter {
  const counter = new DistinctCounter(threshold);
  for (const value of values) hashNumber(value, counter);
  return counter;
}

test("few values are counted exactly, also when merged", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true })),
      fc.array(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n })),
      (doubles, longs) => {
        const merged = counterOf([]);
        merged.merge(counterOf(doubles).partial());
        merged.merge(counterOf([...longs, ...doubles]).partial());
        expect(merged.count()).toBe(new Set(doubles.map((value) => value + 0)).size + new Set(longs).size);
      },
    ),
  );
});

describe("many values are estimated", () => {
  test.each([10_000, 100_000, 1_000_000])("%d of them within 3 %", (count) => {
    const counter = counterOf(Array.from({ length: count }, (_, i) => i * 3));
    expect(Math.abs(counter.count() / count - 1)).toBeLessThan(0.03);
  });

  test("of terms too, and merging parts counts their union", () => {
    const whole = new DistinctCounter(1000);
    const parts = [new DistinctCounter(1000), new DistinctCounter(1000)] as const;
    for (let i = 0; i < 50_000; i++) {
      const term = Buffer.from(`user-${i % 40_000}`);
      hashBytes(term, whole);
      hashBytes(term, parts[i % 2]!);
    }
    const merged = new DistinctCounter(1000);
    for (const part of parts) merged.merge(part.partial());
    expect(merged.count()).toBe(whole.count());
    expect(Math.abs(whole.count() / 40_000 - 1)).toBeLessThan(0.05);
  });

  test("registers merge with exact parts", () => {
    const many = counterOf(Array.from({ length: 20_000 }, (_, i) => i));
    const before = many.count();
    many.merge(counterOf([1, 2, 3]).partial());
    expect(many.count()).toBe(before);
  });
});

test.each([
  [0, 4],
  [1, 4],
  [100, 10],
  [3000, 14],
  [40_000, 18],
])("threshold %d has precision %d", (threshold, precision) => {
  expect(precisionOfThreshold(threshold)).toBe(precision);
});

test("memory is reserved as it grows", () => {
  let bytes = 0;
  const counter = new DistinctCounter(40_000, (more) => void (bytes += more));
  for (let i = 0; i < 100_000; i++) hashNumber(i, counter);
  expect(bytes).toBeGreaterThan(1 << 18);
});
