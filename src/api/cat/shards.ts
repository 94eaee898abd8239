/** `cat.shards`: every copy of every shard, also those that have no node. */
import { systemClock } from "../../core/clock.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { commonStats } from "../stats/common-stats.ts";
import { type IndexHealth, indexHealthWithStats, type ShardHealth } from "../stats/index-health.ts";
import { replicasOf } from "../stats/shard-copies.ts";
import { primaryNode, shownNode } from "../stats/shown-nodes.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import type { CatValue } from "../../http/cat-table.ts";
import { type CatRow, catTable } from "../stats/columns.ts";
import { asksForColumns, statColumnNames, statColumns } from "../stats/stat-columns.ts";
import { humanTime } from "../../compat/human-size.ts";

const OWN = [
  "index",
  "shard",
  "prirep",
  "state",
  "docs",
  "store",
  "dataset",
  "ip",
  "id",
  "node",
  "unassigned.reason",
  "unassigned.at",
  "unassigned.for",
  "unassigned.details",
  "recoverysource.type",
  "sync_id",
  "path.data",
  "path.state",
  "seq_no.max",
  "seq_no.local_checkpoint",
  "seq_no.global_checkpoint",
];

export const catShards: Operation = {
  name: "cat.shards",
  actions: ["cluster:monitor/state", "indices:monitor/stats"],

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const resolved = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, EVERY_INDEX),
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
    const view = { services, withMore: asksForColumns(parameters) };
    const rows = indices.flatMap((index) => index.shards.flatMap((shard) => rowsOf(view, index, shard)));
    return { status: 200, table: catTable("cat.shards", [...OWN, ...statColumnNames()], rows, ["shard"]) };
  },
};

/** What rows are made of. */
interface View {
  readonly services: Services;
  /** Whether columns are asked for that are not shown by themselves. */
  readonly withMore: boolean;
}

/** The primary, then the copies beside it. */
function rowsOf(view: View, index: IndexHealth, shard: ShardHealth): CatRow[] {
  const place = { index: index.metadata.name, shard: shard.shard };
  const since = index.metadata.creationDateMs;
  const copies = replicasOf(view.services, index.metadata, shard.shard).map((copy): CatRow => {
    const replica = { ...place, prirep: "r" };
    const node = shownNode(view.services, copy.node);
    if (copy.state === "UNASSIGNED" || !node)
      return {
        ...replica,
        ...unassigned(copy.unassigned?.reason ?? "INDEX_CREATED", copy.unassigned?.atMs ?? since),
        "recoverysource.type": "peer",
      };
    const { stats } = shard;
    const counts = copy.state === "STARTED" && stats ? { docs: stats.docs, store: { bytes: stats.storeBytes } } : {};
    return { ...replica, state: copy.state, ...counts, ip: node.ip, id: node.id, node: node.name };
  });
  return [primaryRow(view, index, shard, { ...place, prirep: "p" }), ...copies];
}

function unassigned(reason: string, sinceMs: number): CatRow {
  return {
    state: "UNASSIGNED",
    "unassigned.reason": reason,
    "unassigned.at": new Date(sinceMs).toISOString(),
    "unassigned.for": humanTime(systemClock.now() - sinceMs),
  };
}

function primaryRow({ services, withMore }: View, index: IndexHealth, shard: ShardHealth, place: CatRow): CatRow {
  const { stats } = shard;
  const node = primaryNode(services, index.metadata.uuid, shard.shard);
  if (!node || (!shard.primaryActive && !shard.initializing))
    return {
      ...place,
      ...unassigned(node ? "ALLOCATION_FAILED" : "NODE_LEFT", index.metadata.creationDateMs),
      "unassigned.details": stats?.failure ?? null,
    };
  const home = { ip: node.ip, id: node.id, node: node.name };
  if (!stats) return { ...place, state: shard.initializing ? "INITIALIZING" : "STARTED", ...home };
  const row: Record<string, CatValue> = {
    ...place,
    state: stats.state,
    docs: stats.docs,
    store: { bytes: stats.storeBytes },
    dataset: { bytes: stats.storeBytes },
    ...home,
    "path.data": services.info.dataPath ?? null,
    "path.state": services.info.dataPath ?? null,
    "seq_no.max": stats.maxSeqNo,
    "seq_no.local_checkpoint": stats.localCheckpoint,
    "seq_no.global_checkpoint": stats.globalCheckpoint,
  };
  if (!withMore) return row;
  const searches = services.searchCounters.sum([index.metadata.uuid], { shard: shard.shard });
  return statColumns(commonStats([stats], searches), "", row);
}
