/** `cat.snapshots`: snapshots of repositories. */
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import type { SnapshotInfo } from "../../snapshots/snapshot-info.ts";
import type { Operation } from "../operation.ts";
import { chosenSnapshots } from "../requests/chosen-snapshots.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { type CatRow, catTable } from "../stats/columns.ts";

const COLUMNS = [
  "id",
  "repository",
  "status",
  "start_epoch",
  "start_time",
  "end_epoch",
  "end_time",
  "duration",
  "indices",
  "successful_shards",
  "failed_shards",
  "total_shards",
  "reason",
];

export const catSnapshots: Operation = {
  name: "cat.snapshots",
  actions: ["cluster:admin/snapshot/get"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const found = await chosenSnapshots(services, {
      repositories: listParameter(parameters, "repository") ?? ["_all"],
      names: ["_all"],
      ignoreUnavailable: booleanParameter(parameters, "ignore_unavailable", false),
    });
    const rows = [...found].sort((one, other) => one.startMs - other.startMs || (one.name < other.name ? -1 : 1));
    return { status: 200, table: catTable("cat.snapshots", COLUMNS, rows.map(rowOf)) };
  },
};

function rowOf(info: SnapshotInfo): CatRow {
  const { startMs, endMs, state } = info;
  const durationMs = state === "IN_PROGRESS" ? 0 : endMs - startMs;
  return {
    id: info.name,
    repository: info.repository,
    status: state,
    start_epoch: Math.floor(startMs / 1000),
    start_time: timeOfDay(startMs),
    end_epoch: Math.floor(endMs / 1000),
    end_time: timeOfDay(endMs),
    duration: { ms: durationMs },
    indices: info.indices.length,
    successful_shards: info.successful,
    failed_shards: info.failures.length,
    total_shards: info.shards,
    reason: info.reason ?? null,
  };
}

function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice("yyyy-mm-ddT".length, "yyyy-mm-ddThh:mm:ss".length);
}
