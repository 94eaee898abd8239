import { createdIndex, createIndex } from "../cluster/changes/create-index.ts";
import { expect, test } from "vitest";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import type { ShardStats } from "../documents/documents.ts";
import { mergeTask } from "./merge-task.ts";

const clock = { now: (): number => Date.UTC(2026, 0, 1), monotonicMs: (): number => 0 };

test("the merge task adds up what shards count, and warns of those that have failed", async () => {
  const cluster = await LocalClusterService.open({
    store: new MemoryClusterStateStore(),
    clock,
    clusterName: "test",
    applyIndex: () => Promise.resolve(),
    removeIndex: () => Promise.resolve(),
  });
  const creation = createIndex({ name: "books", settings: {}, mappings: {}, aliases: {} });
  const { uuid } = createdIndex(await cluster.apply("server", creation));
  const asked: unknown[] = [];
  const shard = (number: number, failure?: string): ShardStats => {
    const merges = { current: number, currentDocs: 0, currentBytes: 0, total: 2, timeMs: 0, docs: 100, bytes: 0 };
    // Nothing else of a shard is looked at.
    return { index: "books", shard: number, merges, failure } as ShardStats;
  };
  const answers = [
    [shard(0), shard(1)],
    [shard(0), shard(1, "damaged")],
  ];
  const documents = {
    stats(uuids: readonly string[]) {
      asked.push(uuids);
      return Promise.resolve(answers.shift() ?? []);
    },
  };
  const task = mergeTask({ cluster, documents }, clock);
  const { signal } = new AbortController();
  const counted = "4 merges of 200 documents since 2026-01-01T00:00:00.000Z, 1 under way.";
  expect(await task.run(signal)).toEqual({ status: "SUCCESSFUL", messages: [counted] });
  expect(await task.run(signal)).toEqual({
    status: "WARNING",
    messages: [counted, "Shard [books][1] has failed, and merges no more."],
  });
  expect(asked).toEqual([[uuid], [uuid]]);
});
