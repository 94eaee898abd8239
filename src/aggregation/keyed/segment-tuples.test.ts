import fc from "fast-check";
import { expect, test } from "vitest";
import type { ShardCollection } from "../aggregation-kind.ts";
import { type PartKeys, SegmentTuples } from "./segment-tuples.ts";
import { IDENTITY } from "../values/identity.ts";
import { TupleNumbers } from "./tuple-numbers.ts";

/** The values of each document of one field. */
type Column = readonly (readonly number[])[];

/** As values of the documents `0 .. `. */
function partOf(column: Column): PartKeys {
  const codes = new Float64Array(column.flat().length);
  const single = column.every((values) => values.length === 1);
  const places = single ? IDENTITY.slice() : new Uint32Array(codes.length);
  return {
    codes,
    places: single ? IDENTITY : places,
    load(docs, count) {
      let made = 0;
      for (let place = 0; place < count; place++) {
        for (const value of column[docs[place]!]!) {
          codes[made] = value;
          places[made++] = place;
        }
      }
      return made;
    },
    key: (at) => `of ${codes[at]}`,
  };
}

/** The slow twin: all combinations, the last field's values first. */
function combinations([first, ...others]: readonly (readonly number[])[]): string[][] {
  if (!first) return [[]];
  const below = combinations(others);
  return first.flatMap((value) => below.map((rest) => [`of ${value}`, ...rest]));
}

const values = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true }));

test("each document has all combinations of its values, each made once", () => {
  const several = fc.array(fc.tuple(...[0, 1, 2].map(() => fc.array(values, { maxLength: 3 }))), { maxLength: 40 });
  const single = fc.array(fc.tuple(...[0, 1, 2].map(() => values.map((value) => [value]))), { maxLength: 40 });
  const documents = fc.oneof(several, single);
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 7 }), (rows, batch) => {
      let reserved = 0;
      const shard = { reserve: (bytes: number) => void (reserved += bytes) } as unknown as ShardCollection;
      const parts = [0, 1, 2].map((field) => partOf(rows.map((row) => row[field]!)));
      const made: string[] = [];
      const tuples = new SegmentTuples(parts, (tuple) => made[made.push(JSON.stringify(tuple)) - 1]!, shard);
      const found: string[] = [];
      for (let from = 0; from < rows.length; from += batch) {
        const docs = Uint32Array.from(rows.slice(from, from + batch), (_, i) => from + i);
        tuples.each(docs, docs.length, (place, tuple) => void found.push(`${from + place} ${tuple}`));
      }
      expect(found).toEqual(
        rows.flatMap((row, doc) => combinations(row).map((tuple) => `${doc} ${JSON.stringify(tuple)}`)),
      );
      // Zeros of both signs are keys of their own, which read the same here.
      expect(made.length).toBeGreaterThanOrEqual(new Set(made).size);
      if (made.length > 0) expect(reserved).toBeGreaterThan(0);
    }),
  );
});

test("tuples have the same number where their bits are the same", () => {
  const tuples = fc.array(fc.tuple(values, fc.oneof(values, fc.constantFrom(0, -0, Number.NaN))), { maxLength: 400 });
  fc.assert(
    fc.property(tuples, (list) => {
      const numbers = new TupleNumbers(2);
      const model = new Map<string, number>();
      for (const tuple of list) {
        const name = tuple.map((part) => (Object.is(part, -0) ? "-0" : String(part))).join(" ");
        if (!model.has(name)) model.set(name, model.size);
        numbers.tuple.set(tuple);
        expect(numbers.number()).toBe(model.get(name));
      }
      expect(numbers.size).toBe(model.size);
    }),
  );
});
