/** `cluster.stats`: sums over indices and nodes. */
import { writeJson } from "../../compat/json/write-json.ts";
import { systemClock } from "../../core/clock.ts";
import { arch, availableParallelism, type } from "node:os";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats } from "../stats/common-stats.ts";
import { humanized } from "../requests/humanize.ts";
import { type IndexHealth, indexHealthWithStats, worst } from "../stats/index-health.ts";
import { fieldTypes } from "../requests/mapped-fields.ts";
import { shownProcessors } from "../stats/ingest-stats.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Services, Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const clusterStats: Operation = {
  name: "cluster.stats",
  actions: ["cluster:monitor/stats"],
  breaker: "never",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    booleanParameter(request.parameters, "include_remotes", false);
    const taken = takesNode(listParameter(request.parameters, "node_id"), services.info);
    const indices = await indexHealthWithStats(
      services,
      Object.values(services.cluster.state.indices).filter(({ system }) => !system),
    );
    const count = taken ? 1 : 0;
    const body = {
      _nodes: { total: count, successful: count, failed: 0 },
      cluster_name: services.cluster.state.clusterName,
      cluster_uuid: services.cluster.state.clusterUuid,
      timestamp: systemClock.now(),
      status: worst(indices.map(({ status }) => status)),
      indices: indicesPart(services, taken ? indices : []),
      nodes: nodesPart(services, count, shownProcessors(await services.pipelines.ingestStats())),
      snapshots: {
        current_counts: {
          snapshots: 0,
          shard_snapshots: 0,
          snapshot_deletions: 0,
          concurrent_operations: 0,
          cleanups: 0,
        },
        repositories: {},
      },
      repositories: {},
    };
    return { status: 200, body: humanized(body, request.render.human) };
  },
};

const SECTIONS = new Set([
  "docs",
  "store",
  "fielddata",
  "query_cache",
  "completion",
  "segments",
  "dense_vector",
  "sparse_vector",
]);

function indicesPart(services: Services, indices: readonly IndexHealth[]): object {
  const counts = indices.map(({ metadata }) => metadata.numberOfShards);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const perIndex = { min: Math.min(...counts), max: Math.max(...counts), avg: total / Math.max(1, counts.length) };
  const shards = indices.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
  return {
    count: indices.length,
    shards:
      total === 0
        ? {}
        : {
            total,
            primaries: total,
            replication: 0,
            index: { shards: perIndex, primaries: perIndex, replication: { min: 0, max: 0, avg: 0 } },
          },
    ...chosenStats(commonStats(shards, services.searchCounters.sum([])), SECTIONS),
    mappings: mappingsPart(indices),
    versions: versionsPart(services, indices, shards),
  };
}

/** How often each field type is used, and in how many indices. */
function mappingsPart(indices: readonly IndexHealth[]): object {
  const types = new Map<string, { count: number; indices: Set<string> }>();
  let fields = 0;
  for (const { metadata } of indices) {
    for (const name of fieldTypes(metadata.mapping)) {
      const entry = types.get(name) ?? { count: 0, indices: new Set<string>() };
      types.set(name, entry);
      entry.count++;
      entry.indices.add(metadata.name);
      fields++;
    }
  }
  const names = [...types.keys()].sort();
  const distinct = new Map(indices.map(({ metadata }) => [writeJson(metadata.mapping), metadata.mapping]));
  return {
    total_field_count: fields,
    total_deduplicated_field_count: [...distinct.values()].reduce(
      (sum, mapping) => sum + [...fieldTypes(mapping)].length,
      0,
    ),
    total_deduplicated_mapping_size_in_bytes: [...distinct.keys()].reduce(
      (sum, text) => sum + Buffer.byteLength(text),
      0,
    ),
    field_types: names.map((name) => ({
      name,
      count: types.get(name)?.count ?? 0,
      index_count: types.get(name)?.indices.size ?? 0,
      script_count: 0,
    })),
    runtime_field_types: [],
    source_modes: indices.length === 0 ? {} : { stored: indices.length },
  };
}

/** Every index is of the version that runs. */
function versionsPart(services: Services, indices: readonly IndexHealth[], shards: readonly ShardStats[]): object[] {
  if (indices.length === 0) return [];
  const bytes = shards.reduce((sum, shard) => sum + shard.storeBytes, 0);
  return [
    {
      version: services.info.version,
      index_count: indices.length,
      primary_shard_count: shards.length,
      total_primary_bytes: bytes,
    },
  ];
}

/** Roles of Elasticsearch; those that the node does not have count none. */
const ROLES = [
  "coordinating_only",
  "data",
  "data_cold",
  "data_content",
  "data_frozen",
  "data_hot",
  "data_warm",
  "index",
  "ingest",
  "master",
  "ml",
  "remote_cluster_client",
  "search",
  "transform",
  "voting_only",
];

function nodesPart(services: Services, count: number, ingest: object): object {
  const { info } = services;
  const measured = info.measure();
  const used = measured.memoryTotalBytes - measured.memoryFreeBytes;
  const percent = Math.round((used / measured.memoryTotalBytes) * 100);
  return {
    count: { total: count, ...Object.fromEntries(ROLES.map((role) => [role, info.roles.includes(role) ? count : 0])) },
    versions: [info.version],
    os: {
      available_processors: availableParallelism(),
      allocated_processors: availableParallelism(),
      names: [{ name: type(), count }],
      pretty_names: [{ pretty_name: type(), count }],
      architectures: [{ arch: arch(), count }],
      mem: {
        total_in_bytes: measured.memoryTotalBytes,
        adjusted_total_in_bytes: measured.memoryTotalBytes,
        free_in_bytes: measured.memoryFreeBytes,
        used_in_bytes: used,
        free_percent: 100 - percent,
        used_percent: percent,
      },
    },
    process: {
      cpu: { percent: Math.round(measured.cpuPercent) },
      open_file_descriptors: { min: measured.openFiles, max: measured.openFiles, avg: measured.openFiles },
    },
    jvm: {
      max_uptime_in_millis: info.uptimeMs(),
      versions: [
        {
          version: process.version,
          vm_name: "Services.js",
          vm_version: process.versions.v8,
          vm_vendor: "OpenJS Foundation",
          bundled_jdk: false,
          using_bundled_jdk: false,
          count,
        },
      ],
      threads: measured.threads,
      mem: { heap_used_in_bytes: measured.heapUsedBytes, heap_max_in_bytes: measured.heapMaximumBytes },
    },
    fs: {
      total_in_bytes: measured.diskTotalBytes,
      free_in_bytes: measured.diskFreeBytes,
      available_in_bytes: measured.diskFreeBytes,
    },
    plugins: [],
    network_types: { transport_types: {}, http_types: { node: count } },
    discovery_types: { "single-node": count },
    ingest,
    packaging_types: [{ flavor: "default", type: "npm", count }],
  };
}
