/** Matches documents by `_id`. */
import { expressionKey, type Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { DocListOperator } from "./doc-list-operator.ts";
import { docsOfId } from "../../segment/nested-docs.ts";
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";

/** Documents with any of the ids; repetitions do not matter. */
export function ids(wanted: readonly string[]): Expression {
  if (wanted.length === 0) return matchNone('Missing ids in "ids" query.');
  const distinct = [...new Set(wanted)].sort();
  const description = `_id:(${distinct.join(" ")})`;
  const self: Expression = {
    type: "TermInSetQuery",
    description,
    key: expressionKey("ids", ...distinct),
    rewrite: () => self,
    plan: (_searcher, options) => planIds({ ids: distinct, description }, options),
    highlightTerms() {},
  };
  return self;
}

function planIds(planned: { ids: readonly string[]; description: string }, options: PlanOptions): Plan {
  const wanted = new Set(planned.ids);
  return constantPlan(
    {
      kind: "MultiTermQueryConstantScoreBlendedWrapper",
      description: planned.description,
      operator(context) {
        const docs = docsOf(context.reader, planned.ids);
        return docs.length === 0 ? undefined : new DocListOperator(context, docs);
      },
      matches: (segment, doc) => wanted.has(segment.id(doc)),
      count: (segment) => docsOf(segment, planned.ids).length,
    },
    options,
  );
}

function docsOf(segment: SegmentReader, wanted: readonly string[]): Uint32Array {
  const docs: number[] = [];
  segment.reads.add("_id", READS.terms | READS.postings);
  for (const id of wanted) {
    const { from, to } = docsOfId(segment, id);
    for (let doc = from; doc < to; doc++) docs.push(doc);
  }
  return Uint32Array.from(docs).sort();
}
