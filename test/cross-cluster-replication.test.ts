import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSide, secured, type Side } from "./sides.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of answers, looked into deeply
type Body = Record<string, any>;

describe("cross-cluster replication", () => {
  let leader: Side;
  let follower: Side;
  const lead = async (method: string, path: string, body?: object): Promise<Body> =>
    (await leader.caller.call(method, path, body)).body as Body;
  const here = async (method: string, path: string, body?: object): Promise<Body> =>
    (await follower.caller.call(method, path, body)).body as Body;

  beforeAll(async () => {
    [leader, follower] = await Promise.all([openSide("leader"), openSide("follower")]);
    await here("PUT", "/_cluster/settings", { persistent: { "cluster.remote.leader.seeds": [leader.address] } });
  });
  afterAll(async () => {
    await Promise.all([leader.close(), follower.close()]);
  });

  /** Documents with their versions and places, in order. */
  async function digest(ask: typeof lead, index: string): Promise<unknown> {
    await ask("POST", `/${index}/_refresh`);
    const found = await ask("POST", `/${index}/_search`, {
      size: 1000,
      version: true,
      seq_no_primary_term: true,
      sort: [{ _doc: "asc" }],
    });
    const hits = found["hits"].hits as Body[];
    return hits
      .map(({ _id, _version, _seq_no, _primary_term, _source }) => ({ _id, _version, _seq_no, _primary_term, _source }))
      .sort((one, other) => (one._id < other._id ? -1 : 1));
  }

  async function caughtUp(leaderIndex: string, index: string): Promise<void> {
    for (let attempt = 0; attempt < 400; attempt++) {
      const one = (await lead("GET", `/${leaderIndex}/_stats?level=shards`))["indices"][leaderIndex].shards;
      const other = (await here("GET", `/${index}/_stats?level=shards`))["indices"]?.[index]?.shards ?? {};
      const seqNos = (shards: Body): unknown[] => Object.values(shards).map((copies) => copies[0].seq_no.max_seq_no);
      if (JSON.stringify(seqNos(one)) === JSON.stringify(seqNos(other))) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`[${index}] did not catch up: ${JSON.stringify(await here("GET", `/${index}/_ccr/stats`))}`);
  }

  async function bulk(index: string, from: number, count: number): Promise<void> {
    for (let id = from; id < from + count; id++)
      if (id % 11 === 10) await lead("DELETE", `/${index}/_doc/${(id * 7) % 30}`);
      else
        await lead("PUT", `/${index}/_doc/${(id * 7) % 30}`, { n: id, word: `word ${id}`, [`field_${id % 3}`]: "x" });
  }

  test("an index follows another one from its files on, and becomes an ordinary one", async () => {
    await lead("PUT", "/books", { settings: { number_of_shards: 2 }, aliases: { library: {} } });
    await bulk("books", 0, 40);
    await lead("POST", "/books/_flush");
    await bulk("books", 40, 10);
    const made = await here("PUT", "/copy/_ccr/follow?wait_for_active_shards=1", {
      remote_cluster: "leader",
      leader_index: "books",
      settings: { "index.number_of_replicas": 0 },
      max_read_request_operation_count: 7,
      max_write_request_operation_count: 3,
    });
    expect(made).toEqual({
      follow_index_created: true,
      follow_index_shards_acked: true,
      index_following_started: true,
    });
    await bulk("books", 50, 40);
    await lead("PUT", "/books/_mapping", { properties: { late: { type: "keyword" } } });
    await lead("PUT", "/books/_alias/second", {});
    await bulk("books", 90, 20);
    await caughtUp("books", "copy");
    expect(await digest(here, "copy")).toEqual(await digest(lead, "books"));
    const mapping = (await here("GET", "/copy/_mapping"))["copy"].mappings;
    expect(mapping).toEqual((await lead("GET", "/books/_mapping"))["books"].mappings);
    expect(Object.keys((await here("GET", "/copy/_alias"))["copy"].aliases).sort()).toEqual(["library", "second"]);
    expect(await follower.caller.call("PUT", "/copy/_doc/1", { n: 1 })).toMatchObject({
      status: 403,
      body: {
        error: {
          type: "status_exception",
          reason: "a following engine does not accept operations without an assigned sequence number",
        },
      },
    });
    expect(await follower.caller.call("PUT", "/copy/_mapping", { properties: {} })).toMatchObject({
      status: 403,
      body: { error: { type: "status_exception" } },
    });
    const aliases = { actions: [{ add: { index: "copy", alias: "own" } }] };
    for (const [method, path, body] of [
      ["PUT", "/copy/_alias/own", {}],
      ["DELETE", "/copy/_alias/library", undefined],
      ["POST", "/_aliases", aliases],
    ] as const)
      expect(await follower.caller.call(method, path, body)).toMatchObject({
        status: 403,
        body: {
          error: {
            type: "status_exception",
            reason:
              "can't modify aliases on indices [copy]; aliases of following indices are self-replicated from their leader indices",
          },
        },
      });
    const [{ tasks }] = Object.values((await here("GET", "/_tasks?actions=xpack/ccr/*&detailed"))["nodes"]) as [Body];
    expect(Object.values(tasks)).toMatchObject([
      { action: "xpack/ccr/shard_follow_task[c]", type: "persistent", status: { follower_index: "copy", shard_id: 0 } },
      { description: expect.stringMatching(/^id=.*-1$/), cancellable: true, status: { shard_id: 1 } },
    ]);
    const leases = (await lead("GET", "/books/_stats?level=shards"))["indices"].books.shards["0"][0].retention_leases;
    expect(leases.leases).toMatchObject([{ source: "ccr", id: expect.stringContaining("-following-leader/books/") }]);
    expect(await here("GET", "/copy/_ccr/info")).toMatchObject({
      follower_indices: [
        {
          follower_index: "copy",
          remote_cluster: "leader",
          leader_index: "books",
          status: "active",
          parameters: {
            max_read_request_operation_count: 7,
            max_write_request_operation_count: 3,
            max_outstanding_read_requests: 12,
            max_outstanding_write_requests: 9,
            max_read_request_size: "32mb",
            max_write_request_size: "9223372036854775807b",
            max_write_buffer_count: 2147483647,
            max_write_buffer_size: "512mb",
            max_retry_delay: "500ms",
            read_poll_timeout: "1m",
          },
        },
      ],
    });
    const shown = await here("GET", "/copy/_ccr/stats");
    const shard = shown["indices"][0].shards[0];
    expect(shown["indices"][0].total_global_checkpoint_lag).toBe(0);
    expect(shard).toMatchObject({ leader_index: "books", follower_index: "copy", read_exceptions: [] });
    expect(shard.follower_global_checkpoint).toBe(shard.leader_global_checkpoint);
    expect(shard.operations_written).toBe(shard.operations_read);
    expect(shard.successful_write_requests).toBeGreaterThanOrEqual(shard.operations_written / 3);
    expect((await here("GET", "/_ccr/stats"))["follow_stats"].indices.length).toBe(1);

    const refused = async (path: string): Promise<unknown> => (await here("POST", path))["error"]?.reason;
    expect(await refused("/copy/_ccr/unfollow")).toBe(
      "cannot convert the follower index [copy] to a non-follower, because it has not been closed",
    );
    expect(await here("POST", "/copy/_ccr/pause_follow")).toEqual({ acknowledged: true });
    expect(await refused("/copy/_ccr/pause_follow")).toBe("no shard follow tasks for [copy]");
    await bulk("books", 110, 10);
    await expect.poll(async () => (await here("GET", "/_tasks?actions=xpack/ccr/*"))["nodes"]).toEqual({});
    const limit = "index.mapping.total_fields.limit";
    await lead("PUT", "/books/_settings", { [limit]: 500 });
    expect(await refused("/copy/_ccr/resume_follow")).toBe(
      'the leader index settings [{"index.mapping.total_fields.limit":"500","index.number_of_shards":"2"}] and follower index settings [{"index.number_of_shards":"2"}] must be identical',
    );
    await lead("PUT", "/books/_settings", { [limit]: null });
    expect(await here("POST", "/copy/_ccr/resume_follow", {})).toEqual({ acknowledged: true });
    expect(await refused("/copy/_ccr/resume_follow")).toContain("already exist");
    await caughtUp("books", "copy");
    expect(await digest(here, "copy")).toEqual(await digest(lead, "books"));
    await here("POST", "/copy/_close");
    expect(await refused("/copy/_ccr/unfollow")).toBe(
      "cannot convert the follower index [copy] to a non-follower, because it has not been paused",
    );
    await here("POST", "/copy/_ccr/pause_follow");
    expect(await here("POST", "/copy/_ccr/unfollow")).toEqual({ acknowledged: true });
    await here("POST", "/copy/_open");
    expect((await follower.caller.call("PUT", "/copy/_doc/own", { n: 1 })).status).toBe(201);
    const after = (await lead("GET", "/books/_stats?level=shards"))["indices"].books.shards["0"][0].retention_leases;
    expect(after.leases).toEqual([]);
  });

  test("indices that appear are followed by patterns, and exclusions win", async () => {
    await lead("PUT", "/logs-old");
    expect(
      await here("PUT", "/_ccr/auto_follow/logs", {
        remote_cluster: "leader",
        leader_index_patterns: ["logs-*"],
        leader_index_exclusion_patterns: ["logs-secret*"],
        follow_index_pattern: "copy-of-{{leader_index}}",
        max_outstanding_read_requests: 2,
      }),
    ).toEqual({ acknowledged: true });
    expect(await here("GET", "/_ccr/auto_follow/logs")).toEqual({
      patterns: [
        {
          name: "logs",
          pattern: {
            active: true,
            remote_cluster: "leader",
            leader_index_patterns: ["logs-*"],
            leader_index_exclusion_patterns: ["logs-secret*"],
            follow_index_pattern: "copy-of-{{leader_index}}",
            max_outstanding_read_requests: 2,
          },
        },
      ],
    });
    await lead("PUT", "/logs-secret-1");
    await lead("PUT", "/logs-new/_doc/1", { n: 1 });
    await caughtUp("logs-new", "copy-of-logs-new");
    expect(await digest(here, "copy-of-logs-new")).toEqual(await digest(lead, "logs-new"));
    expect((await follower.caller.call("HEAD", "/copy-of-logs-secret-1")).status).toBe(404);
    expect((await follower.caller.call("HEAD", "/copy-of-logs-old")).status).toBe(404);
    expect(await here("GET", "/_ccr/stats")).toMatchObject({
      auto_follow_stats: {
        number_of_successful_follow_indices: 1,
        recent_auto_follow_errors: [],
        auto_followed_clusters: [{ cluster_name: "leader" }],
      },
    });
    await here("POST", "/_ccr/auto_follow/logs/pause");
    expect((await here("GET", "/_ccr/auto_follow/logs"))["patterns"][0].pattern.active).toBe(false);
    await here("POST", "/_ccr/auto_follow/logs/resume");
    expect(await here("DELETE", "/_ccr/auto_follow/logs")).toEqual({ acknowledged: true });
  });

  test.each([
    ["PUT", "/x/_ccr/follow", { remote_cluster: "none", leader_index: "books" }, 404, "no such remote cluster: [none]"],
    ["PUT", "/x/_ccr/follow", { remote_cluster: "leader", leader_index: "none" }, 404, "no such index [none]"],
    [
      "PUT",
      "/x/_ccr/follow",
      { remote_cluster: "leader", leader_index: "library" },
      400,
      "cannot follow [library], because it is a ALIAS",
    ],
    [
      "PUT",
      "/x/_ccr/follow",
      { max_read_request_size: "0b" },
      400,
      "Validation Failed: 1: max_read_request_size must be larger than 0;2: remote_cluster is missing;3: leader_index is missing;",
    ],
    [
      "PUT",
      "/x/_ccr/follow",
      { remote_cluster: "leader", leader_index: "books", settings: { "index.number_of_shards": 3 } },
      400,
      'can not put follower index that could override leader settings {"index.number_of_shards":"3"}',
    ],
    [
      "PUT",
      "/x/_ccr/follow",
      { remote_cluster: "leader", leader_index: "books", settings: { "index.nothing": 3 } },
      400,
      "unknown setting [index.nothing]",
    ],
    ["POST", "/books2/_ccr/pause_follow", undefined, 404, "no such index [books2]"],
    ["GET", "/nothing/_ccr/stats", undefined, 404, "No shard follow tasks for follower indices [nothing]"],
    ["GET", "/_ccr/auto_follow/none", undefined, 404, "auto-follow pattern [none] is missing"],
    ["DELETE", "/_ccr/auto_follow/none", undefined, 404, "auto-follow pattern [none] is missing"],
    ["POST", "/_ccr/auto_follow/none/pause", undefined, 404, "auto-follow pattern [none] is missing"],
    [
      "PUT",
      "/_ccr/auto_follow/_a",
      { max_retry_delay: "6m" },
      400,
      "Validation Failed: 1: [max_retry_delay] must be less than [5m] but was [6m];2: [name] name must not start with '_';3: [remote_cluster] is missing;4: [leader_index_patterns] is missing;",
    ],
  ] as const)("%s %s %j is refused", async (method, path, body, status, reason) => {
    const answer = await follower.caller.call(method, path, body);
    expect([answer.status, (answer.body as Body)["error"]?.reason]).toEqual([status, reason]);
  });

  test("a follower that is not known any more is forgotten", async () => {
    await here("PUT", "/forgotten/_ccr/follow", { remote_cluster: "leader", leader_index: "books" });
    await caughtUp("books", "forgotten");
    const { uuid } = (await here("GET", "/forgotten/_stats"))["indices"].forgotten;
    await here("POST", "/forgotten/_ccr/pause_follow");
    const body = {
      follower_cluster: "follower",
      follower_index: "forgotten",
      follower_index_uuid: uuid,
      leader_remote_cluster: "leader",
    };
    expect(await lead("POST", "/books/_ccr/forget_follower", body)).toEqual({
      _shards: { total: 2, successful: 2, failed: 0 },
    });
    expect(await lead("POST", "/books/_ccr/forget_follower", body)).toMatchObject({ _shards: { failed: 2 } });
  });
});

test("a key for replication opens the indices that it names, and no others", async () => {
  const there = await openSide("there", secured);
  const made = await there.caller.call("POST", "/_security/cross_cluster/api_key", {
    name: "replication",
    access: { replication: [{ names: ["open-*"] }] },
  });
  const key = (made.body as Body)["encoded"] as string;
  const here = await openSide("here", { remoteClusters: { credentials: { there: key }, verification: "off" } });
  try {
    await here.caller.call("PUT", "/_cluster/settings", {
      persistent: { "cluster.remote.there.seeds": [there.address] },
    });
    await there.caller.call("PUT", "/open-1/_doc/1?refresh=true", { n: 1 });
    await there.caller.call("PUT", "/secret/_doc/1", { n: 1 });
    const follow = (leader: string): Promise<{ status: number; body: unknown }> =>
      here.caller.call("PUT", `/${leader}/_ccr/follow?wait_for_active_shards=1`, {
        remote_cluster: "there",
        leader_index: leader,
      });
    expect(await follow("secret")).toMatchObject({ status: 403, body: { error: { type: "security_exception" } } });
    expect(await follow("open-1")).toMatchObject({ status: 200 });
    await there.caller.call("PUT", "/open-1/_doc/2", { n: 2 });
    for (let attempt = 0; ; attempt++) {
      const got = await here.caller.call("GET", "/open-1/_doc/2");
      if (got.status === 200) break;
      if (attempt > 200) throw new Error(JSON.stringify((await here.caller.call("GET", "/_ccr/stats")).body));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  } finally {
    await here.close();
    await there.close();
  }
});
