/** `cat.allocation`: shards and disk of the node, and the shards that have none. */
import { listParameter } from "../../http/parameters.ts";
import { indexHealthWithStats, shardCounts } from "../stats/index-health.ts";
import { takesNode } from "../stats/node-header.ts";
import { onEachNode, rowsTogether } from "../requests/each-node.ts";
import type { Operation, Services } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { type CatRow, catTable } from "../stats/columns.ts";
import { roleLetters } from "../stats/role-letters.ts";

const COLUMNS = [
  "shards",
  "shards.undesired",
  "write_load.forecast",
  "disk.indices.forecast",
  "disk.indices",
  "disk.used",
  "disk.avail",
  "disk.total",
  "disk.percent",
  "host",
  "ip",
  "node",
  "node.role",
];

export const catAllocation: Operation = {
  name: "cat.allocation",
  actions: ["cluster:monitor/state", "cluster:monitor/nodes/stats"],
  eachNode: "asked",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { info, others } = services;
    const measured = info.measure();
    const indices = await indexHealthWithStats(services, Object.values(services.cluster.state.indices));
    const shards = indices.flatMap((index) => index.shards);
    const counts = shardCounts(shards);
    const usedBytes = measured.diskTotalBytes - measured.diskFreeBytes;
    if (others) {
      const answer = await onEachNode(catAllocation, rowsTogether, { request, services });
      const { rows: unassigned } = catTable("cat.allocation", COLUMNS, unassignedRow(counts.unassigned));
      if (!("table" in answer)) return answer;
      return { ...answer, table: { ...answer.table, rows: [...answer.table.rows, ...unassigned] } };
    }
    const copies = copiesOn(services);
    const rows: CatRow[] = [];
    if (takesNode(listParameter(parameters, "node_id"), info)) {
      rows.push({
        shards: copies ?? counts.active,
        "shards.undesired": 0,
        // Nothing is forecast, as on a node without data streams.
        "write_load.forecast": "0.0",
        "disk.indices.forecast": { bytes: 0 },
        "disk.indices": { bytes: shards.reduce((sum, shard) => sum + (shard.stats?.storeBytes ?? 0), 0) },
        "disk.used": { bytes: usedBytes },
        "disk.avail": { bytes: measured.diskFreeBytes },
        "disk.total": { bytes: measured.diskTotalBytes },
        "disk.percent": Math.trunc((usedBytes / Math.max(1, measured.diskTotalBytes)) * 100),
        host: info.host,
        ip: info.ip,
        node: info.name,
        "node.role": roleLetters(info.roles),
      });
    }
    // Of several nodes each tells of itself.
    if (copies === undefined) rows.push(...unassignedRow(counts.unassigned));
    return { status: 200, table: catTable("cat.allocation", COLUMNS, rows) };
  },
};

function unassignedRow(count: number): CatRow[] {
  return count > 0 ? [{ shards: count, node: "UNASSIGNED" }] : [];
}

/** Started copies on this node, as one of several; undefined: it is alone. */
function copiesOn({ cluster: { state }, info }: Services): number | undefined {
  if (!state.nodes) return undefined;
  const copies = Object.values(state.routing ?? {}).flatMap((shards) =>
    shards.flatMap(({ primary, replicas }) => [primary, ...replicas]),
  );
  return copies.filter((copy) => copy.node === info.id && copy.state === "STARTED").length;
}
