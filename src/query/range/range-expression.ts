/** Matches documents with a value between two bounds, in doc values or among the terms of a field. */
import type { ConvertedRange, MappedField } from "../../mapping/field-type.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { planColumnRange } from "./column-range-plan.ts";
import { planTerms } from "../terms/terms-plan.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { termText } from "../term/term-text.ts";
import { addressRange, numberRange } from "../percolation/range-candidates.ts";

/** Values of a field within a converted range. */
export function inRange(field: MappedField, range: ConvertedRange): Expression {
  switch (range.unit) {
    case "empty":
      return matchNone(`${field.path} has no value in an empty range`);
    case "term":
      return termRange(field, range);
    case "number":
    case "bigint":
      return columnRange(field, range.from, range.to);
  }
}

function columnRange(
  field: MappedField,
  from: number | bigint | undefined,
  to: number | bigint | undefined,
): Expression {
  const description = `${field.path}:[${from ?? "-Infinity"} TO ${to ?? "Infinity"}]`;
  const self: Expression = {
    type: "IndexOrDocValuesQuery",
    description,
    key: expressionKey("range", field.path, String(from), String(to)),
    candidates: () => numberRange(field, from, to),
    rewrite: () => self,
    plan: (_searcher, options) => planColumnRange({ field, from, to, description }, options),
    highlightTerms() {},
  };
  return self;
}

type TermRange = Extract<ConvertedRange, { unit: "term" }>;

function termRange(field: MappedField, range: TermRange): Expression {
  const from = range.from ? termText(range.from) : "*";
  const to = range.to ? termText(range.to) : "*";
  const description = `${field.path}:${range.from && !range.includeFrom ? "{" : "["}${from} TO ${to}${range.to && !range.includeTo ? "}" : "]"}`;
  const select = (terms: TermsReader) => ordinals(terms, range);
  const self: Expression = {
    type: "TermRangeQuery",
    description,
    expansion: { field, description, select, rewrite: { form: "constant" } },
    key: expressionKey(
      "terms-range",
      field.path,
      range.from && from,
      range.to && to,
      range.includeFrom,
      range.includeTo,
    ),
    candidates: () => addressRange(field, range.from, range.to),
    rewrite: () => self,
    plan: (_searcher, options) =>
      planTerms(
        {
          field,
          kind: "MultiTermQueryConstantScoreBlendedWrapper",
          description,
          select,
        },
        options,
      ),
    highlightTerms() {},
  };
  return self;
}

function ordinals(terms: TermsReader, range: TermRange): { from: number; to: number } {
  const edge = (bound: Uint8Array, after: boolean): number => {
    const at = terms.ceiling(bound);
    return after && terms.find(bound) === at ? at + 1 : at;
  };
  return {
    from: range.from ? edge(range.from, !range.includeFrom) : 0,
    to: range.to ? edge(range.to, range.includeTo) : terms.count,
  };
}
