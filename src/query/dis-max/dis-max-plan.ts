/** The plan of the best of several clauses (Lucene's `DisjunctionMaxQuery`). */
import { javaFloat } from "../../core/float32.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { DisjunctionMaxOperator } from "./disjunction-max-operator.ts";
import type { Explanation, Plan } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";

/** `tieBreaker` is a float32. */
export function planDisMax(description: string, clauses: readonly Plan[], tieBreaker: number): Plan {
  return {
    kind: "DisjunctionMaxQuery",
    description,
    children: clauses,
    operator(context) {
      const operators = clauses.map((clause) => clause.operator(context)).filter((operator) => operator !== undefined);
      if (operators.length < 2) return operators[0];
      return new DisjunctionMaxOperator(context, operators, tieBreaker);
    },
    explain: (segment, doc) => explainBest(clauses, tieBreaker, segment, doc),
  };
}

function explainBest(clauses: readonly Plan[], tieBreaker: number, segment: SegmentReader, doc: number): Explanation {
  const inner = clauses.map((clause) => clause.explain(segment, doc));
  const matching = inner.filter((one) => one.match);
  if (matching.length === 0) return unmatched("No matching clause", inner);
  const scores = matching.map((one) => Math.fround(one.value));
  const most = Math.max(...scores);
  const others = scores.reduce((sum, score) => sum + score, 0) - most;
  const description = tieBreaker === 0 ? "max of:" : `max plus ${javaFloat(tieBreaker)} times others of:`;
  return explained(Math.fround(most + others * tieBreaker), description, matching);
}
