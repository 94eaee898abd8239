/** Paths of `order`: `a>b.property` leads through single-bucket aggregations to a value (`AggregationPath`). */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import {
  type Aggregation,
  type ChildPartials,
  type PartialResult,
  type SubAggregations,
  hasBuckets,
} from "../aggregation-kind.ts";

/** A path resolved among the children of an aggregation. */
export interface ResolvedPath {
  /** Index of the child on each level. */
  readonly places: readonly number[];
  readonly property: string | undefined;
}

interface Step {
  readonly name: string;
  readonly property: string | undefined;
}

/** The steps of a path; a property follows the last dot, or is in brackets. */
function stepsOf(path: string): Step[] {
  return path.split(">").map((step) => {
    const bracket = step.lastIndexOf("[");
    if (bracket >= 0 && step.endsWith("]"))
      return { name: step.slice(0, bracket), property: step.slice(bracket + 1, -1) };
    const dot = step.lastIndexOf(".");
    return dot > 0 ? { name: step.slice(0, dot), property: step.slice(dot + 1) } : { name: step, property: undefined };
  });
}

/** Throws for a path that does not begin with a child, as a shard does: 400 `invalid_path`. */
export function checkFirstStep(path: string, children: SubAggregations): void {
  const name = stepsOf(path)[0]?.name ?? "";
  if (children.aggregations.some((child) => child.name === name)) return;
  const why = `The provided aggregation [${name}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
  throw new RequestError(400, "invalid_path", `Invalid aggregation order path [${path}]. ${why}`, {
    cause: illegalArgument(why),
  });
}

/**
 * Resolves a path; `partials` are the children's results of any bucket, for the message. Throws 400 with the message of
 * the reduction.
 */
export function resolvePath(
  path: string,
  children: SubAggregations,
  partials: ChildPartials | undefined,
): ResolvedPath {
  const steps = stepsOf(path);
  const places: number[] = [];
  let level = children;
  let results = partials;
  for (const [at, { name, property }] of steps.entries()) {
    const place = level.aggregations.findIndex((child) => child.name === name);
    const child = level.aggregations[place];
    if (!child) throw refused(path, `Cannot find aggregation named [${name}]`);
    const result = results?.[place];
    const next = steps[at + 1];
    places.push(place);
    if (!next) return { places, property: checkProperty(path, child, property, result) };
    if (!child.sortable || child.sortable.of === "unsortable")
      throw refused(path, `Can't sort by a descendant of a [${typeOf(child, result)}] aggregation [${next.name}]`);
    if (child.sortable.of !== "single-bucket" || !hasBuckets(child))
      throw refused(path, `Metrics aggregations cannot have sub-aggregations (at [>${next.name}]`);
    level = child.children;
    results = result === undefined ? undefined : child.buckets(result)[0]?.children;
  }
  throw refused(path, "Cannot find aggregation named []");
}

function checkProperty(
  path: string,
  child: Aggregation,
  property: string | undefined,
  result: PartialResult,
): string | undefined {
  const { sortable, name } = child;
  if (!sortable || sortable.of === "unsortable")
    throw refused(path, `Can't sort a [${typeOf(child, result)}] aggregation [${name}]`);
  switch (sortable.of) {
    case "single-bucket":
      if (property === undefined || property === "doc_count") return undefined;
      throw refused(
        path,
        `Unknown value key [${property}] for single-bucket aggregation [${name}]. Either use [doc_count] as key or drop the key all together.`,
      );
    case "single-value":
      if (property === undefined || property === "value") return undefined;
      throw refused(
        path,
        `Unknown value key [${property}] for single-value metric aggregation [${name}]. Either use [value] as key or drop the key all together`,
      );
    default:
      if (property === undefined)
        throw refused(path, "Missing value key in [null] which refers to a multi-value metric aggregation");
      if (sortable.javaEnum === undefined) {
        if (!Number.isNaN(Number(property))) return property;
        throw refused(path, `For input string: "${property}"`, "number_format_exception");
      }
      if (sortable.properties.includes(property)) return property;
      throw refused(path, `No enum constant ${sortable.javaEnum}.${property}`);
  }
}

function typeOf(child: Aggregation, result: PartialResult): string {
  return child.typeName(result ?? child.empty());
}

function refused(path: string, why: string, type = "illegal_argument_exception"): RequestError {
  return new RequestError(400, "illegal_argument_exception", `Invalid aggregation order path [${path}]. ${why}`, {
    cause: new RequestError(400, type, why),
  });
}

/** The value of a resolved path in the results of a bucket's children. */
export function valueAt(path: ResolvedPath, children: SubAggregations, partials: ChildPartials): number {
  let level = children;
  let results = partials;
  const last = path.places.length - 1;
  for (let at = 0; at < last; at++) {
    const place = path.places[at]!;
    const child = level.aggregations[place];
    const inner = child && hasBuckets(child) ? child.buckets(results[place])[0] : undefined;
    if (!child || !hasBuckets(child) || !inner) return Number.NaN;
    level = child.children;
    results = inner.children;
  }
  const place = path.places[last]!;
  return level.aggregations[place]?.metric?.(results[place], path.property) ?? Number.NaN;
}
