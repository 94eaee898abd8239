/** The order of errors: a search that cannot be read is told so before an index that is not there. */
import type { Services, OperationRequest } from "../operation.ts";
import { runSearch, type SearchDependencies } from "../requests/run-search.ts";

/** What `resolve` answers; where it fails, a request that cannot be read is told so first, as in Elasticsearch. */
export async function resolveTargets<T>(
  request: OperationRequest,
  services: Services,
  parts: Omit<SearchDependencies, "targets">,
  resolve: () => T,
): Promise<T> {
  try {
    return resolve();
  } catch (error) {
    await runSearch(request, services, { ...parts, targets: [[]] });
    throw error;
  }
}
