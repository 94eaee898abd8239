/** A large search runs on all threads that have nothing to do, and answers what one thread answers. */
import { beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../core/clock.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { search } from "../search/actions/search.ts";
import { LocalSearchThread } from "../search/executor/local-search-thread.ts";
import type { SearchAction } from "../search/search-service.ts";
import type { Help } from "../search/shard/shared-search.ts";
import { answered, SearchFixture } from "../testing/search/search-fixture.ts";
import { localLane } from "./search-executor.ts";
import { type SearchExecutor, SearchThreads } from "./search-threads.ts";

const fixture = new SearchFixture({ largeWork: 1 });
const other = new LocalSearchThread({ slot: 1, nodeId: "node-1" });
/** Documents that the other thread found, in each search. */
const helps: (Help | undefined)[] = [];
/** How the other thread ends; undefined: it does not. */
let ends: Error | undefined;
const lanes: SearchExecutor[] = [];
const searches = new SearchThreads({
  limit: 2,
  start(events) {
    const lane = localLane(lanes.length === 0 ? fixture.thread : other, events);
    // What crosses a port is plain data.
    const started: SearchExecutor =
      lanes.length === 0
        ? Object.assign(lane, {
            helped: (id: number, help: Help | Error) => fixture.thread.helped(id, structuredClone(help)),
          })
        : Object.assign(lane, { help: helped });
    lanes.push(started);
    return started;
  },
  released: fixture.thread.onRelease,
  damaged: () => undefined,
});

async function helped(...[shared]: Parameters<LocalSearchThread["help"]>): Promise<Help | undefined> {
  const help = await other.help(structuredClone(shared));
  helps.push(help);
  if (help && ends) throw ends;
  return help;
}

beforeAll(async () => {
  fixture.told = searches;
  const properties = { k: { type: "keyword" }, n: { type: "integer" }, d: { type: "double" }, t: { type: "text" } };
  await fixture.create("one", { mapping: { properties } });
  await fixture.create("two", { mapping: { properties }, shards: 2 });
  for (const index of ["one", "two"]) {
    for (let segment = 0; segment < 4; segment++) {
      await fixture.write(
        index,
        Array.from({ length: 60 }, (_, i) => {
          const n = segment * 60 + i;
          return [`d${n}`, { k: `k${n % 7}`, n, d: n / 7, t: `w${n % 3} w${n % 5}` }] as const;
        }),
      );
    }
  }
  // Starts both.
  await searches.call(callOf({}));
});

function callOf(body: JsonObject): SearchAction {
  return {
    kind: search,
    targets: [[fixture.target("one"), fixture.target("two")]],
    bodies: [stringifyJson(body)],
    parameters: [{}],
    render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    startedMs: systemClock.monotonicMs(),
  };
}

async function shown(answer: ReturnType<SearchThreads["call"] | LocalSearchThread["call"]>): Promise<Json> {
  return { ...(JSON.parse(Buffer.from(answered(await answer).body).toString()) as JsonObject), took: 0 };
}

/** Each look at the clock ends a turn, so that threads take blocks by turns. */
function withShortTurns(): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
}

const aggs = {
  k: { terms: { field: "k", size: 3 }, aggs: { s: { sum: { field: "d" } }, c: { cardinality: { field: "t" } } } },
  h: { histogram: { field: "n", interval: 25 }, aggs: { a: { avg: { field: "n" } } } },
};
const bodies: readonly JsonObject[] = [
  { query: { match: { t: "w1 w2" } } },
  { query: { match: { t: "w1 w2" } }, sort: [{ d: "desc" }], size: 7, from: 3, track_total_hits: 20 },
  { size: 0, query: { range: { n: { gte: 11 } } }, track_total_hits: true },
  { size: 2, aggs: { h: aggs.h }, query: { match: { t: "w0" } } },
  { size: 0, aggs: { k: { terms: { field: "k", size: 2 } } }, post_filter: { term: { k: "k1" } } },
  {
    query: { match: { t: "w1" } },
    rescore: { window_size: 5, query: { rescore_query: { range: { n: { gte: 100 } } } } },
  },
];

test.each(bodies.map((body) => [stringifyJson(body), body] as const))("%s", async (_text, body) => {
  const alone = await shown(other.call(callOf(body)));
  helps.length = 0;
  withShortTurns();
  try {
    expect(await shown(searches.call(callOf(body)))).toEqual(alone);
  } finally {
    vi.restoreAllMocks();
  }
  // Worth nothing unless the other thread took part.
  expect(helps[0]?.length).toBeGreaterThan(0);
});

test("what cannot be divided is not shared", async () => {
  helps.length = 0;
  for (const more of [{ profile: true }, { terminate_after: 3 }])
    await searches.call(callOf({ ...bodies[0]!, ...more }));
  expect(helps).toEqual([]);
});

test("a thread that ends while it takes part fails the search, and none that comes late is waited for", async () => {
  withShortTurns();
  ends = new Error("a search thread ended");
  try {
    await expect(Promise.resolve(searches.call(callOf(bodies[0]!)))).rejects.toThrow("a search thread ended");
  } finally {
    vi.restoreAllMocks();
    ends = undefined;
  }
  // In a turn without an end all is done before the other one has its first.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  helps.length = 0;
  try {
    await searches.call(callOf({ size: 0, query: { range: { n: { gte: 9 } } } }));
  } finally {
    vi.restoreAllMocks();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(helps).toEqual([undefined]);
});

test("a search that was cancelled ends for all who take part", async () => {
  withShortTurns();
  let gone = (): void => undefined;
  try {
    const answer = searches.call(callOf(bodies[0]!), { onGone: (listener) => (gone = listener) });
    await new Promise((resolve) => setImmediate(resolve));
    gone();
    await expect(Promise.resolve(answer)).rejects.toMatchObject({ type: "task_cancelled_exception" });
  } finally {
    vi.restoreAllMocks();
  }
});
