/** Percentiles beside a sorted list, and the answers of Elasticsearch 8.19 for a t-digest of 9,000 values. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Digest } from "./digest.ts";
import { HdrCounts } from "./hdr-counts.ts";

const PERCENTS = [1, 5, 25, 50, 75, 95, 99];
const VALUES = Array.from({ length: 9000 }, (_, i) => ((i * 7919) % 10_007) / 7);

test("many values make the percentiles and ranks that Elasticsearch tells of them", () => {
  const shard = new Digest(100);
  for (const value of VALUES) shard.add(value, 1);
  const merged = new Digest(100);
  merged.addAll(shard.partial());
  expect(PERCENTS.map((percent) => merged.quantile(percent / 100))).toEqual([
    14.222741761281316, 71.50867257156347, 357.97974398968205, 714.9364846375076, 1071.7801723750288, 1357.925183767197,
    1415.3368480725624,
  ]);
  expect([1, 10.5, 100, 700, 1400].map((value) => merged.rank(value))).toEqual([
    0.08207885304659497, 0.7255834491924836, 6.8061313071283545, 49.43269324494759, 97.95202865744787,
  ]);
});

test("few values are ranked exactly, however they are split", () => {
  const numbers = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 60 }), (values, cut) => {
      const digest = new Digest(100);
      for (const part of [values.slice(0, cut), values.slice(cut)]) {
        const own = new Digest(100);
        for (const value of part) own.add(value, 1);
        digest.addAll(own.partial());
      }
      const sorted = Float64Array.from(values).sort();
      expect(digest.quantile(0)).toBe(sorted[0]);
      expect(digest.quantile(1)).toBe(sorted.at(-1));
      const middle = (values.length - 1) / 2;
      const expected = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
      expect(digest.quantile(0.5)).toBeCloseTo(expected, 4);
    }),
  );
});

test("cells keep as many digits as requested, and refuse negative numbers", () => {
  const counts = new HdrCounts(3);
  for (const value of VALUES) counts.add(value, 1);
  const sorted = VALUES.toSorted((left, right) => left - right);
  for (const percent of PERCENTS) {
    const exact = sorted[Math.floor((percent / 100) * sorted.length + 0.5) - 1]!;
    expect(Math.abs(counts.quantile(percent / 100) / exact - 1)).toBeLessThan(1e-3);
  }
  expect(() => counts.add(-1, 1)).toThrow("Negative values cannot be recorded");
});
