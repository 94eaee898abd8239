/** search.allow_expensive_queries: what is refused on every shard when it is off. */
import { RequestError } from "../compat/errors.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { isIndexConstant } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";

const OFF = "cannot be executed when 'search.allow_expensive_queries' is set to false.";

/** Queries that look up terms by a pattern, by what the refusal says of them. */
const REFUSALS = {
  prefix: `[prefix] queries ${OFF} For optimised prefix queries on text fields please enable [index_prefixes].`,
  wildcard: `[wildcard] queries ${OFF}`,
  regexp: `[regexp] queries ${OFF}`,
  fuzzy: `[fuzzy] queries ${OFF}`,
  range: `[range] queries on [text] or [keyword] fields ${OFF}`,
} as const;

/**
 * Throws for a query on the terms of a field; `prefix` is the text of a prefix query. Those of a query string are not
 * asked, as in Elasticsearch.
 */
export function refuseExpensive(
  searcher: SearcherView,
  field: MappedField,
  kind: keyof typeof REFUSALS,
  prefix?: string,
): void {
  if (searcher.allowsExpensive !== false || isIndexConstant(field) || field.runtime) return;
  const lengths = prefix === undefined ? undefined : field.prefixLengths;
  // As in Elasticsearch, a prefix one character shorter than the shortest that is indexed is short enough to be looked
  // for.
  if (lengths && prefix !== undefined && prefix.length >= lengths.least - 1 && prefix.length <= lengths.most) return;
  // Such fields are made for patterns.
  if (field.trigrams !== undefined && (kind === "wildcard" || kind === "prefix")) return;
  if (field.trigrams !== undefined && kind === "range") throw refused(`[range] queries on [wildcard] fields ${OFF}`);
  throw refused(REFUSALS[kind]);
}

/** Throws for a field without an index, whose values are looked at one by one. */
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

/** Elasticsearch's own exception without a name, which is a 500 where it is not the failure of a query. */
function refused(reason: string): RequestError {
  return new RequestError(500, "exception", reason);
}
