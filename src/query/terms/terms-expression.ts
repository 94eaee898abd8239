/** Matches documents with any of a set of terms, all with the same score (Lucene's `TermInSetQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { planTerms } from "./terms-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { termText } from "../term/term-text.ts";
import { anyOfTerms } from "../percolation/candidates.ts";

/** Any of `terms` of a field; order and duplicates do not matter. */
export function anyTerm(field: MappedField, terms: readonly Uint8Array[]): Expression {
  if (terms.length === 0) return matchNone("empty TermInSetQuery");
  const sorted = [...terms]
    .sort((one, other) => Buffer.compare(one, other))
    .filter((bytes, at, all) => at === 0 || Buffer.compare(bytes, all[at - 1] as Uint8Array) !== 0);
  const texts = sorted.map(termText);
  const description = `${field.path}:(${texts.join(" ")})`;
  const select = (dictionary: TermsReader): Uint32Array => {
    const found = sorted.map((bytes) => dictionary.find(bytes)).filter((ordinal) => ordinal >= 0);
    return Uint32Array.from(found);
  };
  const self: Expression = {
    type: "TermInSetQuery",
    description,
    key: expressionKey("terms", field.path, ...texts),
    candidates: () => anyOfTerms(field.path, sorted),
    rewrite: () => self,
    plan: (_searcher, options) =>
      planTerms({ field, kind: "MultiTermQueryConstantScoreBlendedWrapper", description, select }, options),
    highlightTerms(_searcher, add, boost) {
      for (const text of texts) add({ field: field.path, words: [text], slop: 0, boost });
    },
  };
  return self;
}
