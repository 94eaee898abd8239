/** `cat.allocation`: shards and disk of the node, and the shards that have none. */
import { listParameter } from "../../http/parameters.ts";
import { indexHealthWithStats, shardCounts } from "../stats/index-health.ts";
import { takesNode } from "../stats/node-header.ts";
import type { Operation } from "../operation.ts";
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

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { info } = services;
    const measured = info.measure();
    const indices = await indexHealthWithStats(services, Object.values(services.cluster.state.indices));
    const shards = indices.flatMap((index) => index.shards);
    const counts = shardCounts(shards);
    const usedBytes = measured.diskTotalBytes - measured.diskFreeBytes;
    const rows: CatRow[] = [];
    if (takesNode(listParameter(parameters, "node_id"), info)) {
      rows.push({
        shards: counts.active,
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
    if (counts.unassigned > 0) rows.push({ shards: counts.unassigned, node: "UNASSIGNED" });
    return { status: 200, table: catTable("cat.allocation", COLUMNS, rows) };
  },
};
