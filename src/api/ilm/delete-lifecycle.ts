/** `ilm.delete_lifecycle`: removes a lifecycle policy that no index uses. */
import { deletePolicy } from "../../lifecycles/put-policy.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteLifecyclePolicy: Operation = {
  name: "ilm.delete_lifecycle",
  actions: ["cluster:admin/ilm/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    await cluster.apply(
      changeSource(deleteLifecyclePolicy.name, request),
      deletePolicy(request.parameters["policy"] ?? ""),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
