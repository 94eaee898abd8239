/** One bucket for each of several queries, and optionally one for what none matches. */
import { tokenName } from "../../compat/body-reader.ts";
import { type RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import {
  type Aggregation,
  type AggregationKind,
  BATCH_DOCS,
  type PartialResult,
  type RenderContext,
  type Rendered,
} from "../aggregation-kind.ts";
import {
  type FixedBuckets,
  FixedBucketsCollector,
  type Sorter,
  emptyFixed,
  mergeFixed,
  renderFixed,
} from "../fixed/fixed-buckets.ts";
import { queryChooser } from "../collect/query-chooser.ts";

interface FiltersRequest {
  /** Undefined: anonymous filters, shown as a list. */
  readonly keys: readonly string[] | undefined;
  readonly queries: readonly Query[];
  /** Key of the bucket for what none matches. */
  readonly other: string | undefined;
  readonly keyed: boolean;
}

/** The parser of Elasticsearch knows each key with certain types of values only (`FiltersAggregationBuilder.parse`). */
function readRequest(name: string, body: JsonObject, parseQuery: (body: Json) => Query): FiltersRequest {
  let keys: string[] | undefined;
  let queries: Query[] = [];
  let other: boolean | undefined;
  let otherKey: string | undefined;
  let keyed = true;
  for (const [key, value] of Object.entries(body)) {
    if (key === "filters" && isJsonObject(value)) {
      keys = Object.keys(value).sort(); // Elasticsearch keeps them sorted by name
      queries = keys.map((each) => parseQuery(ownOf(value, each) ?? null));
    } else if (key === "filters" && Array.isArray(value)) {
      keys = undefined;
      queries = value.map(parseQuery);
    } else if (key === "other_bucket" && typeof value === "boolean") other = value;
    else if (key === "keyed" && typeof value === "boolean") keyed = value;
    else if (key === "other_bucket_key" && typeof value === "string") otherKey = value;
    else throw unknownKey(name, key, value);
  }
  if (queries.length === 0) throw illegalArgument("[filters] cannot be empty.");
  return { keys, queries, other: (other ?? otherKey !== undefined) ? (otherKey ?? "_other_") : undefined, keyed };
}

function unknownKey(name: string, key: string, value: Json): RequestError {
  return parsingException(`Unknown key for a ${tokenName(value)} in [${name}]: [${key}].`);
}

function sorter(plans: readonly Plan[], other: boolean, context: OperatorContext): Sorter {
  const choosers = plans.map((plan) => queryChooser(plan, context));
  const places = new Uint32Array(BATCH_DOCS);
  const matched = new Uint8Array(BATCH_DOCS);
  return (docs, count, into) => {
    matched.fill(0, 0, count);
    for (let bucket = 0; bucket < choosers.length; bucket++) {
      const chosen = choosers[bucket]?.(docs, count, places) ?? 0;
      for (let i = 0; i < chosen; i++) {
        matched[places[i]!] = 1;
        into.add(places[i]!, bucket);
      }
    }
    if (other) for (let place = 0; place < count; place++) if (matched[place] === 0) into.add(place, choosers.length);
    into.sortByPlace(count);
  };
}

function asFilters(partial: PartialResult): FixedBuckets {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as FixedBuckets;
}

function render(
  partial: PartialResult,
  request: FiltersRequest,
  children: readonly Aggregation[],
  context: RenderContext,
): Rendered {
  const buckets = renderFixed(asFilters(partial), children, context);
  if (!request.keys) return { buckets };
  const keys = request.other === undefined ? request.keys : [...request.keys, request.other];
  if (!request.keyed) return { buckets: buckets.map((bucket, place) => ({ key: keys[place] ?? "", ...bucket })) };
  return { buckets: Object.fromEntries(buckets.map((bucket, place) => [keys[place] ?? "", bucket])) };
}

export const filters: AggregationKind = {
  name: "filters",
  summary: "One bucket for each of several queries.",
  bucket: true,
  parse(name, body, children, context) {
    const request = readRequest(name, body, (query) => context.parseQuery(query));
    const size = request.queries.length + (request.other === undefined ? 0 : 1);
    return {
      name,
      kind: "filters",
      meta: undefined,
      children,
      collector(shard) {
        const plans = request.queries.map((query) => query.plan(shard.searcher, { scored: false, boost: 1 }));
        return new FixedBucketsCollector(children, shard, {
          size,
          sorterOf: (_reader, operators) => sorter(plans, request.other !== undefined, operators),
          label: (buckets) => buckets,
        });
      },
      empty: () => emptyFixed(size, children),
      merge: (partials, reduce) => mergeFixed(partials.map(asFilters), children, reduce),
      render: (partial, renderContext) => render(partial, request, children, renderContext),
      typeName: () => "filters",
    };
  },
};
