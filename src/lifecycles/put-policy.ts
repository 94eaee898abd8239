/** Stores a policy; indices that stand in one of its phases take that as it is now, where its steps are the same. */
import type { ClusterChange } from "../cluster/cluster-change.ts";
import { withCustom } from "../cluster/changes/put-custom.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { isDeepStrictEqual } from "node:util";
import { definitionFor, keyText, recordOf, withRecord } from "./execution-record.ts";
import { cachedKeys } from "./moves.ts";
import { LIFECYCLE_POLICIES, type LifecyclePolicy, phaseOf, policyNameOf, policyOf } from "./policy.ts";
import { policyUse } from "./policy-use.ts";
import { stepsOfPhase } from "./steps-of-phase.ts";

/** `maker`: whose rights its steps have. */
export function putPolicy(name: string, definition: JsonObject, maker?: JsonObject): ClusterChange {
  return {
    task: `put-lifecycle-${name}`,
    apply(state, { nowMs }) {
      const before = policyOf(state, name);
      if (before && isDeepStrictEqual([before.definition, before.maker], [definition, maker]))
        return { state, events: [] };
      const stored = {
        version: (before?.version ?? 0) + 1,
        modified_date: nowMs,
        policy: definition,
        ...(maker && { maker }),
      };
      const changed = withCustom(state, LIFECYCLE_POLICIES, name, stored);
      const policy = policyOf(changed.state, name);
      return policy ? { state: refreshed(changed.state, policy), events: changed.events } : changed;
    },
  };
}

export function deletePolicy(name: string): ClusterChange {
  return {
    task: `delete-lifecycle-${name}`,
    apply(state) {
      const { indices } = policyUse(state, name);
      if (indices.length > 0)
        throw illegalArgument(
          `Cannot delete policy [${name}]. It is in use by one or more indices: [${indices.join(", ")}]`,
        );
      if (!policyOf(state, name)) throw policyMissing(name);
      return withCustom(state, LIFECYCLE_POLICIES, name, null);
    },
  };
}

export function policyMissing(name: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `Lifecycle policy not found: ${name}`);
}

function refreshed(state: ClusterState, policy: LifecyclePolicy): ClusterState {
  let next = state;
  for (const index of Object.values(state.indices)) {
    if (policyNameOf(index) !== policy.name) continue;
    const record = recordOf(state, index);
    const phase = record && phaseOf(policy, record.phase);
    if (!record || !phase) continue;
    const keys = stepsOfPhase(record.phase, phase).map(({ key }) => keyText(key));
    if (!isDeepStrictEqual(keys, cachedKeys(record).map(keyText))) continue;
    next = withRecord(next, index.uuid, { ...record, phaseDefinition: definitionFor(policy, record.phase) });
  }
  return next;
}
