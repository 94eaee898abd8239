/** One bucket for each of several queries, and optionally one for all other documents. */
import { tokenName } from "../../compat/body-reader.ts";
import { type RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import {
  type AggregationKind,
  BATCH_DOCS,
  type BucketAggregation,
  type RenderContext,
  type Rendered,
  type ResultBucket,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { divisionOf } from "../tree/child-results.ts";
import {
  type FixedBuckets,
  FixedBucketsCollector,
  type Sorter,
  emptyFixed,
  mergeFixed,
  renderFixed,
} from "../fixed/fixed-buckets.ts";
import { profiledFilters } from "../collect/profiled-filters.ts";
import { queryChooser } from "../collect/query-chooser.ts";

interface FiltersRequest {
  /** Keys of the buckets; that of the other bucket is last. */
  readonly keys: readonly string[];
  /** Whether the keys are only numbers, which are not rendered. */
  readonly anonymous: boolean;
  readonly queries: readonly Query[];
  /** Whether there is a bucket for documents that match no query. */
  readonly other: boolean;
  readonly keyed: boolean;
}

interface FiltersBucket extends ResultBucket {
  readonly key: string;
}

/** As in Elasticsearch's parser, each key allows certain value types only (`FiltersAggregationBuilder.parse`). */
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
  const hasOther = other ?? otherKey !== undefined;
  const own = keys ?? queries.map((_, place) => String(place));
  return {
    keys: hasOther ? [...own, otherKey ?? "_other_"] : own,
    anonymous: !keys,
    queries,
    other: hasOther,
    keyed,
  };
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

function withKeys(buckets: FixedBuckets, keys: readonly string[]): FiltersBucket[] {
  return buckets.map((bucket, place) => ({ ...bucket, key: keys[place]! }));
}

function render(
  partial: readonly FiltersBucket[],
  request: FiltersRequest,
  children: SubAggregations,
  context: RenderContext,
): Rendered {
  const buckets = renderFixed(partial, children, context);
  if (request.anonymous) return { buckets };
  if (!request.keyed) return { buckets: buckets.map((bucket, place) => ({ key: partial[place]!.key, ...bucket })) };
  return { buckets: Object.fromEntries(buckets.map((bucket, place) => [partial[place]!.key, bucket])) };
}

export const filters: AggregationKind = {
  name: "filters",
  summary: "One bucket for each of several queries.",
  bucket: true,
  parse(name, body, children, context): BucketAggregation<readonly FiltersBucket[], FiltersBucket> {
    const request = readRequest(name, body, (query) => context.parseQuery(query));
    const { keys } = request;
    return {
      name,
      kind: "filters",
      children,
      divides: (searcher) => divisionOf(children, searcher),
      collector(shard) {
        const plans = request.queries.map((query) => query.plan(shard.searcher, { scored: false, boost: 1 }));
        return new FixedBucketsCollector(children, shard, {
          size: keys.length,
          sorterOf: (_reader, operators) => sorter(plans, request.other, operators),
          label: (buckets) => withKeys(buckets, keys),
          profile: () => ({ debug: profiledFilters(plans) }),
        });
      },
      empty: () => withKeys(emptyFixed(keys.length, children), keys),
      merge: (partials, reduce) => mergeFixed(partials, children, reduce),
      render: (partial, renderContext) => render(partial, request, children, renderContext),
      typeName: () => "filters",
      buckets: (partial) => partial,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, { key }) => ({ value: key, text: key }),
    };
  },
};
