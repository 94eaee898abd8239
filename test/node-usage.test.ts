/** What the node counts of its requests: nodes.usage, routes in nodes.stats, hot threads. */
import { beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

let engine: Engine;
let caller: Caller;

const nodeOf = (body: { nodes: object }): Record<string, Record<string, unknown>> => Object.values(body.nodes)[0];

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  caller = callerOf(engine);
  const properties = { k: { type: "keyword" }, n: { type: "long" }, d: { type: "date" }, b: { type: "boolean" } };
  await caller.call("PUT", "/used", { settings: { number_of_shards: 3 }, mappings: { properties } });
  return () => engine.close();
});

test("aggregations are counted on each shard, by the type of their values", async () => {
  // As Elasticsearch 8.19 counts them.
  await caller.call("POST", "/used/_search", {
    aggs: {
      a: { rare_terms: { field: "k" }, aggs: { m: { median_absolute_deviation: { field: "n" } } } },
      f: {
        filter: { match_all: {} },
        aggs: { x: { weighted_avg: { value: { field: "n" }, weight: { field: "n" } } } },
      },
      z: { rare_terms: { field: "nope" } },
      y: { rare_terms: { field: "b" } },
      p: { percentiles: { field: "d" } },
      c: { composite: { sources: [{ x: { terms: { field: "k" } } }] } },
    },
  });
  const { body } = await caller.call("GET", "/_nodes/usage/aggregations");
  expect(nodeOf(body)["aggregations"]).toEqual({
    rare_terms: { keyword: 6, boolean: 3 },
    median_absolute_deviation: { numeric: 3 },
    weighted_avg: { numeric: 3 },
    filter: { other: 3 },
    percentiles: { date: 3 },
    composite: { other: 3 },
  });
  expect(nodeOf(body)["rest_actions"]).toBeUndefined();
});

test("operations are counted by the names of their handlers, and by path, whatever became of them", async () => {
  await caller.call("POST", "/used/_doc", { k: "a" });
  await caller.call("PUT", "/used/_doc/1", { k: "a" });
  await caller.call("GET", "/used/_doc/1");
  await caller.call("HEAD", "/used/_doc/1");
  await caller.call("GET", "/none/_count");
  await caller.call("GET", "/used/_count?nothing=1");
  const { body } = await caller.call("GET", "/_nodes/usage/rest_actions");
  expect(nodeOf(body)["rest_actions"]).toMatchObject({
    document_create_action_auto_id: 1,
    document_index_action: 1,
    document_get_action: 2,
    count_action: 1,
    create_index_action: 1,
  });
  const stats = await caller.call("GET", "/_nodes/stats/http");
  const routes = nodeOf(stats.body)["http"]!["routes"] as Record<string, Record<string, object>>;
  expect(routes["/{index}/_doc/{id}"]).toMatchObject({
    requests: { count: 3, total_size_in_bytes: 9 },
    responses: { count: 3 },
  });
  expect(routes["/{index}/_doc/{id}"]!["requests"]).toMatchObject({
    size_histogram: [{ lt_bytes: 1, count: 2 }, {}, {}, {}, { ge_bytes: 8, lt_bytes: 16, count: 1 }],
  });
  expect(Object.keys(routes)).toEqual([...Object.keys(routes)].sort());
});

test("metrics that nobody knows ask for nothing; _all stands alone", async () => {
  const { body } = await caller.call("GET", "/_nodes/usage/foo");
  expect(Object.keys(nodeOf(body))).toEqual(["timestamp", "since"]);
  expect((await caller.call("GET", "/_nodes/none/usage")).body).toMatchObject({ _nodes: { total: 0 }, nodes: {} });
  expect(await caller.told("GET", "/_nodes/usage/_all,aggregations")).toEqual([
    400,
    "illegal_argument_exception",
    "request [/_nodes/usage/_all,aggregations] contains _all and individual metrics [_all,aggregations]",
  ]);
});

test("hot threads are those that had the processor meanwhile", async () => {
  const busy = setInterval(() => {
    const until = performance.now() + 30;
    while (performance.now() < until);
  }, 0);
  const { body } = await caller.call("GET", "/_nodes/hot_threads?interval=150ms&threads=1");
  clearInterval(busy);
  const [head = "", terms = "", ...lines] = (body as string).split("\n");
  expect(head).toMatch(/^::: \{in-memory\}\{.+\}\{127\.0\.0\.1\}.*\{xpack\.installed=true\}$/);
  expect(terms).toMatch(/^ {3}Hot threads at \S+Z, interval=150ms, busiestThreads=1, ignoreIdleThreads=true:$/);
  expect(lines.join("\n")).toMatch(
    /^ {3}\n {4}[\d.]+% \[cpu=[\d.]+%, other=0\.0%\] \(\d+ms out of 150ms\) cpu usage by thread '.+\[\d+\]'\n\n$/,
  );
  expect((await caller.call("GET", "/_nodes/none/hot_threads")).body).toBe("");
});

test.each([
  ["type=foo", "type not supported [foo]"],
  ["sort=gpu", "sort order not supported [gpu]"],
  ["threads=a", "Failed to parse int parameter [threads] with value [a]"],
  ["interval=a", "failed to parse setting [interval] with value [a] as a time value: unit is missing or unrecognized"],
])("hot threads refuse %s", async (query, reason) => {
  expect(await caller.told("GET", `/_nodes/hot_threads?${query}`)).toEqual([400, "illegal_argument_exception", reason]);
});

test("lifecycles of data streams say when they ran, and what they manage", async () => {
  expect((await caller.call("GET", "/_lifecycle/stats")).body).toEqual({ data_stream_count: 0, data_streams: [] });
  await caller.call("PUT", "/_index_template/logs", {
    index_patterns: ["logs"],
    data_stream: {},
    template: { lifecycle: {} },
  });
  await caller.call("PUT", "/_data_stream/logs");
  expect((await caller.call("GET", "/_lifecycle/stats")).body).toEqual({
    data_stream_count: 1,
    data_streams: [{ name: "logs", backing_indices_in_total: 1, backing_indices_in_error: 0 }],
  });
});
