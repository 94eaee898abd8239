import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { MODEL_FIELDS, modelDocuments } from "../../testing/aggregation/aggregation-model.ts";

const mapping = testMapping(MODEL_FIELDS);

const children = {
  sum: { sum: { field: "d" } },
  days: { date_histogram: { field: "t", calendar_interval: "month" }, aggs: { most: { max: { field: "i" } } } },
  numbers: { terms: { field: "n", size: 3 } },
  none: { missing: { field: "k" } },
};

interface Terms {
  readonly buckets: readonly JsonObject[];
}

test("children that wait for the best terms say what those say that do not", () => {
  fc.assert(
    fc.property(
      modelDocuments,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom({ _count: "desc" }, { _count: "asc" }, { _key: "desc" }),
      fc.constantFrom(undefined, "m"),
      fc.constantFrom(undefined, { range: { i: { gte: 2 } } }),
      (documents, segments, order, missing, query) => {
        const parts = Array.from({ length: segments }, (_, part) =>
          documents.filter((_document, i) => i % segments === part).map(({ dead: _dead, ...fields }) => fields),
        );
        // oxlint-disable-next-line no-unsafe-type-assertion -- fields of the model are JSON
        const shard = testShard(mapping, parts as unknown as JsonObject[][]);
        const run = (size: number): Terms => {
          const terms = { field: "k", size, shard_size: size, order, ...(missing === undefined ? {} : { missing }) };
          const { a } = aggregate([shard], { a: { terms, aggs: children } }, query ? { query } : {});
          // oxlint-disable-next-line no-unsafe-type-assertion -- a result of terms
          return a as unknown as Terms;
        };
        // With room for all terms nothing waits.
        expect(run(1).buckets).toEqual(run(100).buckets.slice(0, 1));
      },
    ),
    { numRuns: 150 },
  );
});
