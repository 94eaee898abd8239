/** Documents with a chunk that a query matches, scored by the best of their chunks. */
import type { ChunkSpace } from "../../mapping/field-type.ts";
import { type Expression, rewriteFully } from "../expression.ts";
import { isMatchNone } from "../match-none/match-none-expression.ts";
import { nestedJoin } from "../nested/nested-join-expression.ts";
import { documentsView, nestedView } from "../nested/nested-view.ts";
import { planExpression } from "../query-cache/cached-plan.ts";
import type { SearcherView } from "../query.ts";

/** What chunks are found by, and what each one is scored by. */
export interface InChunks {
  readonly matches: Expression;
  readonly scores: Expression;
}

/** `inner` is asked with the view of the chunks. Highlighters, who show the best chunks, are told how these score. */
export function inChunks(
  searcher: SearcherView,
  { path, embeddings }: ChunkSpace,
  inner: (view: SearcherView) => InChunks,
): Expression {
  const view = nestedView(documentsView(searcher), path);
  const { matches, scores } = inner(view);
  if (isMatchNone(matches)) return matches;
  const joined = nestedJoin(matches, path, "max");
  return {
    ...joined,
    highlightTerms(_searcher, add, boost) {
      const plan = planExpression(rewriteFully(scores, view), view, { scored: true, boost });
      add({ field: embeddings.field.path, words: [], slop: 0, boost, chunks: plan });
    },
  };
}
