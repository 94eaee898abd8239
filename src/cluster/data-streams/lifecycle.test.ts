import { expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { createDownsampled } from "../changes/create-downsampled.ts";
import { createDataStream } from "../changes/create-data-stream.ts";
import { putDataLifecycle } from "../changes/put-data-lifecycle.ts";
import { putIndexTemplate } from "../changes/put-index-template.ts";
import { rollover } from "../changes/rollover.ts";
import { LocalClusterService } from "../local-cluster-service.ts";
import { MemoryClusterStateStore } from "../memory-cluster-state-store.ts";
import { dataStreamOf } from "./data-stream.ts";
import { automaticAge, DataStreamLifecycles } from "./lifecycle.ts";

const DAY = 86_400_000;

test("a lifecycle rolls over what is old and not empty, and removes what was rolled over longer ago than it keeps", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
  const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
  const store = new MemoryClusterStateStore();
  const cluster = await LocalClusterService.open({ store, clock, clusterName: "test", ...followed });
  const template = { index_patterns: ["logs"], data_stream: {} };
  await cluster.apply("server", putIndexTemplate({ name: "t", create: true, cause: "api", template }));
  await cluster.apply("server", createDataStream("logs"), putDataLifecycle(["logs"], { data_retention: "7d" }));
  let docs = 0;
  let isBroken = false;
  const lifecycles = new DataStreamLifecycles({
    cluster,
    measures: () =>
      isBroken
        ? Promise.reject(new Error("no measures"))
        : Promise.resolve({ docs, bytes: 0, mostShardDocs: docs, mostShardBytes: 0 }),
    downsample: () => Promise.resolve(),
    clock,
  });
  const run = (): Promise<void> => lifecycles.run(new AbortController().signal);
  expect([lifecycles.durationMs, lifecycles.betweenStartsMs]).toEqual([undefined, undefined]);
  const generations = (): (string | undefined)[] =>
    dataStreamOf(cluster.state, "logs")?.indices.map((name) => name.slice(-6)) ?? [];
  nowMs += 2 * DAY;
  await run();
  expect(generations()).toEqual(["000001"]);
  docs = 1;
  await run();
  await run();
  expect(generations()).toEqual(["000001", "000002"]);
  docs = 0;
  nowMs += 7 * DAY - 1;
  await run();
  expect(generations()).toEqual(["000001", "000002"]);
  nowMs += 1;
  await run();
  await run();
  expect(generations()).toEqual(["000002"]);
  expect(Object.keys(cluster.state.indices)).toEqual([".ds-logs-2026.01.03-000002"]);
  expect([typeof lifecycles.durationMs, typeof lifecycles.betweenStartsMs]).toEqual(["number", "number"]);
  expect(lifecycles.hasFailed(".ds-logs-2026.01.03-000002")).toBe(false);
  isBroken = true;
  await expect(run()).rejects.toThrow("no measures");
  expect(lifecycles.hasFailed(".ds-logs-2026.01.03-000002")).toBe(true);
});

test("indices of time series are summarised as their age asks for, and stay where they are in the stream", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
  const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
  const store = new MemoryClusterStateStore();
  const cluster = await LocalClusterService.open({ store, clock, clusterName: "test", ...followed });
  const settings = { "index.mode": "time_series", "index.routing_path": ["k"] };
  const template = { index_patterns: ["cpu"], data_stream: {}, template: { settings } };
  const downsampling = [
    { after: "1d", fixed_interval: "1h" },
    { after: "10d", fixed_interval: "1d" },
  ];
  await cluster.apply("server", putIndexTemplate({ name: "t", create: true, cause: "api", template }));
  await cluster.apply("server", createDataStream("cpu"), putDataLifecycle(["cpu"], { downsampling }));
  const lifecycles = new DataStreamLifecycles({
    cluster,
    measures: () => Promise.resolve({ docs: 0, bytes: 0, mostShardDocs: 0, mostShardBytes: 0 }),
    downsample: async ({ source, target, interval }) => {
      const from = cluster.state.indices[source]!;
      expect(from.settings["index.blocks.write"]).toBe("true");
      await cluster.apply("server", createDownsampled({ source: from, target, interval }));
    },
    clock,
  });
  const run = async (): Promise<void> => {
    await lifecycles.run(new AbortController().signal);
    await lifecycles.idle();
  };
  const creation = { settings: {}, mappings: {}, aliases: {} };
  const request = { alias: "cpu", newIndex: undefined, creation, conditions: [], measures: undefined };
  await cluster.apply("server", rollover(request));
  const [first = "", second] = dataStreamOf(cluster.state, "cpu")?.indices ?? [];
  nowMs += DAY - 1;
  await run();
  expect(dataStreamOf(cluster.state, "cpu")?.indices).toEqual([first, second]);
  nowMs += 1;
  await run();
  await run();
  expect(dataStreamOf(cluster.state, "cpu")?.indices).toEqual([`downsample-1h-${first}`, second]);
  expect(Object.keys(cluster.state.indices).sort()).toEqual([second, `downsample-1h-${first}`]);
  nowMs += 9 * DAY;
  await run();
  expect(dataStreamOf(cluster.state, "cpu")?.indices).toEqual([`downsample-1d-${first}`, second]);
});

test("a downsampling holds up neither the next runs nor other streams, and tells in the next run why it failed", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
  const followed = { applyIndex: () => Promise.resolve(), removeIndex: () => Promise.resolve() };
  const store = new MemoryClusterStateStore();
  const cluster = await LocalClusterService.open({ store, clock, clusterName: "test", ...followed });
  const settings = { "index.mode": "time_series", "index.routing_path": ["k"] };
  const template = { index_patterns: ["cpu", "logs"], data_stream: {}, template: { settings } };
  const lifecycle = { data_retention: "3d", downsampling: [{ after: "1d", fixed_interval: "1h" }] };
  await cluster.apply("server", putIndexTemplate({ name: "t", create: true, cause: "api", template }));
  for (const name of ["cpu", "logs"])
    await cluster.apply("server", createDataStream(name), putDataLifecycle([name], lifecycle));
  const rolled = { newIndex: undefined, creation: { settings: {}, mappings: {}, aliases: {} }, conditions: [] };
  for (const alias of ["cpu", "logs"])
    await cluster.apply("server", rollover({ ...rolled, alias, measures: undefined }));
  let fail = (_reason: Error): void => undefined;
  const sources: string[] = [];
  const lifecycles = new DataStreamLifecycles({
    cluster,
    measures: () => Promise.resolve({ docs: 0, bytes: 0, mostShardDocs: 0, mostShardBytes: 0 }),
    downsample: ({ source }) => {
      sources.push(source);
      return new Promise((_resolve, reject) => (fail = reject));
    },
    clock,
  });
  const run = (): Promise<void> => lifecycles.run(new AbortController().signal);
  nowMs += 2 * DAY;
  await run();
  await run();
  expect(sources).toHaveLength(2);
  const indices = (): number => dataStreamOf(cluster.state, "logs")?.indices.length ?? 0;
  expect(indices()).toBe(2);
  nowMs += DAY;
  await run();
  expect(indices()).toBe(1);
  fail(new Error("no room"));
  // That of the other stream is still under way.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(run()).rejects.toThrow("no room");
  await run();
});

test.each([
  [{}, "30d"],
  [{ data_retention: "1d" }, "1h"],
  [{ data_retention: "14d" }, "1d"],
  [{ data_retention: "90d" }, "7d"],
  [{ data_retention: "91d" }, "30d"],
])("%j rolls over after %s", (lifecycle, text) => {
  expect(automaticAge(lifecycle).text).toBe(text);
});
