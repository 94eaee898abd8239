/** `ilm.remove_policy`: ends the management of indices. */
import { removePolicy as removePolicyChange } from "../../lifecycles/moves.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { DESCRIBED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const removePolicy: Operation = {
  name: "ilm.remove_policy",
  actions: ["indices:admin/ilm/remove_policy"],
  audit: "told",

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const indices = visibleIndices(services, principal, parameters["index"], DESCRIBED_INDICES, "manage_ilm");
    const names = indices.map(({ metadata }) => metadata.name);
    await services.cluster.apply(changeSource(removePolicy.name, request), removePolicyChange(names));
    return { status: 200, body: { has_failures: false, failed_indexes: [] } };
  },
};
