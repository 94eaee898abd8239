/** A page of a list as a search of the identity index. */
import type { JsonObject } from "../../core/json.ts";
import { filterKey, orderKey, searchTerms } from "./list-keys.ts";
import { TIE_BREAKER } from "./record-documents.ts";
import type { FilterValue, RecordQuery } from "./record-store.ts";

/** The body of the search; `backwards`: from the end of the list, in the opposite order. */
export function listSearch(query: RecordQuery, backwards = false): JsonObject {
  const filter: JsonObject[] = [{ term: { model: query.model } }];
  for (const [field, wanted] of Object.entries(query.filters)) {
    const values: readonly FilterValue[] = Array.isArray(wanted) ? wanted : [wanted as FilterValue];
    filter.push({ terms: { filter: values.map((value) => filterKey(field, value)) } });
  }
  for (const [field, least] of Object.entries(query.atLeast ?? {}))
    filter.push({ range: { [`order.${field}`]: { gte: orderKey(least) ?? "" } } });
  for (const term of searchTerms(query.search)) {
    const should = query.searchFields.map((field) => ({
      wildcard: { words: { value: `${escaped(field)}=*${escaped(term)}*` } },
    }));
    filter.push({ bool: { should, minimum_should_match: 1 } });
  }
  const sort = query.ordering.map((name): JsonObject => {
    const field = name.replace(/^-/, "");
    const descending = name.startsWith("-") !== backwards;
    return { [`order.${field}`]: { order: descending ? "desc" : "asc", missing: descending ? "_first" : "_last" } };
  });
  return {
    query: { bool: { filter } },
    sort: [...sort, { [TIE_BREAKER]: { order: backwards ? "desc" : "asc" } }],
    from: query.from,
    size: query.size,
    track_total_hits: true,
    seq_no_primary_term: true,
  };
}

/** A text that stands for itself in a wildcard pattern. */
function escaped(text: string): string {
  return text.replaceAll(/[\\*?]/g, "\\$&");
}
