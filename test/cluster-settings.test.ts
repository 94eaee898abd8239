/** Cluster settings take effect on a running server: on its threads, on main and after a restart. */
import { beforeAll, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

let server: ServerProcess;
const folder = temporaryFolder();

beforeAll(async () => {
  server = await startServer(["--data", folder, "--threads", "2", "--memory", "100mb"]);
  await server.call("PUT", "/i", {
    settings: { number_of_replicas: 0 },
    mappings: { properties: { k: { type: "keyword" } } },
  });
  await server.call(
    "POST",
    "/i/_bulk?refresh=true",
    ["x", "y", "z"].map((k) => `{"index":{}}\n{"k":"${k}"}\n`).join(""),
  );
});

const set = (settings: object, kind = "transient"): Promise<Answer> =>
  server.call("PUT", "/_cluster/settings", { [kind]: settings });

async function breakers(): Promise<
  Record<string, { limit_size_in_bytes: number; limit_size: string; estimated_size_in_bytes: number; tripped: number }>
> {
  const { body } = await server.call("GET", "/_nodes/stats/breaker");
  return Object.values<{ breakers: never }>(body.nodes)[0]!.breakers;
}

test("a search that follows a change sees it, on whichever thread it runs", async () => {
  const many = { size: 0, aggs: { a: { terms: { field: "k" } } } };
  const expensive = { query: { prefix: { k: "x" } } };
  const statuses = async (): Promise<number[]> => {
    const answers = await Promise.all(
      [many, expensive, many, expensive, many, expensive].map((body) => server.call("POST", "/i/_search", body)),
    );
    return [...new Set(answers.map(({ status }) => status))];
  };
  expect(await statuses()).toEqual([200]);
  expect((await set({ "search.max_buckets": 2, "search.allow_expensive_queries": false })).status).toBe(200);
  expect(await statuses()).toEqual([400]);
  await set({ "search.max_buckets": null, "search.allow_expensive_queries": null });
  expect(await statuses()).toEqual([200]);
});

test("a setting that nothing follows is kept with a warning", async () => {
  const { status, headers } = await set({ "cluster.routing.allocation.enable": "none", "search.max_keep_alive": "5h" });
  expect(status).toBe(200);
  expect(headers.get("warning")).toMatch(
    /^299 [^"]+"\[cluster\.routing\.allocation\.enable\] is kept and shown, and has no effect on this server"$/,
  );
  const lifted = await set({ "cluster.routing.allocation.enable": null, "search.max_keep_alive": null });
  expect(lifted.headers.get("warning")).toBeNull();
});

test("settings of indices that nothing follows are told wherever they are set, unless they say what is so anyway", async () => {
  const settings = {
    "index.translog.durability": "async",
    "merge.policy.max_merge_at_once": 10,
    "soft_deletes.enabled": true,
  };
  const warned = /^299 [^"]+"\[index\.translog\.durability\] is kept and shown, and has no effect on this server"$/;
  for (const [path, body] of [
    ["/inert", { settings }],
    ["/inert/_settings", { "index.translog": { durability: "async" } }],
    ["/_component_template/inert", { template: { settings } }],
    ["/_index_template/inert", { index_patterns: ["inert-*"], template: { settings } }],
    ["/_template/inert-old", { index_patterns: ["inert-old*"], settings }],
  ] as const)
    expect([path, (await server.call("PUT", path, body)).headers.get("warning")?.split(", 299").at(-1)]).toEqual([
      path,
      expect.stringMatching(path.startsWith("/_template") ? /translog\.durability\] is kept/ : warned),
    ]);
  for (const [name, reason] of [
    ["index.mapper.dynamic", "unknown setting [index.mapper.dynamic]"],
    ["index.time_series.start_time", "[index.time_series.start_time] requires [index.mode=time_series]"],
    ["index.downsample.source.name", "private index setting [index.downsample.source.name] can not be set explicitly"],
  ] as const) {
    const { body } = await server.call("PUT", "/refused", { settings: { [name]: "2020-01-01" } });
    expect(body.error.reason).toContain(reason);
  }
});

test("persistent settings hold after a restart, transient ones do not", async () => {
  await set({ "search.max_buckets": 2 }, "persistent");
  await set({ "indices.breaker.request.limit": "1mb" });
  expect((await breakers())["request"]?.limit_size).toBe("1mb");
  expect(await server.stop()).toBe(0);
  server = await startServer(["--data", folder, "--memory", "100mb"]);
  expect((await breakers())["request"]?.limit_size).toBe("60mb");
  const { body } = await server.call("POST", "/i/_search", { size: 0, aggs: { a: { terms: { field: "k" } } } });
  expect(body.error.caused_by).toMatchObject({ type: "too_many_buckets_exception", max_buckets: 2 });
  await set({ "search.max_buckets": null }, "persistent");
});

test("the breakers show their limits, what is held, and how often they refused", async () => {
  const MB = 1024 * 1024;
  const before = await breakers();
  expect(Object.keys(before)).toEqual(["inflight_requests", "request", "fielddata", "parent"]);
  const limits = Object.fromEntries(
    Object.entries(before).map(([name, breaker]) => [name, breaker.limit_size_in_bytes]),
  );
  expect(limits).toEqual({ inflight_requests: 100 * MB, request: 60 * MB, fielddata: 40 * MB, parent: 95 * MB });
  expect([before["request"]?.estimated_size_in_bytes, before["inflight_requests"]?.estimated_size_in_bytes]).toEqual([
    0, 0,
  ]);

  await set({ "network.breaker.inflight_requests.limit": "1kb", "indices.breaker.request.limit": "10kb" });
  expect((await server.call("POST", "/i/_search", `{"size":0}${" ".repeat(600)}`)).body.error.type).toBe(
    "circuit_breaking_exception",
  );
  const refused = await server.call("POST", "/i/_search", { size: 0, aggs: { a: { cardinality: { field: "k" } } } });
  expect([refused.status, refused.body.error.root_cause[0].type]).toEqual([429, "circuit_breaking_exception"]);
  // The way out stays open: these get through whatever their length.
  const back = {
    "network.breaker.inflight_requests.limit": null,
    "indices.breaker.request.limit": null,
    "cluster.metadata.note": "n".repeat(2000),
  };
  expect((await set(back)).status).toBe(200);
  const after = await breakers();
  expect([after["inflight_requests"]?.tripped, after["request"]?.tripped, after["parent"]?.tripped]).toEqual([1, 1, 0]);
  expect([after["request"]?.estimated_size_in_bytes, after["inflight_requests"]?.estimated_size_in_bytes]).toEqual([
    0, 0,
  ]);
  expect(
    (await server.call("POST", "/i/_search", { size: 0, aggs: { a: { cardinality: { field: "k" } } } })).status,
  ).toBe(200);
  await server.stop();
});
