/** `autoscaling.put_autoscaling_policy`: makes a policy, or changes what the request mentions of one. */
import { AUTOSCALING, changedPolicy, readPolicy } from "../../autoscaling/policy.ts";
import { withCustom } from "../../cluster/changes/put-custom.ts";
import { flattenSettings } from "../../cluster/index-settings.ts";
import { ownOf } from "../../core/names.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { autoscalingPolicies, storedPolicy } from "../requests/autoscaling-policies.ts";
import { objectOf, requiredJson } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putAutoscalingPolicy: Operation = {
  name: "autoscaling.put_autoscaling_policy",
  actions: ["cluster:admin/autoscaling/put_autoscaling_policy"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    const given = readPolicy(name, objectOf(await requiredJson(request)), flattenSettings);
    await cluster.apply(changeSource(putAutoscalingPolicy.name, request), {
      task: `put-autoscaling-policy [${name}]`,
      apply: (state) => {
        const policy = changedPolicy(name, ownOf(autoscalingPolicies(state), name), given);
        return withCustom(state, AUTOSCALING, name, storedPolicy(policy));
      },
    });
    return { status: 200, body: { acknowledged: true } };
  },
};
