/** Reads the `aggs` of a request: `{name: {kind: body, aggs: {…}, meta: {…}}}`. */
import { didYouMean } from "../compat/did-you-mean.ts";
import { RequestError, illegalArgument, parsingException } from "../compat/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../core/json.ts";
import { tokenName } from "../compat/body-reader.ts";
import { ownOf } from "../core/names.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Pipeline,
  PipelineKind,
  SubAggregations,
} from "./aggregation-kind.ts";
import { checkPipelines, sorted } from "./buckets-path/pipeline-order.ts";
import { aggregationKinds } from "./kinds.ts";
import { pipelineKinds } from "./pipelines.ts";
import { NO_AGGREGATIONS } from "./tree/child-results.ts";

const byName = new Map<string, AggregationKind | PipelineKind>(
  [...aggregationKinds, ...pipelineKinds].map((kind) => [kind.name, kind]),
);

/** What all aggregations of a request are parsed with. */
export type TreeParseContext = Omit<AggregationParseContext, "needScores" | "around"> & {
  /** Is told of each aggregation that is not made of others; absent: nobody counts. */
  readonly used?: ((kind: AggregationKind, body: JsonObject) => void) | undefined;
};

/** Maximum nesting of aggregations; deeper trees are refused before they can exhaust the stack. */
export const MAX_AGGREGATION_DEPTH = 64;

/**
 * The aggregations of `body`, in order. Throws RequestError 400 with Elasticsearch's message
 * (`AggregatorFactories.parseAggregators`).
 */
export function parseAggregations(body: Json, context: TreeParseContext): SubAggregations {
  const tree = parseLevel(body, context, []);
  checkPipelines(tree);
  return tree;
}

function parseLevel(body: Json, context: TreeParseContext, around: readonly string[]): SubAggregations {
  if (around.length >= MAX_AGGREGATION_DEPTH)
    throw illegalArgument(`aggregations are nested deeper than [${MAX_AGGREGATION_DEPTH}]`);
  if (!isJsonObject(body))
    throw parsingException(`Expected [START_OBJECT] under [aggs], but got a [${tokenName(body)}]`);
  const aggregations: Aggregation[] = [];
  const pipelines: Pipeline[] = [];
  for (const [name, definition] of Object.entries(body)) {
    const one = parseOne(name, definition, context, around);
    if ("reads" in one) pipelines.push(one);
    else aggregations.push(one);
  }
  return { aggregations, pipelines: sorted(aggregations, pipelines) };
}

function parseOne(
  name: string,
  definition: Json,
  context: TreeParseContext,
  around: readonly string[],
): Aggregation | Pipeline {
  if (!/^[^[\]>]+$/.test(name)) {
    throw parsingException(
      `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
    );
  }
  if (!isJsonObject(definition)) {
    throw parsingException(
      `Aggregation definition for [${name} starts with a [${tokenName(definition)}], expected a [START_OBJECT].`,
    );
  }
  const own = Object.keys(definition).find((key) => key !== "meta" && !isSubKey(key)) ?? "";
  let kindName: string | undefined;
  let children: SubAggregations | undefined;
  let meta: JsonObject | undefined;
  for (const [key, value] of Object.entries(definition)) {
    if (key === "meta" && isJsonObject(value)) meta = value;
    else if (isSubKey(key)) {
      if (children) throw parsingException(`Found two sub aggregation definitions under [${name}]`);
      if (!isJsonObject(value)) throw notAnObject(key, value, name);
      children = parseLevel(value, context, [...around, own]);
    } else if (!isJsonObject(value) || kindName !== undefined) {
      // What is wrong with the first one is told first.
      if (kindName !== undefined) void build(definitionOf(name, kindName, definition), contextAt(context, around));
      if (!isJsonObject(value)) throw notAnObject(key, value, name);
      throw parsingException(`Found two aggregation type definitions in [${name}]: [${kindName}] and [${key}]`);
    } else kindName = key;
  }
  if (kindName === undefined) throw parsingException(`Missing definition for aggregation [${name}]`);
  let scored = false;
  const aggregation = build(
    { ...definitionOf(name, kindName, definition), children: children ?? NO_AGGREGATIONS },
    { ...contextAt(context, around), needScores: () => (scored = true) },
  );
  if (!meta && !scored) return aggregation;
  return { ...aggregation, ...(meta ? { meta } : {}), ...(scored ? { needsScores: true } : {}) };
}

function definitionOf(name: string, kindName: string, definition: JsonObject): Definition {
  return { name, kindName, body: ownOf(definition, kindName) ?? null, children: NO_AGGREGATIONS };
}

function contextAt(
  context: TreeParseContext,
  around: readonly string[],
): AggregationParseContext & Pick<TreeParseContext, "used"> {
  return { ...context, around, needScores: () => undefined };
}

function isSubKey(key: string): boolean {
  return key === "aggs" || key === "aggregations";
}

function notAnObject(key: string, value: Json, name: string): RequestError {
  return parsingException(`Expected [START_OBJECT] under [${key}], but got a [${tokenName(value)}] in [${name}]`);
}

interface Definition {
  readonly name: string;
  readonly kindName: string;
  readonly body: Json;
  readonly children: SubAggregations;
}

function build(
  { name, kindName, body, children }: Definition,
  context: AggregationParseContext & Pick<TreeParseContext, "used">,
): Aggregation | Pipeline {
  const kind = byName.get(kindName);
  if (!kind) {
    throw new RequestError(
      400,
      "parsing_exception",
      `Unknown aggregation type [${kindName}]${didYouMean(kindName, byName.keys())}`,
      {
        details: { line: 1, col: 1 },
        cause: new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${kindName}]`),
      },
    );
  }
  if (!isJsonObject(body)) throw notAnObject(kindName, body, name);
  const childless = children.aggregations.length === 0 && children.pipelines.length === 0;
  if (!("bucket" in kind)) {
    if (!childless) throw illegalArgument(`Aggregation [${name}] cannot define sub-aggregations`);
    return kind.parse(name, body, context);
  }
  if (!childless && !kind.bucket)
    throw illegalArgument(`Aggregator [${name}] of type [${kindName}] cannot accept sub-aggregations`);
  for (const child of children.aggregations) child.checkParent?.(kindName);
  const aggregation = kind.parse(name, body, children, context);
  context.used?.(kind, body);
  return aggregation;
}
