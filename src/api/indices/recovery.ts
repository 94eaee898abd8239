/** `indices.recovery`: how shards were opened. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { humanized } from "../requests/humanize.ts";
import { type IndexHealth, indexHealthWithStats } from "../stats/index-health.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const recovery: Operation = {
  name: "indices.recovery",
  actions: ["indices:monitor/recovery"],

  async handle(request, services) {
    const detailed = booleanParameter(request.parameters, "detailed", false);
    const indices = await recoveredIndices(request, services);
    const view = { detailed, human: request.render.human };
    const shown = indices.map(({ metadata, shards }) => [
      metadata.name,
      { shards: shards.map((shard) => shownRecovery(services, shard, view)) },
    ]);
    return { status: 200, body: Object.fromEntries(shown) };
  },
};

/** An index with the shards that were opened, or are being so. */
export interface RecoveredIndex {
  readonly metadata: IndexHealth["metadata"];
  readonly shards: readonly ShardStats[];
}

/**
 * The indices that a request names; those without a shard to show are left out. `active_only`: what is not done yet.
 */
export async function recoveredIndices(request: OperationRequest, services: Services): Promise<RecoveredIndex[]> {
  const { parameters } = request;
  const active = booleanParameter(parameters, "active_only", false);
  const resolved = visibleIndices(
    services,
    request.principal,
    parameters["index"],
    indexOptions(parameters, DESCRIBED_INDICES),
    "monitor",
  );
  const metadata = resolved.map((index) => index.metadata);
  checkIndexBlocks(metadata, "metadata_read");
  const indices = await indexHealthWithStats(services, metadata);
  return indices
    .map((index) => ({
      metadata: index.metadata,
      shards: index.shards.flatMap(({ stats }) => (stats && (!active || stageOf(stats) !== "DONE") ? [stats] : [])),
    }))
    .filter(({ shards }) => shards.length > 0);
}

/** `INIT` while the log is replayed, then `DONE`. */
export function stageOf({ state }: ShardStats): "INIT" | "DONE" {
  return state === "INITIALIZING" ? "INIT" : "DONE";
}

/** Whether there was something to open. */
export function recoveryType({ recovery: { existing } }: ShardStats): "EXISTING_STORE" | "EMPTY_STORE" {
  return existing ? "EXISTING_STORE" : "EMPTY_STORE";
}

function shownRecovery(
  services: Services,
  shard: ShardStats,
  view: { readonly detailed: boolean; readonly human: boolean },
): object {
  const { id, host, ip, httpPort, name } = services.info;
  const { startMs, endMs, existing } = shard.recovery;
  return {
    id: shard.shard,
    type: recoveryType(shard),
    stage: stageOf(shard),
    primary: true,
    ...instant("start_time", startMs, view.human),
    ...instant("stop_time", endMs, view.human),
    ...measured({ total_time_in_millis: Math.max(0, endMs - startMs) }, view.human),
    source: existing ? { bootstrap_new_history_uuid: false } : {},
    target: { id, host, transport_address: `${ip}:${httpPort}`, ip, name },
    ...measured(partsOf(shard, view.detailed), view.human),
  };
}

/** Files are opened where they stand, so that nothing is copied: what takes time is the log. */
function partsOf({ recovery: { startMs, endMs, replayed, files, bytes } }: ShardStats, detailed: boolean): object {
  const percent = files > 0 ? "100.0%" : "0.0%";
  return {
    index: {
      size: {
        total_in_bytes: bytes,
        reused_in_bytes: bytes,
        recovered_in_bytes: 0,
        recovered_from_snapshot_in_bytes: 0,
        percent,
      },
      files: { total: files, reused: files, recovered: 0, percent, ...(detailed ? { details: [] } : {}) },
      total_time_in_millis: 0,
      source_throttle_time_in_millis: 0,
      target_throttle_time_in_millis: 0,
    },
    translog: {
      recovered: replayed,
      total: replayed,
      percent: "100.0%",
      total_on_start: replayed,
      total_time_in_millis: Math.max(0, endMs - startMs),
    },
    verify_index: { check_index_time_in_millis: 0, total_time_in_millis: 0 },
  };
}

function instant(name: string, ms: number, human: boolean): object {
  return { ...(human ? { [name]: new Date(ms).toISOString() } : {}), [`${name}_in_millis`]: ms };
}

function measured(value: object, human: boolean): object {
  return humanized(value, human) as object;
}
