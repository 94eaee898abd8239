/**
 * Matches documents with terms at given positions relative to each other (Lucene's `PhraseQuery` and
 * `MultiPhraseQuery`).
 */
import type { MappedField } from "../../mapping/field-type.ts";
import { planPhrase } from "./phrase-plan.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { term } from "../term/term-expression.ts";
import { termText } from "../term/term-text.ts";
import { allOf, anyOfTerms, inexact } from "../percolation/candidates.ts";

/** A position of a phrase, with any of `terms`. */
export interface PhrasePosition {
  readonly position: number;
  readonly terms: readonly Uint8Array[];
}

/** Terms in order, with a total displacement of at most `slop`. Positions ascend; only their differences matter. */
export function phrase(field: MappedField, places: readonly PhrasePosition[], slop: number): Expression {
  const first = places[0]?.position ?? 0;
  const shifted = places.map((place) => ({ position: place.position - first, terms: place.terms }));
  const several = shifted.some((place) => place.terms.length > 1);
  const description = `${field.path}:${phraseText(shifted, several)}${slop === 0 ? "" : `~${slop}`}`;
  const self: Expression = {
    type: several ? "MultiPhraseQuery" : "PhraseQuery",
    description,
    key: expressionKey(
      "phrase",
      field.path,
      slop,
      ...shifted.flatMap((place) => [place.position, ...place.terms.map(termText)]),
    ),
    candidates: () => inexact(allOf(shifted.map((place) => anyOfTerms(field.path, place.terms)))),
    rewrite() {
      const [only] = shifted;
      if (!only) return matchNone("empty PhraseQuery");
      if (shifted.length > 1) return self;
      if (only.terms.length === 1) return term(field, only.terms[0] as Uint8Array);
      return booleanOf(only.terms.map((bytes) => ({ occur: "should", expression: term(field, bytes) })));
    },
    plan: (searcher, options) => planPhrase({ field, places: shifted, slop, several, description }, searcher, options),
    highlightTerms(_searcher, add, boost) {
      // Highlighting every combination of alternatives would grow without bound: further alternatives count as single
      // words.
      const words = shifted.map((place) => termText(place.terms[0] as Uint8Array));
      if (words.length > 0) add({ field: field.path, words, slop, boost });
      for (const place of shifted) {
        for (const bytes of place.terms.slice(1)) add({ field: field.path, words: [termText(bytes)], slop: 0, boost });
      }
    },
  };
  return self;
}

/** The words with `?` for gaps; alternatives in brackets. */
function phraseText(places: readonly PhrasePosition[], several: boolean): string {
  const words: string[] = [];
  let next = 0;
  for (const place of places) {
    for (; next < place.position; next++) words.push("?");
    const texts = place.terms.map(termText);
    words.push(several && texts.length > 1 ? `(${texts.join(" ")})` : (texts[0] ?? ""));
    next = place.position + 1;
  }
  return `"${words.join(" ")}"`;
}
