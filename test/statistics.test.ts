import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../src/core/json.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

describe("statistics of the node and of indices", () => {
  let server: ServerProcess;
  const get = async (path: string): Promise<JsonObject> => (await server.call("GET", path)).body as JsonObject;
  const reason = async (method: string, path: string): Promise<unknown> =>
    (await server.call(method, path)).body.error?.reason;

  beforeAll(async () => {
    server = await startServer();
    const properties = {
      k: { type: "keyword" },
      t: { type: "text", index_prefixes: {} },
      v: { type: "dense_vector", dims: 3 },
      n: { type: "nested", properties: { x: { type: "integer" } } },
    };
    await server.call("PUT", "/used", { settings: { number_of_replicas: 0 }, mappings: { properties } });
    for (const id of [1, 2, 3])
      await server.call("PUT", `/used/_doc/${id}`, { k: `k${id}`, t: "some words", v: [1, 2, id], n: [{ x: id }] });
    return async () => void (await server.stop());
  });

  test("cluster.info has what it is asked for, and refuses the rest in the words of 8.19", async () => {
    expect(Object.keys(await get("/_info/_all")).sort()).toEqual([
      "cluster_name",
      "http",
      "ingest",
      "script",
      "thread_pool",
    ]);
    const { http, ...others } = await get("/_info/http");
    expect(Object.keys(others)).toEqual(["cluster_name"]);
    const { current_open: open, total_opened: total } = http as { current_open: number; total_opened: number };
    expect(open).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(open);
    expect(Object.keys(await get("/_info/script,ingest"))).toEqual(["cluster_name", "script", "ingest"]);
    const refused = [
      ["_all,http", "request [/_info/_all,http] contains _all and individual target [_all,http]"],
      ["http,foo,bar", "request [/_info/http,foo,bar] contains unrecognized targets: [bar], [foo]"],
      ["htp", "request [/_info/htp] contains unrecognized target: [htp] -> did you mean [http]?"],
    ] as const;
    for (const [target, why] of refused) expect(await reason("GET", `/_info/${target}`)).toBe(why);
  });

  test("disk_usage tells what each field takes, and all of them together what is stored", async () => {
    expect(await reason("POST", "/used/_disk_usage")).toMatch(/the parameter \[run_expensive_tasks\] must be set/);
    expect(await reason("POST", "/none*/_disk_usage?run_expensive_tasks=true")).toBe("no such index [none*]");
    const { status, body } = await server.call("POST", "/used/_disk_usage?run_expensive_tasks=true");
    expect([status, body["_shards"]]).toEqual([200, { total: 1, successful: 1, failed: 0 }]);
    const { fields, all_fields: all, store_size_in_bytes: stored } = body["used"];
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(["_id", "_seq_no", "_source", "k", "n.x", "t", "v"]));
    const sum = Object.values(fields as JsonObject).reduce((total: number, each) => {
      const { total_in_bytes: bytes } = each as { total_in_bytes: number };
      return total + bytes;
    }, 0);
    expect(all.total_in_bytes).toBe(sum);
    expect(sum).toBeGreaterThan(0.3 * stored);
    expect(sum).toBeLessThanOrEqual(stored);
    expect(fields.v.knn_vectors_in_bytes).toBeGreaterThan(0);
    expect(fields.t.inverted_index.total_in_bytes).toBeGreaterThan(0);
    expect(fields["n.x"].doc_values_in_bytes).toBeGreaterThan(0);
    // Texts are there without being asked for.
    expect(all.total).toMatch(/b$/);
  });
});
