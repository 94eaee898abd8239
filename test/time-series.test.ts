/** Indices of time series, as Elasticsearch 8.19 answered the same requests (`time-series-cases.json`). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extendSeriesTimes } from "../src/cluster/data-streams/series-times.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";
import cases from "./time-series-cases.json" with { type: "json" };

const INDEX = "/series-d";

let engine: Engine;
let caller: Caller;

// What a server answers has no type before it is looked at.
// oxlint-disable-next-line no-explicit-any
type Body = any;

/** Status, and type and reason of an error and of each of its causes, as the cases have it. */
function toldOf(status: number, body: Body): unknown[] {
  const told: unknown[] = [status];
  for (let error = body.error; error !== undefined; error = error.caused_by) told.push(error.type, error.reason);
  return told;
}

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  caller = callerOf(engine);
});
afterAll(() => engine.close());

describe("an index of time series", () => {
  beforeAll(async () => {
    expect((await caller.call("PUT", INDEX, cases.index)).status).toBe(200);
  });

  test("gives each point the id that its dimensions and its time make", async () => {
    for (const { raw, told } of cases.documents) {
      const { status, body } = await caller.call("POST", `${INDEX}/_doc`, raw);
      expect([raw, status < 300 ? [status, body._id, body.result] : toldOf(status, body)]).toEqual([raw, told]);
    }
  });

  test("places points by their dimensions, keeps series together, and shows made sources", async () => {
    await caller.call("POST", `${INDEX}/_refresh`);
    const sort = [{ _tsid: "asc" }, { "@timestamp": "desc" }];
    const request = { size: 100, explain: true, docvalue_fields: ["_tsid"], sort };
    const { body } = await caller.call("POST", `${INDEX}/_search`, request);
    const hits = body.hits.hits.map((hit: Body) => [
      hit._id,
      Number(/\[(\d+)\]$/.exec(hit._shard)?.[1]),
      hit.fields._tsid[0],
      hit._source,
    ]);
    expect(hits).toEqual(cases.hits);
  });

  test("takes what can be done to points, and refuses the rest", async () => {
    for (const { method, path, body: sent, told } of cases.steps) {
      const { status, body } = await caller.call(method, `${INDEX}${path}`, sent ?? undefined);
      const shown = ["result", "_id", "_version", "found"].filter((name) => name in body);
      const found =
        status < 300 || (status === 404 && !body.error)
          ? [status, Object.fromEntries(shown.map((name) => [name, body[name]]))]
          : toldOf(status, body);
      const wanted = status === 404 && !body.error ? [404, { _id: body._id, found: false }] : told;
      expect([method, path, found]).toEqual([method, path, wanted]);
    }
  });

  test("counts its series, which are not searched for; counters refuse what means nothing for them", async () => {
    const { body } = await caller.call("POST", `${INDEX}/_search?size=0`, {
      aggs: { series: { cardinality: { field: "_tsid" } }, k: { terms: { field: "_tsid", size: 2 } } },
    });
    expect(body.aggregations.series.value).toBeGreaterThan(20);
    expect(body.aggregations.k.buckets[0].key).toMatch(/^[\w-]{50,}$/);
    expect(await caller.told("POST", `${INDEX}/_search`, { query: { range: { _tsid: { gte: "a" } } } })).toEqual([
      400,
      "search_phase_execution_exception",
      "all shards failed",
    ]);
    for (const kind of ["terms", "rare_terms", "missing", "significant_terms", "diversified_sampler"]) {
      const refused = await caller.call("POST", `${INDEX}/_search`, { aggs: { a: { [kind]: { field: "c" } } } });
      expect(toldOf(refused.status, refused.body).at(-1)).toBe(
        `Field [c] of type [long][counter] is not supported for aggregation [${kind}]`,
      );
    }
    const taken = {
      m: { max: { field: "c" } },
      s: { sum: { field: "c" } },
      h: { histogram: { field: "c", interval: 1 } },
    };
    expect((await caller.call("POST", `${INDEX}/_search`, { aggs: taken })).status).toBe(200);
  });
});

test.each(cases.creations.map((each) => [JSON.stringify([each.settings, each.mappings]), each] as const))(
  "%s",
  async (_, { settings, mappings, told }) => {
    const { status, body } = await caller.call("PUT", "/series-c", { settings, mappings });
    const found =
      status === 200
        ? [200, (await caller.call("GET", "/series-c/_mapping")).body["series-c"].mappings]
        : toldOf(status, body);
    await caller.call("DELETE", "/series-c");
    expect(found).toEqual(told);
  },
);

test("is shrunk and cloned with its points where their ids say", async () => {
  const points = async (name: string): Promise<Body> => {
    await caller.call("POST", `/${name}/_refresh`);
    return (await caller.call("GET", `/${name}/_search?sort=_tsid&_source=false`)).body.hits.hits;
  };
  await caller.call("PUT", `${INDEX}/_settings`, { "index.blocks.write": true });
  const before = await points("series-d");
  for (const kind of ["shrink", "clone"]) {
    expect(await caller.told("PUT", `${INDEX}/_${kind}/series-${kind}`)).toMatchObject([200, {}]);
    const after = await points(`series-${kind}`);
    expect(after.map((hit: Body) => hit._id)).toEqual(before.map((hit: Body) => hit._id));
    expect((await caller.call("GET", `/series-${kind}/_doc/${before[0]._id}`)).body.found).toBe(true);
  }
  await caller.call("PUT", `${INDEX}/_settings`, { "index.blocks.write": null });
});

test("time_series makes a bucket for each series, named by its dimensions", async () => {
  const aggs = { t: { time_series: { size: 3 }, aggs: { v: { max: { field: "v" } } } } };
  const { body } = await caller.call("POST", `${INDEX}/_search?size=0`, { query: { term: { k: "a" } }, aggs });
  const { buckets } = body.aggregations.t;
  expect(buckets).toHaveLength(3);
  expect(buckets.map((bucket: Body) => bucket.key)).toContainEqual({ b: false, k: "a" });
  const keyed = { t: { time_series: { keyed: true } } };
  const shown = await caller.call("POST", `${INDEX}/_search?size=0`, { query: { term: { k: "a" } }, aggs: keyed });
  expect(Object.keys(shown.body.aggregations.t.buckets)).toContain("{i=10.0.0.1, k=a}");
  expect(shown.body.aggregations.t.buckets["{k=a, l=5}"].doc_count).toBe(2);
  const standard = await caller.call("POST", "/metrics-none*/_search", { aggs: keyed });
  expect(standard.status).toBe(200);
});

describe("a data stream of time series", () => {
  const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const point = (minutes: number): object => ({ "@timestamp": at(minutes), host: "a", used: 1 });
  const stream = async (): Promise<Body> => (await caller.call("GET", "/_data_stream/metrics-a")).body.data_streams[0];

  beforeAll(async () => {
    const properties = {
      host: { type: "keyword", time_series_dimension: true },
      labels: { type: "passthrough", priority: 1, time_series_dimension: true, properties: {} },
      used: { type: "double", time_series_metric: "gauge" },
    };
    const template = { settings: { "index.mode": "time_series" }, mappings: { properties } };
    expect(
      await caller.told("PUT", "/_index_template/metrics", {
        index_patterns: ["metrics-*"],
        data_stream: {},
        template,
      }),
    ).toEqual([200, { acknowledged: true }]);
    expect(await caller.told("PUT", "/_data_stream/metrics-a")).toEqual([200, { acknowledged: true }]);
  });

  test("has indices for the time around now, which are placed by all dimensions", async () => {
    const { index_mode: mode, indices, time_series: series } = await stream();
    expect([mode, indices[0].index_mode]).toEqual(["time_series", "time_series"]);
    const [{ start, end }] = series.temporal_ranges;
    expect(Math.abs(Date.parse(start) - (Date.now() - 7_200_000))).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(end) - (Date.now() + 1_800_000))).toBeLessThan(60_000);
    const settings = (await caller.call("GET", "/metrics-a/_settings?flat_settings=true")).body;
    expect(settings[indices[0].index_name].settings["index.routing_path"]).toEqual(["host", "labels.*"]);
  });

  test("takes points of its time, each once, and says which times it takes", async () => {
    const now = point(0);
    const made = await caller.call("POST", "/metrics-a/_doc", now);
    expect([made.status, made.body._id.length]).toEqual([201, 27]);
    expect((await caller.call("POST", "/metrics-a/_doc", now)).status).toBe(409);
    expect((await caller.call("POST", "/metrics-a/_doc", point(-600))).body.error.reason).toMatch(
      /^the document timestamp \[\S+Z\] is outside of ranges of currently writable indices \[\[\S+Z,\S+Z\]\]$/,
    );
    expect((await caller.call("POST", "/metrics-a/_doc", { host: "a" })).body.error.reason).toMatch(
      /data stream timestamp field \[@timestamp\] is missing$/,
    );
  });

  test("has its next index begin where the one before ends, and writes to both by time", async () => {
    await caller.call("POST", "/metrics-a/_rollover");
    const { indices, time_series: series } = await stream();
    expect(indices).toHaveLength(2);
    expect(series.temporal_ranges).toHaveLength(1);
    const [older, newer] = indices.map((index: Body) => index.index_name);
    expect((await caller.call("POST", "/metrics-a/_doc", point(1))).body._index).toBe(older);
    expect((await caller.call("POST", "/metrics-a/_doc", point(40))).body._index).toBe(newer);
    const lines = [point(2), point(41)].map((each) => `{"create":{}}\n${JSON.stringify(each)}\n`).join("");
    const { body } = await caller.call("POST", "/metrics-a/_bulk", lines);
    expect(body.items.map((item: Body) => item.create._index)).toEqual([older, newer]);
  });

  test("moves its end on as time goes by", async () => {
    const before = (await stream()).time_series.temporal_ranges[0].end;
    const { node } = engine;
    await extendSeriesTimes(node.cluster, Date.parse(before));
    const after = (await stream()).time_series.temporal_ranges[0].end;
    expect(Date.parse(after) - Date.parse(before)).toBe(1_800_000 + 300_000);
    expect((await caller.call("POST", "/metrics-a/_doc", point(80))).status).toBe(201);
    const pollBy = async (interval: string | null): Promise<Body> =>
      (await caller.call("PUT", "/_cluster/settings", { persistent: { "time_series.poll_interval": interval } })).body;
    await pollBy("10m");
    await extendSeriesTimes(node.cluster, Date.parse(after));
    const last = (await stream()).time_series.temporal_ranges[0].end;
    expect(Date.parse(last) - Date.parse(after)).toBe(1_800_000 + 600_000);
    for (const [interval, bound] of [
      ["59s", ">= [1m]"],
      ["11m", "<= [10m]"],
    ] as const)
      expect((await pollBy(interval)).error.reason).toBe(
        `failed to parse value [${interval}] for setting [time_series.poll_interval], must be ${bound}`,
      );
    await pollBy(null);
  });
});
