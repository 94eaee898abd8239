import { expect, test } from "vitest";
import { createDataStream } from "../cluster/changes/create-data-stream.ts";
import { createDownsampled } from "../cluster/changes/create-downsampled.ts";
import { createIndex } from "../cluster/changes/create-index.ts";
import { putIndexTemplate } from "../cluster/changes/put-index-template.ts";
import { putCustom } from "../cluster/changes/put-custom.ts";
import { putSettings } from "../cluster/changes/put-settings.ts";
import { rollover } from "../cluster/changes/rollover.ts";
import { dataStreamOf } from "../cluster/data-streams/data-stream.ts";
import type { ClusterStateStore, IndexMetadata } from "../cluster/cluster-state.ts";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import { RequestError } from "../compat/errors.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { putFollower } from "../replication/changes.ts";
import { followerOf } from "../replication/follower-record.ts";
import { POLICIES } from "../snapshots/lifecycle/policy.ts";
import { keyOf, LIFECYCLE_RECORDS, recordOf, type StepKey } from "./execution-record.ts";
import { IndexLifecycles } from "./index-lifecycles.ts";
import { moveToStep, removePolicy, retryStep } from "./moves.ts";
import { OPERATION_MODES, operationMode } from "./operation-mode.ts";
import { putPolicy } from "./put-policy.ts";
import type { FollowingShard } from "./step.ts";

const DAY = 86_400_000;

/** A cluster with lifecycles, whose time and sizes are told. */
class Lab {
  nowMs = Date.UTC(2026, 0, 1);
  docs = 0;
  merged: string[] = [];
  resized: string[] = [];
  downsampled: string[] = [];
  /** What downsampling waits for. */
  held: Promise<void> = Promise.resolve();
  /** What makers of policies may do: an action and a name. */
  granted: string[] = [];
  /** How far the shards of followers are. */
  following: FollowingShard[] = [];
  /** Indices whose leaders know them no more. */
  readonly forgotten: string[] = [];
  /** The indices of the only snapshot. */
  snapshot: string[] = [];
  readonly store: ClusterStateStore;
  cluster!: LocalClusterService;
  lifecycles!: IndexLifecycles;

  constructor(store: ClusterStateStore = new MemoryClusterStateStore()) {
    this.store = store;
  }

  async open(): Promise<this> {
    const clock = { now: () => this.nowMs, monotonicMs: () => systemClock.monotonicMs() };
    const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
    const { store } = this;
    const cluster = await LocalClusterService.open({ store, clock, clusterName: "test", ...followed });
    for (const { opened } of cluster.applyOthers()) await opened;
    this.cluster = cluster;
    this.lifecycles = new IndexLifecycles({
      cluster,
      now: () => this.nowMs,
      log: (_level, message) => {
        throw new Error(message);
      },
      node: {
        attributes: { _name: "node-1" },
        // What Downsampling does, but for the points.
        downsample: async ({ source, target, interval }) => {
          this.downsampled.push(`${source} ${target} ${interval}`);
          await this.held;
          const from = ownOf(cluster.state.indices, source)!;
          await cluster.apply("server", createDownsampled({ source: from, target, interval }));
        },
        newUuid: randomUuid,
        following: () => Promise.resolve(this.following),
        forgetLeader: ({ name }) => Promise.resolve(void this.forgotten.push(name)),
        authorize: (maker, action, names) => {
          if (maker && !names.every((name) => this.granted.includes(`${action} ${name}`)))
            throw new RequestError(403, "security_exception", `action [${action}] is unauthorized on ${names.join()}`);
        },
        indicesOf: () => Promise.resolve(this.snapshot),
        preview: (...changes) => cluster.preview(...changes),
        measures: () => Promise.resolve({ docs: this.docs, bytes: 0, mostShardDocs: this.docs, mostShardBytes: 0 }),
        documents: {
          forceMerge: (uuids) => Promise.resolve(void this.merged.push(...uuids)),
          resize: ({ target }) => Promise.resolve(void this.resized.push(target.name)),
          removeIndex: () => Promise.resolve(),
        },
      },
    });
    return this;
  }

  async policy(name: string, phases: JsonObject, maker?: JsonObject): Promise<void> {
    await this.cluster.apply("server", putPolicy(name, { phases }, maker));
  }

  async index(name: string, settings: JsonObject, aliases: JsonObject = {}): Promise<void> {
    const replicas = { "index.number_of_replicas": "0", ...settings };
    await this.cluster.apply(
      "server",
      createIndex({ name, settings: replicas, mappings: {}, aliases: aliases as Record<string, object> }),
    );
  }

  async poll(): Promise<void> {
    await this.lifecycles.run(true, new AbortController().signal);
    await this.lifecycles.idle();
  }

  step(name: string): string | undefined {
    const index = ownOf(this.cluster.state.indices, name);
    const record = index && recordOf(this.cluster.state, index);
    if (!record) return undefined;
    const { phase, action, name: step }: StepKey = keyOf(record);
    return `${phase}/${action}/${step}`;
  }

  names(): string[] {
    return Object.keys(this.cluster.state.indices).sort();
  }
}

test("an index goes through its phases by its age, and what its policy says is done to it", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    warm: {
      min_age: "1d",
      actions: { set_priority: { priority: 5 }, readonly: {}, forcemerge: { max_num_segments: 1 } },
    },
    delete: { min_age: "2d", actions: { delete: { delete_searchable_snapshot: true } } },
  });
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  expect(lab.step("a")).toBe("new/complete/complete");
  lab.nowMs += DAY - 1;
  await lab.poll();
  expect(lab.step("a")).toBe("new/complete/complete");
  lab.nowMs += 1;
  await lab.poll();
  expect(lab.step("a")).toBe("warm/complete/complete");
  expect(lab.cluster.state.indices["a"]?.settings).toMatchObject({
    "index.priority": "5",
    "index.blocks.write": "true",
    "index.routing.allocation.include._tier_preference": "data_warm,data_hot",
  });
  expect(lab.merged).toEqual([lab.cluster.state.indices["a"]?.uuid]);
  lab.nowMs += DAY;
  await lab.poll();
  expect(lab.names()).toEqual([]);
  expect(lab.cluster.state.customs[LIFECYCLE_RECORDS]).toEqual({});
});

test("a rollover happens once, when there are documents enough, and the index ages from then on", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    hot: { min_age: "0ms", actions: { rollover: { max_docs: 2 } } },
    delete: { min_age: "1d", actions: { delete: {} } },
  });
  const settings = { "index.lifecycle.name": "p", "index.lifecycle.rollover_alias": "logs" };
  await lab.cluster.apply(
    "server",
    putIndexTemplate({
      name: "t",
      create: true,
      cause: "api",
      template: { index_patterns: ["logs-*"], template: { settings: { ...settings, "index.number_of_replicas": 0 } } },
    }),
  );
  await lab.index("logs-1", settings, { logs: { is_write_index: true } });
  await lab.poll();
  expect(lab.step("logs-1")).toBe("hot/rollover/check-rollover-ready");
  lab.nowMs += 3 * DAY;
  lab.docs = 2;
  await lab.poll();
  expect(lab.step("logs-1")).toBe("hot/complete/complete");
  expect(lab.names()).toEqual(["logs-000002", "logs-1"]);
  expect(lab.cluster.state.indices["logs-1"]?.settings["index.lifecycle.indexing_complete"]).toBe("true");
  lab.docs = 0;
  lab.nowMs += DAY;
  await lab.poll();
  expect(lab.names()).toEqual(["logs-000002"]);
});

test("what fails is told, and tried again", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { hot: { min_age: "0ms", actions: { rollover: { max_docs: 1 } } } });
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  expect(lab.step("a")).toBe("hot/rollover/ERROR");
  const record = () => recordOf(lab.cluster.state, lab.cluster.state.indices["a"]!);
  expect(record()).toMatchObject({
    failedStep: "check-rollover-ready",
    isAutoRetryable: true,
    stepInfo: {
      type: "illegal_argument_exception",
      reason: "setting [index.lifecycle.rollover_alias] for index [a] is empty or not defined",
    },
  });
  await lab.poll();
  expect(record()).toMatchObject({ step: "ERROR", retryCount: 1 });
  await lab.cluster.apply("server", retryStep("a", false));
  expect(record()).toMatchObject({ step: "check-rollover-ready", failedStep: undefined, retryCount: 1 });
  await expect(lab.cluster.apply("server", retryStep("a", false))).rejects.toThrow(
    "cannot retry an action for an index [a] that has not encountered an error when running a Lifecycle Policy",
  );
});

test("after a restart a lifecycle goes on where it was", async () => {
  const store = new MemoryClusterStateStore();
  const lab = await new Lab(store).open();
  await lab.policy("p", { warm: { min_age: "1d", actions: { readonly: {} } } });
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  const other = await new Lab(store).open();
  other.nowMs = lab.nowMs + DAY;
  expect(other.step("a")).toBe("new/complete/complete");
  await other.poll();
  expect(other.step("a")).toBe("warm/complete/complete");
});

test("an index of time series is read alone only when its time is over", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { warm: { min_age: "0ms", actions: { readonly: {} } } });
  const series = { "index.mode": "time_series", "index.routing_path": ["k"] };
  await lab.index("a", {
    ...series,
    "index.time_series.end_time": "2026-01-02T00:00:00Z",
    "index.lifecycle.name": "p",
  });
  await lab.poll();
  await lab.poll();
  expect(lab.step("a")).toBe("warm/readonly/check-ts-end-time-passed");
  lab.nowMs += DAY;
  await lab.poll();
  expect(lab.step("a")).toBe("warm/complete/complete");
});

test("a downsampled index takes the place of the first, and other indices pass over the action", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    warm: { min_age: "0ms", actions: { downsample: { fixed_interval: "1h" } } },
    cold: { min_age: "2d", actions: { downsample: { fixed_interval: "1d" } } },
  });
  const series = { "index.mode": "time_series", "index.routing_path": ["k"] };
  const end = { "index.time_series.end_time": "2026-01-02T00:00:00Z" };
  await lab.index("a", { ...series, ...end, "index.lifecycle.name": "p" }, { x: {} });
  await lab.index("plain", { "index.lifecycle.name": "p" });
  await lab.poll();
  await lab.poll();
  expect(lab.step("a")).toBe("warm/downsample/check-ts-end-time-passed");
  expect(lab.step("plain")).toBe("warm/complete/complete");
  lab.nowMs += DAY;
  await lab.poll();
  await lab.poll();
  expect(lab.names()).toEqual(["downsample-1h-a", "plain"]);
  expect(lab.cluster.state.indices["downsample-1h-a"]).toMatchObject({ aliases: { a: {}, x: {} } });
  expect(lab.step("downsample-1h-a")).toBe("warm/complete/complete");
  lab.nowMs += 2 * DAY;
  await lab.poll();
  await lab.poll();
  expect(lab.names()).toEqual(["downsample-1d-a", "plain"]);
  expect(lab.downsampled).toEqual(["a downsample-1h-a 1h", "downsample-1h-a downsample-1d-a 1d"]);
});

test("a long step holds up neither rounds nor other indices, is begun once, and ends before lifecycles stop", async () => {
  const lab = await new Lab().open();
  let free = (): void => undefined;
  lab.held = new Promise((resolve) => (free = resolve));
  await lab.policy("p", { warm: { min_age: "0ms", actions: { downsample: { fixed_interval: "1h" } } } });
  await lab.policy("q", { delete: { min_age: "1d", actions: { delete: {} } } });
  const series = { "index.mode": "time_series", "index.routing_path": ["k"] };
  const end = { "index.time_series.end_time": "2025-12-31T00:00:00Z" };
  await lab.index("a", { ...series, ...end, "index.lifecycle.name": "p" });
  await lab.index("b", { "index.lifecycle.name": "q" });
  const round = (): Promise<void> => lab.lifecycles.run(true, new AbortController().signal);
  for (let rounds = 0; rounds < 4; rounds++) await round();
  expect(lab.step("a")).toBe("warm/downsample/rollup");
  lab.nowMs += 2 * DAY;
  for (let rounds = 0; rounds < 4; rounds++) await round();
  expect(lab.names()).toEqual(["a"]);
  expect(lab.downsampled).toEqual(["a downsample-1h-a 1h"]);
  await lab.cluster.apply("server", putCustom(OPERATION_MODES, "ilm", { mode: "STOPPING" }));
  await round();
  expect(operationMode(lab.cluster.state)).toBe("STOPPING");
  free();
  await lab.lifecycles.idle();
  expect(operationMode(lab.cluster.state)).toBe("STOPPED");
  await lab.cluster.apply("server", putCustom(OPERATION_MODES, "ilm", { mode: "RUNNING" }));
  await lab.poll();
  expect(lab.names()).toEqual(["downsample-1h-a"]);
});

test("the end waits for a long step, and begins nothing more", async () => {
  const lab = await new Lab().open();
  let free = (): void => undefined;
  lab.held = new Promise((resolve) => (free = resolve));
  await lab.policy("p", { warm: { min_age: "0ms", actions: { downsample: { fixed_interval: "1h" } } } });
  const series = { "index.mode": "time_series", "index.routing_path": ["k"], "index.lifecycle.name": "p" };
  const end = { "index.time_series.end_time": "2025-12-31T00:00:00Z" };
  for (const name of ["a", "b", "c"]) await lab.index(name, { ...series, ...end });
  for (let rounds = 0; rounds < 4; rounds++) await lab.lifecycles.run(true, new AbortController().signal);
  expect(lab.downsampled).toHaveLength(2);
  let isOver = false;
  const closed = lab.lifecycles.close().then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  free();
  await closed;
  expect(lab.downsampled).toHaveLength(2);
});

test("a shrunken index takes the name of the first as an alias, and goes on in its place", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    warm: { min_age: "0ms", actions: { shrink: { number_of_shards: 1, allow_write_after_shrink: true } } },
  });
  await lab.index("a", { "index.lifecycle.name": "p", "index.number_of_shards": "2" }, { x: { is_write_index: true } });
  await lab.poll();
  await lab.poll();
  const [shrunken = ""] = lab.names();
  expect(lab.names()).toHaveLength(1);
  expect(shrunken).toMatch(/^shrink-[a-z0-9]{4}-a$/);
  expect(lab.resized).toEqual([shrunken]);
  expect(lab.cluster.state.indices[shrunken]).toMatchObject({ numberOfShards: 1, aliases: { a: {}, x: {} } });
  expect(lab.cluster.state.indices[shrunken]?.settings["index.blocks.write"]).toBeUndefined();
  expect(lab.step(shrunken)).toBe("warm/complete/complete");
});

test("the index that takes the writes of a data stream is shrunk when it is rolled over, and stays in its place", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { warm: { min_age: "0ms", actions: { shrink: { number_of_shards: 1 } } } });
  const settings = { "index.lifecycle.name": "p", "index.number_of_shards": 2, "index.number_of_replicas": 0 };
  const template = { index_patterns: ["logs"], data_stream: {}, template: { settings } };
  await lab.cluster.apply("server", putIndexTemplate({ name: "t", create: true, cause: "api", template }));
  await lab.cluster.apply("server", createDataStream("logs"));
  const [first = ""] = lab.names();
  await lab.poll();
  expect(lab.step(first)).toBe("warm/shrink/check-not-write-index");
  expect(recordOf(lab.cluster.state, lab.cluster.state.indices[first]!)?.stepInfo).toEqual({
    message: `index [${first}] is the write index for data stream [logs], pausing ILM execution of lifecycle [p] until this index is no longer the write index for the data stream via manual or automated rollover`,
  });
  const creation = { settings: {}, mappings: {}, aliases: {} };
  const request = { alias: "logs", newIndex: undefined, creation, conditions: [], measures: undefined };
  await lab.cluster.apply("server", rollover(request));
  await lab.poll();
  const stream = dataStreamOf(lab.cluster.state, "logs");
  expect(stream?.indices[0]).toMatch(/^shrink-[a-z0-9]{4}-\.ds-logs-/);
  expect(stream?.indices).toHaveLength(2);
  expect(lab.names()).not.toContain(first);
});

test("an index with a copy that one node cannot have waits for it", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { warm: { min_age: "0ms", actions: {} } });
  await lab.index("a", { "index.lifecycle.name": "p", "index.number_of_replicas": "1" });
  await lab.poll();
  expect(lab.step("a")).toBe("warm/migrate/check-migration");
  await lab.cluster.apply("server", putSettings(["a"], { "index.number_of_replicas": 0 }, { preserveExisting: false }));
  await lab.poll();
  expect(lab.step("a")).toBe("warm/complete/complete");
});

test("filters of allocation that the node does not match hold an index back", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    warm: { min_age: "0ms", actions: { allocate: { require: { _name: "node-2" } }, migrate: { enabled: false } } },
  });
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  expect(lab.step("a")).toBe("warm/allocate/check-allocation");
  await lab.cluster.apply(
    "server",
    putSettings(["a"], { "index.routing.allocation.require._name": "node-*" }, { preserveExisting: false }),
  );
  await lab.poll();
  expect(lab.step("a")).toBe("warm/complete/complete");
});

test("an index is removed when a snapshot holds it that was begun after that was asked for", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", {
    delete: { min_age: "0ms", actions: { wait_for_snapshot: { policy: "nightly" }, delete: {} } },
  });
  await lab.index("a", { "index.lifecycle.name": "p" });
  const info = async (): Promise<unknown> => {
    await lab.poll();
    return recordOf(lab.cluster.state, lab.cluster.state.indices["a"]!)?.stepInfo;
  };
  expect(await info()).toMatchObject({ reason: "configured policy 'nightly' not found" });
  const ran = async (startMs: number): Promise<void> => {
    const definition = { name: "n", schedule: "1h", repository: "r" };
    const lastSuccess = { snapshot: "n-1", startMs, endMs: startMs };
    await lab.cluster.apply("server", putCustom(POLICIES, "nightly", { definition, lastSuccess }));
  };
  await ran(lab.nowMs - 1);
  expect(await info()).toEqual({
    message: "waiting for policy 'nightly' to be executed since Thu Jan 01 00:00:00 UTC 2026",
  });
  await ran(lab.nowMs);
  expect(await info()).toMatchObject({
    reason: "the last successful snapshot of policy 'nightly' does not include index 'a'",
  });
  lab.snapshot = ["a"];
  await lab.poll();
  expect(lab.names()).toEqual([]);
});

test("an operator moves an index to a step that its policy has", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { warm: { min_age: "9d", actions: { forcemerge: { max_num_segments: 1 } } } });
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  const merge = { phase: "warm", action: "forcemerge", name: "forcemerge" };
  const now = { phase: "new", action: "complete", name: "complete" };
  const move = (from: StepKey, to: StepKey): Promise<unknown> => lab.cluster.apply("server", moveToStep("a", from, to));
  await expect(move(merge, merge)).rejects.toThrow(
    'index [a] is not on current step [{"phase":"warm","action":"forcemerge","name":"forcemerge"}], currently: [{"phase":"new","action":"complete","name":"complete"}]',
  );
  await expect(move(now, { ...merge, name: "none" })).rejects.toThrow(
    'step [{"phase":"warm","action":"forcemerge","name":"none"}] for index [a] with policy [p] does not exist',
  );
  await move(now, merge);
  await lab.poll();
  expect(lab.step("a")).toBe("warm/complete/complete");
  expect(lab.merged).toHaveLength(1);
  await lab.cluster.apply("server", removePolicy(["a"]));
  expect(lab.step("a")).toBeUndefined();
  expect(lab.cluster.state.indices["a"]?.settings["index.lifecycle.name"]).toBeUndefined();
});

test("a policy that is changed holds for indices that stand in a phase with the same steps", async () => {
  const lab = await new Lab().open();
  const warm = (segments: number): JsonObject => ({
    warm: {
      min_age: "0ms",
      actions: { forcemerge: { max_num_segments: segments }, allocate: { number_of_replicas: 0 } },
    },
  });
  await lab.policy("p", warm(1));
  await lab.index("a", { "index.lifecycle.name": "p" });
  await lab.poll();
  const version = (): unknown =>
    recordOf(lab.cluster.state, lab.cluster.state.indices["a"]!)?.phaseDefinition?.["version"];
  await lab.policy("p", warm(2));
  expect(version()).toBe(2);
  await lab.policy("p", { warm: { min_age: "0ms", actions: {} } });
  expect(version()).toBe(2);
});

test("a date in the name of an index is when it begins to age, and a name without one is an error", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { delete: { min_age: "30d", actions: { delete: {} } } });
  const settings = { "index.lifecycle.name": "p", "index.lifecycle.parse_origination_date": "true" };
  await lab.index("logs-2025.11.30-1", settings);
  await lab.index("plain", settings);
  await lab.poll();
  expect(lab.names()).toEqual(["plain"]);
  expect(lab.step("plain")).toBe("new/init/ERROR");
});

test("nothing that a crash may leave between two changes is done twice or lost", async () => {
  const inner = new MemoryClusterStateStore();
  let writes = 0;
  let failAt = 0;
  const store: ClusterStateStore = {
    read: () => inner.read(),
    watch: (onChange) => inner.watch(onChange),
    compareAndSet(expected, state) {
      if (++writes === failAt) throw new RequestError(503, "crash_exception", "crash");
      return inner.compareAndSet(expected, state);
    },
  };
  const lab = await new Lab(store).open();
  await lab.policy("p", {
    hot: { min_age: "0ms", actions: { rollover: { max_docs: 1 } } },
    warm: { min_age: "0ms", actions: { shrink: { number_of_shards: 1 } } },
  });
  const settings = { "index.lifecycle.name": "p", "index.lifecycle.rollover_alias": "logs" };
  await lab.index("logs-1", { ...settings, "index.number_of_shards": "2" }, { logs: { is_write_index: true } });
  lab.docs = 1;
  let last = lab;
  for (let turn = 1; turn < 40; turn++) {
    writes = 0;
    failAt = (turn % 3) + 1;
    // A process that dies takes nothing with it but what it did not write.
    last = await new Lab(store).open();
    last.docs = 1;
    await last.poll().catch(() => undefined);
  }
  failAt = 0;
  last = await new Lab(store).open();
  await last.poll();
  const names = last.names();
  expect(names.filter((name) => name === "logs-000002")).toHaveLength(1);
  expect(names.filter((name) => name.startsWith("shrink-"))).toHaveLength(1);
  expect(names).toHaveLength(2);
});

test("steps have the rights of whoever stored their policy; what is refused is tried again", async () => {
  const lab = await new Lab().open();
  const phases = {
    hot: { min_age: "0ms", actions: { rollover: { max_docs: 1 } } },
    delete: { min_age: "1d", actions: { delete: {} } },
  };
  await lab.policy("limited", phases, { username: "ada" });
  const settings = { "index.lifecycle.name": "limited", "index.lifecycle.rollover_alias": "logs" };
  await lab.index("logs-1", settings, { logs: { is_write_index: true } });
  await lab.lifecycles.run(true, new AbortController().signal);
  const standing = (): unknown => {
    const { state } = lab.cluster;
    const index = ownOf(state.indices, "logs-1");
    const { step, failedStep, stepInfo } = (index && recordOf(state, index)) ?? {};
    return index && [step, failedStep, stepInfo?.["reason"]];
  };
  const refusal = "action [indices:admin/rollover] is unauthorized on logs";
  expect(standing()).toEqual(["ERROR", "check-rollover-ready", refusal]);
  // Rights on the alias are enough for this one, as they are for whoever asks for it.
  lab.granted = ["indices:admin/rollover logs"];
  lab.docs = 5;
  await lab.lifecycles.run(true, new AbortController().signal);
  await lab.lifecycles.run(true, new AbortController().signal);
  expect(Object.keys(lab.cluster.state.indices)).toEqual(["logs-1", "logs-000002"]);
  lab.nowMs += 3 * DAY;
  await lab.lifecycles.run(true, new AbortController().signal);
  expect(standing()).toEqual(["ERROR", "delete", "action [indices:admin/delete] is unauthorized on logs-1"]);
  lab.granted.push("indices:admin/delete logs-1");
  await lab.lifecycles.run(true, new AbortController().signal);
  expect(Object.keys(lab.cluster.state.indices)).toEqual(["logs-000002"]);
});

test("a follower becomes an ordinary index when its leader is complete and it has caught up", async () => {
  const lab = await new Lab().open();
  await lab.policy("p", { hot: { actions: { unfollow: {}, set_priority: { priority: 7 } } } });
  const followed = { "index.lifecycle.name": "p", "index.xpack.ccr.following_index": "true" };
  await lab.index("copy", followed);
  await lab.index("plain", { "index.lifecycle.name": "p" });
  const copy = (): IndexMetadata => lab.cluster.state.indices["copy"]!;
  const leader = { remoteCluster: "far", leaderIndex: "books", leaderUuid: "u", historyUuids: ["h"] };
  await lab.cluster.apply("server", putFollower(copy().uuid, { ...leader, isActive: true, parameters: {} }));
  lab.following = [{ shard: 0, remoteCluster: "far", leaderIndex: "books", leader: 9, follower: 5 }];
  await lab.poll();
  expect(lab.step("plain")).toBe("hot/complete/complete");
  expect(lab.step("copy")).toBe("hot/unfollow/wait-for-indexing-complete");
  await lab.cluster.apply(
    "server",
    putSettings(["copy"], { "index.lifecycle.indexing_complete": "true" }, { preserveExisting: false }),
  );
  await lab.poll();
  expect(lab.step("copy")).toBe("hot/unfollow/wait-for-follow-shard-tasks");
  expect(recordOf(lab.cluster.state, copy())?.stepInfo).toMatchObject({
    message: "Waiting for [1] shard follow tasks to be in sync",
    shard_follow_tasks: [{ follower_index: "copy", shard_id: 0, leader_global_checkpoint: 9 }],
  });
  lab.following = [{ ...lab.following[0]!, follower: 9 }];
  await lab.poll();
  expect(lab.step("copy")).toBe("hot/complete/complete");
  expect(lab.forgotten).toEqual(["copy"]);
  expect(followerOf(lab.cluster.state, copy())).toBeUndefined();
  expect(copy()).toMatchObject({ state: "open", settings: { "index.priority": "7" } });
  expect(copy().settings).not.toHaveProperty("index.xpack.ccr.following_index");
});
