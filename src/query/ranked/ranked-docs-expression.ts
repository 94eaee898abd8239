/** Matches documents that were found before, with the scores that they had then (`KnnScoreDocQuery`). */
import { javaFloat } from "../../core/float32.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import { documentsView } from "../nested/nested-view.ts";
import { stepsUp } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import type { RankedDocs, RankedSegment } from "./ranked-docs.ts";

/** The documents of one list. */
export function rankedDocs(ranked: RankedDocs, list: number): Expression {
  const self: Expression = {
    type: "KnnScoreDocQuery",
    description: "KnnScoreDocQuery",
    key: expressionKey("ranked", list),
    // What they are is known to this request alone.
    isWrapper: true,
    rewrite: () => self,
    plan: (searcher, options) => planRanked(ranked.of(list, documentsView(searcher)), documentsView(searcher), options),
    highlightTerms() {},
  };
  return self;
}

/** Tests whether nested documents are in documents of a list. */
export function rankedWithin(
  ranked: RankedDocs,
  list: number,
  searcher: SearcherView,
): (reader: SegmentReader) => (doc: number) => boolean {
  const documents = documentsView(searcher);
  const found = ranked.of(list, documents).map(({ docs }) => new Set(docs));
  return (reader) => {
    const number = documents.segments.findIndex(({ data }) => data === reader.data);
    const root = documents.segments[number];
    if (!root) return () => false;
    const steps = stepsUp(reader, root);
    return (doc) => found[number]!.has(steps.reduce((at, parents) => parents[at]!, doc));
  };
}

function planRanked(found: readonly RankedSegment[], { segments }: SearcherView, options: PlanOptions): Plan {
  const { scored, boost } = options;
  const weight = Math.fround(boost);
  const own = (reader: unknown): RankedSegment | undefined =>
    found[segments.findIndex((segment) => segment === reader)];
  return {
    kind: "KnnScoreDocQuery",
    get description() {
      return describe(found);
    },
    children: [],
    operator(context) {
      const within = own(context.reader);
      if (!within || within.docs.length === 0) return undefined;
      const scores = scored ? within.scores.map((score) => score * weight) : undefined;
      return new DocListOperator(context, within.docs, scores);
    },
    cost: (segment) => own(segment)?.docs.length ?? 0,
    explain(segment, doc) {
      const within = own(segment);
      const at = within?.docs.indexOf(doc) ?? -1;
      if (!within || at < 0) return unmatched("not in top k documents");
      return explained(scored ? Math.fround(within.scores[at]! * weight) : 0, "within top k documents");
    },
  };
}

/** The first document and its score, and the best score. */
function describe(found: readonly RankedSegment[]): string {
  const first = found.find(({ docs }) => docs.length > 0);
  if (!first) return "DocAndScoreQuery[][],0.0";
  const most = Math.max(...found.flatMap(({ scores }) => [...scores]));
  return `DocAndScoreQuery[${first.docs[0]},...][${javaFloat(first.scores[0]!)},...],${javaFloat(most)}`;
}
