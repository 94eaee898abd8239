/** Rulesets as the cluster state keeps them. */
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ClusterService } from "../../cluster/cluster-service.ts";
import { QUERY_RULES, type QueryRule, readRules } from "../../rules/ruleset.ts";

type Cluster = Pick<ClusterService, "state">;

/** A ruleset as it is shown; undefined: there is none. */
export function storedRuleset({ state }: Cluster, id: string): JsonObject | undefined {
  return ownOf(ownOf(state.customs, QUERY_RULES), id);
}

/** The rules of a ruleset. Throws 404. */
export function rulesOf(cluster: Cluster, id: string): readonly QueryRule[] {
  const ruleset = storedRuleset(cluster, id);
  if (!ruleset) throw rulesetNotFound(id);
  return readRules(ruleset);
}

/** A ruleset of rules. */
export function rulesetOf(id: string, rules: readonly QueryRule[]): JsonObject {
  return { ruleset_id: id, rules: rules.map(({ shown }) => shown) };
}

export function rulesetNotFound(id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", id);
}

export function ruleNotFound(ruleset: string, id: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `rule id ${id} not found in ruleset ${ruleset}`);
}
