/** Queries that every shard refuses when `search.allow_expensive_queries` is false. */
import { RequestError } from "../compat/errors.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { isIndexConstant } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";

const OFF = "cannot be executed when 'search.allow_expensive_queries' is set to false.";

/** Texts of the refusal, by kind of query that expands a pattern to terms. */
const REFUSALS = {
  prefix: `[prefix] queries ${OFF} For optimised prefix queries on text fields please enable [index_prefixes].`,
  wildcard: `[wildcard] queries ${OFF}`,
  regexp: `[regexp] queries ${OFF}`,
  fuzzy: `[fuzzy] queries ${OFF}`,
  range: `[range] queries on [text] or [keyword] fields ${OFF}`,
} as const;

/**
 * Throws for a query on the terms of a field; `prefix` is the text of a prefix query. As in Elasticsearch, query
 * strings are not checked.
 */
export function refuseExpensive(
  searcher: SearcherView,
  field: MappedField,
  kind: keyof typeof REFUSALS,
  prefix?: string,
): void {
  if (searcher.allowsExpensive !== false || isIndexConstant(field) || field.runtime) return;
  const lengths = prefix === undefined ? undefined : field.prefixLengths;
  // As in Elasticsearch, a prefix one character shorter than the shortest indexed one is allowed.
  if (lengths && prefix !== undefined && prefix.length >= lengths.least - 1 && prefix.length <= lengths.most) return;
  // Fields with trigrams (wildcard fields) are made for patterns.
  if (field.trigrams !== undefined && (kind === "wildcard" || kind === "prefix")) return;
  if (field.trigrams !== undefined && kind === "range") throw refused(`[range] queries on [wildcard] fields ${OFF}`);
  throw refused(REFUSALS[kind]);
}

/** Throws for a field without an index, whose values would be compared one by one. */
export function refuseUnindexed(searcher: SearcherView, field: MappedField): void {
  if (searcher.allowsExpensive !== false || field.parameters.index !== false || isIndexConstant(field)) return;
  throw refused(
    `Cannot search on field [${field.path}] since it is not indexed and 'search.allow_expensive_queries' is set to false.`,
  );
}

/** Throws for a query that joins documents. */
export function refuseJoining(searcher: SearcherView): void {
  if (searcher.allowsExpensive === false) throw refused(`[joining] queries ${OFF}`);
}

/** Throws for a query with a script. */
export function refuseScripted(searcher: SearcherView, kind: "script" | "script_score"): void {
  if (searcher.allowsExpensive === false) throw refused(`[${kind}] queries ${OFF}`);
}

/** Throws for a query that runs stored queries. */
export function refusePercolating(searcher: SearcherView): void {
  if (searcher.allowsExpensive === false) throw refused(`[percolate] queries ${OFF}`);
}

/** Elasticsearch's base exception, which has no name: a 500, except as the failure of a query. */
function refused(reason: string): RequestError {
  return new RequestError(500, "exception", reason);
}
