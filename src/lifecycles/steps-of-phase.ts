/** The steps of a phase, in their order, as Elasticsearch makes them of its actions. */
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { lifecycleActions } from "./actions.ts";
import type { StepKey } from "./execution-record.ts";
import { ACTIONS, type LifecyclePolicy, PHASES, type PhaseName, phaseOf } from "./policy.ts";
import type { LifecycleAction, Step } from "./step.ts";

/** A step with its action, and what the policy says of that. */
export interface PhaseStep {
  readonly key: StepKey;
  readonly step: Step;
  readonly options: JsonObject;
}

/** The end of a phase, at which an index waits for the age of the next one. */
export const COMPLETE = "complete";

const byName = new Map<string, LifecycleAction>(lifecycleActions.map((action) => [action.name, action]));

/** The steps of a phase before its end. */
export function stepsOfPhase(phase: string, definition: JsonObject): PhaseStep[] {
  const given = ownOf(definition, "actions");
  const actions = withImplied(phase, isJsonObject(given) ? given : {});
  return (ownOf(ACTIONS, phase) ?? []).flatMap((name) => {
    const options = ownOf(actions, name);
    const action = byName.get(name);
    if (!isJsonObject(options) || !action) return [];
    return action
      .steps(options, phase)
      .map((step): PhaseStep => ({ key: { phase, action: name, name: step.name }, step, options }));
  });
}

/** Where an index is when it comes to a phase. */
export function firstKey(phase: string, definition: JsonObject): StepKey {
  return stepsOfPhase(phase, definition)[0]?.key ?? endOf(phase);
}

export function endOf(phase: string): StepKey {
  return { phase, action: COMPLETE, name: COMPLETE };
}

/** All keys of a policy, in their order. */
export function keysOf(policy: Pick<LifecyclePolicy, "definition">): StepKey[] {
  const phases = PHASES.flatMap((phase) => {
    const definition = phaseOf(policy, phase);
    return definition ? [...stepsOfPhase(phase, definition).map(({ key }) => key), endOf(phase)] : [];
  });
  return [{ phase: "new", action: "init", name: "init" }, endOf("new"), ...phases];
}

/** Actions that phases have without being asked for them. */
function withImplied(phase: string, given: JsonObject): JsonObject {
  const actions = { ...given };
  const follows = ["rollover", "shrink", "searchable_snapshot"].some((name) => ownOf(given, name) !== undefined);
  if (follows && ACTIONS[phase as PhaseName].includes("unfollow")) actions["unfollow"] ??= {};
  if (phase !== "warm" && phase !== "cold") return actions;
  const migrate = ownOf(given, "migrate");
  const isOff = isJsonObject(migrate) && ownOf(migrate, "enabled") === false;
  const isMounted = ownOf(given, "searchable_snapshot") !== undefined;
  if (isOff || isMounted) delete actions["migrate"];
  else actions["migrate"] ??= {};
  return actions;
}

/** Whether an action `allocate` says on which nodes an index may be. */
export function placesShards(allocate: unknown): boolean {
  if (!isJsonObject(allocate)) return false;
  return ["include", "exclude", "require"].some((name) => {
    const filter = ownOf(allocate, name);
    return isJsonObject(filter) && Object.keys(filter).length > 0;
  });
}
