/** Who a search is run for. */
import type { SearchCaller } from "../../search/search-service.ts";
import type { IdentityRequest } from "./endpoint.ts";

/** The caller of an operation that says `cancellable`: its searches stop when its task is told to. */
export function searchCaller({ task }: Pick<IdentityRequest, "task">): SearchCaller {
  return { onGone: (listener) => task.onCancel(listener) };
}
