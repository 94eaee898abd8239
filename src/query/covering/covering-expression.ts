/** Documents that match as many of several queries as a field of theirs demands (Lucene's `CoveringQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { NumberColumn } from "../columns/number-column.ts";
import { expressionKey, type Expression, matchKeyOf } from "../expression.ts";
import { inexact, someOf } from "../percolation/candidates.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { type QueryScript, scriptSegment } from "../scripts/query-script.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { CoveringOperator } from "./covering-operator.ts";

/** How many queries each document must match; undefined: it cannot match. */
export interface Minimum {
  /** Lucene's text form. */
  readonly description: string;
  readonly key: string;
  open(segment: SegmentReader): (doc: number) => number | undefined;
}

/** The number in a field. */
export function minimumInField(field: MappedField): Minimum {
  return {
    description: `long(${field.path})`,
    key: expressionKey("field", field.path),
    open(segment) {
      const column = new NumberColumn(segment, field);
      return (doc) => {
        const at = column.start(doc);
        return at < column.end(doc) ? column.at(at) : undefined;
      };
    },
  };
}

/** What a script answers, which is told the number of queries. */
export function minimumByScript(searcher: SearcherView, script: QueryScript<"terms_set">, queries: number): Minimum {
  return {
    description: script.text,
    key: script.key,
    open: (segment) => script.program.leaf(scriptSegment(searcher, segment), queries),
  };
}

/** Documents that match at least `minimum` of the queries. */
export function covering(queries: readonly Expression[], minimum: Minimum): Expression {
  const told = queries.map((query) => query.description).join(", ");
  const description = `CoveringQuery(queries=[${told}], minimumNumberMatch=${minimum.description})`;
  const self: Expression = {
    type: "CoveringQuery",
    description,
    key: expressionKey("covering", minimum.key, ...queries.map((query) => query.key)),
    matchKey: () => expressionKey("covering", minimum.key, ...queries.map(matchKeyOf).sort()),
    candidates: () =>
      inexact(
        someOf(
          queries.map((query) => query.candidates?.()),
          1,
        ),
      ),
    rewrite(searcher) {
      const rewritten = queries.map((query) => query.rewrite(searcher));
      return rewritten.every((query, index) => query === queries[index]) ? self : covering(rewritten, minimum);
    },
    plan: (searcher, options) =>
      planCovering(
        description,
        queries.map((query) => planExpression(query, searcher, options)),
        minimum,
        options,
      ),
    highlightTerms(searcher, add, boost) {
      for (const query of queries) query.highlightTerms(searcher, add, boost);
    },
  };
  return self;
}

function planCovering(description: string, queries: readonly Plan[], minimum: Minimum, { scored }: PlanOptions): Plan {
  return {
    kind: "CoveringQuery",
    description,
    children: queries,
    operator(context) {
      const operators = queries.map((query) => query.operator(context)).filter((operator) => operator !== undefined);
      if (operators.length === 0) return undefined;
      return new CoveringOperator(context, operators, minimum.open(context.reader));
    },
    explain(segment, doc): Explanation {
      const parts = queries.map((query) => query.explain(segment, doc));
      const matching = parts.filter((part) => part.match);
      const wanted = minimum.open(segment)(doc);
      const least = Math.max(1, wanted ?? Infinity);
      const matches = `${matching.length} matches for ${least} required matches`;
      if (matching.length < least) return unmatched(matches, parts);
      const sum = matching.reduce((total, part) => total + Math.fround(part.value), 0);
      return explained(scored ? Math.fround(sum) : 0, `${matches}, sum of:`, parts);
    },
  };
}
