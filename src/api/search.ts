/** `search`: hits and aggregations of a query. */
import { search as searchKind } from "../search/actions/search.ts";
import type { CallKind } from "../search/search-action.ts";
import type { SearchTarget } from "../search/search-service.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { bodyText } from "./requests/request-body.ts";
import { orReadFirst } from "./targets/resolve-targets.ts";
import { runSearch } from "./requests/run-search.ts";
import { searchTargets } from "./targets/search-targets.ts";

export const search: Operation = {
  name: "search",
  actions: ["indices:data/read/search"],
  cancellable: true,

  handle(request, services) {
    return searchIndices(request, services, searchKind);
  },
};

/** A call on all indices that the path names. */
export async function searchIndices(
  request: OperationRequest,
  services: Services,
  kind: CallKind,
): Promise<OperationResponse & { bytes: Uint8Array }> {
  const parts = { kind, bodies: [await bodyText(request)], parameters: [request.parameters] };
  const targets = await orReadFirst(
    () => requestedTargets(request, services),
    () => runSearch(request, services, { ...parts, targets: [[]] }),
  );
  return runSearch(request, services, { targets: [targets], ...parts });
}

/** The targets that path and parameters name. Throws index_not_found_exception and the like. */
export function requestedTargets(
  { parameters, principal }: Pick<OperationRequest, "parameters" | "principal">,
  services: Services,
): SearchTarget[] {
  return searchTargets(services, principal, {
    expression: parameters["index"],
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  });
}
