/** The sections of `nodes.stats` that are about the process and the machine. */
import { humanBytes } from "../../compat/human-size.ts";
import { shownIngest } from "./ingest-stats.ts";
import { shownHistogram, type SizeCount, summedBy } from "../../http/request-counts.ts";
import type { NodeMeasurement } from "./node-info.ts";
import type { Services } from "../operation.ts";
import { threadPools } from "./thread-pools.ts";

/** What a section is made from. */
export interface SectionInput {
  readonly services: Services;
  readonly now: number;
  readonly measured: NodeMeasurement;
}

/** A section: the metric that asks for it, its key in the answer, and how it is read. */
export interface StatsSection {
  readonly metric: string;
  readonly key: string;
  readonly read: (input: SectionInput) => object | Promise<object>;
}

const MICROS_PER_MILLI = 1000;

/**
 * In the order of the answer. What does not exist in one process (transport between nodes, script caches) is there and
 * empty.
 */
export const statsSections: readonly StatsSection[] = [
  { metric: "os", key: "os", read: ({ now, measured }) => osSection(now, measured) },
  { metric: "process", key: "process", read: ({ now, measured }) => processSection(now, measured) },
  {
    metric: "jvm",
    key: "jvm",
    read: ({ now, measured, services }) => heapSection(now, measured, services.info.uptimeMs()),
  },
  {
    metric: "thread_pool",
    key: "thread_pool",
    read: async ({ services }) => Object.fromEntries(await threadPools(services)),
  },
  {
    metric: "fs",
    key: "fs",
    read: ({ now, measured, services }) => diskSection(now, measured, services.info.dataPath),
  },
  {
    metric: "transport",
    key: "transport",
    read: () => ({
      server_open: 0,
      total_outbound_connections: 0,
      rx_count: 0,
      rx_size_in_bytes: 0,
      tx_count: 0,
      tx_size_in_bytes: 0,
      inbound_handling_time_histogram: [],
      outbound_handling_time_histogram: [],
    }),
  },
  {
    metric: "http",
    key: "http",
    read: async ({ services }) => {
      const { open, total } = services.connections();
      return { current_open: open, total_opened: total, clients: [], routes: await shownRoutes(services) };
    },
  },
  { metric: "breaker", key: "breakers", read: ({ services }) => breakers(services) },
  {
    metric: "script",
    key: "script",
    read: () => ({ compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0, contexts: [] }),
  },
  { metric: "discovery", key: "discovery", read: ({ services }) => discovery(services) },
  {
    metric: "ingest",
    key: "ingest",
    read: async ({ services }) => shownIngest(await services.pipelines.ingestStats()),
  },
  { metric: "adaptive_selection", key: "adaptive_selection", read: () => ({}) },
  {
    metric: "script_cache",
    key: "script_cache",
    read: () => ({ sum: { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 } }),
  },
  { metric: "indexing_pressure", key: "indexing_pressure", read: ({ services }) => indexingPressure(services) },
  { metric: "repositories", key: "repositories", read: () => ({}) },
  { metric: "allocations", key: "allocations", read: ({ services }) => allocations(services) },
];

/** Requests by the documented path that they came to. */
async function shownRoutes(services: Services): Promise<object> {
  const byPath = [...summedBy(await services.requestCounts(), "path")].sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  const shown = ({ count, bytes, sizes }: SizeCount): Readonly<Record<string, unknown>> => ({
    count,
    total_size_in_bytes: bytes,
    size_histogram: shownHistogram(sizes, "bytes"),
  });
  return Object.fromEntries(
    byPath
      .filter(([, { requests }]) => requests.count > 0)
      .map(([path, { requests, responses, times }]) => [
        path,
        {
          requests: shown(requests),
          responses: { ...shown(responses), handling_time_histogram: shownHistogram(times, "millis") },
        },
      ]),
  );
}

function osSection(now: number, measured: NodeMeasurement): object {
  const used = measured.memoryTotalBytes - measured.memoryFreeBytes;
  const percent = Math.round((used / measured.memoryTotalBytes) * 100);
  const [one, five, fifteen] = measured.loadAverages;
  return {
    timestamp: now,
    cpu: { percent: Math.round(measured.cpuPercent), load_average: { "1m": one, "5m": five, "15m": fifteen } },
    mem: {
      total_in_bytes: measured.memoryTotalBytes,
      adjusted_total_in_bytes: measured.memoryTotalBytes,
      free_in_bytes: measured.memoryFreeBytes,
      used_in_bytes: used,
      free_percent: 100 - percent,
      used_percent: percent,
    },
  };
}

function processSection(now: number, measured: NodeMeasurement): object {
  const usage = process.cpuUsage();
  return {
    timestamp: now,
    open_file_descriptors: measured.openFiles,
    max_file_descriptors: measured.maximumOpenFiles,
    cpu: {
      percent: Math.round(measured.cpuPercent),
      total_in_millis: Math.round((usage.user + usage.system) / MICROS_PER_MILLI),
    },
    mem: { total_virtual_in_bytes: measured.virtualBytes, resident_in_bytes: measured.residentBytes },
  };
}

/** The heap is that of V8; what lies outside it is shown as the one buffer pool. */
function heapSection(now: number, measured: NodeMeasurement, uptimeMs: number): object {
  return {
    timestamp: now,
    uptime_in_millis: uptimeMs,
    mem: {
      heap_used_in_bytes: measured.heapUsedBytes,
      heap_used_percent: Math.round((measured.heapUsedBytes / measured.heapMaximumBytes) * 100),
      heap_committed_in_bytes: measured.heapCommittedBytes,
      heap_max_in_bytes: measured.heapMaximumBytes,
      non_heap_used_in_bytes: measured.externalBytes,
      non_heap_committed_in_bytes: measured.externalBytes,
      pools: {},
    },
    threads: { count: measured.threads, peak_count: measured.threads },
    gc: { collectors: {} },
    buffer_pools: {
      direct: { count: 1, used_in_bytes: measured.bufferBytes, total_capacity_in_bytes: measured.bufferBytes },
    },
  };
}

function diskSection(now: number, measured: NodeMeasurement, path: string | undefined): object {
  const total = {
    total_in_bytes: measured.diskTotalBytes,
    free_in_bytes: measured.diskFreeBytes,
    available_in_bytes: measured.diskFreeBytes,
  };
  return { timestamp: now, total, data: path === undefined ? [] : [{ path, ...total }] };
}

/** In Elasticsearch, sizes for people stand here always. */
function breakers(services: Services): object {
  return Object.fromEntries(
    services.breakers.stats().map(({ name, limitBytes, estimatedBytes, overhead, tripped }) => [
      name,
      {
        limit_size_in_bytes: limitBytes,
        limit_size: humanBytes(limitBytes),
        estimated_size_in_bytes: estimatedBytes,
        estimated_size: humanBytes(estimatedBytes),
        overhead,
        tripped,
      },
    ]),
  );
}

/** The only node applies its own changes of the state, which nobody else waits for. */
function discovery(services: Services): object {
  return {
    cluster_state_queue: { total: 0, pending: 0, committed: 0 },
    published_cluster_states: {
      full_states: services.cluster.state.version,
      incompatible_diffs: 0,
      compatible_diffs: 0,
    },
  };
}

/** Bodies of writes that are under way, and those that were refused. */
export async function indexingPressure(services: Services): Promise<object> {
  const { bytes, totalBytes, rejections, limitBytes } = await services.documents.pressure();
  const under = (amount: number): object => ({
    combined_coordinating_and_primary_in_bytes: amount,
    coordinating_in_bytes: amount,
    primary_in_bytes: amount,
    replica_in_bytes: 0,
    all_in_bytes: amount,
  });
  const refused = {
    coordinating_rejections: rejections,
    primary_rejections: 0,
    replica_rejections: 0,
    primary_document_rejections: 0,
  };
  return { memory: { current: under(bytes), total: { ...under(totalBytes), ...refused }, limit_in_bytes: limitBytes } };
}

async function allocations(services: Services): Promise<object> {
  const shards = await services.documents.stats(Object.values(services.cluster.state.indices).map(({ uuid }) => uuid));
  return {
    shards: shards.length,
    undesired_shards: 0,
    forecasted_ingest_load: 0,
    forecasted_disk_usage_in_bytes: 0,
    current_disk_usage_in_bytes: shards.reduce((sum, shard) => sum + shard.storeBytes, 0),
  };
}
