/** Results of sub-aggregations with the same parent: merged and rendered together. */
import { put } from "../../core/names.ts";
import type { SearcherView } from "../../query/query.ts";
import {
  type ChildPartials,
  type Division,
  type ReduceContext,
  type RenderContext,
  type Rendered,
  type ResultShape,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";

/** Nothing to aggregate. */
export const NO_AGGREGATIONS: SubAggregations = { aggregations: [], pipelines: [] };

/** Whether any of them or their descendants needs scores. */
export function needsScores({ aggregations }: SubAggregations): boolean {
  return aggregations.some(
    (aggregation) => aggregation.needsScores === true || (hasBuckets(aggregation) && needsScores(aggregation.children)),
  );
}

/** How many there are, descendants included. */
export function countOf({ aggregations }: SubAggregations): number {
  return aggregations.reduce((sum, each) => sum + 1 + (hasBuckets(each) ? countOf(each.children) : 0), 0);
}

/** How the documents of a shard may be collected in parts for all of them. */
export function divisionOf({ aggregations }: SubAggregations, searcher: SearcherView): Division | undefined {
  let division: Division = "anywhere";
  for (const aggregation of aggregations) {
    const own = aggregation.divides?.(searcher);
    if (own === undefined) return undefined;
    if (own === "in-blocks") division = own;
  }
  return division;
}

/** Empty results of all children. */
export function emptyChildren(children: SubAggregations): ChildPartials {
  return children.aggregations.map((child) => child.empty());
}

/** Merges the children's results of the same bucket from several shards. */
export function mergeChildren(
  children: SubAggregations,
  partials: readonly ChildPartials[],
  reduce: ReduceContext,
): ChildPartials {
  return children.aggregations.map((child, place) =>
    child.merge(
      partials.map((one) => one[place]),
      reduce,
    ),
  );
}

/** `{name: result}` of all children and pipelines, with `meta` and type prefixes. */
export function renderChildren(children: SubAggregations, partials: ChildPartials, context: RenderContext): Rendered {
  const shown: Rendered = {};
  addChildren(shown, children, partials, context);
  return shown;
}

/** Adds `{name: result}` of all children and pipelines to what is shown of a bucket. */
export function addChildren(
  shown: Rendered,
  children: SubAggregations,
  partials: ChildPartials,
  context: RenderContext,
): void {
  const shapes: readonly ResultShape[] =
    children.pipelines.length === 0 ? children.aggregations : [...children.aggregations, ...children.pipelines];
  if (shapes.length > 0) context.step?.();
  shapes.forEach((child, place) => {
    const partial = partials[place];
    if (partial === undefined) return; // a pipeline has no result for some buckets
    const name = context.typedKeys ? `${child.typeName(partial)}#${child.name}` : child.name;
    const body = child.render(partial, context);
    put(shown, name, child.meta ? { meta: child.meta, ...body } : body);
  });
}
