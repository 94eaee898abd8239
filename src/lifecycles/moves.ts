/** Changes of where indices stand in their lifecycles. */
import { presentIndex } from "../cluster/changed-indices.ts";
import { type ClusterChange, unchanged } from "../cluster/cluster-change.ts";
import type { ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import { withSettings } from "../cluster/setting-changes.ts";
import { updatedIndices } from "../cluster/changed-indices.ts";
import { illegalArgument, type RequestError } from "../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import {
  ERROR,
  type ExecutionRecord,
  keyOf,
  keyText,
  movedTo,
  recordOf,
  type StepKey,
  withRecord,
} from "./execution-record.ts";
import { phaseOf, policyNameOf, policyOf } from "./policy.ts";
import { keysOf, stepsOfPhase } from "./steps-of-phase.ts";

/** An index, by name and uuid, so that no other one of its name is meant. */
type Named = Pick<IndexMetadata, "name" | "uuid">;

/** Makes or changes the record of an index that stands at a step; it is left alone elsewhere. */
export function noteRecord(
  index: Named,
  from: StepKey | undefined,
  next: (record: ExecutionRecord | undefined, state: ClusterState, nowMs: number) => ExecutionRecord,
): ClusterChange {
  return {
    task: `ilm-move-to-step [${index.name}]`,
    apply(state, { nowMs }) {
      if (ownOf(state.indices, index.name)?.uuid !== index.uuid) return unchanged(state);
      const record = recordOf(state, index);
      const stands = record && keyText(keyOf(record));
      if (stands !== (from && keyText(from))) return unchanged(state);
      return { state: withRecord(state, index.uuid, next(record, state, nowMs)), events: [] };
    },
  };
}

/** The record of an index whose step went wrong. */
export function failedRecord(record: ExecutionRecord, error: RequestError, nowMs: number): ExecutionRecord {
  return {
    ...movedTo(record, { ...keyOf(record), name: ERROR }, { policy: undefined, nowMs }),
    failedStep: record.step,
    stepInfo: { type: error.type, reason: error.message },
    isAutoRetryable: true,
    retryCount: record.retryCount,
  };
}

/** Moves an index to a step of its policy, as an operator asks for it. */
export function moveToStep(name: string, current: StepKey, next: StepKey): ClusterChange {
  return {
    task: `index[${name}]-move-to-step-${next.phase}/${next.action}/${next.name}`,
    apply(state, { nowMs }) {
      const index = presentIndex(state, name);
      const record = recordOf(state, index);
      const policyName = policyNameOf(index) ?? "";
      if (!record || keyText(keyOf(record)) !== keyText(current))
        throw illegalArgument(
          `index [${name}] is not on current step [${keyText(current)}], currently: [${record ? keyText(keyOf(record)) : "null"}]`,
        );
      const policy = policyOf(state, policyName);
      const known = [...cachedKeys(record), ...(policy ? keysOf(policy) : [])];
      if (!known.some((key) => keyText(key) === keyText(next)))
        throw illegalArgument(`step [${keyText(next)}] for index [${name}] with policy [${policyName}] does not exist`);
      const moved = movedTo(record, next, { policy, nowMs, refresh: true });
      return { state: withRecord(state, index.uuid, moved), events: [] };
    },
  };
}

/** Goes back to the step that has failed. By itself (`isAutomatic`) that counts; asked for, it is refused elsewhere. */
export function retryStep(name: string, isAutomatic: boolean): ClusterChange {
  return {
    task: `ilm-re-run [${name}]`,
    apply(state, { nowMs }) {
      const index = ownOf(state.indices, name);
      if (!index) throw illegalArgument(`index [${name}] does not exist`);
      const record = recordOf(state, index);
      if (!record || record.step !== ERROR || record.failedStep === undefined) {
        if (isAutomatic) return unchanged(state);
        throw illegalArgument(
          `cannot retry an action for an index [${name}] that has not encountered an error when running a Lifecycle Policy`,
        );
      }
      const policy = policyOf(state, policyNameOf(index) ?? "");
      const phase = policy && phaseOf(policy, record.phase);
      const actions = phase && ownOf(phase, "actions");
      const refresh = isJsonObject(actions) && ownOf(actions, record.action) !== undefined;
      const moved = movedTo(record, { ...keyOf(record), name: record.failedStep }, { policy, nowMs, refresh });
      const again = {
        ...moved,
        isAutoRetryable: record.isAutoRetryable,
        retryCount: isAutomatic ? (record.retryCount ?? 0) + 1 : record.retryCount,
      };
      return { state: withRecord(state, index.uuid, again), events: [] };
    },
  };
}

/** Ends the management of indices: their settings and their records go. */
export function removePolicy(names: readonly string[]): ClusterChange {
  return {
    task: `remove-lifecycle-for-index [${names.join(", ")}]`,
    apply(state) {
      const indices = names.map((name) => presentIndex(state, name));
      const free = indices.map((index) => withSettings(index, settingsToRemove(index), false));
      const changed = updatedIndices(
        state,
        free.filter((index, at) => index !== indices[at]),
        "settings",
      );
      let next = changed.state;
      for (const { uuid } of indices) next = withRecord(next, uuid, null);
      return { state: next, events: changed.events };
    },
  };
}

/** Takes away the records of indices that are gone. */
export function forgetRecords(uuids: readonly string[]): ClusterChange {
  return {
    task: `forget-lifecycles [${uuids.length}]`,
    apply(state) {
      let next = state;
      for (const uuid of uuids) next = withRecord(next, uuid, null);
      return { state: next, events: [] };
    },
  };
}

function settingsToRemove({ settings }: IndexMetadata): Record<string, null> {
  const names = ["name", "indexing_complete", "rollover_alias", "skip"].map((name) => `index.lifecycle.${name}`);
  const given = names.filter((name) => Object.hasOwn(settings, name));
  return Object.fromEntries(given.map((name) => [name, null]));
}

/** The keys of the phase as the index came to it. */
export function cachedKeys({ phase, phaseDefinition }: ExecutionRecord): StepKey[] {
  const definition: JsonObject[] = phaseDefinition
    ? [ownOf(phaseDefinition, "phase_definition")].filter((value) => isJsonObject(value))
    : [];
  return definition.flatMap((known) => stepsOfPhase(phase, known).map(({ key }) => key));
}
