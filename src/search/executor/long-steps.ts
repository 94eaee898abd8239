/** Which requests have steps that may be long and cannot be cut into turns. */
import type { Json } from "../../core/json.ts";
import { queryKinds } from "../../query/kinds.ts";
import type { SearchRequest } from "../request/search-request.ts";

/** Hits of a page that are rendered in one go. */
const SHORT_PAGE = 100;
/** Values in queries that are read in one go. */
const SHORT_LIST = 64;

/** Queries that look up terms by a pattern, and the option that makes others do it. */
const EXPANDING: ReadonlySet<string> = new Set([
  "fuzziness",
  ...queryKinds.filter((kind) => kind.expandsTerms).map((kind) => kind.name),
]);

/** Whether a step of the request may be long. */
export function mayBeLong(request: SearchRequest): boolean {
  if (request.aggregations || request.highlight || request.explain || request.profile || request.size > SHORT_PAGE)
    return true;
  return expands(request.query) || expands(request.postFilter) || request.rescore.some(({ query }) => expands(query));
}

function expands(query: Json | undefined): boolean {
  if (typeof query !== "object" || query === null) return false;
  if (Array.isArray(query)) return query.length > SHORT_LIST || query.some(expands);
  for (const key in query) if (EXPANDING.has(key) || expands(query[key])) return true;
  return false;
}
