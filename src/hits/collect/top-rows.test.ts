import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRows, TopRows } from "./top-rows.ts";

test("the kept rows are the first rows of a stable sort", () => {
  const row = fc.tuple(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 1, Number.POSITIVE_INFINITY),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (rows, capacity) => {
      const top = new TopRows(capacity, 2);
      rows.forEach(([first, second], doc) => top.offer(Float64Array.of(9, first, second), 1, doc, doc / 2));
      const kept: number[] = [];
      top.drain((_slots, _at, doc, score) => {
        expect(score).toBe(doc / 2);
        kept.push(doc);
      });
      const model = rows.map((values, doc) => ({ slots: Float64Array.from(values), doc }));
      model.sort((left, right) => compareRows(left.slots, 0, right.slots, 0, 2));
      expect(kept).toEqual(model.slice(0, capacity).map((entry) => entry.doc));
    }),
  );
});
