import { expect, test } from "vitest";
import { createIndex } from "../cluster/changes/create-index.ts";
import { putDataLifecycle } from "../cluster/changes/put-data-lifecycle.ts";
import { putIndexTemplate } from "../cluster/changes/put-index-template.ts";
import { dataStreamOf, takesWrites } from "../cluster/data-streams/data-stream.ts";
import { DataStreamLifecycles } from "../cluster/data-streams/lifecycle.ts";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import { systemClock } from "../core/clock.ts";
import { joinStream, promoteStream } from "./stream-changes.ts";

const DAY = 86_400_000;
const FIRST = ".ds-logs-2026.01.01-000001";
const SECOND = ".ds-logs-2026.01.01-000002";

async function openLab(): Promise<{ cluster: LocalClusterService; later: (ms: number) => Promise<void> }> {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
  const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
  const store = new MemoryClusterStateStore();
  const cluster = await LocalClusterService.open({ store, clock, clusterName: "test", ...followed });
  const measures = { docs: 1, bytes: 0, mostShardDocs: 1, mostShardBytes: 0 };
  const lifecycles = new DataStreamLifecycles({
    cluster,
    measures: () => Promise.resolve(measures),
    downsample: () => Promise.resolve(),
    clock,
  });
  const later = async (ms: number): Promise<void> => {
    nowMs += ms;
    await lifecycles.run(new AbortController().signal);
  };
  return { cluster, later };
}

/** Makes an index, and has it join the data stream. */
async function join(cluster: LocalClusterService, index: string, leader = {}): Promise<void> {
  const made = createIndex({ name: index, settings: {}, mappings: {}, aliases: {} });
  await cluster.apply("server", made, joinStream(index, "logs", { generation: 2, ...leader }));
}

test("the newest of the indices that bear the name of the stream takes the writes, in whatever order they come", async () => {
  const { cluster } = await openLab();
  for (const index of [SECOND, "restored-x", "zz", `shrink-${FIRST}`, FIRST]) await join(cluster, index);
  const indices = dataStreamOf(cluster.state, "logs")?.indices ?? [];
  expect(indices.slice(0, 2)).toEqual(["restored-x", "zz"]);
  expect(indices.at(-1)).toBe(SECOND);
  expect(Object.values(cluster.state.indices).filter(takesWrites)).toMatchObject([{ name: SECOND }]);
});

test("what the leader's stream says of itself goes along, and what is set here stays", async () => {
  const { cluster } = await openLab();
  await join(cluster, FIRST, { _meta: { v: 1 }, hidden: true, lifecycle: { enabled: true } });
  const before = dataStreamOf(cluster.state, "logs");
  expect(before).toMatchObject({ meta: { v: 1 }, hidden: true, lifecycle: { enabled: true }, replicated: true });
  await cluster.apply("server", putDataLifecycle(["logs"], null));
  await join(cluster, SECOND, { generation: 7, _meta: { v: 2 }, lifecycle: { enabled: true } });
  const after = dataStreamOf(cluster.state, "logs");
  expect(after).toMatchObject({ generation: 7, meta: { v: 2 }, hidden: true, lifecycle: undefined, replicated: true });
  expect(cluster.state.indices[SECOND]?.aliases).toEqual({
    logs: { is_data_stream: true, is_write_index: true, is_hidden: true },
  });
});

test("a lifecycle rolls a stream over once it is promoted, and not before", async () => {
  const { cluster, later } = await openLab();
  const template = { index_patterns: ["logs"], data_stream: {} };
  await cluster.apply("server", putIndexTemplate({ name: "t", create: true, cause: "api", template }));
  await join(cluster, FIRST, { lifecycle: { enabled: true } });
  await later(40 * DAY);
  expect(dataStreamOf(cluster.state, "logs")?.indices).toEqual([FIRST]);
  await cluster.apply("server", promoteStream("logs"));
  await cluster.apply("server", promoteStream("logs"));
  await later(1);
  expect(dataStreamOf(cluster.state, "logs")?.indices).toEqual([FIRST, ".ds-logs-2026.02.10-000003"]);
});

test("a stream does not take the name of an index", async () => {
  const { cluster } = await openLab();
  await cluster.apply("server", createIndex({ name: "logs", settings: {}, mappings: {}, aliases: {} }));
  await expect(join(cluster, FIRST)).rejects.toThrow("data stream [logs] conflicts with existing index");
  expect(Object.keys(cluster.state.indices)).toEqual(["logs"]);
});
