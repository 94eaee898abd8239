/** `slm.delete_lifecycle`: forgets a policy; its snapshots stay. */
import { updateCustom } from "../../cluster/changes/update-custom.ts";
import { RequestError } from "../../compat/errors.ts";
import { POLICIES } from "../../snapshots/lifecycle/policy.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteLifecycle: Operation = {
  name: "slm.delete_lifecycle",
  actions: ["cluster:admin/slm/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const id = request.parameters["policy_id"] ?? "";
    const change = updateCustom(POLICIES, id, (before) => {
      if (!before)
        throw new RequestError(404, "resource_not_found_exception", `snapshot lifecycle policy not found: ${id}`);
      return null;
    });
    await cluster.apply(changeSource(deleteLifecycle.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};
