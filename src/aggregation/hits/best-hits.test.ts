/** The best documents of a bucket, by several keys over several segments. */
import { expect, test } from "vitest";
import { sortParameter } from "../../hits/sort/parse-sort.ts";
import { planSort } from "../../hits/sort/plan-sort.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { BestHits } from "./best-hits.ts";

const mapping = testMapping({ k: { type: "keyword" }, n: { type: "long" } });

test("among hits without a first key the second decides, whatever segment they are in", () => {
  const { view } = testShard(mapping, [[{ n: 7 }, { k: "a", n: 9 }], [{ n: 3 }], [{ n: 5 }, { n: 1 }]]);
  const shard = { searcher: view, reserve: () => undefined, scores: undefined };
  const best = new BestHits(
    planSort(sortParameter("k,n"), view, () => undefined),
    2,
    false,
    shard,
  );
  for (const reader of view.segments) {
    const context = new SegmentContext({ reader, slot: 0, checkpoint: () => undefined });
    const docs = Uint32Array.from({ length: reader.docCount }, (_, doc) => doc);
    best.segment(reader, context).collect(docs, docs.length, undefined);
    context.close();
  }
  expect(best.of(0)?.hits.map(({ sort }) => [sort[0] && "a", Number(sort[1])])).toEqual([
    ["a", 9],
    [null, 1],
  ]);
});
