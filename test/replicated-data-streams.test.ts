import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSide, type Side } from "./sides.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of answers, looked into deeply
type Body = Record<string, any>;
type Ask = (method: string, path: string, body?: object) => Promise<Body>;

const TEMPLATE = { index_patterns: ["logs*", "other*"], data_stream: {}, priority: 900, _meta: { owner: "tests" } };
const PROMOTED = { acknowledged: true };

describe("data streams that follow those of another cluster", () => {
  let leader: Side;
  let follower: Side;
  const asks =
    (side: () => Side): Ask =>
    async (method, path, body) =>
      (await side().caller.call(method, path, body)).body as Body;
  const lead = asks(() => leader);
  const here = asks(() => follower);

  beforeAll(async () => {
    [leader, follower] = await Promise.all([openSide("leader"), openSide("follower")]);
    await here("PUT", "/_cluster/settings", { persistent: { "cluster.remote.leader.seeds": [leader.address] } });
    await lead("PUT", "/_index_template/streams", TEMPLATE);
  });
  afterAll(async () => {
    await Promise.all([leader.close(), follower.close()]);
  });

  const streamOf = async (ask: Ask, name: string): Promise<Body | undefined> =>
    (await ask("GET", `/_data_stream/${name}`))["data_streams"]?.[0];
  const indicesOf = async (ask: Ask, name: string): Promise<string[]> =>
    ((await streamOf(ask, name))?.["indices"] ?? []).map((index: Body) => index["index_name"]);
  const write = async (ask: Ask, name: string, n: number): Promise<Body> =>
    ask("POST", `/${name}/_doc`, { "@timestamp": "2026-01-31T00:00:00Z", n });
  const numbersIn = async (ask: Ask, name: string): Promise<number[]> => {
    const found = await ask("POST", `/${name}/_search`, { size: 100, sort: ["n"] });
    return (found["hits"]?.hits ?? []).map(({ _source }: Body) => _source.n);
  };
  const follow = async (index: string, body: object = {}, name = index): Promise<{ status: number; body: unknown }> =>
    follower.caller.call("PUT", `/${name}/_ccr/follow?wait_for_active_shards=1`, {
      remote_cluster: "leader",
      leader_index: index,
      ...body,
    });
  const followed = async (name: string, expected: readonly number[]): Promise<void> =>
    expect
      .poll(
        async () => {
          await here("POST", `/${name}/_refresh`);
          return numbersIn(here, name);
        },
        { timeout: 10_000, interval: 25 },
      )
      .toEqual(expected);
  const unfollow = async (index: string): Promise<Body[]> => [
    await here("POST", `/${index}/_ccr/pause_follow`),
    await here("POST", `/${index}/_close`),
    await here("POST", `/${index}/_ccr/unfollow`),
    await here("POST", `/${index}/_open`),
  ];

  test("new ones are followed by a pattern with each rollover, and are written to once they are promoted", async () => {
    await write(lead, "logs-old", 0);
    await here("PUT", "/_ccr/auto_follow/logs", { remote_cluster: "leader", leader_index_patterns: ["logs*"] });
    await write(lead, "logs-a", 1);
    await lead("POST", "/_aliases", { actions: [{ add: { index: "logs-a", alias: "of-leader" } }] });
    await followed("logs-a", [1]);
    const [first = ""] = await indicesOf(lead, "logs-a");
    expect(await streamOf(here, "logs-a")).toMatchObject({
      generation: 1,
      replicated: true,
      _meta: { owner: "tests" },
      indices: [{ index_name: first }],
    });
    expect((await streamOf(lead, "logs-a"))?.["replicated"]).toBe(false);
    expect(await streamOf(here, "logs-old")).toBeUndefined();

    expect(await here("POST", "/_aliases", { actions: [{ add: { index: "logs-a", alias: "own" } }] })).toMatchObject({
      acknowledged: true,
    });
    await lead("POST", "/logs-a/_rollover");
    await write(lead, "logs-a", 2);
    await followed("logs-a", [1, 2]);
    const indices = await indicesOf(lead, "logs-a");
    expect(await indicesOf(here, "logs-a")).toEqual(indices);
    expect((await streamOf(here, "logs-a"))?.["generation"]).toBe(2);
    // Those of the leader's stream stay with it; those of the stream here go on to each of its indices.
    expect(await here("GET", "/logs-a/_alias")).toEqual({ "logs-a": { aliases: { own: {} } } });
    expect(await numbersIn(here, "own")).toEqual([1, 2]);
    await write(lead, "logs-a", 3);
    await followed("own", [1, 2, 3]);

    expect(await write(here, "logs-a", 9)).toMatchObject({
      status: 403,
      error: { reason: "a following engine does not accept operations without an assigned sequence number" },
    });
    for (const rollover of ["_rollover", "_rollover?dry_run=true", "_rollover?lazy=true"])
      expect(await here("POST", `/logs-a/${rollover}`)).toMatchObject({
        status: 400,
        error: {
          type: "illegal_argument_exception",
          reason: "data stream [logs-a] cannot be rolled over, because it is a replicated data stream",
        },
      });
    await here("DELETE", "/_ccr/auto_follow/logs");
    const promoted = await fetch(`http://${follower.address}/_data_stream/_promote/logs-a`, { method: "POST" });
    expect(await promoted.json()).toEqual(PROMOTED);
    expect(promoted.headers.get("warning")).toContain(
      "Data stream [logs-a] does not have a matching index template. This will cause rollover to fail until a matching index template is created",
    );
    await here("PUT", "/_index_template/streams", TEMPLATE);
    expect(await here("POST", "/logs-a/_rollover")).toMatchObject({ rolled_over: true, old_index: indices[1] });
    expect(await streamOf(here, "logs-a")).toMatchObject({ replicated: false, generation: 3 });
    expect(await write(here, "logs-a", 4)).toMatchObject({ result: "created" });
    await write(lead, "logs-a", 5);
    await followed("own", [1, 2, 3, 4, 5]);
    for (const index of indices) expect(await unfollow(index)).toMatchObject(Array.from({ length: 4 }, () => PROMOTED));
    expect(await numbersIn(here, "logs-a")).toEqual([1, 2, 3, 4, 5]);

    await lead("POST", "/logs-a/_rollover");
    const third = (await indicesOf(lead, "logs-a"))[2] ?? "";
    await here("DELETE", `/${third}`);
    expect(await follow(third, {}, `${third}0`)).toMatchObject({
      status: 400,
      body: {
        error: {
          reason: `cannot follow backing index [${third}0], because local data stream [logs-a] is no longer marked as replicated`,
        },
      },
    });
  });

  test("a pattern of names renames the data stream, and its indices as such of that data stream", async () => {
    await here("PUT", "/_ccr/auto_follow/renamed", {
      remote_cluster: "leader",
      leader_index_patterns: ["other*"],
      leader_index_exclusion_patterns: [".ds-*", "other-secret"],
      follow_index_pattern: "{{leader_index}}-copy",
    });
    await write(lead, "other-secret", 1);
    await write(lead, "other-a", 1);
    await lead("POST", "/other-a/_rollover");
    await write(lead, "other-a", 2);
    await followed("other-a-copy", [1, 2]);
    const renamed = (await indicesOf(lead, "other-a")).map((name) => name.replace("other-a", "other-a-copy"));
    expect(await indicesOf(here, "other-a-copy")).toEqual(renamed);
    expect(await streamOf(here, "other-a")).toBeUndefined();
    expect(await streamOf(here, "other-secret-copy")).toBeUndefined();
    expect((await here("GET", "/_ccr/stats"))["auto_follow_stats"].recent_auto_follow_errors).toEqual([]);
    await here("DELETE", "/_ccr/auto_follow/renamed");

    const newest = renamed[1] ?? "";
    expect(await unfollow(newest)).toMatchObject(Array.from({ length: 4 }, () => PROMOTED));
    expect(await here("POST", "/_data_stream/_promote/other-a-copy")).toEqual(PROMOTED);
    expect(await write(here, "other-a-copy", 3)).toMatchObject({ _index: newest, result: "created" });
  });

  test("an index joins the data stream that a request names, older ones behind newer ones", async () => {
    await write(lead, "logs-b", 1);
    await lead("POST", "/logs-b/_rollover");
    await write(lead, "logs-b", 2);
    const [older = "", newer = ""] = await indicesOf(lead, "logs-b");
    const names = { data_stream_name: "logs-named" };
    const added = { follow_index_created: true, index_following_started: true };
    expect(await follow(newer, names)).toMatchObject({ status: 200, body: added });
    expect(await follow(older, names)).toMatchObject({ status: 200, body: added });
    await followed("logs-named", [1, 2]);
    expect(await indicesOf(here, "logs-named")).toEqual([older, newer]);
    expect(await streamOf(here, "logs-named")).toMatchObject({ generation: 2, replicated: true });
    await here("PUT", "/taken/_doc/1", {});
    expect(await follow(older, { data_stream_name: "taken" }, `${older}0`)).toMatchObject({ status: 500 });
    expect((await here("POST", "/taken/_count"))["count"]).toBeDefined();
    expect(await follow("logs-b", names)).toMatchObject({
      status: 400,
      body: { error: { reason: "cannot follow [logs-b], because it is a DATA_STREAM" } },
    });
    expect(await follow(older, { data_stream_name: " " })).toMatchObject({
      status: 400,
      body: { error: { reason: "Validation Failed: 1: data stream name must contain text if present;" } },
    });
  });

  test("none is promoted that is not there", async () => {
    expect(await here("POST", "/_data_stream/_promote/none")).toMatchObject({
      status: 404,
      error: { type: "resource_not_found_exception", reason: "data stream [none] does not exist" },
    });
  });
});
