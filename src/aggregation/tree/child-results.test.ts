/** Results with many buckets are shown bucket by bucket, and no further than somebody wants them. */
import { expect, test } from "vitest";
import { collect, testAggregations, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { mergeChildren, renderChildren } from "./child-results.ts";

test("a cancelled request is neither merged nor shown to its end", () => {
  const mapping = testMapping({ n: { type: "long" } });
  const shard = testShard(mapping, [Array.from({ length: 100 }, (_, n) => ({ n }))]);
  const tree = testAggregations(mapping, {
    h: { histogram: { field: "n", interval: 1 }, aggs: { m: { max: { field: "n" } } } },
  });
  let steps = 0;
  const cancelledAt = (last: number) => (): void => {
    if (++steps === last) throw new Error("cancelled");
  };
  const partials = [collect(shard, tree)];
  expect(() => mergeChildren(tree, partials, { countBuckets: cancelledAt(40) })).toThrow("cancelled");
  expect(steps).toBe(40);
  const merged = mergeChildren(tree, partials, { countBuckets: () => undefined });
  steps = 0;
  expect(() => renderChildren(tree, merged, { typedKeys: false, step: cancelledAt(40) })).toThrow("cancelled");
  expect(steps).toBe(40);
  steps = 0;
  renderChildren(tree, merged, { typedKeys: false, step: () => void steps++ });
  expect(steps).toBe(101);
});
