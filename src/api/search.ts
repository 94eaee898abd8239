/** `search`: hits and aggregations of a query. */
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { bodyText } from "./requests/request-body.ts";
import { resolveTargets } from "./targets/resolve-targets.ts";
import { runSearch } from "./requests/run-search.ts";
import { searchTargets } from "./targets/search-targets.ts";

export const search: Operation = {
  name: "search",
  actions: ["indices:data/read/search"],
  cancellable: true,

  handle(request, services) {
    return searchIndices(request, services, "search");
  },
};

/** A call on all indices that the path names. */
export async function searchIndices(
  request: OperationRequest,
  services: Services,
  call: string,
): Promise<OperationResponse & { bytes: Uint8Array }> {
  const { parameters } = request;
  const choice = {
    expression: parameters["index"],
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  };
  const parts = { call, bodies: [await bodyText(request)], parameters: [parameters] };
  const targets = await resolveTargets(request, services, parts, () =>
    searchTargets(services, request.principal, choice),
  );
  return runSearch(request, services, { targets: [targets], ...parts });
}
