/**
 * Policies of index lifecycle management: phases with an age from which they hold, and actions, which are done once, in
 * an order that the phase gives. Kept by name in the cluster state.
 */
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";

/** Kind of `ClusterState.customs`: policies by name. */
export const LIFECYCLE_POLICIES = "index_lifecycle_policies";

/** The phases, in their order. */
export const PHASES = ["hot", "warm", "cold", "frozen", "delete"] as const;

export type PhaseName = (typeof PHASES)[number];

/** The actions of each phase, in the order in which they are done. */
export const ACTIONS: Readonly<Record<PhaseName, readonly string[]>> = {
  hot: [
    "set_priority",
    "unfollow",
    "rollover",
    "readonly",
    "downsample",
    "shrink",
    "forcemerge",
    "searchable_snapshot",
  ],
  warm: ["set_priority", "unfollow", "readonly", "downsample", "allocate", "migrate", "shrink", "forcemerge"],
  cold: ["set_priority", "unfollow", "readonly", "downsample", "searchable_snapshot", "allocate", "migrate", "freeze"],
  frozen: ["unfollow", "searchable_snapshot"],
  delete: ["wait_for_snapshot", "delete"],
};

export interface LifecyclePolicy {
  readonly name: string;
  readonly version: number;
  readonly modifiedMs: number;
  /** In the form of its API. */
  readonly definition: JsonObject;
  /** Who stored it, with the rights of then, which its steps have; undefined: they may do everything. */
  readonly maker: JsonObject | undefined;
}

/** All policies. */
export function lifecyclePolicies(state: ClusterState): LifecyclePolicy[] {
  return Object.keys(ownOf(state.customs, LIFECYCLE_POLICIES) ?? {}).flatMap((name) => policyOf(state, name) ?? []);
}

export function policyOf(state: ClusterState, name: string): LifecyclePolicy | undefined {
  const stored = ownOf(ownOf(state.customs, LIFECYCLE_POLICIES), name);
  if (!stored) return undefined;
  const definition = ownOf(stored, "policy");
  const maker = ownOf(stored, "maker") ?? null;
  return {
    name,
    version: Number(ownOf(stored, "version")),
    modifiedMs: Number(ownOf(stored, "modified_date")),
    definition: isJsonObject(definition) ? definition : {},
    maker: isJsonObject(maker) ? maker : undefined,
  };
}

/** The name of the policy that manages an index. */
export function policyNameOf({
  settings,
}: {
  readonly settings: Readonly<Record<string, string | readonly string[] | null>>;
}): string | undefined {
  const name = settings["index.lifecycle.name"];
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** A phase of a policy: `min_age` and `actions`. */
export function phaseOf({ definition }: Pick<LifecyclePolicy, "definition">, phase: string): JsonObject | undefined {
  const phases = ownOf(definition, "phases");
  const found = isJsonObject(phases) ? ownOf(phases, phase) : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** The phase that follows; undefined where the policy ends. */
export function phaseAfter(policy: LifecyclePolicy, phase: string): PhaseName | undefined {
  const next = (PHASES as readonly string[]).indexOf(phase) + 1;
  return PHASES.slice(next).find((name) => phaseOf(policy, name) !== undefined);
}

/** From which age on a phase holds. */
export function ageOf(phase: JsonObject): number {
  const age = ownOf(phase, "min_age");
  return typeof age === "string" ? Math.max(0, parseTimeMs(age, "min_age")) : 0;
}
