/** `ilm.get_lifecycle`: lifecycle policies, and what uses them. */
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { type LifecyclePolicy, lifecyclePolicies, policyOf } from "../../lifecycles/policy.ts";
import { policyUse } from "../../lifecycles/policy-use.ts";
import { policyMissing } from "../../lifecycles/put-policy.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getLifecyclePolicy: Operation = {
  name: "ilm.get_lifecycle",
  actions: ["cluster:admin/ilm/get"],

  handle({ parameters }, { cluster: { state } }) {
    checkTimeouts(parameters);
    const policies = chosenPolicies(state, parameters["policy"]);
    const body = Object.fromEntries(policies.map((policy) => [policy.name, shownPolicy(state, policy)]));
    return { status: 200, body };
  },
};

/** Names, or one pattern; undefined: all. */
function chosenPolicies(state: ClusterState, asked: string | undefined): LifecyclePolicy[] {
  const names = (asked ?? "*").split(",");
  if (names.length > 1 && names.some((name) => name.includes("*")))
    throw illegalArgument(
      "wildcard only supports a single value, please use comma-separated values or a single wildcard value",
    );
  const [pattern = ""] = names;
  if (pattern.includes("*")) return lifecyclePolicies(state).filter(({ name }) => simpleMatch(pattern, name));
  return names.map((name) => {
    const policy = policyOf(state, name);
    if (!policy) throw policyMissing(name);
    return policy;
  });
}

function shownPolicy(state: ClusterState, { name, version, modifiedMs, definition }: LifecyclePolicy): object {
  const { indices, dataStreams, templates } = policyUse(state, name);
  return {
    version,
    // As Java shows an instant: without milliseconds where there are none.
    modified_date: new Date(modifiedMs).toISOString().replace(".000Z", "Z"),
    policy: definition,
    in_use_by: { indices, data_streams: dataStreams, composable_templates: templates },
  };
}
