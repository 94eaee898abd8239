/** A phrase whose last word is a prefix (Elasticsearch's `MultiPhrasePrefixQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { prefixRange } from "../automata/select-terms.ts";
import type { SearcherView } from "../query.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { phrase, type PhrasePosition } from "./phrase-expression.ts";
import { termText } from "../term/term-text.ts";

/** The last of `places` holds prefixes; each expands to the first `maxExpansions` terms that begin with it. */
export function phrasePrefix(
  field: MappedField,
  places: readonly PhrasePosition[],
  slop: number,
  maxExpansions: number,
): Expression {
  const last = places.at(-1);
  const words = places.map((place) => termText(place.terms[0] as Uint8Array)).join(" ");
  const self: Expression = {
    type: "MultiPhrasePrefixQuery",
    description: `${field.path}:"${words}*"${slop === 0 ? "" : `~${slop}`}`,
    key: expressionKey(
      "phrase_prefix",
      field.path,
      slop,
      maxExpansions,
      ...places.flatMap((place) => [place.position, ...place.terms.map(termText)]),
    ),
    rewrite(searcher) {
      if (!last) return matchNone("empty MultiPhraseQuery");
      const expanded = expansions(field, last.terms, maxExpansions, searcher);
      if (expanded.length === 0) return matchNone("No terms supplied for MultiPhrasePrefixQuery");
      return phrase(field, [...places.slice(0, -1), { position: last.position, terms: expanded }], slop);
    },
    plan: (searcher, options) => self.rewrite(searcher).plan(searcher, options),
    highlightTerms(searcher, add, boost) {
      self.rewrite(searcher).highlightTerms(searcher, add, boost);
    },
  };
  return self;
}

/** Terms that begin with one of the prefixes: segment by segment, in byte order, up to `limit`. */
export function expansions(
  field: MappedField,
  prefixes: readonly Uint8Array[],
  limit: number,
  searcher: SearcherView,
): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const prefix of prefixes) {
    for (const segment of searcher.segments) {
      const terms = segment.terms(field.path);
      if (!terms) continue;
      const range = prefixRange(terms, prefix);
      for (let ordinal = range.from; ordinal < range.to; ordinal++) {
        const bytes = terms.bytes(ordinal).slice();
        found.set(termText(bytes), bytes);
        // Elasticsearch checks the limit after adding a term, so even a limit of 0 gives one term.
        if (found.size >= limit) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}
