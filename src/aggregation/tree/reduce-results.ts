/** The final reduction: results of the shards are merged, then pipelines run on the merged result. */
import {
  type Aggregation,
  type BucketAggregation,
  type ChildPartials,
  type PartialResult,
  type Pipeline,
  type ReduceContext,
  type ResultBucket,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";
import { mergeChildren } from "./child-results.ts";

/** The results of the whole request, from those of the shards; at least one. */
export function reduceResults(
  tree: SubAggregations,
  shards: readonly ChildPartials[],
  reduce: ReduceContext,
): ChildPartials {
  const merged = mergeChildren(tree, shards, reduce);
  if (!hasPipelines(tree)) return merged;
  return tree.pipelines.reduce((results, pipeline) => withSibling(pipeline, tree, results), below(tree, merged));
}

function hasPipelines({ aggregations, pipelines }: SubAggregations): boolean {
  return pipelines.length > 0 || aggregations.some((one) => hasBuckets(one) && hasPipelines(one.children));
}

/** Results of aggregations whose own pipelines have run. */
function below({ aggregations }: SubAggregations, results: ChildPartials): ChildPartials {
  return aggregations.map((aggregation, place) => reduceOne(aggregation, results[place]));
}

/** Descendants' pipelines run first, in each bucket, then those of the aggregation itself. */
function reduceOne(aggregation: Aggregation, partial: PartialResult): PartialResult {
  if (!hasBuckets(aggregation) || !hasPipelines(aggregation.children)) return partial;
  const { children } = aggregation;
  const inside = mapBuckets(aggregation, partial, (bucket) => below(children, bucket.children));
  return children.pipelines.reduce((result, pipeline) => runOne(pipeline, aggregation, result), inside);
}

function runOne(pipeline: Pipeline, aggregation: BucketAggregation, partial: PartialResult): PartialResult {
  if (pipeline.reads === "siblings")
    return mapBuckets(aggregation, partial, (bucket) => withSibling(pipeline, aggregation.children, bucket.children));
  const buckets = pipeline.apply(aggregation, partial);
  return aggregation.withBuckets(
    partial,
    buckets.map(({ bucket, result }) => ({ ...bucket, children: [...bucket.children, result] })),
  );
}

/** At the top a pipeline has no parent: validation ensures that all read siblings. */
function withSibling(pipeline: Pipeline, siblings: SubAggregations, results: ChildPartials): ChildPartials {
  return [...results, pipeline.reads === "siblings" ? pipeline.apply(siblings, results) : undefined];
}

function mapBuckets(
  aggregation: BucketAggregation,
  partial: PartialResult,
  change: (bucket: ResultBucket) => ChildPartials,
): PartialResult {
  const buckets = aggregation.buckets(partial).map((bucket) => ({ ...bucket, children: change(bucket) }));
  return aggregation.withBuckets(partial, buckets);
}
