/** How much a policy asks for, as `autoscaling.get_autoscaling_capacity` shows it. */
import { upperBound } from "./capacity.ts";
import { type AutoscalingPolicy, decidersOf } from "./policy.ts";
import type { Situation } from "./situation.ts";

export function requiredCapacity(policy: AutoscalingPolicy, situation: Situation): object {
  const decided = decidersOf(policy).map(({ decider, settings }) => ({
    name: decider.name,
    decision: decider.decide(settings, situation),
  }));
  const required = upperBound(decided.map(({ decision }) => decision.requiredCapacity));
  return {
    ...(required ? { required_capacity: required } : {}),
    current_capacity: situation.current,
    current_nodes: situation.nodes.map((name) => ({ name })),
    deciders: Object.fromEntries(
      decided.map(({ name, decision: { requiredCapacity: needed, summary, details } }) => [
        name,
        { ...(needed ? { required_capacity: needed } : {}), reason_summary: summary, reason_details: details },
      ]),
    ),
  };
}
