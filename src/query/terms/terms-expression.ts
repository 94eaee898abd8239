/** Matches documents with any of a set of terms, all with the same score (Lucene's `TermInSetQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { type PlannedTerms, planTerms } from "./terms-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { compareBytes } from "../../segment/terms/byte-order.ts";
import { termText } from "../term/term-text.ts";
import { anyOfTerms } from "../percolation/candidates.ts";

/**
 * Any of `terms` of a field; order and duplicates do not matter. Lists may be long: texts are made for those who show
 * them, and dictionaries are gone through once.
 */
export function anyTerm(field: MappedField, terms: readonly Uint8Array[]): Expression {
  if (terms.length === 0) return matchNone("empty TermInSetQuery");
  let sorted: readonly string[] | undefined;
  let key: string | undefined;
  // Texts of a letter for each byte are compared faster than bytes, and in the same order.
  const letters = (): readonly string[] =>
    (sorted ??= [
      ...new Set(terms.map((term) => Buffer.from(term.buffer, term.byteOffset, term.length).toString("latin1"))),
    ].sort());
  const bytes = (): Uint8Array[] => letters().map((text) => Buffer.from(text, "latin1"));
  const planned: PlannedTerms = {
    field,
    kind: "MultiTermQueryConstantScoreBlendedWrapper",
    get description() {
      return `${field.path}:(${bytes().map(termText).join(" ")})`;
    },
    select: (dictionary) => ordinalsOf(dictionary, bytes()),
  };
  const self: Expression = {
    type: "TermInSetQuery",
    get description() {
      return planned.description;
    },
    get key() {
      return (key ??= expressionKey("terms", field.path, ...letters()));
    },
    candidates: () => anyOfTerms(field.path, bytes()),
    rewrite: () => self,
    plan: (_searcher, options) => planTerms(planned, options),
    highlightTerms(_searcher, add, boost) {
      for (const text of bytes().map(termText)) add({ field: field.path, words: [text], slop: 0, boost });
    },
  };
  return self;
}

/** The ordinals of terms that ascend. */
function ordinalsOf(dictionary: TermsReader, terms: readonly Uint8Array[]): Uint32Array {
  const found = new Uint32Array(terms.length);
  let count = 0;
  let from = 0;
  for (const term of terms) {
    from = dictionary.ceiling(term, from);
    if (from === dictionary.count) break;
    if (isTerm(dictionary, from, term)) found[count++] = from;
  }
  return found.subarray(0, count);
}

function isTerm({ allBytes, offsets }: TermsReader, ordinal: number, term: Uint8Array): boolean {
  return compareBytes(allBytes, offsets[ordinal]!, offsets[ordinal + 1]!, term, 0, term.length) === 0;
}
