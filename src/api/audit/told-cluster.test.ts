import { expect, test } from "vitest";
import { LocalClusterService } from "../../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../../cluster/memory-cluster-state-store.ts";
import { systemClock } from "../../core/clock.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { type ClusterChange, ToldCluster } from "./told-cluster.ts";

async function told(): Promise<{ cluster: ToldCluster; changes: ClusterChange[] }> {
  const changes: ClusterChange[] = [];
  const cluster = await LocalClusterService.open({
    store: new MemoryClusterStateStore(),
    clock: systemClock,
    clusterName: "test",
    mergeMapping: (index, update) => mergeMappings(index.mapping, update, index.settings),
    applyIndex: () => Promise.resolve(),
    removeIndex: () => Promise.resolve(),
  });
  return { cluster: new ToldCluster(cluster, (change) => void changes.push(change)), changes };
}

const create = (name: string): Parameters<ToldCluster["createIndex"]>[0] => ({
  name,
  settings: {},
  mappings: {},
  aliases: {},
});

test("each change is told with the index that it came to", async () => {
  const { cluster, changes } = await told();
  const after = async (work: Promise<unknown>): Promise<ClusterChange[]> => {
    await work;
    return changes.splice(0);
  };
  expect(await after(cluster.createIndex(create("a")))).toEqual([
    { action: "model_created", model: "index", name: "a" },
  ]);
  await after(cluster.createIndex(create("b")));
  expect(await after(cluster.putMapping(["a", "b"], { properties: { x: { type: "keyword" } } }))).toEqual([
    { action: "model_updated", model: "index", name: "a", part: "mapping" },
    { action: "model_updated", model: "index", name: "b", part: "mapping" },
  ]);
  const settings = cluster.putSettings(["a"], { "index.max_result_window": 5 }, { preserveExisting: false });
  expect(await after(settings)).toEqual([{ action: "model_updated", model: "index", name: "a", part: "settings" }]);
  expect(await after(cluster.setIndexState(["a"], "close"))).toEqual([
    { action: "model_updated", model: "index", name: "a", part: "close" },
  ]);
  expect(await after(cluster.updateAliases([{ index: "a", alias: "x", metadata: {} }], ["b"]))).toEqual([
    { action: "model_updated", model: "index", name: "a", part: "aliases" },
    { action: "model_deleted", model: "index", name: "b" },
  ]);
  expect(await after(cluster.writeIndex("made-by-writing", { requireAlias: false }))).toEqual([
    { action: "model_created", model: "index", name: "made-by-writing" },
  ]);
  expect(await after(cluster.writeIndex("made-by-writing", { requireAlias: false }))).toEqual([]);
  expect(await after(cluster.putClusterSettings({ "search.max_buckets": 10 }, {}))).toEqual([
    { action: "model_updated", model: "cluster_settings", name: "cluster" },
  ]);
  const kinds = ["model_created", "model_updated", "model_deleted"].map((action) => [
    { action, model: "index_template", name: "t" },
  ]);
  for (const [at, value] of [{ v: 1 }, { v: 2 }, null].entries())
    expect(await after(cluster.putCustom("index_template", "t", value))).toEqual(kinds[at]);
  expect(await after(cluster.deleteIndices(["a"]))).toEqual([{ action: "model_deleted", model: "index", name: "a" }]);
});

test("what is refused is not told", async () => {
  const { cluster, changes } = await told();
  await cluster.createIndex(create("a"));
  changes.splice(0);
  await expect(cluster.createIndex(create("a"))).rejects.toThrow("already exists");
  await expect(cluster.putMapping(["a"], { properties: { x: { type: "nonsense" } } })).rejects.toThrow("nonsense");
  expect(changes).toEqual([]);
});
