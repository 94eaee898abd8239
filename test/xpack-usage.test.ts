/** What `_xpack/usage` says of features: how much of each there is, by what was done before. */
import { beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";
import { call, startServer } from "./server-process.ts";

let engine: Engine;
let caller: Caller;

const HERE = { available: true, enabled: true };

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: silentLog });
  caller = callerOf(engine);
  return () => engine.close();
});

test("features tell how much of them is used", async () => {
  const phases = {
    hot: { actions: { rollover: { max_docs: 5 } } },
    delete: { min_age: "1d", actions: { delete: {} } },
  };
  await caller.call("PUT", "/_ilm/policy/weekly", { policy: { phases } });
  const properties = {
    small: { type: "dense_vector", dims: 4 },
    large: { type: "dense_vector", dims: 9 },
    tokens: { type: "sparse_vector" },
    labels: { type: "flattened" },
    n: { type: "long" },
  };
  const runtime = { twice: { type: "long", script: "emit(2 * doc['n'].value)" } };
  const settings = { "index.lifecycle.name": "weekly", number_of_shards: 2 };
  await caller.call("PUT", "/used", { settings, mappings: { properties, runtime } });
  await caller.call("PUT", "/used/_doc/1?refresh=true", { n: 1 });
  await caller.call("POST", "/used/_search", { aggs: { b: { boxplot: { field: "n" } } } });

  const { body } = await caller.call("GET", "/_xpack/usage");
  expect(body.analytics).toMatchObject({ ...HERE, stats: { boxplot_usage: 2, rate_usage: 0 } });
  expect(body.flattened).toEqual({ ...HERE, field_count: 1 });
  expect(body.vectors).toEqual({
    ...HERE,
    dense_vector_fields_count: 2,
    dense_vector_dims_avg_count: 6,
    sparse_vector_fields_count: 1,
  });
  expect(body.runtime_fields).toMatchObject({ ...HERE, field_types: [{ name: "long", count: 1 }] });
  const deleted = { min_age: 86_400_000, actions: ["delete"] };
  const policy = { phases: { hot: { min_age: 0, actions: ["rollover"] }, delete: deleted }, indices_managed: 1 };
  expect(body.ilm).toEqual({ ...HERE, policy_count: 1, policy_stats: [policy] });
  const tier = { node_count: 1, index_count: 1, total_shard_count: 2, primary_shard_count: 2, doc_count: 1 };
  expect(body.data_tiers).toMatchObject({ data_content: tier, data_hot: { index_count: 0 } });
  expect(body.watcher).toMatchObject({ available: false, enabled: false, count: { total: 0 } });
});

test("security tells what it has, without names", async () => {
  const server = await startServer(["--security", "on"], { WARDEX_ADMIN_TOKEN: "an-administrators-token" });
  const headers = { authorization: "Bearer an-administrators-token" };
  const indices = [{ names: ["a*"], privileges: ["read"], query: '{"term": {"a": 1}}' }];
  await call(server.url, "PUT", "/_security/role/readers", { indices }, headers);
  const { status, body } = await call(server.url, "GET", "/_xpack/usage", undefined, headers);
  expect(status).toBe(200);
  expect(body.security).toMatchObject({
    ...HERE,
    realms: { native: { size: [1] } },
    roles: { native: { size: 1, fls: false, dls: true } },
    role_mapping: { native: { size: 0, enabled: 0 } },
    ssl: { http: { enabled: false }, transport: { enabled: false } },
  });
  expect(JSON.stringify(body)).not.toContain("readers");
  await server.stop();
});
