/** Documents with a span (Lucene's `SpanQuery`). */
import { inexact } from "../percolation/candidates.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { expandedSpan, hasPattern, type Span, spanCandidates, spanKey, spanText, spanTypes, wordsOf } from "./span.ts";
import { planSpans } from "./spans-plan.ts";

/** Documents with a span that `span` describes. `named` are its parts that have names of their own. */
export function spans(span: Span, named: readonly Expression[] = []): Expression {
  const type = spanTypes[span.kind];
  const description = spanText(span);
  const self: Expression = {
    type,
    description,
    key: expressionKey("spans", spanKey(span)),
    candidates: () => inexact(spanCandidates(span)),
    rewrite: (searcher) => (hasPattern(span) ? spans(expandedSpan(span, searcher), named) : self),
    plan(searcher, options) {
      if (hasPattern(span)) return self.rewrite(searcher).plan(searcher, options);
      const plan = planSpans({ span, kind: type, description }, searcher, options);
      if (named.length === 0) return plan;
      // Elasticsearch does not measure the parts of a span.
      const children = named.map((part) => part.plan(searcher, { ...options, boost: 1 }));
      return { ...plan, children, profiled: [] };
    },
    highlightTerms(searcher, add, boost) {
      for (const { path, words, slop } of wordsOf(expandedSpan(span, searcher)))
        add({ field: path, words, slop, boost });
    },
  };
  return self;
}
