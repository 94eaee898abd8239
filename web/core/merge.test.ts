import fc from "fast-check";
import { expect, test } from "vitest";
import { merge, same, type Source, withValue } from "./merge.ts";

const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b"),
  fc.array(fc.integer({ max: 2 }), { maxLength: 2 }),
);
const name = fc.constantFrom("a", "b", "c", "constructor");
const source = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value, { maxKeys: 3 })), { maxKeys: 4 });

test("what only one changed is taken, whoever it was", () => {
  fc.assert(
    fc.property(source, source, (base, changed) => {
      for (const merged of [merge(base, changed, base), merge(base, base, changed), merge(base, changed, changed)]) {
        expect(merged.clashes).toEqual([]);
        expect(same(merged.source, changed)).toBe(true);
      }
    }),
  );
});

test("taking mine at every clash loses nothing of mine, taking theirs nothing of theirs", () => {
  fc.assert(
    fc.property(source, source, source, (base, yours, theirs) => {
      const { source: merged, clashes } = merge(base, yours, theirs);
      const mine = clashes.reduce<Source>((all, { path, yours: own }) => withValue(all, path, own), merged);
      for (const [field, now] of Object.entries(yours))
        if (!same(now, Object.hasOwn(base, field) ? base[field] : undefined) && !isRecord(now))
          expect(same(mine[field], now)).toBe(true);
      for (const [field, now] of Object.entries(theirs))
        if (!same(now, Object.hasOwn(base, field) ? base[field] : undefined) && !isRecord(now))
          expect(same(merged[field], now)).toBe(true);
    }),
  );
});

const isRecord = (one: unknown): boolean => typeof one === "object" && one !== null && !Array.isArray(one);

test("both changed the same field: a clash, and theirs until somebody decides", () => {
  const merged = merge({ price: 1, name: "x" }, { price: 2, name: "x" }, { price: 3, name: "y", more: true });
  expect(merged.source).toEqual({ price: 3, name: "y", more: true });
  expect(merged.clashes).toEqual([{ path: ["price"], base: 1, yours: 2, theirs: 3 }]);
  expect(withValue(merged.source, ["price"], 2)).toEqual({ name: "y", more: true, price: 2 });
  expect(withValue({ a: { b: 1, c: 2 } }, ["a", "b"], undefined)).toEqual({ a: { c: 2 } });
});
