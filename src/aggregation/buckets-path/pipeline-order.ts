/** The execution order of sibling pipelines, and the validation of a whole tree (`AggregatorFactories`). */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import {
  type Aggregation,
  type BucketAggregation,
  type Pipeline,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";
import { parseBucketsPath } from "./buckets-path.ts";

/** Sorts each pipeline after those that it reads. Throws 400 for unknown paths and cycles. */
export function inOrder(aggregations: readonly Aggregation[], pipelines: readonly Pipeline[]): Pipeline[] {
  const ordered: Pipeline[] = [];
  const under = new Set<Pipeline>();
  const visit = (pipeline: Pipeline): void => {
    if (ordered.includes(pipeline)) return;
    if (under.has(pipeline))
      throw illegalArgument(`Cyclical dependency found with pipeline aggregator [${pipeline.name}]`);
    under.add(pipeline);
    for (const path of pipeline.bucketsPaths) {
      if (path === "_count" || path === "_key") continue;
      const first = parseBucketsPath(path)[0]?.name;
      const aggregation = aggregations.find(({ name }) => name === first);
      const read = aggregation ? undefined : pipelines.find(({ name }) => name === first);
      if (aggregation) checkPath(path, aggregation);
      else if (read) visit(read);
      else throw illegalArgument(`No aggregation found for path [${path}]`);
    }
    ordered.push(pipeline);
  };
  pipelines.forEach(visit);
  return ordered;
}

function checkPath(path: string, first: Aggregation): void {
  const steps = parseBucketsPath(path);
  let at = first;
  for (const [place, { name }] of steps.entries()) {
    if (place === 0) continue;
    const last = place === steps.length - 1;
    if (last && (name.toLowerCase() === "_key" || name === "_count")) return;
    const children = hasBuckets(at) ? at.children : undefined;
    const next = children?.aggregations.find((one) => one.name === name);
    if (next) at = next;
    else if (!last || !children?.pipelines.some((one) => one.name === name))
      throw illegalArgument(`No aggregation [${name}] found for path [${path}]`);
  }
}

/** Validates the positions of all pipelines in a tree. Throws 400 with all errors. */
export function checkPipelines(tree: SubAggregations): void {
  const wrong = problemsIn(tree, undefined);
  if (wrong.length > 0) throw validationFailed(wrong);
}

function problemsIn(siblings: SubAggregations, parent: BucketAggregation | undefined): string[] {
  const own = orderProblem(siblings);
  const wrong = own === undefined ? siblings.pipelines.flatMap((one) => one.validate({ parent, siblings })) : [own];
  for (const child of siblings.aggregations) if (hasBuckets(child)) wrong.push(...problemsIn(child.children, child));
  return wrong;
}

function orderProblem({ aggregations, pipelines }: SubAggregations): string | undefined {
  try {
    inOrder(aggregations, pipelines);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

/** The pipelines in execution order, or unsorted if there is none: then `checkPipelines` reports the error. */
export function sorted(aggregations: readonly Aggregation[], pipelines: readonly Pipeline[]): readonly Pipeline[] {
  return orderProblem({ aggregations, pipelines }) === undefined ? inOrder(aggregations, pipelines) : pipelines;
}
