import fc from "fast-check";
import { expect, test } from "vitest";
import { BucketTable } from "./bucket-table.ts";

const parents = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 100_000 }));
const anyKey = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true }).filter((key) => !Object.is(key, -0)),
  fc.integer(),
);

function check(table: BucketTable, pairs: readonly (readonly [number, number])[]): void {
  const model = new Map<string, number>();
  for (const [parent, key] of pairs) {
    const name = `${parent}/${key}`;
    if (!model.has(name)) model.set(name, model.size);
    expect(table.bucket(parent, key)).toBe(model.get(name));
  }
  expect(table.size).toBe(model.size);
  const asked = Uint32Array.from(new Set(pairs.map(([parent]) => parent)));
  const lists = table.byParent(asked);
  for (const [place, parent] of asked.entries()) {
    expect(lists[place]!.map((bucket) => `${table.parents[bucket]}/${table.keys[bucket]}`)).toEqual(
      [...model.keys()].filter((name) => name.startsWith(`${parent}/`)),
    );
  }
}

test("a pair has one bucket, numbered in order of occurrence, for any keys", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(parents, anyKey), { maxLength: 300 }), (pairs) => check(new BucketTable(), pairs)),
  );
});

test("keys below a known number behave the same, for few and many parents", () => {
  const pairs = fc.array(fc.tuple(parents, fc.integer({ min: 0, max: 999 })), { maxLength: 300 });
  fc.assert(fc.property(pairs, (list) => check(new BucketTable(1000), list)));
});
