/** `cat.recovery`: how shards were opened. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { recovered, recoveredIndices, stageOf } from "../indices/recovery.ts";
import type { Services, Operation } from "../operation.ts";
import { type CatRow, catTable } from "../stats/columns.ts";

const COLUMNS = [
  "index",
  "shard",
  "start_time",
  "start_time_millis",
  "stop_time",
  "stop_time_millis",
  "time",
  "type",
  "stage",
  "source_host",
  "source_node",
  "target_host",
  "target_node",
  "repository",
  "snapshot",
  "files",
  "files_recovered",
  "files_percent",
  "files_total",
  "bytes",
  "bytes_recovered",
  "bytes_percent",
  "bytes_total",
  "translog_ops",
  "translog_ops_recovered",
  "translog_ops_percent",
];

export const catRecovery: Operation = {
  name: "cat.recovery",
  actions: ["indices:monitor/recovery"],

  async handle(request, services) {
    booleanParameter(request.parameters, "detailed", false);
    const indices = await recoveredIndices(request, services);
    const rows = indices.flatMap(({ metadata, shards }) => shards.map((shard) => rowOf(services, metadata, shard)));
    return { status: 200, table: catTable("cat.recovery", COLUMNS, rows, "all") };
  },
};

function rowOf(services: Services, { name: index, uuid }: IndexMetadata, shard: ShardStats): CatRow {
  const { replayed } = shard.recovery;
  const { startMs, endMs, type, origin, copied, copiedBytes, files, bytes } = recovered(services, uuid, shard);
  const percent = files > 0 ? "100.0%" : "0.0%";
  return {
    index,
    shard: shard.shard,
    start_time: new Date(startMs).toISOString(),
    start_time_millis: startMs,
    stop_time: new Date(endMs).toISOString(),
    stop_time_millis: endMs,
    time: { ms: Math.max(0, endMs - startMs) },
    type: type.toLowerCase(),
    stage: stageOf(shard).toLowerCase(),
    source_host: "n/a",
    source_node: "n/a",
    target_host: services.info.host,
    target_node: services.info.name,
    repository: origin?.repository ?? "n/a",
    snapshot: origin?.snapshot ?? "n/a",
    // Those that stand there are opened where they are.
    files: copied.length,
    files_recovered: copied.length,
    files_percent: percent,
    files_total: files,
    bytes: { bytes: copiedBytes },
    bytes_recovered: { bytes: copiedBytes },
    bytes_percent: percent,
    bytes_total: { bytes },
    translog_ops: replayed,
    translog_ops_recovered: replayed,
    translog_ops_percent: "100.0%",
  };
}
