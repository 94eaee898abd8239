/** Policies of snapshots: what is kept, shown and refused, and what they make and remove by themselves. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { snapshotRequest } from "../src/api/requests/snapshot-request.ts";
import { updatePolicy } from "../src/snapshots/lifecycle/lifecycle-state.ts";
import { SnapshotHistory } from "../src/snapshots/lifecycle/snapshot-history.ts";
import { SnapshotLifecycles } from "../src/snapshots/lifecycle/snapshot-lifecycles.ts";
import { notificationOptions } from "../src/server/open-options.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";
import { temporaryFolder } from "./server-process.ts";

const HOUR = 3_600_000;
const folder = temporaryFolder();
const logged: string[] = [];
/** The time by which policies are due. */
let now = Date.parse("2026-11-23T12:00:00Z");
let engine: Engine;
let call: Caller["call"];
let told: Caller["told"];
let lifecycles: SnapshotLifecycles;

beforeAll(async () => {
  const log = (level: string, message: string): void => void logged.push(`${level} ${message}`);
  engine = await openEngine({ ...inMemory, runsTasks: false, repositoryFolders: [folder], log });
  ({ call, told } = callerOf(engine));
  lifecycles = lifecyclesNow();
  await call("PUT", "/_snapshot/r", { type: "fs", settings: { location: "r" } });
  await call("PUT", "/slm-1/_doc/1?refresh=true", { a: 1 });
});
afterAll(() => engine.close());

function lifecyclesNow(): SnapshotLifecycles {
  const { cluster, documents, snapshots, tasks } = engine.node;
  const log = (level: string, message: string): void => void logged.push(`${level} ${message}`);
  return new SnapshotLifecycles({
    cluster,
    snapshots,
    begin: (source, wanted) => snapshots.create(source, snapshotRequest(engine.node, wanted)),
    history: new SnapshotHistory({ cluster, documents, log }),
    tasks,
    clock: { now: () => now, monotonicMs: () => now },
    log,
  });
}

/** Runs what is due when the clock says so. */
async function tickAt(ms: number): Promise<void> {
  now = ms;
  await lifecycles.tick(new AbortController().signal);
  await lifecycles.settled();
}

async function snapshotsOf(policy: string): Promise<string[]> {
  const { body } = await call("GET", `/_snapshot/r/_all?slm_policy_filter=${policy}`);
  return body.snapshots.map(({ snapshot }: { snapshot: string }) => snapshot);
}

const DAILY = {
  schedule: "0 30 1 * * ?",
  name: "<daily-{now/d{uuuu}}>",
  repository: "r",
  config: { indices: ["slm-*"], include_global_state: false, metadata: { by: "me" } },
  retention: { expire_after: "30d", min_count: 1, max_count: 2 },
};
const NO_COUNTS = { snapshots_taken: 0, snapshots_failed: 0, snapshots_deleted: 0, snapshot_deletion_failures: 0 };

test("a policy is put, shown, changed, and forgotten", async () => {
  expect(await told("GET", "/_slm/policy")).toEqual([200, {}]);
  expect(await told("GET", "/_slm/policy/none")).toEqual([
    404,
    "resource_not_found_exception",
    "snapshot lifecycle policy or policies [none] not found, no policies are configured",
  ]);
  expect(await told("PUT", "/_slm/policy/shown", DAILY)).toEqual([200, { acknowledged: true }]);
  const { body } = await call("GET", "/_slm/policy/shown,none?human=true");
  const { modified_date_millis: modifiedMs, next_execution_millis: nextMs } = body.shown;
  expect(body).toEqual({
    shown: {
      version: 1,
      modified_date: new Date(modifiedMs).toISOString(),
      modified_date_millis: modifiedMs,
      policy: DAILY,
      next_execution: new Date(nextMs).toISOString(),
      next_execution_millis: nextMs,
      stats: { policy: "shown", ...NO_COUNTS },
    },
  });
  expect(new Date(nextMs).toISOString()).toContain("T01:30:00.000Z");
  await call("PUT", "/_slm/policy/shown", { ...DAILY, schedule: "1h" });
  const { shown } = (await call("GET", "/_slm/policy")).body;
  expect([shown.version, shown.policy.schedule]).toEqual([2, "1h"]);
  expect(shown.next_execution_millis - shown.modified_date_millis).toBe(HOUR);
  expect(await told("GET", "/_slm/policy/none")).toEqual([
    404,
    "resource_not_found_exception",
    "snapshot lifecycle policy or policies [none] not found",
  ]);
  expect(await told("DELETE", "/_slm/policy/shown")).toEqual([200, { acknowledged: true }]);
  expect(await told("DELETE", "/_slm/policy/shown")).toEqual([
    404,
    "resource_not_found_exception",
    "snapshot lifecycle policy not found: shown",
  ]);
});

const FORBIDDEN = "[' ','\"','*',',','/','<','>','?','\\','|']";
const validation = (...faults: string[]): unknown[] => [
  400,
  "action_request_validation_exception",
  `Validation Failed: ${faults.map((fault, at) => `${at + 1}: ${fault};`).join("")}`,
];

test.each<[string, object | undefined, unknown[]]>([
  ["p", undefined, [400, "parse_exception", "request body is required"]],
  ["p", {}, [400, "illegal_argument_exception", "Required [name, schedule, repository]"]],
  ["p", { ...DAILY, x: 1 }, [400, "x_content_parse_exception", "[1:222] [snapshot_lifecycle] unknown field [x]"]],
  [
    "p",
    { ...DAILY, retention: { min_count: 3, max_count: 2 } },
    [400, "x_content_parse_exception", "[1:1] [snapshot_lifecycle] failed to parse field [retention]"],
  ],
  [
    "a,b",
    { ...DAILY, name: "<my, snapshot-{now/M}>", schedule: "* * * * * L", repository: "  " },
    validation(
      `invalid policy id [a,b]: must not contain the following characters ${FORBIDDEN}`,
      `invalid snapshot name [<my, snapshot-{now/M}>]: must not contain contain the following characters ${FORBIDDEN}`,
      "invalid schedule [* * * * * L]: must be a valid cron expression or time unit",
      "invalid repository name [  ]: cannot be empty",
    ),
  ],
  [
    "_p",
    { ...DAILY, name: "mySnap", schedule: " " },
    validation(
      "invalid policy id [_p]: must not start with '_'",
      "invalid snapshot name [mySnap]: must be lowercase",
      "invalid schedule [ ]: must not be empty",
    ),
  ],
  [
    "p",
    { ...DAILY, schedule: "0s", config: { metadata: { policy: "x" } } },
    validation(
      "invalid schedule [0s]: time unit must be at least 1 millisecond",
      "invalid configuration.metadata: field name [policy] is reserved and will be added automatically",
    ),
  ],
  [
    "p",
    { ...DAILY, config: { metadata: { a: "x".repeat(1100) } } },
    validation("invalid configuration.metadata: must be smaller than [1011] bytes, but is [1108] bytes"),
  ],
  ["p", { ...DAILY, repository: "none" }, [400, "illegal_argument_exception", "no such repository [none]"]],
  [
    "p",
    { ...DAILY, schedule: "0 0/14 * * * ?" },
    [
      400,
      "illegal_argument_exception",
      "invalid schedule [0 0/14 * * * ?]: schedule would be too frequent, executing more than every [15m]",
    ],
  ],
])("the policy %s of %j is refused", async (id, body, expected) => {
  expect(await told("PUT", `/_slm/policy/${encodeURIComponent(id)}`, body)).toEqual(expected);
});

test("a policy makes snapshots when it is due, by cron and by interval, and keeps as many as it says", async () => {
  await tickAt(now);
  await call("PUT", "/_slm/policy/due", DAILY);
  // As if it had been put when this clock begins.
  const began = now;
  await engine.node.cluster.apply(
    "server",
    updatePolicy("due", (policy) => ({ ...policy, modifiedMs: began })),
  );
  await tickAt(Date.parse("2026-11-24T01:29:59Z"));
  expect(await snapshotsOf("due")).toEqual([]);
  await tickAt(Date.parse("2026-11-24T01:30:04Z"));
  await tickAt(Date.parse("2026-11-24T01:30:09Z"));
  const [first = ""] = await snapshotsOf("due");
  expect(await snapshotsOf("due")).toEqual([first]);
  expect(first).toMatch(/^daily-2026-[\w-]{22}$/);
  const { body } = await call("GET", `/_snapshot/r/${first}`);
  expect(body.snapshots[0]).toMatchObject({
    indices: ["slm-1"],
    include_global_state: false,
    metadata: { by: "me", policy: "due" },
  });
  await tickAt(Date.parse("2026-11-25T01:30:00Z"));
  await tickAt(Date.parse("2026-11-26T01:30:00Z"));
  // The retention has run at 1:30, beside the last snapshot.
  expect((await snapshotsOf("due")).length).toBeGreaterThanOrEqual(2);
  lifecycles.retain();
  await lifecycles.settled();
  expect(await snapshotsOf("due")).toHaveLength(2);
  expect(await snapshotsOf("due")).not.toContain(first);
  const { due } = (await call("GET", "/_slm/policy/due")).body;
  expect(due.stats).toEqual({ policy: "due", ...NO_COUNTS, snapshots_taken: 3, snapshots_deleted: 1 });
  expect(due.last_success.time).toBe(Date.parse("2026-11-26T01:30:00Z"));
  const { body: stats } = await call("GET", "/_slm/stats");
  expect(stats).toMatchObject({
    retention_failed: 0,
    retention_timed_out: 0,
    total_snapshots_taken: 3,
    total_snapshots_failed: 0,
    total_snapshots_deleted: 1,
    policy_stats: [due.stats],
  });
  expect(stats.retention_runs).toBeGreaterThanOrEqual(1);
  await call("DELETE", "/_slm/policy/due");
});

test("what policies did stands in a hidden data stream", async () => {
  await call("PUT", "/_slm/policy/told", DAILY);
  const { body } = await call("PUT", "/_slm/policy/told/_execute");
  await lifecycles.settled();
  await engine.node.lifecycles.settled();
  await call("POST", "/.slm-history-7/_refresh");
  const found = await call("POST", "/.slm-history-7/_search", {
    query: { term: { policy: "due" } },
    sort: ["@timestamp"],
    _source: ["operation", "success", "error_details"],
  });
  const made = { operation: "CREATE", success: true, error_details: null };
  expect(found.body.hits.hits.map(({ _source }: { _source: unknown }) => _source)).toEqual(
    expect.arrayContaining([made, made, made, { ...made, operation: "DELETE" }]),
  );
  const last = await call("POST", "/.slm-history-7/_search", { query: { term: { policy: "told" } } });
  expect(last.body.hits.hits[0]._source).toMatchObject({
    repository: "r",
    snapshot_name: body.snapshot_name,
    configuration: { indices: ["slm-*"], include_global_state: false },
  });
  const [stream] = (await call("GET", "/_data_stream/.slm-history-7?expand_wildcards=all")).body.data_streams;
  expect(stream).toMatchObject({ name: ".slm-history-7", hidden: true, template: ".slm-history-7" });
  expect((await call("GET", "/_cat/indices?h=index")).body).not.toContain("slm-history");
  await call("DELETE", "/_slm/policy/told");
});

test("what is stopped does nothing by itself, and what is asked for now", async () => {
  expect(await told("GET", "/_slm/status")).toEqual([200, { operation_mode: "RUNNING" }]);
  await call("PUT", "/_slm/policy/asked", { ...DAILY, schedule: "1h" });
  await call("POST", "/_slm/stop");
  expect(await told("GET", "/_slm/status")).toEqual([200, { operation_mode: "STOPPED" }]);
  await tickAt(now + 24 * HOUR);
  expect(await snapshotsOf("asked")).toEqual([]);
  const { body } = await call("PUT", "/_slm/policy/asked/_execute");
  await engine.node.lifecycles.settled();
  expect(await snapshotsOf("asked")).toEqual([body.snapshot_name]);
  expect(await told("POST", "/_slm/_execute_retention")).toEqual([200, { acknowledged: true }]);
  await engine.node.lifecycles.settled();
  expect(await snapshotsOf("asked")).toHaveLength(1);
  await call("POST", "/_slm/start");
  await tickAt(now + HOUR);
  expect(await snapshotsOf("asked")).toHaveLength(2);
  expect(await told("PUT", "/_slm/policy/none/_execute")).toEqual([
    400,
    "illegal_argument_exception",
    "no such snapshot lifecycle policy [none]",
  ]);
  await call("DELETE", "/_slm/policy/asked");
});

test("a failure is kept with its reason, and what an earlier process left is told from what it made", async () => {
  await call("PUT", "/_slm/policy/fails", { ...DAILY, config: { indices: "none" } });
  const { snapshot_name: name } = (await call("PUT", "/_slm/policy/fails/_execute")).body;
  await engine.node.lifecycles.settled();
  const { fails } = (await call("GET", "/_slm/policy/fails")).body;
  expect(fails.stats.snapshots_failed).toBe(1);
  expect(fails.last_failure.snapshot_name).toBe(name);
  expect(JSON.parse(fails.last_failure.details)).toMatchObject({
    type: "index_not_found_exception",
    reason: "no such index [none]",
  });
  await call("PUT", "/_snapshot/r/made?wait_for_completion=true", { indices: "slm-1" });
  for (const [snapshot, expected] of [
    ["made", { taken: 1, failed: 1 }],
    ["lost", { taken: 1, failed: 2 }],
  ] as const) {
    await engine.node.cluster.apply(
      "server",
      updatePolicy("fails", (policy) => ({ ...policy, running: { snapshot, startMs: now } })),
    );
    lifecycles = lifecyclesNow();
    await tickAt(now);
    const { stats, last_failure: failure } = (await call("GET", "/_slm/policy/fails")).body.fails;
    expect([stats.snapshots_taken, stats.snapshots_failed]).toEqual([expected.taken, expected.failed]);
    if (snapshot === "lost") expect(failure.details).toContain("the server stopped while it was being made");
  }
  await call("DELETE", "/_slm/policy/fails");
});

test("a policy does what its maker could do when it was put, whatever becomes of them", async () => {
  const secured = await openEngine({
    ...inMemory,
    security: {
      enabled: true,
      adminUser: "admin",
      adminPassword: "an-administrators-password",
      adminToken: undefined,
      secretKeyFile: undefined,
      identityPasswords: true,
      eventRetentionDays: 1,
      notifications: notificationOptions({}),
    },
    log: () => undefined,
    runsTasks: false,
    repositoryFolders: [folder],
  });
  try {
    const basic = (user: string): object => ({ authorization: `Basic ${btoa(`${user}:an-administrators-password`)}` });
    const admin = callerOf(secured, basic("admin"));
    const maker = callerOf(secured, basic("maker"));
    const roles = { manage: ["manage_slm"], all: ["manage_slm", "create_snapshot"] };
    for (const [role, cluster] of Object.entries(roles))
      await admin.call("PUT", `/_security/role/slm-${role}`, { cluster });
    const user = { password: "an-administrators-password", roles: ["slm-manage"] };
    expect((await admin.call("PUT", "/_security/user/maker", user)).status).toBe(200);
    await admin.call("PUT", "/_snapshot/s", { type: "fs", settings: { location: "secured" } });
    const policy = { ...DAILY, repository: "s", config: {}, retention: { max_count: 1 } };
    const failed = async (by: typeof admin): Promise<number> => {
      expect((await by.call("PUT", "/_slm/policy/p", policy)).status).toBe(200);
      await admin.call("PUT", "/_slm/policy/p/_execute");
      await secured.node.lifecycles.settled();
      const { p } = (await admin.call("GET", "/_slm/policy/p")).body;
      return p.stats.snapshots_failed;
    };
    expect(await failed(maker)).toBe(1);
    const { details } = (await admin.call("GET", "/_slm/policy/p")).body.p.last_failure;
    expect(JSON.parse(details)).toMatchObject({
      type: "security_exception",
      reason: expect.stringContaining("action [cluster:admin/snapshot/create] is unauthorized for user [maker]"),
    });
    await admin.call("PUT", "/_security/user/maker", { ...user, roles: ["slm-all"] });
    // It still has the rights of the time when it was put.
    await admin.call("PUT", "/_slm/policy/p/_execute");
    await secured.node.lifecycles.settled();
    expect((await admin.call("GET", "/_slm/policy/p")).body.p.stats.snapshots_failed).toBe(2);
    expect(await failed(maker)).toBe(2);
    await admin.call("DELETE", "/_security/user/maker");
    await admin.call("PUT", "/_slm/policy/p/_execute");
    await secured.node.lifecycles.settled();
    // Removing asks for more than the maker had.
    await admin.call("POST", "/_slm/_execute_retention");
    await secured.node.lifecycles.settled();
    const { stats } = (await admin.call("GET", "/_slm/policy/p")).body.p;
    expect(stats).toEqual({
      policy: "p",
      snapshots_taken: 2,
      snapshots_failed: 2,
      snapshots_deleted: 0,
      snapshot_deletion_failures: 1,
    });
    const { body } = await admin.call("GET", "/api/v2beta/events/events/?context_model_name=snapshot");
    expect(JSON.stringify(body)).toContain('"username":"maker"');
  } finally {
    await secured.close();
  }
});
