/** `autoscaling.get_autoscaling_policy`: a policy. */
import type { Operation } from "../operation.ts";
import { autoscalingPolicy, storedPolicy } from "../requests/autoscaling-policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getAutoscalingPolicy: Operation = {
  name: "autoscaling.get_autoscaling_policy",
  actions: ["cluster:admin/autoscaling/get_autoscaling_policy"],

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { name = "" } = parameters;
    return { status: 200, body: storedPolicy(autoscalingPolicy(cluster.state, name)) };
  },
};
