/** How far a change by query is (`BulkByScrollTask.Status`), as answers and tasks show it. */
import { humanTime } from "../../../compat/human-size.ts";
import { float32Text } from "../../../compat/json/json-text.ts";

/** One worker, or all slices together. */
export interface ByQueryStatus {
  readonly sliceId: number | undefined;
  readonly total: number;
  readonly updated: number;
  readonly created: number;
  readonly deleted: number;
  readonly noops: number;
  readonly batches: number;
  readonly versionConflicts: number;
  readonly bulkRetries: number;
  readonly throttledMs: number;
  readonly requestsPerSecond: number;
  readonly throttledUntilMs: number;
  readonly canceled: string | undefined;
  readonly slices: readonly ByQueryStatus[];
}

/** Counts that not every operation shows: of what it never does there is none. */
export type OwnCount = "updated" | "created";

/** Tasks show all of them. */
export const ALL_COUNTS: readonly OwnCount[] = ["updated", "created"];

/** How a status is shown. */
export interface StatusView {
  readonly counts: readonly OwnCount[];
  readonly human: boolean;
}

/** The status of all slices together. */
export function joinedStatus(slices: readonly ByQueryStatus[], canceled: string | undefined): ByQueryStatus {
  const sum = (value: (slice: ByQueryStatus) => number): number =>
    slices.reduce((total, slice) => total + value(slice), 0);
  return {
    sliceId: undefined,
    total: sum(({ total }) => total),
    updated: sum(({ updated }) => updated),
    created: sum(({ created }) => created),
    deleted: sum(({ deleted }) => deleted),
    noops: sum(({ noops }) => noops),
    batches: sum(({ batches }) => batches),
    versionConflicts: sum(({ versionConflicts }) => versionConflicts),
    bulkRetries: sum(({ bulkRetries }) => bulkRetries),
    throttledMs: sum(({ throttledMs }) => throttledMs),
    requestsPerSecond: sum(({ requestsPerSecond }) => requestsPerSecond),
    throttledUntilMs: slices.length === 0 ? 0 : Math.min(...slices.map(({ throttledUntilMs }) => throttledUntilMs)),
    canceled,
    slices,
  };
}

/** The fields of a status, in Elasticsearch's order. */
export function statusBody(status: ByQueryStatus, view: StatusView): Record<string, unknown> {
  const { sliceId, requestsPerSecond: rate, throttledMs, throttledUntilMs } = status;
  return {
    slice_id: sliceId,
    total: status.total,
    updated: view.counts.includes("updated") ? status.updated : undefined,
    created: view.counts.includes("created") ? status.created : undefined,
    deleted: status.deleted,
    batches: status.batches,
    version_conflicts: status.versionConflicts,
    noops: status.noops,
    // A search that fails is not tried again: nothing refuses one for want of room and takes it later.
    retries: { bulk: status.bulkRetries, search: 0 },
    throttled: view.human ? humanTime(Math.round(throttledMs)) : undefined,
    throttled_millis: Math.round(throttledMs),
    requests_per_second: float32Text(Number.isFinite(rate) ? rate : -1),
    canceled: status.canceled,
    throttled_until: view.human ? humanTime(Math.round(throttledUntilMs)) : undefined,
    throttled_until_millis: Math.round(throttledUntilMs),
    slices: status.slices.length > 0 ? status.slices.map((slice) => statusBody(slice, view)) : undefined,
  };
}
