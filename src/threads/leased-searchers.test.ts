/** Searches of several steps over states that a lease holds, on threads that come and go. */
import { beforeEach, describe, expect, test } from "vitest";
import { reduce } from "../search/coordinate/reduce.ts";
import { SearcherLeases } from "../search/coordinate/searcher-leases.ts";
import { NO_AGGREGATIONS } from "../aggregation/tree/child-results.ts";
import { LocalSearchThread } from "../search/executor/local-search-thread.ts";
import type { SearchRequest } from "../search/request/search-request.ts";
import { searchRequest } from "../search/request/parse-request.ts";
import { type SearchService, serviceOf, type SearchTarget } from "../search/search-service.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";
import { localLane } from "./search-executor.ts";
import { SearchThreads } from "./search-threads.ts";

/** What crosses a port is a copy. */
const posted = <Data>(data: Data): Data => structuredClone(data);

/** `shard/generation` of all that targets name. */
function statesOf(targets: readonly SearchTarget[]): string[] {
  return targets.flatMap(({ generations = [] }) => generations.map((generation, shard) => `${shard}/${generation}`));
}

describe("leased searchers", () => {
  let fixture: SearchFixture;
  let threads: LocalSearchThread[];
  let searches: SearchThreads;
  let service: SearchService;
  let leases: SearcherLeases;
  let released: string[];
  let now: number;
  let lookAgain: () => void;
  let die: () => void;

  beforeEach(async () => {
    now = 0;
    lookAgain = () => undefined;
    fixture = new SearchFixture();
    released = [];
    threads = [];
    const release = fixture.thread.onRelease;
    searches = new SearchThreads({
      limit: 1,
      start: (events) => {
        const thread = new LocalSearchThread({ slot: threads.length, nodeId: "node-1" });
        threads.push(thread);
        die = () => events.onGone(new Error("gone"));
        return localLane(thread, events);
      },
      released: (uuid, shard, generation) => {
        released.push(`${shard}/${generation}`);
        release(uuid, shard, generation);
      },
      damaged: () => undefined,
    });
    fixture.told = searches;
    service = serviceOf(async (verb, question, caller) => posted(await searches.ask(verb, posted(question), caller)));
    leases = new SearcherLeases({
      keeper: searches,
      clock: { monotonicMs: () => now },
      newId: () => `lease-${now}`,
      after: (_milliseconds, callback) => {
        lookAgain = callback;
        return () => undefined;
      },
    });
    await fixture.create("i", { shards: 2, mapping: { properties: { n: { type: "integer" } } } });
    await fixture.write(
      "i",
      Array.from({ length: 20 }, (_, n) => [`d${n}`, { n, text: `number ${n}` }] as const),
    );
  });

  const request = (): SearchRequest =>
    searchRequest({ query: { range: { n: { gte: 5 } } }, size: 8, sort: [{ n: "desc" }] });

  /** A search in two steps: `between` happens after the query phase. */
  async function inSteps(targets: readonly SearchTarget[], between: () => Promise<void>): Promise<unknown> {
    const found = await service.searchShards({ request: request(), targets });
    const { hits, total } = reduce(request(), found, "node-1", {
      aggregations: NO_AGGREGATIONS,
      maxBuckets: 10,
      countBuckets: () => undefined,
    });
    await between();
    const shown = await service.fetch({ request: request(), targets, hits });
    return { total, hits: shown };
  }

  async function changeAll(): Promise<void> {
    await fixture.delete("i", ["d19", "d7"]);
    await fixture.write("i", [["d18", { n: 1 }], ["new", { n: 100 }]]); // oxfmt-ignore
    await fixture.merge("i");
    await fixture.delete("i", ["d17"]);
  }

  test("the query phase and the fetch phase, one after the other, answer as one search", async () => {
    const whole = await service.search({ request: request(), targets: [fixture.target("i")] });
    expect(await inSteps([fixture.target("i")], () => Promise.resolve())).toEqual({
      total: whole.total,
      hits: whole.hits,
    });
    expect(whole.hits.map(({ _id }) => _id)).toEqual(["d19", "d18", "d17", "d16", "d15", "d14", "d13", "d12"]);
  });

  test("changes between two steps change nothing of what a lease holds, on threads that start later too", async () => {
    const expected = await service.search({ request: request(), targets: [fixture.target("i")] });
    const { id } = leases.hold([fixture.target("i")], 1000);
    const held = leases.targets(id, 0);
    const found = await inSteps(held, changeAll);
    expect(found).toEqual({ total: expected.total, hits: expected.hits });
    const fresh = await service.search({ request: request(), targets: [fixture.target("i")] });
    expect(fresh.hits.map(({ _id }) => _id).slice(0, 2)).toEqual(["new", "d16"]);
    // The thread dies; the next one learns of the states that are held.
    die();
    expect(searches.running).toBe(0);
    const again = await service.search({ request: request(), targets: leases.targets(id, 0) });
    expect(again.hits).toEqual(expected.hits);
    expect(threads).toHaveLength(2);
    leases.release(id);
    expect(released).toEqual(expect.arrayContaining(statesOf(held)));
  });

  test("what no lease holds any more goes, and cannot be searched", async () => {
    const before = await service.search({ request: request(), targets: [fixture.target("i")] });
    const { id } = leases.hold([fixture.target("i")], 1000);
    const targets = leases.targets(id, 0);
    const held = statesOf(targets);
    await changeAll();
    for (const each of held) expect(released).not.toContain(each);
    now = 1000;
    lookAgain();
    expect(released).toEqual(expect.arrayContaining(held));
    const late = await service.searchShards({ request: request(), targets });
    expect(late.map((result) => "error" in result && result.error.type)).toEqual([
      "search_context_missing_exception",
      "search_context_missing_exception",
    ]);
    expect(before.shards.total).toBe(2);
  });

  test("a removed index ends what is held of it", async () => {
    await service.search({ request: request(), targets: [fixture.target("i")] });
    const { id } = leases.hold([fixture.target("i")], 1000);
    const held = leases.targets(id, 0);
    searches.removeIndex("uuid-of-i");
    expect(released).toEqual(expect.arrayContaining(statesOf(held)));
    expect(leases.release(id)).toBe(true);
  });
});
