/** `ilm.retry`: takes indices back to the step that has failed. */
import { retryStep } from "../../lifecycles/moves.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { DESCRIBED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const retry: Operation = {
  name: "ilm.retry",
  actions: ["indices:admin/ilm/retry"],
  audit: "told",

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const indices = visibleIndices(services, principal, parameters["index"], DESCRIBED_INDICES, "manage_ilm");
    await services.cluster.apply(
      changeSource(retry.name, request),
      ...indices.map(({ metadata }) => retryStep(metadata.name, false)),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
