/** Matches documents with an exact term (Lucene's `TermQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import { planTerm } from "./term-plan.ts";
import type { TermStatistics } from "../query.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { termText } from "./term-text.ts";
import { anyOfTerms } from "../percolation/candidates.ts";

/** A term of a field. `statistics` replace the shard's when several terms are blended. */
export function term(field: MappedField, bytes: Uint8Array, statistics?: TermStatistics): Expression {
  const text = termText(bytes);
  const description = `${field.path}:${text}`;
  const self: Expression = {
    type: "TermQuery",
    description,
    key: expressionKey("term", field.path, text, statistics?.docFreq, statistics?.totalTermFreq),
    matchKey: () => expressionKey("term", field.path, text),
    candidates: () => anyOfTerms(field.path, [bytes]),
    rewrite: () => self,
    plan: (searcher, options) => planTerm({ field, bytes, statistics, description }, searcher, options),
    highlightTerms(_searcher, add, boost) {
      // A value found only in doc values is not highlighted by term.
      if (field.searchable) add({ field: field.path, words: [text], slop: 0, boost });
    },
  };
  return self;
}
