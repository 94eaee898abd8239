/** Matches documents with any of a set of terms, all with the same score (Lucene's `TermInSetQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { TermList } from "./term-list.ts";
import { type PlannedTerms, planTerms } from "./terms-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { termText } from "../term/term-text.ts";
import { anyOfTerms } from "../percolation/candidates.ts";

/**
 * Any of `terms` of a field; order and duplicates do not matter. Lists may be long: they are sorted when they are
 * needed first, texts are made for those who show them, and dictionaries are gone through once.
 */
export function anyTerm(field: MappedField, terms: readonly Uint8Array[]): Expression {
  if (terms.length === 0) return matchNone("empty TermInSetQuery");
  let sorted: TermList | undefined;
  let key: string | undefined;
  const list = (): TermList => (sorted ??= new TermList(terms));
  const planned: PlannedTerms = {
    field,
    kind: "MultiTermQueryConstantScoreBlendedWrapper",
    get description() {
      return `${field.path}:(${list().all().map(termText).join(" ")})`;
    },
    select: (dictionary) => list().ordinalsIn(dictionary),
  };
  const self: Expression = {
    type: "TermInSetQuery",
    get description() {
      return planned.description;
    },
    get key() {
      return (key ??= expressionKey("terms", field.path, list().key()));
    },
    candidates: () => anyOfTerms(field.path, list().all()),
    rewrite: () => self,
    plan: (_searcher, options) => planTerms(planned, options),
    highlightTerms(_searcher, add, boost) {
      for (const text of list().all().map(termText)) add({ field: field.path, words: [text], slop: 0, boost });
    },
  };
  return self;
}
