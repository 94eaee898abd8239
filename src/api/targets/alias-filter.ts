/** The filter of an alias is parsed when it is given, not when somebody searches. */
import type { JsonObject } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { wholeIndex } from "../../search/system-search.ts";
import type { Services } from "../operation.ts";

/** Throws 400 unless the filter can be parsed, and means something on all the indices. */
export async function checkAliasFilter(
  services: Services,
  alias: string,
  filter: JsonObject | undefined,
  indices: readonly IndexMetadata[],
): Promise<void> {
  if (filter === undefined) return;
  const { searches } = services;
  try {
    await searches.validate({ query: filter, targets: [] });
  } catch (error) {
    throw refused(alias, error instanceof RequestError ? error : undefined);
  }
  // Who may give aliases sees everything.
  const open = indices.filter(({ state }) => state === "open").map(wholeIndex);
  if (open.length === 0) return;
  const isValid = await searches.validate({ query: filter, targets: open }).catch((error: unknown) => {
    if (error instanceof RequestError && error.status !== 404) return false;
    throw error;
  });
  if (!isValid) throw refused(alias, undefined);
}

function refused(alias: string, cause: RequestError | undefined): RequestError {
  return new RequestError(400, "illegal_argument_exception", `failed to parse filter for alias [${alias}]`, { cause });
}
