/** `indices.recovery`: how shards were opened. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { ShardStats } from "../../documents/documents.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { RestoreOrigin } from "../../snapshots/snapshots.ts";
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
      { shards: shards.map((shard) => shownRecovery(services, recovered(services, metadata.uuid, shard), view)) },
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

/** How a shard came to be there, and what was copied for it. */
export interface Recovered {
  readonly shard: ShardStats;
  readonly type: "EXISTING_STORE" | "EMPTY_STORE" | "SNAPSHOT";
  readonly startMs: number;
  readonly endMs: number;
  /** Of a restore. */
  readonly origin: RestoreOrigin | undefined;
  readonly copied: readonly { readonly path: string; readonly bytes: number }[];
  readonly copiedBytes: number;
  /** With those that stood there already. */
  readonly files: number;
  readonly bytes: number;
}

export function recovered({ snapshots }: Services, uuid: string, shard: ShardStats): Recovered {
  const { startMs, endMs, existing, files, bytes } = shard.recovery;
  const origin = snapshots.restoredFrom(uuid);
  // One that was opened once more since then stood there.
  if (!origin || startMs > origin.endMs) {
    const type = existing ? "EXISTING_STORE" : "EMPTY_STORE";
    return { shard, type, startMs, endMs, origin: undefined, copied: [], copiedBytes: 0, files, bytes };
  }
  const copied = origin.shards[shard.shard] ?? [];
  const copiedBytes = copied.reduce((sum, file) => sum + file.bytes, 0);
  const from = { startMs: origin.startMs, endMs: Math.max(endMs, origin.endMs) };
  return { shard, type: "SNAPSHOT", ...from, origin, copied, copiedBytes, files: copied.length, bytes: copiedBytes };
}

function shownRecovery(
  services: Services,
  one: Recovered,
  view: { readonly detailed: boolean; readonly human: boolean },
): object {
  const { id, host, ip, httpPort, name } = services.info;
  const { shard, startMs, endMs } = one;
  return {
    id: shard.shard,
    type: one.type,
    stage: stageOf(shard),
    primary: true,
    ...instant("start_time", startMs, view.human),
    ...instant("stop_time", endMs, view.human),
    ...measured({ total_time_in_millis: Math.max(0, endMs - startMs) }, view.human),
    source: sourceOf(one),
    target: { id, host, transport_address: `${ip}:${httpPort}`, ip, name },
    ...measured(partsOf(one, view.detailed), view.human),
  };
}

function sourceOf({ type, origin }: Recovered): object {
  if (!origin) return type === "EXISTING_STORE" ? { bootstrap_new_history_uuid: false } : {};
  const { repository, snapshot, version, index, restore } = origin;
  return { repository, snapshot, version, index, restoreUUID: restore };
}

/** Files that stand there are opened where they are: what takes time is the log. */
function partsOf({ shard, origin, copied, copiedBytes, files, bytes }: Recovered, detailed: boolean): object {
  const { startMs, endMs, replayed } = shard.recovery;
  const percent = files > 0 ? "100.0%" : "0.0%";
  const details = copied.map((file) => ({
    name: file.path,
    length_in_bytes: file.bytes,
    reused: false,
    recovered_in_bytes: file.bytes,
    recovered_from_snapshot_in_bytes: 0,
  }));
  return {
    index: {
      size: {
        total_in_bytes: bytes,
        reused_in_bytes: bytes - copiedBytes,
        recovered_in_bytes: copiedBytes,
        recovered_from_snapshot_in_bytes: 0,
        percent,
      },
      files: {
        total: files,
        reused: files - copied.length,
        recovered: copied.length,
        percent,
        ...(detailed ? { details } : {}),
      },
      total_time_in_millis: origin ? Math.max(0, origin.endMs - origin.startMs) : 0,
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
