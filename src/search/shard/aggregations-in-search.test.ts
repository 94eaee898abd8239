/** What aggregations ask of the pass over a shard: scores, an end before the last document, and documents once more. */
import { expect, test } from "vitest";
import type { Aggregation, LeafCollector } from "../../aggregation/aggregation-kind.ts";
import type { JsonObject } from "../../core/json.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import { type TestShard, NOW_MS, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { SearchFixture, hitsOf } from "../../testing/search/search-fixture.ts";
import type { ShardMatches } from "../shard-result.ts";
import { MemoryAccount } from "./request-accounts.ts";
import { RequestControl, Turn } from "./request-control.ts";
import { type ContextSource, searchShard } from "./search-shard.ts";

const WINDOWS = 3;
const mapping = testMapping({ n: { type: "integer" } });
const shard = testShard(mapping, [
  Array.from({ length: WINDOWS * WINDOW_DOCS }, (_, n) => ({ n })),
  Array.from({ length: 10 }, (_, n) => ({ n })),
]);

/** Counts the documents that come, and has enough after so many batches of a segment. */
function counting(enoughAfter: number): Aggregation<number> & { seen: number } {
  const aggregation = {
    name: "a",
    kind: "counting",
    seen: 0,
    collector: () => ({
      segment(): LeafCollector {
        let batches = 0;
        return {
          collect(_docs, count) {
            aggregation.seen += count;
            return ++batches >= enoughAfter;
          },
        };
      },
      results: () => [0],
    }),
    empty: () => 0,
    merge: () => 0,
    render: () => ({}),
    typeName: () => "counting",
  };
  return aggregation;
}

function run({ view }: TestShard, aggregations: readonly Aggregation[], task: JsonObject): ShardMatches {
  const contexts: ContextSource = {
    slot: 0,
    lease(reader, checkpoint) {
      const context = new SegmentContext({ reader, slot: 0, checkpoint });
      return { context, release: () => context.close() };
    },
  };
  const environment = createParseContext({ mapping, nowMs: NOW_MS });
  // Not counted without a look at documents: the first one of each segment does not match.
  const query = parseQuery({ range: { n: { gte: 1 } } }, environment);
  const search = searchShard(
    {
      view,
      plan: query.plan(view, { scored: false, boost: 1 }),
      postFilter: undefined,
      keys: [],
      after: undefined,
      aggregations: { aggregations, pipelines: [] },
      limit: 0,
      trackTotalHits: 0,
      minScore: undefined,
      terminateAfter: 0,
      count: undefined,
      trackScores: false,
      reserve: () => undefined,
      ...task,
    },
    new RequestControl(undefined, undefined, new Turn(), new MemoryAccount(undefined)),
    contexts,
  );
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

test("a segment ends when all aggregations have enough and nothing else is asked for", () => {
  const first = counting(1);
  const second = counting(2);
  run(shard, [first, second], {});
  expect(first.seen).toBe(2 * WINDOW_DOCS - 1 + 9);
  expect(second.seen).toBe(2 * WINDOW_DOCS - 1 + 9);
});

test("hits, counts and the number of documents to stop at look at the rest of the segment", () => {
  const all = WINDOWS * WINDOW_DOCS - 1 + 9;
  for (const task of [{ limit: 1 }, { trackTotalHits: Infinity }, { terminateAfter: 1_000_000 }]) {
    const aggregation = counting(1);
    const { total } = run(shard, [aggregation], task);
    expect({ task, seen: aggregation.seen, total }).toEqual({ task, seen: all, total: all });
  }
});

test("a segment is counted as far as the total is shown", () => {
  const aggregation = counting(1);
  const { total } = run(shard, [aggregation], { trackTotalHits: 5000 });
  expect(total).toBe(2 * WINDOW_DOCS - 1 + 9);
  expect(aggregation.seen).toBe(total);
});

test("aggregations have scores where hits are sorted by a field, and hits show none", async () => {
  const fixture = new SearchFixture();
  await fixture.create("s", { shards: 1, mapping: { properties: { k: { type: "keyword" }, n: { type: "integer" } } } });
  for (const segment of [0, 1, 2]) {
    await fixture.write(
      "s",
      Array.from({ length: 20 }, (_, i) => [`${segment}-${i}`, { k: `k${i % 4}`, n: segment * 100 + i }]),
    );
  }
  const should = ["k0", "k1", "k2", "k3"].map((value, boost) => ({
    constant_score: { filter: { term: { k: value } }, boost: boost + 1 },
  }));
  const { aggregations, ...response } = await fixture.search("s", {
    size: 2,
    query: { bool: { should } },
    sort: [{ n: "desc" }],
    aggs: {
      best: { sampler: { shard_size: 7 }, aggs: { numbers: { terms: { field: "n", order: { _key: "asc" } } } } },
    },
  });
  expect(hitsOf(response).map((hit) => hit["_score"])).toEqual([null, null]);
  // Of equal scores the documents of earlier segments come first.
  const keys = [3, 7, 11, 15, 19, 103, 107];
  expect(aggregations).toMatchObject({
    best: { doc_count: 7, numbers: { buckets: keys.map((key) => ({ key, doc_count: 1 })) } },
  });
});
