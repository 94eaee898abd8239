/** Policies of autoscaling as the cluster state keeps them. */
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { AUTOSCALING, type AutoscalingPolicy } from "../../autoscaling/policy.ts";

/** By name. They were written by `storedPolicy`. */
export function autoscalingPolicies(state: ClusterState): Readonly<Record<string, AutoscalingPolicy>> {
  return (ownOf(state.customs, AUTOSCALING) ?? {}) as unknown as Readonly<Record<string, AutoscalingPolicy>>;
}

/** Throws 404. */
export function autoscalingPolicy(state: ClusterState, name: string): AutoscalingPolicy {
  const policy = ownOf(autoscalingPolicies(state), name);
  if (!policy)
    throw new RequestError(
      404,
      "resource_not_found_exception",
      `autoscaling policy with name [${name}] does not exist`,
    );
  return policy;
}

/** A policy as it is kept. */
export function storedPolicy({ roles, deciders }: AutoscalingPolicy): JsonObject {
  return { roles: [...roles], deciders: { ...deciders } };
}
