/** `autoscaling.delete_autoscaling_policy`: removes a policy, or those whose names match a pattern. */
import { AUTOSCALING } from "../../autoscaling/policy.ts";
import { withCustom } from "../../cluster/changes/put-custom.ts";
import type { ClusterChange } from "../../cluster/cluster-change.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { autoscalingPolicies, autoscalingPolicy } from "../requests/autoscaling-policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteAutoscalingPolicy: Operation = {
  name: "autoscaling.delete_autoscaling_policy",
  actions: ["cluster:admin/autoscaling/delete_autoscaling_policy"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    await cluster.apply(changeSource(deleteAutoscalingPolicy.name, request), removal(request.parameters["name"] ?? ""));
    return { status: 200, body: { acknowledged: true } };
  },
};

function removal(name: string): ClusterChange {
  return {
    task: `delete-autoscaling-policy [${name}]`,
    apply: (before) => {
      const isPattern = name.includes("*");
      if (!isPattern) autoscalingPolicy(before, name);
      const names = isPattern
        ? Object.keys(autoscalingPolicies(before)).filter((one) => simpleMatch(name, one))
        : [name];
      return names.reduce(
        ({ state, events }, one) => {
          const changed = withCustom(state, AUTOSCALING, one, null);
          return { state: changed.state, events: [...events, ...changed.events] };
        },
        { state: before, events: [] } as ReturnType<ClusterChange["apply"]>,
      );
    },
  };
}
