import fc from "fast-check";
import { expect, test } from "vitest";
import { sortedTerms } from "./term-sort.ts";
import { TermTable } from "./term-table.ts";

// Few distinct bytes and long common prefixes: the cases in which a radix sort can go wrong.
const bytes = fc.oneof(
  fc.uint8Array({ max: 2, maxLength: 12 }),
  fc.uint8Array({ maxLength: 6 }),
  fc
    .tuple(fc.nat(3), fc.uint8Array({ max: 1, maxLength: 4 }))
    .map(([copies, end]) => Uint8Array.from([...new Uint8Array(copies * 7).fill(0x80), ...end])),
);

function intern(terms: readonly Uint8Array[]): { table: TermTable; numbers: number[] } {
  const table = new TermTable({ bytes: 0 });
  return { table, numbers: terms.map((term) => table.intern(term, 0, term.length)) };
}

test("terms sort by unsigned bytes, the shorter first", () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 400, size: "max" }), (terms) => {
      const { table } = intern(terms);
      const sorted = [...sortedTerms(table)].map((term) =>
        Buffer.from(table.arena.subarray(table.starts[term], table.starts[term + 1])),
      );
      const unique = [...new Map(terms.map((term) => [Buffer.from(term).toString("hex"), Buffer.from(term)])).values()];
      expect(sorted).toEqual(unique.sort((a, b) => Buffer.compare(a, b)));
    }),
  );
});

test("interning gives equal bytes the same number and different bytes another", () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 300, size: "max" }), (terms) => {
      const { table, numbers } = intern(terms);
      const first = new Map<string, number>();
      terms.forEach((term, i) => {
        const key = Buffer.from(term).toString("hex");
        if (!first.has(key)) first.set(key, first.size);
        expect(numbers[i]).toBe(first.get(key));
      });
      expect(table.count).toBe(first.size);
    }),
  );
});

test("thousands of terms with one long prefix sort without deep recursion", () => {
  const prefix = "x".repeat(3000);
  const terms = Array.from({ length: 5000 }, (_, i) => new TextEncoder().encode(`${prefix}${i}`));
  const { table } = intern(terms);
  const order = sortedTerms(table);
  const texts = terms.map((_, i) => `${i}`).sort();
  expect([...order].map(String)).toEqual(texts);
});
