/** What tools ask to know which product this is, how it is, and why: as 8.19 with a basic license answers. */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

describe("the product", () => {
  let server: ServerProcess;
  const answer = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { status, body: answered } = await server.call(method, path, body);
    return status === 200 ? answered : [status, answered.error?.type, answered.error?.reason ?? answered];
  };
  const invalid = (reason: string): unknown => [400, "illegal_argument_exception", reason];
  beforeAll(async () => {
    server = await startServer();
    await server.call("PUT", "/copied", { settings: { number_of_replicas: 1 } });
    await server.call("PUT", "/single", { settings: { number_of_replicas: 0 } });
    return async () => void (await server.stop());
  });

  test("has a basic license, and no other", async () => {
    expect(await answer("GET", "/_license")).toEqual({
      license: {
        status: "active",
        uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        type: "basic",
        issue_date: expect.stringMatching(/Z$/),
        issue_date_in_millis: expect.any(Number),
        max_nodes: 1000,
        max_resource_units: null,
        issued_to: expect.any(String),
        issuer: "elasticsearch",
        start_date_in_millis: -1,
      },
    });
    expect(await answer("GET", "/_license/basic_status")).toEqual({ eligible_to_start_basic: false });
    expect(await answer("GET", "/_license/trial_status")).toEqual({ eligible_to_start_trial: false });
    expect(await answer("DELETE", "/_license")).toEqual({ acknowledged: true });
    expect(await answer("POST", "/_license/start_basic?acknowledge=true")).toEqual([
      403,
      undefined,
      {
        acknowledged: true,
        basic_was_started: false,
        error_message: "Operation failed: Current license is basic.",
      },
    ]);
    expect((await server.call("POST", "/_license/start_trial?acknowledge=true")).body.trial_was_started).toBe(false);
    expect((await server.call("GET", "/_xpack?categories=license&human=false")).body).toEqual({
      license: { uid: expect.any(String), type: "basic", mode: "basic", status: "active" },
    });
    const { features, tagline } = (await server.call("GET", "/_xpack")).body;
    expect([features.security, features.data_streams.enabled, features.watcher, tagline]).toEqual([
      { available: true, enabled: false },
      true,
      { available: false, enabled: false },
      "You know, for X",
    ]);
  });

  test("has no dangling indices, and no keystore", async () => {
    expect(await answer("GET", "/_dangling")).toMatchObject({ dangling_indices: [], _nodes: { total: 1 } });
    for (const method of ["POST", "DELETE"])
      expect(await answer(method, "/_dangling/abc?accept_data_loss=true")).toEqual(
        invalid("No dangling index found for UUID [abc]"),
      );
    const reloaded = async (body?: unknown): Promise<unknown> => {
      const { nodes } = (await server.call("POST", "/_nodes/reload_secure_settings", body)).body;
      return Object.values(nodes as Record<string, { reload_exception?: unknown }>)[0]?.reload_exception;
    };
    expect(await reloaded()).toBeUndefined();
    expect(await reloaded({ secure_settings_password: "x" })).toEqual({
      type: "security_exception",
      reason: "Provided keystore password was incorrect",
    });
  });

  test("explains where copies of shards are, and what the others wait for", async () => {
    const path = "/_cluster/allocation/explain";
    expect(await answer("GET", path)).toMatchObject({
      note: expect.stringMatching(/^No shard was specified/),
      index: "copied",
      shard: 0,
      primary: false,
      current_state: "unassigned",
      unassigned_info: { reason: "INDEX_CREATED", last_allocation_status: "no_attempt" },
      can_allocate: "no",
      node_allocation_decisions: [
        {
          node_decision: "no",
          deciders: [
            {
              decider: "same_shard",
              explanation: expect.stringMatching(
                /^a copy of this shard is already allocated to this node \[\[copied\]/,
              ),
            },
          ],
        },
      ],
    });
    const replica = { index: "copied", shard: 0, primary: false };
    const all = (await server.call("POST", `${path}?include_yes_decisions=true`, replica)).body;
    expect(all.note).toBeUndefined();
    expect(all.node_allocation_decisions[0].deciders.map((each: { decision: string }) => each.decision)).toEqual([
      "YES",
      "YES",
      "YES",
      "YES",
      "NO",
      "YES",
      "YES",
    ]);
    expect(await answer("POST", path, { ...replica, primary: true })).toMatchObject({
      current_state: "started",
      can_remain_on_current_node: "yes",
      can_rebalance_cluster: "no",
      can_rebalance_cluster_decisions: [{ decider: "rebalance_only_when_active" }],
    });
    expect(await answer("GET", `${path}?include_disk_info=true&index=single&shard=0&primary=true`)).toMatchObject({
      can_rebalance_cluster: "yes",
      can_rebalance_to_other_node: "no",
      cluster_info: { nodes: expect.any(Object) },
    });
    expect(await answer("POST", path, { index: "copied" })).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: shard must be specified;2: primary must be specified;",
    ]);
    expect(await answer("POST", path, { ...replica, shard: 5 })).toEqual([
      404,
      "shard_not_found_exception",
      "no such shard",
    ]);
    expect(await answer("POST", path, { ...replica, current_node: "nope" })).toEqual(
      invalid("failed to resolve [nope], no matching nodes"),
    );
    expect(await answer("POST", path, { ...replica, index: "none" })).toEqual([
      404,
      "index_not_found_exception",
      "no such index [none]",
    ]);
    expect(await answer("POST", path, { foo: 1 })).toEqual([
      400,
      "x_content_parse_exception",
      "[1:2] [cluster/allocation/explain] unknown field [foo]",
    ]);
  });

  test("reports its health part by part", async () => {
    const report = (await server.call("GET", "/_health_report")).body;
    expect(report.indicators.shards_availability).toMatchObject({
      status: "yellow",
      symptom: "This cluster has 1 unavailable replica shard.",
      details: { started_primaries: 2, unassigned_replicas: 1 },
      impacts: [{ severity: 2, description: expect.stringMatching(/on 1 index \[copied\]\.$/) }],
      diagnosis: [{ affected_resources: { indices: ["copied"] } }],
    });
    expect(report.indicators.shards_capacity.details.data.max_shards_in_cluster).toBe(1000);
    expect(["yellow", "red"]).toContain(report.status);
    const some = (await server.call("GET", "/_health_report/master_is_stable?verbose=false")).body;
    expect([Object.keys(some), some.indicators]).toEqual([
      ["cluster_name", "indicators"],
      { master_is_stable: { status: "green", symptom: "The cluster has a stable master node" } },
    ]);
    const few = await server.call("GET", "/_health_report/shards_availability?size=0");
    expect(few.body.indicators.shards_availability.diagnosis[0].affected_resources.indices).toEqual([]);
    expect(await answer("GET", "/_health_report/foo")).toEqual([
      404,
      "resource_not_found_exception",
      "Did not find indicator foo",
    ]);
    expect(await answer("GET", "/_health_report?size=-1")).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: The size parameter must be a positive integer;",
    ]);
    await server.call("PUT", "/_cluster/settings", { transient: { "cluster.max_shards_per_node": 4 } });
    const full = (await server.call("GET", "/_health_report/shards_capacity")).body.indicators.shards_capacity;
    expect([full.status, full.details.data]).toEqual(["red", { max_shards_in_cluster: 4, current_used_shards: 3 }]);
    await server.call("PUT", "/_cluster/settings", { transient: { "cluster.max_shards_per_node": null } });
  });
});
