import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { search } from "../search/actions/search.ts";
import { LocalSearchThread } from "../search/executor/local-search-thread.ts";
import { answered, SearchFixture } from "../testing/search/search-fixture.ts";
import type { SearchAction, SearchTarget } from "../search/search-service.ts";
import { defaultSearchSettings } from "../search/search-settings.ts";
import { localLane, nearLane } from "./search-executor.ts";
import { type LaneEvents, type SearchExecutor, SearchThreads } from "./search-threads.ts";

const mapping = { properties: { k: { type: "keyword" }, n: { type: "integer" }, t: { type: "text" } } };

/** Searches with a request cache over a thread that can also be asked without it. */
function cachedSearches(): { fixture: SearchFixture; searches: SearchThreads } {
  const fixture = new SearchFixture({ queryCache: { bytes: 1e6, leastDocs: 1 } });
  const release = fixture.thread.onRelease;
  const start = (events: LaneEvents): SearchExecutor => localLane(fixture.thread, events);
  const searches = new SearchThreads({
    limit: 1,
    start,
    released: release,
    damaged: () => undefined,
    requestCacheBytes: 50_000,
  });
  void searches.call(callOf([], {})); // starts the thread
  fixture.told = searches;
  return { fixture, searches };
}

function callOf(
  targets: readonly SearchTarget[],
  body: Json,
  parameters: Readonly<Record<string, string>> = {},
): SearchAction {
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" } as const;
  return {
    kind: search,
    targets: [targets],
    bodies: [stringifyJson(body)],
    parameters: [parameters],
    render,
    startedMs: systemClock.monotonicMs(),
  };
}

async function responseOf(answer: ReturnType<SearchThreads["call"] | LocalSearchThread["call"]>): Promise<JsonObject> {
  return { ...(JSON.parse(Buffer.from(answered(await answer).body).toString()) as JsonObject), took: 0 };
}

describe("searches with a request cache", () => {
  const queries: readonly Json[] = [
    { match_all: {} },
    { range: { n: { gte: 3 } } },
    { term: { k: "k1" } },
    { match: { t: "w1 w2" } },
    { prefix: { t: "w" } },
  ];
  const request = fc.record({
    query: fc.constantFrom(...queries),
    size: fc.constantFrom(0, 0, 3),
    aggregations: fc.constantFrom<Json>(
      {},
      { a: { terms: { field: "k" }, aggregations: { s: { sum: { field: "n" } } } } },
    ),
  });
  const restriction = fc.constantFrom<Partial<SearchTarget>>(
    {},
    { filters: [{ term: { k: "k2" } }] },
    { access: { queries: [], fields: [[{ grant: ["*"], except: ["n"] }]] } },
    { access: { queries: [['{"term":{"k":"k1"}}']], fields: [] } },
  );
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("search" as const),
      request,
      restriction,
      indices: fc.constantFrom(["one"], ["two"], ["one", "two"]),
      kept: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant("write" as const),
      index: fc.constantFrom("one", "two"),
      id: fc.nat(20),
      n: fc.nat(9),
    }),
    fc.record({ kind: fc.constant("delete" as const), index: fc.constantFrom("one", "two"), id: fc.nat(20) }),
  );

  test("answer as those without one, whatever is written in between", async () => {
    const { fixture, searches } = cachedSearches();
    for (const index of ["one", "two"]) {
      await fixture.create(index, { shards: 2, mapping });
      await fixture.write(
        index,
        Array.from(
          { length: 12 },
          (_, id) => [`d${id}`, { k: `k${id % 3}`, n: id % 7, t: `w${id % 4} w${id % 3}` }] as const,
        ),
      );
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const each of steps) {
          if (each.kind === "write")
            await fixture.write(each.index, [[`d${each.id}`, { k: `k${each.n % 3}`, n: each.n, t: `w${each.n}` }]]);
          else if (each.kind === "delete") await fixture.delete(each.index, [`d${each.id}`]);
          else {
            const targets = each.indices.map((index) => ({ ...fixture.target(index), ...each.restriction }));
            const call = callOf(targets, each.request, each.kept ? { request_cache: "true" } : {});
            const expected = await responseOf(fixture.thread.call(call));
            expect(await responseOf(searches.call(call))).toEqual(expected);
            expect(await responseOf(searches.call(call))).toEqual(expected);
          }
        }
      }),
      { numRuns: 60 },
    );
    const counts = (await searches.cacheCounts()).of("uuid-of-one", 0);
    // Worth nothing unless answers were kept and found.
    expect(counts.request.hits).toBeGreaterThan(10);
    expect(counts.request.misses).toBeGreaterThan(10);
  });

  test("answer at once where the answer is known, and anew after a refresh or a change of the mapping", async () => {
    const { fixture, searches } = cachedSearches();
    await fixture.create("one", { mapping });
    await fixture.write("one", [["1", { k: "a" }]]);
    const call = callOf([fixture.target("one")], { size: 0, aggregations: { a: { terms: { field: "k" } } } });
    await searches.call(call);
    expect(searches.call(call)).not.toBeInstanceOf(Promise);
    await fixture.write("one", [["2", { fresh: "field" }]]);
    const anew = searches.call(call);
    expect(anew).toBeInstanceOf(Promise);
    expect((await responseOf(anew)).hits).toMatchObject({ total: { value: 2 } });
    await searches.call(call);
    searches.applyCustoms("settings", defaultSearchSettings);
    expect(searches.call(call)).toBeInstanceOf(Promise);
  });

  test("do not keep what was profiled, or took statistics of all shards", async () => {
    const { fixture, searches } = cachedSearches();
    await fixture.create("one", { mapping });
    await fixture.write("one", [["1", { k: "a" }]]);
    for (const [body, parameters] of [
      [{ size: 0, profile: true }, {}],
      [{ size: 0 }, { search_type: "dfs_query_then_fetch" }],
    ] as const) {
      const call = callOf([fixture.target("one")], body, parameters);
      await searches.call(call);
      expect(searches.call(call)).toBeInstanceOf(Promise);
    }
  });

  test("use the sets of documents that another thread has made", async () => {
    const fixture = new SearchFixture({ queryCache: { bytes: 1e6, leastDocs: 1 } });
    const near = new LocalSearchThread({ slot: 1, nodeId: "node-1", queryCache: { bytes: 1e6, leastDocs: 1 } });
    const searches = new SearchThreads({
      limit: 1,
      start: (events) => localLane(fixture.thread, events),
      near: (events) => nearLane(near, events),
      released: fixture.thread.onRelease,
      damaged: () => undefined,
    });
    fixture.told = searches;
    await searches.call({ ...callOf([], {}), kind: { ...search, quick: false } }); // starts the thread
    await fixture.create("one", { mapping });
    await fixture.write(
      "one",
      Array.from({ length: 50 }, (_, id) => [`d${id}`, { n: id }] as const),
    );
    const call = callOf([fixture.target("one")], { size: 0, query: { range: { n: { gte: 25 } } } });
    for (let time = 0; time < 2; time++) await fixture.thread.call(call);
    expect(fixture.thread.queryCacheCounts()[0]?.counts).toMatchObject({ hits: 0, misses: 2, sets: 1 });
    expect(JSON.parse(Buffer.from(answered(await near.call(call)).body).toString())).toMatchObject({
      hits: { total: { value: 25 } },
    });
    expect(near.queryCacheCounts()[0]?.counts).toMatchObject({ hits: 1, misses: 0, sets: 0 });
    await fixture.delete("one", ["d49"]);
    expect(JSON.parse(Buffer.from(answered(await near.call(call)).body).toString())).toMatchObject({
      hits: { total: { value: 24 } },
    });
    expect((await searches.cacheCounts()).of("uuid-of-one", 0).query).toMatchObject({ hits: 2, misses: 2, sets: 1 });
  });

  test("tell what both caches did, by shard", async () => {
    const { fixture, searches } = cachedSearches();
    await fixture.create("one", { mapping });
    await fixture.write(
      "one",
      Array.from({ length: 50 }, (_, id) => [`d${id}`, { n: id }] as const),
    );
    const filter = { range: { n: { gte: 25 } } };
    for (const size of [0, 1, 2, 0])
      await searches.call(callOf([fixture.target("one")], { size, query: { bool: { filter } } }));
    const counts = (await searches.cacheCounts()).of("uuid-of-one", 0);
    expect(counts.request).toMatchObject({ hits: 1, misses: 1, evictions: 0 });
    expect(counts.query).toMatchObject({ hits: 1, misses: 2, sets: 1, cached: 1 });
    searches.removeIndex("uuid-of-one");
    const { query, request } = (await searches.cacheCounts()).of("uuid-of-one", 0);
    expect([query.misses, query.bytes, request.misses, request.bytes]).toEqual([0, 0, 0, 0]);
  });
});
