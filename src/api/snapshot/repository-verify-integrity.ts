/** `snapshot.repository_verify_integrity`: whether a repository still holds all that its snapshots need. */
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import { humanBytes } from "../../compat/human-size.ts";
import { parseBytes } from "../../compat/time-value.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter, integerParameter } from "../../http/parameters.ts";
import type { RootIndex, RootSnapshot } from "../../snapshots/repository/repository-root.ts";
import { madeSnapshot } from "../../snapshots/snapshot-info.ts";
import type { Anomaly, IntegrityProgress } from "../../snapshots/verify-integrity.ts";
import type { Operation } from "../operation.ts";
import { shownSnapshot, WHOLE_SNAPSHOT } from "../requests/render-snapshot.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

/** Of threads that there are none of here: one blob is looked at after another. */
const CONCURRENCIES = [
  "meta_thread_pool_concurrency",
  "blob_thread_pool_concurrency",
  "snapshot_verification_concurrency",
  "index_verification_concurrency",
  "index_snapshot_verification_concurrency",
  "max_failed_shard_snapshots",
];
const DEFAULT_RATE = "40mb";

export const repositoryVerifyIntegrity: Operation = {
  name: "snapshot.repository_verify_integrity",
  actions: ["cluster:admin/repository/verify_integrity"],
  audit: "nothing",
  cancellable: true,

  async handle({ parameters, render, task }, { snapshots }) {
    checkTimeouts(parameters);
    for (const name of CONCURRENCIES)
      if ((integerParameter(parameters, name) ?? 0) < 0)
        throw illegalArgument(`argument [${name}] must be at least [0]`);
    const readsData = booleanParameter(parameters, "verify_blob_contents", false);
    const bytesPerSecond = parseBytes(ownOf(parameters, "max_bytes_per_sec") ?? DEFAULT_RATE, "max_bytes_per_sec");
    if (bytesPerSecond < 1) throw illegalArgument("invalid rate limit");
    const repository = snapshots.repositories.get(parameters["repository"] ?? "");
    const { noProgress, verifyIntegrity } = await import("../../snapshots/verify-integrity.ts");
    const progress = noProgress();
    const { human } = render;
    task.status = () => statusOf(repository.name, progress, { readsData, human: false });
    const check = (): void => {
      if (task.cancelled)
        throw new RequestError(400, "task_cancelled_exception", `task cancelled [${task.cancelReason ?? ""}]`);
    };
    const report = await verifyIntegrity(
      repository,
      { readsData, bytesPerSecond },
      { clock: systemClock, check, progress },
    );
    const { root } = await repository.data.read();
    const log = [
      ...report.snapshots.map(({ snapshot, timestampMs }) => ({
        ...timeOf(timestampMs, human),
        snapshot: shownSnapshot(madeSnapshot(repository.name, root, snapshot), { ...WHOLE_SNAPSHOT, human }),
      })),
      ...report.anomalies.map((anomaly) => shownAnomaly(anomaly, human)),
      ...report.indices.map(({ index, snapshots: total, restorable, timestampMs }) => ({
        ...timeOf(timestampMs, human),
        index: shownIndex(index),
        snapshot_restorability: { total_snapshot_count: total, restorable_snapshot_count: restorable },
      })),
    ];
    const isSame = report.finalGeneration === progress.generation;
    const passed = isSame ? "pass" : "inconclusive due to concurrent writes";
    const results = {
      status: statusOf(repository.name, progress, { readsData, human }),
      final_repository_generation: report.finalGeneration,
      total_anomalies: report.anomalies.length,
      result: report.anomalies.length === 0 ? passed : "fail",
    };
    return { status: 200, body: { log, results } };
  },
};

function statusOf(
  name: string,
  { uuid, generation, snapshots, indices, indexSnapshots, blobs, bytes }: IntegrityProgress,
  { readsData, human }: { readonly readsData: boolean; readonly human: boolean },
) {
  return {
    repository: { name, uuid, generation },
    snapshots: { ...snapshots },
    indices: { ...indices },
    index_snapshots: { ...indexSnapshots },
    blobs: { verified: blobs, ...(readsData ? bytesField("verified_size", bytes, human) : {}) },
  };
}

function shownAnomaly(found: Anomaly, human: boolean): object {
  const { anomaly, snapshot, index, metadataBlob, shard, blob, file, part, parts, fileBytes, blobBytes, error } = found;
  return {
    ...timeOf(found.timestampMs, human),
    anomaly,
    ...(snapshot ? { snapshot: shownName(snapshot) } : {}),
    ...(index ? { index: { ...shownIndex(index), metadata_blob: metadataBlob } } : {}),
    ...(shard === undefined ? {} : { shard_id: shard }),
    ...(blob === undefined ? {} : { blob_name: blob }),
    ...(file === undefined ? {} : { physical_file_name: file }),
    ...(part === undefined ? {} : { part_index: part }),
    ...(parts === undefined ? {} : { part_count: parts }),
    ...(fileBytes === undefined ? {} : bytesField("file_length", fileBytes, human)),
    ...(blobBytes === undefined ? {} : bytesField("blob_length", blobBytes, human)),
    ...(error === undefined ? {} : { exception: shownError(error) }),
  };
}

function shownError(error: unknown): object {
  const status = error instanceof RequestError ? error.status : 500;
  return { error: errorBody(error), status };
}

function shownName({ name, uuid }: RootSnapshot): object {
  return { snapshot: name, uuid };
}

function shownIndex({ name, uuid, shards }: RootIndex): object {
  return { name, uuid, shards };
}

function timeOf(ms: number, human: boolean): object {
  return { ...(human ? { timestamp: new Date(ms).toISOString() } : {}), timestamp_in_millis: ms };
}

function bytesField(name: string, bytes: number, human: boolean): object {
  return { ...(human ? { [name]: humanBytes(bytes) } : {}), [`${name}_in_bytes`]: bytes };
}
