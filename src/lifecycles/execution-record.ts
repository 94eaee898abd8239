/** How far an index is in its lifecycle, kept in the cluster state by the uuid of the index. */
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { withCustom } from "../cluster/changes/put-custom.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { type LifecyclePolicy, phaseOf } from "./policy.ts";

/** Kind of `ClusterState.customs`: records by the uuid of the index. */
export const LIFECYCLE_RECORDS = "index_lifecycles";

/** The step of an index that has failed. */
export const ERROR = "ERROR";

/** Where an index stands. */
export interface StepKey {
  readonly phase: string;
  readonly action: string;
  readonly name: string;
}

/** As `_ilm/explain` calls its members. */
export interface ExecutionRecord {
  readonly phase: string;
  readonly action: string;
  readonly step: string;
  /** From when on the index ages. */
  readonly lifecycleMs: number;
  readonly phaseMs: number;
  readonly actionMs: number;
  readonly stepMs: number;
  /** The phase as the policy said it when the index came to it. */
  readonly phaseDefinition: JsonObject | undefined;
  readonly stepInfo: JsonObject | undefined;
  readonly previousStepInfo: JsonObject | undefined;
  readonly failedStep: string | undefined;
  readonly isAutoRetryable: boolean | undefined;
  readonly retryCount: number | undefined;
  readonly shrinkIndexName: string | undefined;
  readonly downsampleIndexName: string | undefined;
  /** When it was rolled over. */
  readonly rolledMs: number | undefined;
}

const NUMBERS = {
  lifecycleMs: "lifecycle_date",
  phaseMs: "phase_time",
  actionMs: "action_time",
  stepMs: "step_time",
} as const;

export function keyOf({ phase, action, step }: ExecutionRecord): StepKey {
  return { phase, action, name: step };
}

/** `{"phase":"hot","action":"rollover","name":"check-rollover-ready"}`, as errors call a step. */
export function keyText({ phase, action, name }: StepKey): string {
  return JSON.stringify({ phase, action, name });
}

export function recordOf(state: ClusterState, { uuid }: Pick<IndexMetadata, "uuid">): ExecutionRecord | undefined {
  const stored = ownOf(ownOf(state.customs, LIFECYCLE_RECORDS), uuid);
  if (!stored) return undefined;
  const numberOf = (name: string): number | undefined => {
    const value = ownOf(stored, name);
    return value === undefined ? undefined : Number(value);
  };
  const textOf = (name: string): string | undefined => {
    const value = ownOf(stored, name);
    return typeof value === "string" ? value : undefined;
  };
  const objectOf = (name: string): JsonObject | undefined => {
    const value = ownOf(stored, name);
    return isJsonObject(value) ? value : undefined;
  };
  const retryable = ownOf(stored, "is_auto_retryable_error");
  return {
    phase: textOf("phase") ?? "",
    action: textOf("action") ?? "",
    step: textOf("step") ?? "",
    lifecycleMs: numberOf(NUMBERS.lifecycleMs) ?? 0,
    phaseMs: numberOf(NUMBERS.phaseMs) ?? 0,
    actionMs: numberOf(NUMBERS.actionMs) ?? 0,
    stepMs: numberOf(NUMBERS.stepMs) ?? 0,
    phaseDefinition: objectOf("phase_definition"),
    stepInfo: objectOf("step_info"),
    previousStepInfo: objectOf("previous_step_info"),
    failedStep: textOf("failed_step"),
    isAutoRetryable: typeof retryable === "boolean" ? retryable : undefined,
    retryCount: numberOf("failed_step_retry_count"),
    shrinkIndexName: textOf("shrink_index_name"),
    downsampleIndexName: textOf("rollup_index_name"),
    rolledMs: numberOf("rolled_over"),
  };
}

/** A state with the record of an index, or without it (null). No event tells of it: nobody asked for it. */
export function withRecord(state: ClusterState, uuid: string, record: ExecutionRecord | null): ClusterState {
  return withCustom(state, LIFECYCLE_RECORDS, uuid, record && storedRecord(record)).state;
}

function storedRecord(record: ExecutionRecord): JsonObject {
  const members: Readonly<Record<string, string | number | boolean | JsonObject | undefined>> = {
    phase: record.phase,
    action: record.action,
    step: record.step,
    [NUMBERS.lifecycleMs]: record.lifecycleMs,
    [NUMBERS.phaseMs]: record.phaseMs,
    [NUMBERS.actionMs]: record.actionMs,
    [NUMBERS.stepMs]: record.stepMs,
    phase_definition: record.phaseDefinition,
    step_info: record.stepInfo,
    previous_step_info: record.previousStepInfo,
    failed_step: record.failedStep,
    is_auto_retryable_error: record.isAutoRetryable,
    failed_step_retry_count: record.retryCount,
    shrink_index_name: record.shrinkIndexName,
    rollup_index_name: record.downsampleIndexName,
    rolled_over: record.rolledMs,
  };
  const given: JsonObject = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) put(given, name, value);
  return given;
}

/** The record at another step: what was wrong with the one before is over. */
export function movedTo(
  record: ExecutionRecord,
  key: StepKey,
  { policy, nowMs, refresh = false }: { policy: LifecyclePolicy | undefined; nowMs: number; refresh?: boolean },
): ExecutionRecord {
  const isNewPhase = key.phase !== record.phase;
  return {
    ...record,
    phase: key.phase,
    action: key.action,
    step: key.name,
    phaseMs: isNewPhase ? nowMs : record.phaseMs,
    actionMs: isNewPhase || key.action !== record.action ? nowMs : record.actionMs,
    stepMs: nowMs,
    phaseDefinition: (isNewPhase || refresh) && policy ? definitionFor(policy, key.phase) : record.phaseDefinition,
    previousStepInfo: record.stepInfo,
    stepInfo: undefined,
    failedStep: undefined,
    isAutoRetryable: undefined,
    retryCount: undefined,
  };
}

/** What a record keeps of a phase of a policy. */
export function definitionFor(policy: LifecyclePolicy, phase: string): JsonObject {
  const definition = phaseOf(policy, phase);
  return {
    policy: policy.name,
    ...(definition ? { phase_definition: definition } : {}),
    version: policy.version,
    modified_date_in_millis: policy.modifiedMs,
  };
}
