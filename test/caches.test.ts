import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Enough for a segment to take part in the query cache. */
const DOCUMENTS = 12_000;

describe("the caches of searches, from outside", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
    await server.call("PUT", "/cached", {
      settings: { "index.number_of_replicas": 0, "index.refresh_interval": -1 },
      mappings: { properties: { n: { type: "integer" } } },
    });
    const lines = Array.from({ length: DOCUMENTS }, (_, id) => `{"index":{"_id":"${id}"}}\n{"n":${id}}\n`).join("");
    await server.call("POST", "/cached/_bulk", lines, { "content-type": "application/x-ndjson" });
    await server.call("POST", "/cached/_forcemerge?max_num_segments=1");
    await server.call("POST", "/cached/_refresh");
  });

  const statsOf = async (section: "query_cache" | "request_cache") =>
    (await server.call("GET", `/cached/_stats/${section}`)).body._all.total[section];
  const counted = async (body: object, parameters = "") =>
    (await server.call("POST", `/cached/_search${parameters}`, body)).body;

  test("requests without hits are answered once, and again after a refresh that found something", async () => {
    const body = { size: 0, query: { range: { n: { lt: 100 } } }, aggs: { m: { max: { field: "n" } } } };
    const first = await counted(body);
    expect(first).toMatchObject({ hits: { total: { value: 100 } }, aggregations: { m: { value: 99 } } });
    expect(await counted(body)).toEqual({ ...first, took: expect.any(Number) });
    const stats = await statsOf("request_cache");
    expect(stats).toMatchObject({ hit_count: 1, miss_count: 1, evictions: 0 });
    expect(stats.memory_size_in_bytes).toBeGreaterThan(0);
    await server.call("PUT", "/cached/_doc/new?refresh=true", { n: 7 });
    expect(await counted(body)).toMatchObject({ hits: { total: { value: 101 } } });
    expect(await statsOf("request_cache")).toMatchObject({ hit_count: 1, miss_count: 2 });
    await server.call("PUT", "/cached/_settings", { "index.requests.cache.enable": false });
    for (let time = 0; time < 2; time++) await counted(body);
    expect(await statsOf("request_cache")).toMatchObject({ hit_count: 1, miss_count: 2, memory_size_in_bytes: 0 });
  });

  test("filters that come often are kept, and deletes are seen through them", async () => {
    const filter = { range: { n: { gte: 6_000 } } };
    const search = async () =>
      (await counted({ size: 1, query: { bool: { filter } }, track_total_hits: true }, "?request_cache=false")).hits
        .total.value;
    for (let time = 0; time < 12; time++) expect(await search()).toBe(6_000);
    const stats = await statsOf("query_cache");
    expect(stats.hit_count).toBeGreaterThan(0);
    expect(stats.total_count).toBe(stats.hit_count + stats.miss_count);
    expect(stats.cache_size).toBeGreaterThan(0);
    expect(stats.cache_count).toBe(stats.cache_size + stats.evictions);
    expect(stats.memory_size_in_bytes).toBeGreaterThan(1000);
    await server.call("DELETE", "/cached/_doc/7000?refresh=true");
    expect(await search()).toBe(5_999);
    const { body: node } = await server.call("GET", "/_nodes/stats/indices");
    const [indices] = Object.values(node.nodes).map((each) => (each as { indices: Record<string, unknown> }).indices);
    expect(indices).toMatchObject({
      query_cache: await statsOf("query_cache"),
      request_cache: await statsOf("request_cache"),
    });
    const { text } = await server.call("GET", "/_cat/indices/cached?h=query_cache.evictions,request_cache.miss_count");
    expect(text.trim().split(/\s+/).map(Number)).toEqual([(await statsOf("query_cache")).evictions, 2]);
  });

  test("_cache/clear lets go of what it names, and of everything when it names nothing", async () => {
    const kept = async () => [
      (await statsOf("query_cache")).memory_size_in_bytes > 0,
      (await statsOf("request_cache")).memory_size_in_bytes > 0,
    ];
    await counted({ size: 0, query: { match_all: {} } }, "?request_cache=true");
    expect(await kept()).toEqual([true, true]);
    expect((await server.call("POST", "/cached/_cache/clear?fielddata=true")).body).toEqual({
      _shards: { total: 1, successful: 1, failed: 0 },
    });
    expect(await kept()).toEqual([true, true]);
    await server.call("POST", "/cached/_cache/clear?request=true");
    expect(await kept()).toEqual([true, false]);
    await counted({ size: 0, query: { match_all: {} } }, "?request_cache=true");
    await server.call("POST", "/_cache/clear");
    expect(await kept()).toEqual([false, false]);
    expect((await server.call("POST", "/nope/_cache/clear")).status).toBe(404);
  });
});
