/** The documents of a shard whose vectors are nearest to another one (Lucene's `KnnFloatVectorQuery`). */
import { javaFloat } from "../../core/float32.ts";
import { expressionKey, type Expression, rewriteFully } from "../expression.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import { documentsView } from "../nested/nested-view.ts";
import type { OperatorContext } from "../operator.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { nearestDocs, type ScoredDocs } from "./nearest-docs.ts";
import type { VectorScoring } from "./vector-scoring.ts";

/** What is looked for. */
export interface Nearest {
  readonly path: string;
  readonly vector: readonly number[];
  readonly scoring: VectorScoring;
  readonly k: number;
  /** Documents to find in each segment. */
  readonly candidates: number;
  /** Documents whose scores by quantised vectors are replaced by exact ones; 0: none. */
  readonly rescored: number;
  /** Documents among which the nearest are told by the vectors themselves; 0: none. */
  readonly chosen: number;
  readonly filter: Expression | undefined;
  /** The least score, when the request limits the distance. */
  readonly minScore: number | undefined;
}

/** The `k` nearest documents among those of the filter. */
export function nearest(task: Nearest): Expression {
  const { path, vector, k, candidates, rescored, chosen, filter, minScore } = task;
  const description = `KnnFloatVectorQuery:${path}[${vector[0] === undefined ? "" : javaFloat(vector[0])},...][${k}]`;
  const self: Expression = {
    type: "KnnFloatVectorQuery",
    description,
    key: expressionKey("nearest", path, vector.join(), k, candidates, rescored, chosen, minScore, filter?.key),
    // Which documents are the nearest depends on all of a shard, so that matches of a segment cannot be kept.
    isWrapper: true,
    rewrite: () => self,
    plan: (searcher, options) => planNearest(task, searcher, options),
    highlightTerms() {},
  };
  return self;
}

function planNearest(task: Nearest, searcher: SearcherView, { scored, boost }: PlanOptions): Plan {
  const documents = documentsView(searcher);
  const filter =
    task.filter && planExpression(rewriteFully(task.filter, documents), documents, { scored: false, boost: 1 });
  const weight = Math.fround(boost);
  const minScore = task.minScore ?? -Infinity;
  let operations = 0;
  const compared = (vectors: number): void => void (operations += vectors);
  let found: readonly ScoredDocs[] | undefined;
  const docsOf = (segment: unknown, context?: OperatorContext): ScoredDocs | undefined => {
    found ??= nearestDocs({ ...task, filter, minScore, compared }, searcher, context);
    return found[searcher.segments.findIndex((own) => own === segment)];
  };
  return {
    kind: "DocAndScoreQuery",
    get description() {
      return describe(found);
    },
    children: [],
    get vectorOperations() {
      return operations;
    },
    operator(context) {
      const own = docsOf(context.reader, context);
      if (!own || own.docs.length === 0) return undefined;
      const scores = own.scores.map((score) => score * weight);
      return new DocListOperator(context, own.docs, scored ? scores : undefined);
    },
    explain(segment, doc) {
      const own = docsOf(segment);
      const at = own?.docs.indexOf(doc) ?? -1;
      if (!own || at < 0) return unmatched("not in top k documents");
      const within = explained(scored ? Math.fround(own.scores[at]! * weight) : 0, "within top k documents");
      return task.minScore === undefined ? within : explained(within.value, "vector similarity within limit", [within]);
    },
  };
}

/** The first document and its score, and the best score. */
function describe(found: readonly ScoredDocs[] | undefined): string {
  const first = found?.find(({ docs }) => docs.length > 0);
  if (!found || !first) return "DocAndScoreQuery[][],0.0";
  const most = Math.max(...found.flatMap(({ scores }) => [...scores]));
  return `DocAndScoreQuery[${first.docs[0]},...][${javaFloat(first.scores[0]!)},...],${javaFloat(most)}`;
}
