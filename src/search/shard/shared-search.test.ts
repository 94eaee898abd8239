/** Whoever takes the blocks of a shard, the answer is the same to the last bit, and that of one pass over all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeChildren, needsScores, renderChildren } from "../../aggregation/tree/child-results.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { planSort } from "../../hits/sort/plan-sort.ts";
import { sortParameter } from "../../hits/sort/parse-sort.ts";
import { isRelevance } from "../../hits/sort/sort-spec.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import { createSearcherView } from "../../query/searcher-view.ts";
import {
  NOW_MS,
  plain,
  testAggregations,
  testMapping,
  testShard,
} from "../../testing/aggregation/aggregation-harness.ts";
import type { ShardMatches } from "../shard-result.ts";
import { MemoryAccount } from "./request-accounts.ts";
import { RequestControl, Turn } from "./request-control.ts";
import { collectionOf, type ContextSource, joinParts, searchShard, type ShardTask } from "./search-shard.ts";
import { ShardPass } from "./shard-pass.ts";
import { BlockQueue } from "./shared-search.ts";

const mapping = testMapping({
  k: { type: "keyword" },
  n: { type: "integer" },
  d: { type: "double" },
  t: { type: "date" },
  words: { type: "text" },
  o: { type: "nested", properties: { x: { type: "double" } } },
});

function documentOf(i: number): JsonObject {
  return {
    k: i % 9 === 0 ? [`k${i % 31}`, "both"] : `k${i % 31}`,
    n: (i * 7919) % 500,
    ...(i % 4 === 0 ? {} : { d: [((i * 31) % 977) / 7, ((i * 17) % 89) * 1e6 + 0.1] }),
    t: NOW_MS - ((i * 104_729) % 4000) * 3_600_000,
    words: `w${i % 3} w${i % 50} ${"filler ".repeat(i % 5)}`,
    ...(i % 100 === 0 ? { o: [{ x: i / 3 }, { x: i / 7 }] } : {}),
  };
}

const documents = Array.from({ length: 18_000 }, (_, i) => documentOf(i));
const { segments, liveDocs } = testShard(
  mapping,
  [documents.slice(0, 9000), documents.slice(9000, 13_000), documents.slice(13_000)],
  (document) => (document["n"] as number) % 97 === 3,
).view;
const view = createSearcherView({ index: "test", shard: 0, segments, liveDocs, mapping, nowMs: NOW_MS });
const contexts: ContextSource = {
  slot: 0,
  lease(reader, checkpoint) {
    const context = new SegmentContext({ reader, slot: 0, checkpoint });
    return { context, release: () => context.close() };
  },
};
/** Several blocks in each segment. */
const sizes = { summed: { docs: 4096, most: 100 }, shared: { docs: 4096, most: 100 } };

function newControl(): RequestControl {
  const turn = new Turn();
  turn.begin();
  return new RequestControl(undefined, undefined, turn, new MemoryAccount(undefined));
}

interface Asked {
  readonly query: Json;
  readonly aggs: JsonObject;
  readonly size: number;
  readonly sort: string;
  readonly trackTotalHits: number;
  readonly minScore: number | undefined;
  readonly postFilter: Json | undefined;
}

function taskOf({ query, aggs, size, sort, trackTotalHits, minScore, postFilter }: Asked): ShardTask {
  const context = createParseContext({ mapping, nowMs: NOW_MS });
  const aggregations = testAggregations(mapping, aggs);
  const specs = sort === "_score" ? [] : sort.split(",").flatMap(sortParameter);
  const keys = isRelevance(specs) ? [] : planSort(specs, view, () => undefined);
  const scored = (size > 0 && keys.length === 0) || minScore !== undefined || needsScores(aggregations);
  return {
    view,
    plan: parseQuery(query, context).plan(view, { scored, boost: 1 }),
    postFilter:
      postFilter === undefined ? undefined : parseQuery(postFilter, context).plan(view, { scored: false, boost: 1 }),
    keys,
    after: undefined,
    aggregations,
    limit: size,
    trackTotalHits,
    minScore,
    terminateAfter: 0,
    count: undefined,
    trackScores: false,
    reserve: () => undefined,
  };
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What a response shows of it. */
function shown(asked: Asked, found: ShardMatches): JsonObject {
  const tree = testAggregations(mapping, asked.aggs);
  const merged = mergeChildren(tree, [found.aggregations], { countBuckets: () => undefined });
  const over = found.total > asked.trackTotalHits;
  return {
    hits: found.hits.map(({ segment, doc, score, sort }) => [segment, doc, String(score), sort.map(String)]),
    total: over ? asked.trackTotalHits : found.total,
    maxScore: asked.size > 0 ? String(found.maxScore) : "",
    aggregations: plain(renderChildren(tree, merged, { typedKeys: true })),
  };
}

/** Threads take blocks as `order` says whose turn it is. */
function together(asked: Asked, threads: number, order: readonly number[]): JsonObject {
  const task = taskOf(asked);
  const collection = collectionOf(task, true, sizes);
  const passes = new Map<number, ShardPass>();
  const queue = new BlockQueue();
  for (let turn = 0; ; turn++) {
    const block = queue.take(collection.blocks.length);
    if (block === undefined) break;
    const thread = order[turn % order.length]! % threads;
    const pass = passes.get(thread) ?? new ShardPass(task, newControl(), contexts, collection);
    passes.set(thread, pass);
    finish(pass.block(block, collection.blocks[block]!));
  }
  const parts = Array.from(passes.values(), (pass) => structuredClone(pass.part()));
  return shown(asked, joinParts(task, parts, collection, newControl()));
}

const below: JsonObject = {
  s: { stats: { field: "d" } },
  c: { cardinality: { field: "k" } },
  x: { extended_stats: { field: "n" } },
  f: { filter: { range: { n: { gte: 250 } } }, aggs: { a: { avg: { field: "d" } } } },
};
const aggregations: readonly JsonObject[] = [
  {},
  { n: { sum: { field: "n" } }, m: { max: { field: "d" } } },
  { d: { sum: { field: "d" } }, a: { avg: { field: "d" } } },
  { k: { terms: { field: "k", size: 3 }, aggs: below } },
  { k: { terms: { field: "k", size: 2, shard_size: 3, order: { "f>a": "desc" } }, aggs: below } },
  { k: { terms: { field: "n", size: 5, min_doc_count: 30, order: { _key: "asc" } } } },
  { z: { terms: { field: "k", min_doc_count: 0, include: "k1.*" } } },
  {
    h: { date_histogram: { field: "t", calendar_interval: "month" }, aggs: { k: { terms: { field: "k", size: 2 } } } },
  },
  { h: { histogram: { field: "n", interval: 50, min_doc_count: 1, order: { _count: "desc" } }, aggs: below } },
  { r: { range: { field: "d", ranges: [{ to: 20 }, { from: 10, to: 60 }, { from: 60 }] }, aggs: below } },
  {
    q: {
      filters: { filters: { a: { term: { k: "k3" } }, b: { match: { words: "w7" } } }, other_bucket: true },
      aggs: below,
    },
  },
  { o: { nested: { path: "o" }, aggs: { x: { avg: { field: "o.x" } }, back: { reverse_nested: {}, aggs: below } } } },
  { p: { sampler: { shard_size: 20 }, aggs: { a: { avg: { field: "d" } } } } },
  { e: { missing: { field: "d" }, aggs: { v: { value_count: { field: "k" } } } } },
];
const queries: readonly Json[] = [
  { match_all: {} },
  { match: { words: "w1 w7" } },
  { match: { words: { query: "filler w2", operator: "and" } } },
  { term: { k: "k5" } },
  { range: { n: { gte: 490 } } },
  {
    bool: {
      must: { match: { words: "w0" } },
      must_not: { term: { k: "both" } },
      filter: { range: { n: { lt: 400 } } },
    },
  },
  { term: { k: "nothing" } },
];
const request: fc.Arbitrary<Asked> = fc.record({
  query: fc.constantFrom(...queries),
  aggs: fc.constantFrom(...aggregations),
  size: fc.constantFrom(0, 1, 10, 300),
  sort: fc.constantFrom("_score", "_score", "n:desc", "d:asc,n:asc", "_doc"),
  trackTotalHits: fc.constantFrom(0, 10, 1000, Infinity),
  minScore: fc.constantFrom(undefined, undefined, 0.5),
  postFilter: fc.constantFrom<Json | undefined>(undefined, undefined, { range: { n: { gte: 100 } } }),
});

test("several threads find what one finds, however they take the blocks", () => {
  fc.assert(
    fc.property(
      request,
      fc.array(fc.nat(8), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 2, max: 4 }),
      (asked, order, threads) => {
        const task = taskOf(asked);
        const collection = collectionOf(task, false, sizes);
        const pass = new ShardPass(task, newControl(), contexts, collection);
        for (const [number, block] of collection.blocks.entries()) finish(pass.block(number, block));
        const alone = JSON.stringify(shown(asked, joinParts(task, [pass.part()], collection, newControl())));
        expect(JSON.stringify(together(asked, threads, order))).toBe(alone);
        expect(JSON.stringify(together(asked, 1, [0]))).toBe(alone);
      },
    ),
    { numRuns: process.env["WARDEX_DEEP"] ? 5000 : 60 },
  );
});

test("what is added up by blocks is what is added up in one go, up to the last bits", () => {
  for (const aggs of aggregations) {
    const asked: Asked = {
      query: { match: { words: "w1 w7" } },
      aggs,
      size: 0,
      sort: "_score",
      trackTotalHits: Infinity,
      minScore: undefined,
      postFilter: undefined,
    };
    // The blocks of so small a shard are one.
    const whole = shown(asked, finish(searchShard(taskOf(asked), newControl(), contexts)));
    expect(rounded(together(asked, 3, [0, 1, 2, 1]))).toEqual(rounded(whole));
  }
});

function rounded(value: Json): Json {
  if (typeof value === "number") return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

test("who comes when all blocks are taken is not waited for", () => {
  const queue = new BlockQueue();
  const other = new BlockQueue(queue.buffer);
  expect([queue.take(3), other.take(3), queue.take(3)]).toEqual([0, 1, 2]);
  expect(other.take(3)).toBeUndefined();
  expect(other.join()).toBe(true);
  expect(queue.close()).toBe(1);
  expect(new BlockQueue(queue.buffer).join()).toBe(false);
});
