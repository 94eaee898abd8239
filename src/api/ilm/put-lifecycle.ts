/** `ilm.put_lifecycle`: stores a lifecycle policy. */
import { putPolicy } from "../../lifecycles/put-policy.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkPolicyName, checkSnapshotPolicies, lifecyclePolicyBody } from "../requests/lifecycle-policy-body.ts";
import { keptPrincipal } from "../requests/kept-principal.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putLifecyclePolicy: Operation = {
  name: "ilm.put_lifecycle",
  actions: ["cluster:admin/ilm/put"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { policy: name = "" } = request.parameters;
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const definition = lifecyclePolicyBody(name, json, text);
    checkPolicyName(name);
    checkSnapshotPolicies(cluster.state, definition);
    await cluster.apply(
      changeSource(putLifecyclePolicy.name, request),
      putPolicy(name, definition, keptPrincipal(request.principal)),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
