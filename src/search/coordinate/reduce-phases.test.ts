import { expect, test } from "vitest";
import { reducePhases } from "./reduce-phases.ts";

// Answers of Elasticsearch 8.19 on an index of five shards.
test.each([
  [2, 10, undefined, 5, 4],
  [2, 0, undefined, 5, 1],
  [2, 0, {}, 5, 4],
  [3, 10, undefined, 5, 2],
  [4, 10, undefined, 5, 2],
  [5, 10, undefined, 5, 1],
  [512, 10, undefined, 5, 1],
  [2, 10, undefined, 1, 1],
  [2, 10, undefined, 0, 1],
])(
  "batches of %i, size %i, aggregations %j, %i shards: %i",
  (batchedReduceSize, size, aggregations, shards, phases) => {
    expect(reducePhases({ batchedReduceSize, size, aggregations }, shards)).toBe(phases);
  },
);
