/** Policies that make snapshots, as they are shown. */
import { dueAfter, type PolicyCounts, type PolicyRun, type SnapshotPolicy } from "../../snapshots/lifecycle/policy.ts";
import type { RunningSnapshot } from "../../snapshots/running-snapshot.ts";

export interface PolicyView {
  /** The snapshot of the policy that is being made. */
  readonly running: RunningSnapshot | undefined;
  readonly nowMs: number;
  readonly human: boolean;
}

export function shownPolicy(id: string, policy: SnapshotPolicy, { running, nowMs, human }: PolicyView): object {
  const { definition, version, modifiedMs, lastSuccess, lastFailure, counts } = policy;
  const next = dueAfter(policy, nowMs) ?? -1;
  return {
    version,
    ...shownTime("modified_date", modifiedMs, human),
    policy: definition,
    ...(lastSuccess ? { last_success: shownRun(lastSuccess, human) } : {}),
    ...(lastFailure ? { last_failure: shownRun(lastFailure, human) } : {}),
    ...shownTime("next_execution", next, human),
    ...(running ? { in_progress: shownProgress(running, human) } : {}),
    stats: shownCounts(id, counts),
  };
}

export function shownCounts(policy: string, { taken, failed, deleted, notDeleted }: PolicyCounts): object {
  return {
    policy,
    snapshots_taken: taken,
    snapshots_failed: failed,
    snapshots_deleted: deleted,
    snapshot_deletion_failures: notDeleted,
  };
}

function shownProgress({ name, uuid, startMs }: RunningSnapshot, human: boolean): object {
  return { name, uuid, state: "STARTED", ...shownTime("start_time", startMs, human) };
}

function shownRun({ snapshot, startMs, endMs, details }: PolicyRun, human: boolean): object {
  const text = (ms: number): string => new Date(ms).toISOString();
  return {
    snapshot_name: snapshot,
    ...(human ? { start_time_string: text(startMs) } : {}),
    start_time: startMs,
    ...(human ? { time_string: text(endMs) } : {}),
    time: endMs,
    ...(details === undefined ? {} : { details }),
  };
}

function shownTime(name: string, ms: number, human: boolean): object {
  return { ...(human ? { [name]: new Date(ms).toISOString() } : {}), [`${name}_millis`]: ms };
}
