/** Doc values of ranges, beside what Elasticsearch 8.19 answers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinedRanges, shortestWhole } from "./joined-ranges.ts";

const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test("bytes of whole numbers sort as the numbers do", () => {
  fc.assert(
    fc.property(fc.oneof(long, fc.bigInt({ min: -5000n, max: 5000n })), long, (one, other) => {
      for (const [left, right] of [
        [one, other],
        [one, one + 1n],
      ] as const)
        expect(Buffer.compare(shortestWhole(left), shortestWhole(right))).toBe(
          left < right ? -1 : left > right ? 1 : 0,
        );
    }),
  );
});

test.each([
  [[1n, 9n], "01818809"],
  [[-1n, 9n], "017f8809"],
  [[1577836800000n, 1609459199999n], "01a96f5e66e800a976bb3e6fff"],
  [[-315619200000n, 2n ** 63n - 1n], "0157b683a13400c07fffffffffffffff"],
] as const)("%s is written as %s", ([from, to], bytes) => {
  expect(Buffer.from(joinedRanges([[from, to]], shortestWhole)).toString("hex")).toBe(bytes);
});

test("several ranges stand one after another, behind their number", () => {
  const ranges = Array.from({ length: 130 }, (_, at) => [BigInt(at), BigInt(at)] as const);
  const bytes = Buffer.from(joinedRanges(ranges, shortestWhole));
  expect(bytes.subarray(0, 4).toString("hex")).toBe("82018080");
});
