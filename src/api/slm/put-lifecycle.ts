/** `slm.put_lifecycle`: makes a policy, or changes one. */
import { putPolicy } from "../../snapshots/lifecycle/put-policy.ts";
import { checkPolicy } from "../../snapshots/lifecycle/check-policy.ts";
import type { PolicyMaker } from "../../snapshots/lifecycle/policy.ts";
import { RequestError } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { policyDefinition } from "../requests/policy-body.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putLifecycle: Operation = {
  name: "slm.put_lifecycle",
  actions: ["cluster:admin/slm/put"],
  audit: "told",

  async handle(request, services) {
    const { cluster } = services;
    checkTimeouts(request.parameters);
    const id = request.parameters["policy_id"] ?? "";
    const { json, text } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const definition = policyDefinition(json, text ?? "");
    checkPolicy(cluster.state, id, definition, systemClock.now());
    const caller = changeSource(putLifecycle.name, request);
    await cluster.apply(caller, putPolicy(id, definition, { caller, refused: refusedTo(request, services) }));
    return { status: 200, body: { acknowledged: true } };
  },
};

/** Policies run with the rights of their makers as they are now. */
function refusedTo(
  { principal }: OperationRequest,
  { authorizeIndices }: Pick<Services, "authorizeIndices">,
): PolicyMaker["refused"] {
  const refusal = (action: string): string | undefined => {
    try {
      authorizeIndices(principal, action, []);
      return undefined;
    } catch (error) {
      if (error instanceof RequestError) return error.message;
      throw error;
    }
  };
  return { create: refusal("cluster:admin/snapshot/create"), delete: refusal("cluster:admin/snapshot/delete") };
}
