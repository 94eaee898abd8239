/** `cluster.stats`: sums over indices and nodes. */
import { systemClock } from "../../core/clock.ts";
import { arch, availableParallelism, type } from "node:os";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { analysisPart } from "../stats/analysis-part.ts";
import { mappingsPart } from "../stats/mappings-part.ts";
import { indexingPressure } from "../stats/stats-sections.ts";
import { chosenStats, commonStats } from "../stats/common-stats.ts";
import { humanized } from "../requests/humanize.ts";
import { type IndexHealth, indexHealthWithStats, worst } from "../stats/index-health.ts";
import { shownProcessors } from "../stats/ingest-stats.ts";
import { USAGE_LISTS } from "../../search/request/search-usage.ts";
import { REPOSITORIES } from "../../snapshots/repositories.ts";
import { isJsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
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
      nodes: {
        ...nodesPart(services, count, shownProcessors(await services.pipelines.ingestStats())),
        indexing_pressure: await indexingPressure(services),
      },
      snapshots: snapshotsPart(services),
      repositories: repositoriesPart(services),
      ccs: { _search: NO_REMOTE_SEARCHES },
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
    mappings: mappingsPart(indices.map(({ metadata }) => metadata)),
    analysis: analysisPart(indices.map(({ metadata }) => metadata)),
    search: searchPart(services),
    versions: versionsPart(services, indices, shards),
  };
}

/** What searches asked for since the node started. */
function searchPart({ searchCounters }: Services): object {
  const { total, ...lists } = searchCounters.usage();
  const shown = USAGE_LISTS.map((list) => [list, Object.fromEntries(lists[list])]);
  return { total, ...Object.fromEntries(shown) };
}

/** What is under way, in all and in each repository. */
function snapshotsPart({ snapshots, cluster }: Services): object {
  const { running } = snapshots;
  const countsOf = (copies: typeof running): object => ({
    snapshots: copies.length,
    shard_snapshots: copies.reduce(
      (sum, { indices, done, failures }) =>
        sum + indices.reduce((shards, index) => shards + index.shards, 0) - done.size - failures.length,
      0,
    ),
    snapshot_deletions: 0,
    concurrent_operations: copies.length,
    cleanups: 0,
  });
  const repositories = Object.entries(cluster.state.customs[REPOSITORIES] ?? {}).map(
    ([name, { type: kind = null }]) => {
      const copies = running.filter(({ repository }) => repository === name);
      return [name, { type: kind, current_counts: countsOf(copies) }];
    },
  );
  return { current_counts: countsOf(running), repositories: Object.fromEntries(repositories) };
}

/** Repositories of each type, and how many of them are written to. */
function repositoriesPart({ cluster }: Services): object {
  const types = new Map<string, { count: number; readOnly: number }>();
  for (const { type: kind = null, settings = null } of Object.values(cluster.state.customs[REPOSITORIES] ?? {})) {
    const counts = types.get(valueText(kind)) ?? { count: 0, readOnly: 0 };
    types.set(valueText(kind), counts);
    counts.count++;
    if (isJsonObject(settings) && valueText(settings["readonly"]) === "true") counts.readOnly++;
  }
  return Object.fromEntries(
    Array.from(types, ([kind, { count, readOnly }]) => [
      kind,
      {
        count,
        ...(readOnly > 0 && { read_only: readOnly }),
        ...(readOnly < count && { read_write: count - readOnly }),
      },
    ]),
  );
}

const NO_TIMES = { max: 0, avg: 0, p90: 0 };
/** There are no remote clusters. */
const NO_REMOTE_SEARCHES = {
  total: 0,
  success: 0,
  skipped: 0,
  took: NO_TIMES,
  took_mrt_true: NO_TIMES,
  took_mrt_false: NO_TIMES,
  remotes_per_search_max: 0,
  remotes_per_search_avg: 0,
  failure_reasons: {},
  features: {},
  clients: {},
  clusters: {},
};

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
          vm_name: "Node.js",
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
