/** `snapshot.status`: what each shard of snapshots cost, and how far those are that are being made. */
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { put } from "../../core/names.ts";
import type { ShardCost } from "../../snapshots/repository/repository-root.ts";
import type { ShardStatus, SnapshotStatus } from "../../snapshots/snapshot-info.ts";
import type { Operation } from "../operation.ts";
import { humanized } from "../requests/humanize.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const snapshotStatus: Operation = {
  name: "snapshot.status",
  actions: ["cluster:admin/snapshot/status"],

  async handle({ parameters, render }, { snapshots }) {
    checkTimeouts(parameters);
    const ignoreUnavailable = booleanParameter(parameters, "ignore_unavailable", false);
    const repository = parameters["repository"] ?? "_all";
    const names = (listParameter(parameters, "snapshot") ?? []).filter((name) => name !== "_all");
    const isEvery = repository === "_all" || repository === "*";
    const running = snapshots.running.filter((one) => isEvery || one.repository === repository);
    const statuses =
      names.length === 0
        ? running.map((one) => snapshots.runningStatus(one))
        : await snapshots.statuses(repository, names, ignoreUnavailable);
    return { status: 200, body: { snapshots: humanized(statuses.map(shownStatus), render.human) } };
  },
};

function shownStatus({ info, indices }: SnapshotStatus): object {
  const shown: Record<string, object> = {};
  for (const { name, shards } of indices)
    put(shown, name, {
      shards_stats: shardsOf(shards),
      stats: statsOf(shards.map(({ cost }) => cost)),
      shards: Object.fromEntries(shards.map((shard, number) => [String(number), shownShard(shard)])),
    });
  const every = indices.flatMap(({ shards }) => shards);
  const isRunning = info.state === "IN_PROGRESS";
  return {
    snapshot: info.name,
    repository: info.repository,
    uuid: info.uuid,
    state: isRunning ? "STARTED" : info.state,
    include_global_state: info.includeGlobalState,
    shards_stats: shardsOf(every),
    stats: {
      ...statsOf(every.map(({ cost }) => cost)),
      start_time_in_millis: info.startMs,
      ...(isRunning ? {} : { time_in_millis: info.endMs - info.startMs }),
    },
    indices: shown,
  };
}

function shownShard({ stage, cost, reason }: ShardStatus): object {
  return { stage, stats: statsOf([cost]), ...(reason === undefined ? {} : { reason }) };
}

function shardsOf(shards: readonly ShardStatus[]): object {
  const count = (stage: ShardStatus["stage"]): number => shards.filter((shard) => shard.stage === stage).length;
  return {
    initializing: count("INIT"),
    started: count("STARTED"),
    finalizing: count("FINALIZE"),
    done: count("DONE"),
    failed: count("FAILURE"),
    total: shards.length,
  };
}

function statsOf(costs: readonly ShardCost[]): object {
  const sum = (of: (cost: ShardCost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  const begun = costs.filter(({ startMs }) => startMs > 0);
  const startMs = begun.length > 0 ? Math.min(...begun.map((cost) => cost.startMs)) : 0;
  const endMs = Math.max(startMs, ...begun.map((cost) => cost.startMs + cost.timeMs));
  return {
    incremental: { file_count: sum(({ newFiles }) => newFiles), size_in_bytes: sum(({ newBytes }) => newBytes) },
    total: { file_count: sum(({ files }) => files), size_in_bytes: sum(({ bytes }) => bytes) },
    start_time_in_millis: startMs,
    time_in_millis: endMs - startMs,
  };
}
