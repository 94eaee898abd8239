/** `nodes.stats`: what the node does. */
import { illegalArgument } from "../../core/errors.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { chosenStats, commonStats, METRICS as INDEX_METRICS } from "../common-stats.ts";
import { humanized } from "../humanize.ts";
import { indexHealth } from "../index-health.ts";
import { chosenMetrics } from "../metric-list.ts";
import type { Node, Operation } from "../operation.ts";
import { searchCounts } from "../search-counters.ts";
import { checkTimeouts } from "../timeouts.ts";
import { nodeHeader, nodesAnswer, takesNode } from "./node-header.ts";

/** Metrics of the original; those without an answer here measure what does not exist in one process. */
const METRICS = ["indices", "os", "process", "jvm", "thread_pool", "fs", "transport", "http", "breaker", "script", "discovery", "ingest", "adaptive_selection", "script_cache", "indexing_pressure", "repositories", "allocations"];
const LEVELS = ["node", "indices", "shards"];

export const nodesStats: Operation = {
  name: "nodes.stats",
  privilege: { cluster: "monitor" },

  async handle(request, node) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const level = parameters["level"] ?? "node";
    if (!LEVELS.includes(level)) throw illegalArgument(`level parameter must be one of [node] or [indices] or [shards] but was [${level}]`);
    for (const name of ["include_segment_file_sizes", "include_unloaded_segments"]) booleanParameter(parameters, name, false);
    const path = `/_nodes${parameters["node_id"] ? `/${parameters["node_id"]}` : ""}/stats${parameters["metric"] ? `/${parameters["metric"]}` : ""}`;
    const metrics = chosenMetrics(parameters["metric"], METRICS, path);
    const indexMetrics = chosenMetrics(parameters["index_metric"], Object.keys(INDEX_METRICS), `${path}/${parameters["index_metric"] ?? ""}`);
    const taken = takesNode(listParameter(parameters, "node_id"), node.info);
    const sections = indexMetrics && new Set([...indexMetrics].map((metric) => INDEX_METRICS[metric] ?? metric));
    const answer = taken ? await measure(node, { metrics, sections, level }) : undefined;
    return { status: 200, body: humanized(nodesAnswer(node.cluster.state.clusterName, node.info, answer), request.render.human) };
  },
};

interface Choice {
  readonly metrics: ReadonlySet<string> | undefined;
  readonly sections: ReadonlySet<string> | undefined;
  readonly level: string;
}

async function measure(node: Node, { metrics, sections, level }: Choice): Promise<object> {
  const { info } = node;
  const now = Date.now();
  const wants = (metric: string): boolean => metrics === undefined || metrics.has(metric);
  const measured = info.measure();
  const { version: _version, ...header } = nodeHeader(info);
  // Here, unlike in nodes.info, the original's `ip` has a port.
  const answer: Record<string, unknown> = { timestamp: now, ...header, ip: header["transport_address"] };
  if (wants("indices")) answer["indices"] = await indicesPart(node, sections, level);
  if (wants("os")) {
    const used = measured.memoryTotalBytes - measured.memoryFreeBytes;
    const percent = Math.round((used / measured.memoryTotalBytes) * 100);
    const [one, five, fifteen] = measured.loadAverages;
    answer["os"] = {
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
  if (wants("process")) {
    const usage = process.cpuUsage();
    answer["process"] = {
      timestamp: now,
      open_file_descriptors: measured.openFiles,
      cpu: { percent: Math.round(measured.cpuPercent), total_in_millis: Math.round((usage.user + usage.system) / 1000) },
      mem: { resident_in_bytes: measured.residentBytes },
    };
  }
  if (wants("jvm")) {
    answer["jvm"] = {
      timestamp: now,
      uptime_in_millis: now - info.startedMs,
      mem: {
        heap_used_in_bytes: measured.heapUsedBytes,
        heap_used_percent: Math.round((measured.heapUsedBytes / measured.heapMaximumBytes) * 100),
        heap_max_in_bytes: measured.heapMaximumBytes,
      },
    };
  }
  if (wants("fs")) {
    const total = { total_in_bytes: measured.diskTotalBytes, free_in_bytes: measured.diskFreeBytes, available_in_bytes: measured.diskFreeBytes };
    answer["fs"] = { timestamp: now, total };
  }
  return answer;
}

async function indicesPart(node: Node, sections: ReadonlySet<string> | undefined, level: string): Promise<object> {
  const indices = await indexHealth(node, Object.values(node.cluster.state.indices).filter(({ system }) => !system));
  const of = (chosen: typeof indices): object => {
    const shards = chosen.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
    return chosenStats(commonStats(shards, searchCounts(node, chosen.map(({ metadata }) => metadata.uuid))), sections);
  };
  if (level === "node") return of(indices);
  if (level === "indices") return { ...of(indices), indices: Object.fromEntries(indices.map((index) => [index.metadata.name, of([index])])) };
  const shards = indices.map((index) => [
    index.metadata.name,
    index.shards.flatMap(({ shard, stats }) =>
      stats ? [{ [String(shard)]: { routing: { state: stats.state, primary: true, node: node.info.id, relocating_node: null }, ...chosenStats(commonStats([stats], searchCounts(node, [])), sections) } }] : [],
    ),
  ]);
  return { ...of(indices), shards: Object.fromEntries(shards) };
}
