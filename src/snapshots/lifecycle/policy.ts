/** Policies by which snapshots are made and removed by themselves, as they are kept in the cluster state. */
import type { ChangeCaller } from "../../cluster/cluster-change.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { type CronSchedule, parseCron } from "../../compat/dates/cron.ts";
import { RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** Kind of `ClusterState.customs`. */
export const POLICIES = "snapshot_policies";

/** What users say. */
export interface PolicyDefinition {
  /** Of the snapshots, with date maths. */
  readonly name: string;
  /** A cron expression, or a time between two of them. */
  readonly schedule: string;
  readonly repository: string;
  /** The body of a request for a snapshot. */
  readonly config?: JsonObject;
  readonly retention?: Retention;
}

export interface Retention {
  /** A time. */
  readonly expire_after?: string;
  readonly min_count?: number;
  readonly max_count?: number;
}

/** Whoever said it last, and what they may not do, in the words of its refusal: rights as they were then. */
export interface PolicyMaker {
  readonly caller: ChangeCaller;
  readonly refused: { readonly create: string | undefined; readonly delete: string | undefined };
}

/** How a snapshot of the policy ended. */
export interface PolicyRun {
  readonly snapshot: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The error, as JSON. */
  readonly details?: string;
}

export interface PolicyCounts {
  readonly taken: number;
  readonly failed: number;
  readonly deleted: number;
  readonly notDeleted: number;
}

export interface SnapshotPolicy {
  readonly definition: PolicyDefinition;
  readonly version: number;
  readonly modifiedMs: number;
  readonly maker: PolicyMaker;
  readonly lastSuccess?: PolicyRun;
  readonly lastFailure?: PolicyRun;
  /** One that is under way, so that a later process knows of it. */
  readonly running?: { readonly snapshot: string; readonly startMs: number };
  readonly counts: PolicyCounts;
}

/** By id, sorted. */
export function policiesOf(state: ClusterState): [string, SnapshotPolicy][] {
  const stored = Object.entries(ownOf(state.customs, POLICIES) ?? {});
  return stored
    .map(([id, policy]): [string, SnapshotPolicy] => [id, policyOf(policy)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A policy by id. */
export function policyNamed(state: ClusterState, id: string): SnapshotPolicy | undefined {
  const stored = ownOf(ownOf(state.customs, POLICIES), id);
  return stored && policyOf(stored);
}

/** The stored form is what was kept of one. */
export function policyOf(stored: JsonObject): SnapshotPolicy {
  return stored as unknown as SnapshotPolicy;
}

export function storedPolicy(policy: SnapshotPolicy): JsonObject {
  return policy as unknown as JsonObject;
}

/** The first time behind `ms` at which a policy is due; undefined when there is none any more. */
export function dueAfter({ definition, modifiedMs }: SnapshotPolicy, ms: number): number | undefined {
  return scheduleOf(definition.schedule, modifiedMs)?.nextAfter(ms);
}

/** Times of a schedule; undefined for a text that is none. Intervals count from `fromMs`. */
export function scheduleOf(text: string, fromMs: number): CronSchedule | undefined {
  const everyMs = attempted(() => parseTimeMs(text, "schedule"));
  if (everyMs === undefined) return attempted(() => parseCron(text));
  if (everyMs < 1) return undefined;
  return { nextAfter: (ms) => fromMs + Math.max(1, Math.floor((ms - fromMs) / everyMs) + 1) * everyMs };
}

function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
