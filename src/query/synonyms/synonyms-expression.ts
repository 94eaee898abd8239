/** Synonymous terms, scored as if they were one (Lucene's `SynonymQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { planSynonyms } from "./synonyms-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { term } from "../term/term-expression.ts";
import { termText } from "../term/term-text.ts";
import { anyOfTerms } from "../percolation/candidates.ts";

/** Any of `terms`: their frequencies are added, the highest document frequency counts. */
export function synonyms(field: MappedField, terms: readonly Uint8Array[]): Expression {
  const sorted = [...terms].sort((one, other) => Buffer.compare(one, other));
  const description = `Synonym(${sorted.map((bytes) => `${field.path}:${termText(bytes)}`).join(" ")})`;
  const self: Expression = {
    type: "SynonymQuery",
    description,
    key: expressionKey("synonym", field.path, ...sorted.map(termText)),
    candidates: () => anyOfTerms(field.path, sorted),
    rewrite: () => (sorted.length === 1 ? term(field, sorted[0] as Uint8Array) : self),
    plan: (searcher, options) => planSynonyms({ field, terms: sorted, description }, searcher, options),
    highlightTerms(_searcher, add, boost) {
      for (const bytes of sorted) add({ field: field.path, words: [termText(bytes)], slop: 0, boost });
    },
  };
  return self;
}
