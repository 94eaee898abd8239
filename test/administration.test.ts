import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

/** What the operations of administration answer; the answers are those of 8.19 where it can give the same. */
describe("administration", () => {
  let server: ServerProcess;

  const get = async (path: string): Promise<Record<string, unknown>> =>
    (await server.call("GET", path)).body as Record<string, unknown>;

  beforeAll(async () => {
    server = await startServer();
    const aliases = {
      "adm-al": {},
      "adm-alf": { filter: { term: { field: "value1" } } },
      "adm-alr": { routing: "foo" },
    };
    await server.call("PUT", "/adm-one", { settings: { number_of_shards: 5, number_of_replicas: 0 }, aliases });
    await server.call("PUT", "/adm-two", {
      settings: { number_of_shards: 2, number_of_replicas: 1, "index.hidden": true },
      aliases: { "adm-al": {} },
    });
    await server.call("PUT", "/adm-closed", { settings: { number_of_replicas: 0 } });
    await server.call("POST", "/adm-closed/_close");
    return async () => void (await server.stop());
  });

  test("search_shards names the shards that routing, aliases and preference leave", async () => {
    const numbers = async (path: string): Promise<unknown> =>
      ((await get(path))["shards"] as { shard: number; index: string }[][]).map(
        ([copy]) => `${copy?.index} ${copy?.shard}`,
      );
    expect(await numbers("/adm-one/_search_shards?routing=foo")).toEqual(["adm-one 2"]);
    expect(await numbers("/adm-alr/_search_shards")).toEqual(["adm-one 2"]);
    expect(await numbers("/adm-al/_search_shards?preference=_shards:1")).toEqual(["adm-one 1", "adm-two 1"]);
    expect(await numbers("/adm-one,adm-two/_search_shards?routing=foo,bar")).toEqual([
      "adm-two 1",
      "adm-one 2",
      "adm-one 3",
    ]);
    expect((await get("/adm-alf/_search_shards"))["indices"]).toEqual({
      "adm-one": { aliases: ["adm-alf"], filter: { term: { field: "value1" } } },
    });
    expect(await get("/adm-nothing/_search_shards")).toEqual({ nodes: {}, indices: {}, shards: [] });
  });

  test("resolve_index tells indices by state, and aliases whatever the state of their indices", async () => {
    const aliases = [
      { name: "adm-al", indices: ["adm-one", "adm-two"] },
      { name: "adm-alf", indices: ["adm-one"] },
      { name: "adm-alr", indices: ["adm-one"] },
    ];
    const one = { name: "adm-one", aliases: ["adm-al", "adm-alf", "adm-alr"], attributes: ["open"] };
    expect(await get("/_resolve/index/adm-*")).toEqual({ indices: [one], aliases, data_streams: [] });
    expect(await get("/_resolve/index/adm-*?expand_wildcards=all")).toEqual({
      indices: [
        { name: "adm-closed", attributes: ["closed"] },
        one,
        { name: "adm-two", aliases: ["adm-al"], attributes: ["hidden", "open"] },
      ],
      aliases,
      data_streams: [],
    });
    expect(await get("/_resolve/index/adm-al")).toEqual({
      indices: [],
      aliases: aliases.slice(0, 1),
      data_streams: [],
    });
    expect((await server.call("GET", "/_resolve/index/adm-nothing")).status).toBe(404);
  });

  test("shard_stores shows shards by health", async () => {
    const shown = async (status: string): Promise<string[]> =>
      Object.keys((await get(`/adm-one,adm-two/_shard_stores${status}`))["indices"] as object);
    expect(await shown("")).toEqual(["adm-two"]);
    expect(await shown("?status=green")).toEqual(["adm-one"]);
    expect(await shown("?status=red")).toEqual([]);
    const { stores } = (await get("/adm-one/_shard_stores?status=all")) as unknown as { stores: undefined };
    expect(stores).toBeUndefined();
    expect((await server.call("GET", "/adm-one/_shard_stores?status=zork")).text).toContain(
      "unknown cluster health status [zork]",
    );
  });

  test("recovery tells a shard that is new from one that is opened again", async () => {
    await server.call("PUT", "/adm-again", { settings: { number_of_replicas: 0 } });
    const types = async (): Promise<unknown> =>
      ((await get("/adm-again/_recovery")) as { "adm-again": { shards: object[] } })["adm-again"].shards;
    expect(await types()).toMatchObject([
      { id: 0, type: "EMPTY_STORE", stage: "DONE", index: { files: { total: 0 } } },
    ]);
    await server.call("PUT", "/adm-again/_doc/1?refresh=true", { a: 1 });
    await server.call("POST", "/adm-again/_close");
    await server.call("POST", "/adm-again/_open");
    expect(await types()).toMatchObject([
      { type: "EXISTING_STORE", stage: "DONE", index: { files: { total: 1, reused: 1, percent: "100.0%" } } },
    ]);
    expect((await server.call("GET", "/_cat/recovery/adm-again?h=i,s,ty,st,tf")).text).toBe(
      "adm-again 0 existing_store done 1\n",
    );
    expect(await get("/adm-again/_recovery?active_only=true")).toEqual({});
  });

  test("a block keeps writes off until it is lifted", async () => {
    await server.call("PUT", "/adm-blocked", { settings: { number_of_replicas: 0 } });
    expect((await server.call("PUT", "/adm-blocked/_block/write")).body).toEqual({
      acknowledged: true,
      shards_acknowledged: true,
      indices: [{ name: "adm-blocked", blocked: true }],
    });
    expect((await server.call("PUT", "/adm-blocked/_doc/1", {})).status).toBe(403);
    expect((await server.call("DELETE", "/adm-blocked/_block/write")).body).toEqual({
      acknowledged: true,
      indices: [{ name: "adm-blocked", unblocked: true }],
    });
    expect((await server.call("PUT", "/adm-blocked/_doc/1", {})).status).toBe(201);
    expect((await server.call("PUT", "/adm-blocked/_block/zork")).text).toContain("No block found with name zork");
    expect((await server.call("PUT", "/adm-*/_block/write")).text).toContain(
      "Wildcard expressions or all indices are not allowed",
    );
  });

  test("commands of reroute are refused with a reason, which is explained when asked", async () => {
    const command = { cancel: { index: "adm-one", shard: 9, node: "_local" } };
    const explained = (await server.call("POST", "/_cluster/reroute?explain=true&metric=none", { commands: [command] }))
      .body;
    expect(explained).toMatchObject({
      acknowledged: true,
      explanations: [
        {
          command: "cancel",
          parameters: { index: "adm-one", shard: 9, node: "_local", allow_primary: false },
          decisions: [{ decider: "cancel_allocation_command", decision: "NO" }],
        },
      ],
    });
    expect((await server.call("POST", "/_cluster/reroute", { commands: [command] })).text).toContain(
      "[cancel_allocation] can't cancel 9, failed to find it",
    );
    expect(
      Object.keys(((await server.call("POST", "/_cluster/reroute?metric=metadata")).body as { state: object }).state),
    ).toEqual(["cluster_uuid", "metadata"]);
    const lost = { cancel: { index: "adm-one", shard: 0, node: "gone" } };
    expect((await server.call("POST", "/_cluster/reroute", { commands: [lost] })).text).toContain(
      "failed to resolve [gone], no matching nodes",
    );
    expect(
      (await server.call("POST", "/_cluster/reroute", { commands: [{ cancel: { index: "adm-one", shard: 0 } }] })).text,
    ).toContain("[cancel] command missing the node parameter");
  });

  test("thread pools count what was searched and written", async () => {
    const before = (await server.call("GET", "/_cat/thread_pool/sear*h?h=name,completed")).text;
    await server.call("GET", "/adm-one/_search");
    const after = (await server.call("GET", "/_cat/thread_pool/sear*h?h=name,completed")).text;
    expect(before).toMatch(/^search +\d+\n$/);
    expect(Number(after.split(/ +/)[1])).toBeGreaterThan(Number(before.split(/ +/)[1]));
    expect(
      (await server.call("GET", "/_cat/thread_pool/write,fl*,search?h=name,type,active,queue,rejected")).text,
    ).toMatch(/^flush +scaling +0 +0 +0\nsearch +fixed +0 +0 +0\nwrite +fixed +0 +0 +0\n$/);
    expect((await server.call("GET", "/_cat/thread_pool/zork")).text).toBe("");
  });

  test("tables of what does not exist here have columns and no rows, and what is named is unknown", async () => {
    for (const [path, reason] of [
      ["ml/anomaly_detectors", "No known job with id 'x,*'"],
      ["ml/data_frame/analytics", "No known data frame analytics with id [x,*]"],
      ["ml/datafeeds", "No datafeed with id [x,*] exists"],
      ["ml/trained_models", "No known trained model with model_id [x,*]"],
      ["transforms", "Transform with id [x,*] could not be found"],
    ]) {
      expect((await server.call("GET", `/_cat/${path}?v`)).text).toMatch(/^id .*\n$/);
      expect((await server.call("GET", `/_cat/${path}/x*?format=json`)).body).toEqual([]);
      expect(await server.call("GET", `/_cat/${path}/x,_all?allow_no_match=false`)).toMatchObject({
        status: 404,
        body: { error: { type: "resource_not_found_exception", reason } },
      });
      expect((await server.call("GET", `/_cat/${path}/x`)).status).toBe(404);
    }
    expect((await server.call("GET", "/_cat/transforms?size=-1")).status).toBe(400);
  });

  test("circuit breakers are shown with their limits", async () => {
    expect((await server.call("GET", "/_cat/circuit_breaker/req*?h=br,l,lb,t,o&v")).text).toMatch(
      /^br +l +lb +t o\nrequest [0-9.]+.b \d+ +0 1\.0\n$/,
    );
    expect((await server.call("GET", "/_cat/circuit_breaker?h=id,e")).text.split("\n")).toHaveLength(5);
  });

  test("exclusions from voting are kept, and lifted together", async () => {
    const excluded = async (): Promise<unknown> =>
      (
        (await get("/_cluster/state/metadata")) as {
          metadata: { cluster_coordination: { voting_config_exclusions: unknown } };
        }
      ).metadata.cluster_coordination.voting_config_exclusions;
    expect((await server.call("POST", "/_cluster/voting_config_exclusions?node_ids=a,b")).status).toBe(200);
    expect(await excluded()).toEqual([
      { node_id: "a", node_name: "_absent_" },
      { node_id: "b", node_name: "_absent_" },
    ]);
    expect((await server.call("DELETE", "/_cluster/voting_config_exclusions")).status).toBe(200);
    expect(await excluded()).toEqual([]);
    expect((await server.call("POST", "/_cluster/voting_config_exclusions?node_names=_all")).body).toMatchObject({
      status: 400,
      error: { type: "illegal_argument_exception" },
    });
    expect((await server.call("POST", "/_cluster/voting_config_exclusions")).text).toContain(
      "You must set [node_names] or [node_ids] but not both",
    );
  });
});
