/** The plan of documents by `_id`. */
import { DocListOperator } from "./doc-list-operator.ts";
import { docsOfId } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { constantPlan } from "../constant-score/constant-plan.ts";

export function planIds(planned: { ids: readonly string[]; description: string }, options: PlanOptions): Plan {
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

function docsOf(segment: SegmentReader, ids: readonly string[]): Uint32Array {
  const docs: number[] = [];
  for (const id of ids) {
    const { from, to } = docsOfId(segment, id);
    for (let doc = from; doc < to; doc++) docs.push(doc);
  }
  return Uint32Array.from(docs).sort();
}
