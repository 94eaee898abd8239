/** `cat.nodes`: the nodes, this one with its load. */
import { commonStats } from "../stats/common-stats.ts";
import { indexHealthWithStats } from "../stats/index-health.ts";
import { askNode, partOf } from "../requests/each-node.ts";
import type { CatTable } from "../../http/cat-table.ts";
import type { Operation } from "../operation.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { mappingStats } from "../stats/mapped-fields.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { type CatRow, catTable } from "../stats/columns.ts";
import { type ShownNode, shownNodes } from "../stats/shown-nodes.ts";
import { roleLetters } from "../stats/role-letters.ts";
import { statColumnNames, statColumns } from "../stats/stat-columns.ts";

const OWN = [
  "id",
  "pid",
  "ip",
  "port",
  "http_address",
  "version",
  "type",
  "build",
  "jdk",
  "disk.total",
  "disk.used",
  "disk.avail",
  "disk.used_percent",
  "heap.current",
  "heap.percent",
  "heap.max",
  "ram.current",
  "ram.percent",
  "ram.max",
  "file_desc.current",
  "file_desc.percent",
  "file_desc.max",
  "cpu",
  "load_1m",
  "load_5m",
  "load_15m",
  "uptime",
  "node.role",
  "master",
  "name",
  "script.compilations",
  "script.cache_evictions",
  "script.compilation_limit_triggered",
  "mappings.total_count",
  "mappings.total_estimated_overhead_in_bytes",
  "shard_stats.total_count",
];

/** Characters of an id without `full_id`. */
const SHORT_ID = 4;

export const catNodes: Operation = {
  name: "cat.nodes",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/info", "cluster:monitor/nodes/stats"],
  eachNode: "asked",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    booleanParameter(parameters, "include_unloaded_segments", false);
    const fullId = booleanParameter(parameters, "full_id", false);
    const { info } = services;
    const measured = info.measure();
    const indices = await indexHealthWithStats(
      partOf(services),
      Object.values(services.cluster.state.indices).filter(({ system }) => !system),
    );
    const shards = indices.flatMap((index) => index.shards.flatMap((shard) => shard.stats ?? []));
    const stats = commonStats(shards, services.searchCounters.sum(indices.map(({ metadata }) => metadata.uuid)));
    const mappings = mappingStats(indices.map(({ metadata }) => metadata));
    const [one, five, fifteen] = measured.loadAverages.map((load) => load.toFixed(2));
    const usedMemory = measured.memoryTotalBytes - measured.memoryFreeBytes;
    const usedDisk = measured.diskTotalBytes - measured.diskFreeBytes;
    const here = shownNodes(services).find(({ isHere }) => isHere);
    const row = {
      id: fullId ? info.id : info.id.slice(0, SHORT_ID),
      pid: process.pid,
      ip: info.ip,
      port: info.httpPort,
      http_address: `${info.ip}:${info.httpPort}`,
      version: info.version,
      type: "npm",
      build: info.productVersion,
      jdk: process.versions.node,
      "disk.total": { bytes: measured.diskTotalBytes },
      "disk.used": { bytes: usedDisk },
      "disk.avail": { bytes: measured.diskFreeBytes },
      "disk.used_percent": ((usedDisk / Math.max(1, measured.diskTotalBytes)) * 100).toFixed(2),
      "heap.current": { bytes: measured.heapUsedBytes },
      "heap.percent": Math.round((measured.heapUsedBytes / measured.heapMaximumBytes) * 100),
      "heap.max": { bytes: measured.heapMaximumBytes },
      "ram.current": { bytes: usedMemory },
      "ram.percent": Math.round((usedMemory / measured.memoryTotalBytes) * 100),
      "ram.max": { bytes: measured.memoryTotalBytes },
      "file_desc.current": measured.openFiles,
      "file_desc.percent":
        measured.maximumOpenFiles > 0 ? Math.trunc((measured.openFiles / measured.maximumOpenFiles) * 100) : 0,
      "file_desc.max": measured.maximumOpenFiles,
      cpu: Math.round(measured.cpuPercent),
      load_1m: one ?? null,
      load_5m: five ?? null,
      load_15m: fifteen ?? null,
      uptime: { ms: info.uptimeMs() },
      "node.role": roleLetters(info.roles),
      master: here?.isMaster === false ? "-" : "*",
      name: info.name,
      "script.compilations": 0,
      "script.cache_evictions": 0,
      "script.compilation_limit_triggered": 0,
      "mappings.total_count": mappings.total_count,
      "mappings.total_estimated_overhead_in_bytes": { bytes: mappings.total_estimated_overhead_in_bytes },
      "shard_stats.total_count": shards.length,
      ...statColumns(stats),
    };
    const table = (rows: readonly CatRow[]): CatTable => catTable("cat.nodes", [...OWN, ...statColumnNames()], rows);
    if (!services.others) return { status: 200, table: table([row]) };
    const rows = await Promise.all(
      shownNodes(services).map(async (node) => {
        if (node.isHere) return table([row]).rows;
        const asked = askNode(catNodes, node, { request, services, parameters });
        const answer = await asked.catch(() => undefined);
        return answer && "table" in answer ? answer.table.rows : table([rowElsewhere(node, fullId)]).rows;
      }),
    );
    return { status: 200, table: { ...table([]), rows: rows.flat() } };
  },
};

/** Another node, as the state of the cluster describes it: what it measures stands in its own answer. */
function rowElsewhere(
  { id, ip, transportAddress, version, roles, isMaster, name }: ShownNode,
  fullId: boolean,
): CatRow {
  return {
    id: fullId ? id : id.slice(0, SHORT_ID),
    ip,
    port: transportAddress.slice(transportAddress.lastIndexOf(":") + 1),
    version,
    type: "npm",
    "node.role": roleLetters(roles),
    master: isMaster ? "*" : "-",
    name,
  };
}
