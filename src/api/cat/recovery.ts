/** `cat.recovery`: how shards were opened. */
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { recoveredIndices, recoveryType, stageOf } from "../indices/recovery.ts";
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
    const rows = indices.flatMap(({ metadata, shards }) =>
      shards.map((shard) => rowOf(services, metadata.name, shard)),
    );
    return { status: 200, table: catTable("cat.recovery", COLUMNS, rows, "all") };
  },
};

function rowOf(services: Services, index: string, shard: ShardStats): CatRow {
  const { startMs, endMs, replayed, files, bytes } = shard.recovery;
  const percent = files > 0 ? "100.0%" : "0.0%";
  return {
    index,
    shard: shard.shard,
    start_time: new Date(startMs).toISOString(),
    start_time_millis: startMs,
    stop_time: new Date(endMs).toISOString(),
    stop_time_millis: endMs,
    time: { ms: Math.max(0, endMs - startMs) },
    type: recoveryType(shard).toLowerCase(),
    stage: stageOf(shard).toLowerCase(),
    source_host: "n/a",
    source_node: "n/a",
    target_host: services.info.host,
    target_node: services.info.name,
    repository: "n/a",
    snapshot: "n/a",
    // Files are opened where they stand: there are none to copy.
    files: 0,
    files_recovered: 0,
    files_percent: percent,
    files_total: files,
    bytes: { bytes: 0 },
    bytes_recovered: { bytes: 0 },
    bytes_percent: percent,
    bytes_total: { bytes },
    translog_ops: replayed,
    translog_ops_recovered: replayed,
    translog_ops_percent: "100.0%",
  };
}
