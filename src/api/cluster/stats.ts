/** `cluster.stats`: sums over indices and nodes. */
import { arch, availableParallelism, type } from "node:os";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats } from "../common-stats.ts";
import { humanized } from "../humanize.ts";
import { type IndexHealth, indexHealth, worst } from "../index-health.ts";
import { takesNode } from "../nodes/node-header.ts";
import type { Node, Operation } from "../operation.ts";
import { searchCounts } from "../search-counters.ts";
import { checkTimeouts } from "../timeouts.ts";

export const clusterStats: Operation = {
  name: "cluster.stats",
  privilege: { cluster: "monitor" },

  async handle(request, node) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "include_remotes", false);
    const taken = takesNode(listParameter(request.parameters, "node_id"), node.info);
    const indices = await indexHealth(node, Object.values(node.cluster.state.indices).filter(({ system }) => !system));
    const count = taken ? 1 : 0;
    const body = {
      _nodes: { total: count, successful: count, failed: 0 },
      cluster_name: node.cluster.state.clusterName,
      cluster_uuid: node.cluster.state.clusterUuid,
      timestamp: Date.now(),
      status: worst(indices.map(({ status }) => status)),
      indices: indicesPart(node, taken ? indices : []),
      nodes: nodesPart(node, count),
    };
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

const SECTIONS = new Set(["docs", "store", "fielddata", "query_cache", "completion", "segments"]);

function indicesPart(node: Node, indices: readonly IndexHealth[]): object {
  const counts = indices.map(({ metadata }) => metadata.numberOfShards);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const perIndex = { min: Math.min(...counts), max: Math.max(...counts), avg: total / Math.max(1, counts.length) };
  const shards = indices.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
  return {
    count: indices.length,
    shards: total === 0 ? {} : { total, primaries: total, replication: 0, index: { shards: perIndex, primaries: perIndex, replication: { min: 0, max: 0, avg: 0 } } },
    ...chosenStats(commonStats(shards, searchCounts(node, [])), SECTIONS),
    mappings: { field_types: fieldTypes(indices) },
  };
}

/** How often each field type is used, and in how many indices. */
function fieldTypes(indices: readonly IndexHealth[]): object[] {
  const types = new Map<string, { count: number; indices: Set<string> }>();
  const visit = (mapping: JsonObject, index: string): void => {
    const properties = mapping["properties"];
    if (!isJsonObject(properties)) return;
    for (const definition of Object.values(properties)) {
      if (!isJsonObject(definition)) continue;
      const name = typeof definition["type"] === "string" ? definition["type"] : "object";
      const entry = types.get(name) ?? { count: 0, indices: new Set<string>() };
      types.set(name, entry);
      entry.count++;
      entry.indices.add(index);
      visit(definition, index);
      if (isJsonObject(definition["fields"])) visit({ properties: definition["fields"] }, index);
    }
  };
  for (const { metadata } of indices) visit(metadata.mapping, metadata.name);
  const names = [...types.keys()].sort();
  return names.map((name) => ({ name, count: types.get(name)?.count ?? 0, index_count: types.get(name)?.indices.size ?? 0, script_count: 0 }));
}

function nodesPart(node: Node, count: number): object {
  const { info } = node;
  const measured = info.measure();
  const used = measured.memoryTotalBytes - measured.memoryFreeBytes;
  const percent = Math.round((used / measured.memoryTotalBytes) * 100);
  return {
    count: { total: count, ...Object.fromEntries(info.roles.map((role) => [role, count])) },
    versions: [info.version],
    os: {
      available_processors: availableParallelism(),
      allocated_processors: availableParallelism(),
      names: [{ name: type(), count }],
      architectures: [{ arch: arch(), count }],
      mem: { total_in_bytes: measured.memoryTotalBytes, free_in_bytes: measured.memoryFreeBytes, used_in_bytes: used, free_percent: 100 - percent, used_percent: percent },
    },
    process: { cpu: { percent: Math.round(measured.cpuPercent) }, open_file_descriptors: { min: measured.openFiles, max: measured.openFiles, avg: measured.openFiles } },
    jvm: {
      max_uptime_in_millis: Date.now() - info.startedMs,
      versions: [{ version: process.version, vm_name: "Node.js", vm_version: process.versions.v8, count }],
      mem: { heap_used_in_bytes: measured.heapUsedBytes, heap_max_in_bytes: measured.heapMaximumBytes },
    },
    fs: { total_in_bytes: measured.diskTotalBytes, free_in_bytes: measured.diskFreeBytes, available_in_bytes: measured.diskFreeBytes },
    plugins: [],
    packaging_types: [{ flavor: "default", type: "npm", count }],
  };
}
