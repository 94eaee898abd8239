/** `ilm.move_to_step`: takes an index to a step of its policy. */
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { moveToStep as moveToStepChange } from "../../lifecycles/moves.ts";
import { policyNameOf, policyOf } from "../../lifecycles/policy.ts";
import { keysOf } from "../../lifecycles/steps-of-phase.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { concreteKey, moveToStepBody } from "../requests/move-to-step-body.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const moveToStep: Operation = {
  name: "ilm.move_to_step",
  actions: ["cluster:admin/ilm/_move/post"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const { from, to } = moveToStepBody(json, text);
    const { cluster, indexLifecycles } = services;
    const { index: name = "" } = parameters;
    const index = ownOf(cluster.state.indices, name);
    if (!index) throw illegalArgument(`index [${name}] does not exist`);
    const policyName = policyNameOf(index);
    if (policyName === undefined)
      throw illegalArgument(`index [${name}] is not associated with an Index Lifecycle Policy`);
    await indexLifecycles.begin(index);
    const policy = policyOf(cluster.state, policyName);
    const next = concreteKey(policy ? keysOf(policy) : [], to);
    if (!next)
      throw illegalArgument(
        `cannot move index [${name}] with policy [${policyName}]: unable to determine concrete step key from target next step key: ${JSON.stringify(to)}`,
      );
    await cluster.apply(changeSource(moveToStep.name, request), moveToStepChange(name, from, next));
    return { status: 200, body: { acknowledged: true } };
  },
};
