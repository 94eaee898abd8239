/** The order of errors: a search that cannot be read is told so before an index that is not there. */
import type { Node, OperationRequest } from "../operation.ts";
import { runSearch, type SearchParts } from "../requests/run-search.ts";

/** What `resolve` answers; where it fails, a request that cannot be read is told so first, as in the original. */
export async function resolveTargets<T>(request: OperationRequest, node: Node, parts: Omit<SearchParts, "targets">, resolve: () => T): Promise<T> {
  try {
    return resolve();
  } catch (error) {
    await runSearch(request, node, { ...parts, targets: [[]] });
    throw error;
  }
}
