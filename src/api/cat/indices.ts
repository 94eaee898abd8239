/** `cat.indices`: indices with their documents and sizes. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { commonStats, sizesOnly } from "../stats/common-stats.ts";
import { HEALTH_ORDER, type HealthStatus, type IndexHealth, indexHealthWithStats } from "../stats/index-health.ts";
import { ALL_DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import type { CatValue } from "../../http/cat-table.ts";
import { type CatRow, catTable } from "../stats/columns.ts";
import { asksForColumns, statColumnNames, statColumns } from "../stats/stat-columns.ts";

const OWN = [
  "health",
  "status",
  "index",
  "uuid",
  "pri",
  "rep",
  "docs.count",
  "docs.deleted",
  "creation.date",
  "creation.date.string",
  "store.size",
  "pri.store.size",
  "dataset.size",
  "memory.total",
  "pri.memory.total",
  "search.throttled",
];

export const catIndices: Operation = {
  name: "cat.indices",
  actions: ["cluster:monitor/state", "indices:monitor/stats"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    // Only primaries exist, and no segment is ever unloaded: both change nothing.
    for (const name of ["pri", "include_unloaded_segments"]) booleanParameter(parameters, name, false);
    const health = parameters["health"]?.toLowerCase();
    if (health !== undefined && !HEALTH_ORDER.includes(health as HealthStatus))
      throw illegalArgument(`unknown cluster health status [${health}]`);
    const resolved = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, ALL_DESCRIBED_INDICES),
      "monitor",
    );
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const indices = await indexHealthWithStats(
      services,
      resolved.map(({ metadata }) => metadata),
    );
    const rows = indices
      .filter(({ status }) => health === undefined || status === health)
      .map((index) => rowOf(services, index, asksForColumns(parameters)));
    return {
      status: 200,
      table: catTable("cat.indices", [...OWN, ...statColumnNames(), ...statColumnNames("pri.")], rows),
    };
  },
};

function rowOf(services: Services, index: IndexHealth, withMore: boolean): CatRow {
  const { metadata } = index;
  const row: CatRow = {
    health: index.status,
    status: metadata.state,
    index: metadata.name,
    uuid: metadata.uuid,
    pri: metadata.numberOfShards,
    rep: metadata.numberOfReplicas,
    "creation.date": metadata.creationDateMs,
    "creation.date.string": new Date(metadata.creationDateMs).toISOString(),
  };
  if (metadata.state === "close") return row;
  const shards = index.shards.flatMap((shard) => shard.stats ?? []);
  const stats = withMore ? commonStats(shards, services.searchCounters.sum([metadata.uuid])) : sizesOnly(shards);
  const size = { bytes: Number(stats["store"]?.["size_in_bytes"] ?? 0) };
  const shown: Record<string, CatValue> = {
    ...row,
    "docs.count": Number(stats["docs"]?.["count"] ?? 0),
    "docs.deleted": Number(stats["docs"]?.["deleted"] ?? 0),
    "store.size": size,
    "pri.store.size": size,
    "dataset.size": size,
  };
  if (!withMore) return shown;
  const memory = { bytes: Number(stats["segments"]?.["memory_in_bytes"] ?? 0) };
  shown["memory.total"] = memory;
  shown["pri.memory.total"] = memory;
  shown["search.throttled"] = metadata.settings["index.search.throttled"] === "true";
  return statColumns(stats, "pri.", statColumns(stats, "", shown));
}
