/** Documents that a script picks (Elasticsearch's `ScriptQuery`). */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { type Expression } from "../expression.ts";
import { MatchAllOperator } from "../match-all/match-all-operator.ts";
import { TESTED_DOCS } from "../plan-cost.ts";
import type { SearcherView } from "../query.ts";
import { type QueryScript, scriptSegment } from "./query-script.ts";

/** Documents for which the script answers true. */
export function scriptMatches({ program, text, key }: QueryScript<"filter">): Expression {
  const description = `ScriptQuery(${text})`;
  const self: Expression = {
    type: "ScriptQuery",
    description,
    key,
    // What a script answers may depend on the time.
    isWrapper: true,
    rewrite: () => self,
    plan(searcher: SearcherView, options) {
      const testIn = (segment: SegmentReader): ((doc: number) => boolean) =>
        program.leaf(scriptSegment(searcher, segment));
      return constantPlan(
        {
          kind: "ScriptQuery",
          description,
          operator: (context) =>
            new PredicateOperator(context, new MatchAllOperator(context, 0), testIn(context.reader)),
          matches: (segment, doc) => testIn(segment)(doc),
          count: () => undefined,
          cost: (segment) => segment.docCount * TESTED_DOCS,
        },
        options,
      );
    },
    highlightTerms() {},
  };
  return self;
}
