/** The simple syntax accepts any text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture({ a: { type: "text" }, n: { type: "integer" } }, [
  { a: "quick brown fox", n: 1 },
  { a: "lazy dog", n: 2 },
]);

test("any text is a query, whatever the flags", () => {
  const piece = fc.oneof(
    fc.constantFrom("+", "-", "|", "(", ")", '"', "~", "~2", "*", "\\", " ", "quick", "dog", "1"),
    fc.string({ maxLength: 3, unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.integer({ min: -1, max: 1023 }), (pieces, flags) => {
      const found = fixture.search({
        simple_query_string: { query: pieces.join(""), fields: ["a", "n"], lenient: true, flags },
      });
      expect(found.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 800 },
  );
});

test("operators are taken literally when their flag is off", () => {
  const ids = (query: string, flags: string): string[] =>
    fixture.search({ simple_query_string: { query, fields: ["a"], flags } }).map(({ id }) => id);
  expect(ids("quick + dog", "AND|WHITESPACE")).toEqual([]);
  expect(ids("quick + dog", "WHITESPACE").sort()).toEqual(["0", "1"]);
});
