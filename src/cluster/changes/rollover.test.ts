import { expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { PowerCutFiles, POWER_CUT_MODELS } from "../../testing/store/power-cut-files.ts";
import type { ClusterState } from "../cluster-state.ts";
import { FileClusterStateStore } from "../file-cluster-state-store.ts";
import { LocalClusterService } from "../local-cluster-service.ts";
import { MemoryClusterStateStore } from "../memory-cluster-state-store.ts";
import type { ClusterStateStore } from "../cluster-state.ts";
import { createIndex } from "./create-index.ts";
import { rollover, type RolloverRequest } from "./rollover.ts";

const PARTS = { settings: {}, mappings: {}, aliases: {} };
const request: RolloverRequest = {
  alias: "logs",
  newIndex: undefined,
  creation: PARTS,
  conditions: [],
  measures: undefined,
};

async function service(store: ClusterStateStore = new MemoryClusterStateStore()): Promise<LocalClusterService> {
  const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
  return LocalClusterService.open({ store, clock: systemClock, clusterName: "test", ...followed });
}

const aliases = (state: ClusterState): unknown =>
  Object.fromEntries(Object.values(state.indices).map((index) => [index.name, index.aliases]));

test("an index that only has the alias loses it, one that says that it takes the writes keeps it to be read", async () => {
  const cluster = await service();
  await cluster.apply("server", createIndex({ ...PARTS, name: "logs-1", aliases: { logs: { is_hidden: true } } }));
  const { events } = await cluster.apply("server", rollover(request));
  expect(events.map(({ action, name, part }) => [action, name, part])).toEqual([
    ["created", "logs-000002", undefined],
    ["updated", "logs-000002", "aliases"],
    ["updated", "logs-1", "aliases"],
  ]);
  expect(aliases(cluster.state)).toEqual({ "logs-1": {}, "logs-000002": { logs: { is_hidden: true } } });
  const explicit = { filter: { term: { a: 1 } }, is_write_index: true };
  await cluster.apply("server", createIndex({ ...PARTS, name: "a-9", aliases: { a: explicit } }));
  await cluster.apply("server", rollover({ ...request, alias: "a" }), rollover({ ...request, alias: "a" }));
  expect(aliases(cluster.state)).toMatchObject({
    "a-9": { a: { ...explicit, is_write_index: false } },
    "a-000010": { a: { is_write_index: false } },
    "a-000011": { a: { is_write_index: true } },
  });
});

test("date maths in the name of an index stay in that of the next one", async () => {
  const cluster = await service();
  await cluster.apply("server", createIndex({ ...PARTS, name: "<logs-{now/y{yyyy}}-1>", aliases: { logs: {} } }));
  const { state, events } = await cluster.apply("server", rollover(request));
  expect(events[0]?.name).toMatch(/^logs-\d{4}-000002$/);
  expect(state.indices[events[0]!.name]?.settings["index.provided_name"]).toBe("<logs-{now/y{yyyy}}-000002>");
});

test("all min conditions and one max condition must be met, by the index that was measured", async () => {
  const cluster = await service();
  await cluster.apply("server", createIndex({ ...PARTS, name: "logs-1", aliases: { logs: {} } }));
  const { uuid } = cluster.state.indices["logs-1"]!;
  const values = { docs: 5, bytes: 100, mostShardDocs: 3, mostShardBytes: 60 };
  const rolled = async (given: Record<string, number>, measured = uuid): Promise<boolean> => {
    const conditions = Object.entries(given).map(([name, value]) => ({ name, text: name, value }));
    const change = rollover({ ...request, conditions, measures: { uuid: measured, values } });
    return (await cluster.preview(change)).events.length > 0;
  };
  expect(await rolled({ max_docs: 6 })).toBe(false);
  expect(await rolled({ max_docs: 5 })).toBe(true);
  expect(await rolled({ max_docs: 5 }, "another")).toBe(false);
  expect(await rolled({ max_docs: 6, max_size: 100 })).toBe(true);
  expect(await rolled({ max_primary_shard_size: 61, max_primary_shard_docs: 4 })).toBe(false);
  expect(await rolled({ max_primary_shard_size: 60 })).toBe(true);
  expect(await rolled({ max_docs: 1, min_age: 3_600_000 })).toBe(false);
  expect(await rolled({ max_age: 0, min_docs: 1, min_size: 1 })).toBe(true);
});

test.each([
  [{ alias: "nothing" }, "rollover target [nothing] does not exist"],
  [{ alias: "other" }, "rollover target is a [concrete index] but one of [alias,data_stream] was expected"],
  [{ alias: "many" }, "rollover target [many] does not point to a write index"],
  [{ alias: "plain" }, "index name [other] does not match pattern '^.*-\\d+$'"],
  [{ newIndex: "other" }, "already exists"],
  [{ newIndex: "many" }, "Invalid index name [many], already exists as alias"],
  [{ newIndex: "Upper" }, "must be lowercase"],
])("%j is refused: %s", async (more, reason) => {
  const cluster = await service();
  const made = [
    createIndex({ ...PARTS, name: "logs-1", aliases: { logs: {}, many: {} } }),
    createIndex({ ...PARTS, name: "other", aliases: { many: {}, plain: {} } }),
  ];
  await cluster.apply("server", ...made);
  await expect(cluster.apply("server", rollover({ ...request, ...more }))).rejects.toThrow(reason);
  expect(cluster.state.version).toBe(2);
});

test("after a power cut at any moment the new index is there and has the alias, or neither is so", async () => {
  const files = new PowerCutFiles();
  const open = (from: ConstructorParameters<typeof FileClusterStateStore>[0]): FileClusterStateStore =>
    new FileClusterStateStore(from, "state", () => undefined);
  const cluster = await service(open(files));
  await cluster.apply("server", createIndex({ ...PARTS, name: "logs-1", aliases: { logs: {} } }));
  const before = files.calls;
  await cluster.apply("server", rollover(request));
  const allowed = [{ "logs-1": { logs: {} } }, { "logs-1": {}, "logs-000002": { logs: {} } }];
  const seen = new Set<number>();
  for (let cut = before; cut <= files.calls; cut++) {
    for (const model of POWER_CUT_MODELS) {
      const found = await open(await files.after(cut, model, (below) => (cut * 7) % below)).read();
      const known = allowed.findIndex((one) => JSON.stringify(one) === JSON.stringify(aliases(found!.state)));
      expect(known).toBeGreaterThanOrEqual(0);
      seen.add(known);
    }
  }
  expect(seen.size).toBe(2);
});
