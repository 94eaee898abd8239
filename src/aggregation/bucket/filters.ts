/** One bucket for each of several queries, and optionally one for what none matches. */
import { BodyReader } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { Plan, Query } from "../../query/query.ts";
import { type Aggregation, type AggregationKind, BATCH_DOCS, type Partial, type RenderContext } from "../aggregation-kind.ts";
import { FixedBucketsCollector, type Sorter, emptyFixed, mergeFixed, renderFixed } from "./fixed-buckets.ts";
import { queryChooser } from "./query-chooser.ts";

interface Request {
  /** Undefined: anonymous filters, shown as a list. */
  readonly keys: readonly string[] | undefined;
  readonly queries: readonly Query[];
  readonly other: string | undefined;
  readonly keyed: boolean;
}

function readRequest(name: string, body: JsonObject, parseQuery: (body: Json) => Query): Request {
  const read = new BodyReader("filters", body, "object");
  const filters = read.json("filters");
  const otherKey = read.string("other_bucket_key");
  const other = read.boolean("other_bucket") ?? otherKey !== undefined;
  const keyed = read.boolean("keyed") ?? true;
  read.end();
  if (isJsonObject(filters)) {
    // The original keeps named filters sorted by name.
    const keys = Object.keys(filters).sort();
    return { keys, queries: keys.map((key) => parseQuery(filters[key] ?? null)), other: other ? (otherKey ?? "_other_") : undefined, keyed };
  }
  if (!Array.isArray(filters)) throw illegalArgument(`[filters] cannot be null: [${name}]`);
  return { keys: undefined, queries: filters.map((filter) => parseQuery(filter)), other: other ? (otherKey ?? "_other_") : undefined, keyed };
}

function sorter(plans: readonly Plan[], other: boolean, context: OperatorContext): Sorter {
  const choosers = plans.map((plan) => queryChooser(plan, context));
  const places = new Uint32Array(BATCH_DOCS);
  const matched = new Uint8Array(BATCH_DOCS);
  return (docs, count, emit) => {
    matched.fill(0, 0, count);
    choosers.forEach((chooser, bucket) => {
      const chosen = chooser ? chooser(docs, count, places) : 0;
      for (let i = 0; i < chosen; i++) {
        matched[places[i]!] = 1;
        emit(places[i]!, bucket);
      }
    });
    if (!other) return;
    for (let place = 0; place < count; place++) if (matched[place] === 0) emit(place, plans.length);
  };
}

function render(partial: Partial, request: Request, children: readonly Aggregation[], context: RenderContext): JsonObject {
  const buckets = renderFixed(partial, children, context);
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
        return new FixedBucketsCollector(size, children, shard, (_reader, operators) => sorter(plans, request.other !== undefined, operators));
      },
      empty: () => emptyFixed(size, children),
      merge: (partials, reduce) => mergeFixed(partials, children, reduce),
      render: (partial, renderContext) => render(partial, request, children, renderContext),
      typeName: () => "filters",
    };
  },
};
