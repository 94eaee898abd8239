/** One bucket for each of several queries, and for each two of them that match the same documents. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { contentParseException } from "../../compat/body-reader.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import {
  type AggregationKind,
  type AggregationParseContext,
  BATCH_DOCS,
  type BucketAggregation,
} from "../aggregation-kind.ts";
import { queryChooser } from "../collect/query-chooser.ts";
import { readText, unsupportedToken, withinField } from "../declared-values.ts";
import { type KeyedBucket, compareKeys, gatherBuckets, mergeGathered } from "../keyed/keyed-buckets.ts";
import { KeyedCollector, type KeysOf } from "../keyed/keyed-collector.ts";
import { renderChildren } from "../tree/child-results.ts";

const KIND = "adjacency_matrix";

interface NamedQuery {
  readonly name: string;
  readonly query: Query;
}

/** By name. */
function readFilters(read: BodyReader, name: string, context: AggregationParseContext): NamedQuery[] {
  const filters = read.json("filters");
  const absent = new RequestError(500, "illegal_state_exception", `[${name}] is missing : filters parameter`);
  if (filters === undefined) throw absent;
  if (!isJsonObject(filters)) throw unsupportedToken(read, "filters", filters);
  const names = Object.keys(filters).sort();
  if (names.length === 0) throw absent;
  return withinField(read, "filters", () =>
    names.map((key) => {
      try {
        return { name: key, query: context.parseQuery(ownOf(filters, key) ?? null) };
      } catch (error) {
        throw error instanceof RequestError
          ? contentParseException(`[filters] failed to parse field [${key}]`, error)
          : error;
      }
    }),
  );
}

/** `names[a][b]`: the key of two queries, a ≤ b. */
function keysOf(plans: readonly Plan[], names: readonly (readonly string[])[], context: OperatorContext): KeysOf {
  const choosers = plans.map((plan) => queryChooser(plan, context));
  const places = new Uint32Array(BATCH_DOCS);
  const matched = Array.from({ length: plans.length }, () => new Uint8Array(BATCH_DOCS));
  return (docs, count, add) => {
    for (let at = 0; at < choosers.length; at++) {
      matched[at]!.fill(0, 0, count);
      const chosen = choosers[at]?.(docs, count, places) ?? 0;
      for (let i = 0; i < chosen; i++) matched[at]![places[i]!] = 1;
    }
    for (let place = 0; place < count; place++) {
      for (let a = 0; a < matched.length; a++) {
        if (matched[a]![place] === 0) continue;
        for (let b = a; b < matched.length; b++) if (matched[b]![place] === 1) add(place, names[a]![b]!);
      }
    }
  };
}

export const adjacencyMatrix: AggregationKind = {
  name: KIND,
  summary: "One bucket for each of several queries, and for each two of them.",
  bucket: true,
  parse(name, body, children, context): BucketAggregation<readonly KeyedBucket[], KeyedBucket> {
    const read = new BodyReader(KIND, body, "object");
    const separator = readText(read, "separator") ?? "&";
    read.json("filters");
    read.end();
    const filters = readFilters(read, name, context);
    const names = filters.map((a) => filters.map((b) => (a === b ? a.name : `${a.name}${separator}${b.name}`)));
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const plans = filters.map(({ query }) => query.plan(shard.searcher, { scored: false, boost: 1 }));
        const keys = (_reader: unknown, operators: OperatorContext): KeysOf => keysOf(plans, names, operators);
        return new KeyedCollector({ children, keys, result: (buckets) => buckets }, shard);
      },
      empty: () => [],
      merge: (shards, reduce) => mergeGathered(gatherBuckets(shards).sort(compareKeys), children, reduce),
      render: (buckets, rendering) => ({
        buckets: buckets.map((bucket) => ({
          key: bucket.key,
          doc_count: bucket.docCount,
          ...renderChildren(children, bucket.children, rendering),
        })),
      }),
      typeName: () => KIND,
      buckets: (buckets) => buckets,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, { key }) => ({ value: key, text: String(key) }),
    };
  },
};
