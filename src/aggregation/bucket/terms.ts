/** One bucket for each distinct value of a field; the best ones by `order`. */
import { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type {
  AggregationKind,
  AggregationParseContext,
  BucketAggregation,
  BucketCollector,
  Division,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";
import { failedField, readBoolean, readInteger, readText } from "../declared-values.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { divisionOf } from "../tree/child-results.ts";
import { smallIntegers } from "../values/small-integers.ts";
import { readValues, type ValuesSource } from "../values/values-source.ts";
import { joinTerms } from "../terms/terms-selection.ts";
import { checkOrder, isKeyOrder, readOrder } from "../order/bucket-order.ts";
import { NumberTermsCollector } from "../terms/number-terms.ts";
import { OrdinalTermsCollector } from "../terms/ordinal-terms.ts";
import { readTermRules } from "../terms/term-rules.ts";
import type { TermsRequest } from "../terms/terms-request.ts";
import {
  type TermBucket,
  type TermsPartial,
  mergeTerms,
  renderTerms,
  termsKey,
  termsTypeName,
  unmappedTerms,
} from "../terms/terms-result.ts";

const DEFAULT_SIZE = 10;
const MOST_BUCKETS = 2 ** 31 - 1;
const MOST_DIVIDED_TERMS = 10_000;
/** Blocks are joined for each search, whether other threads collect some of them or not. */
const MOST_TERMS_IN_BLOCKS = 512;
const EXECUTION_HINTS = ["map", "global_ordinals"];
const COLLECT_MODES = ["depth_first", "breadth_first"];

export const terms: AggregationKind = {
  name: "terms",
  summary: "One bucket for each distinct value of a field.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, children, context): BucketAggregation<TermsPartial, TermBucket> {
    const request = readRequest(name, body, children, context);
    return {
      name,
      kind: "terms",
      children,
      countsOthers: request.minDocCount === 0,
      divides: (searcher) => divides(request, searcher),
      collector: (shard) => collector(request, shard),
      empty: unmappedTerms,
      merge: (partials, reduce) =>
        reduce.ofParts ? joinTerms(request, partials, reduce) : mergeTerms(request, partials, reduce),
      render: (partial, renderContext) => renderTerms(request, partial, renderContext),
      typeName: termsTypeName,
      buckets: (partial) => partial.buckets,
      withBuckets: (partial, buckets) => ({ ...partial, buckets }),
      keyOf: termsKey,
    };
  },
};

function readRequest(
  name: string,
  body: JsonObject,
  children: SubAggregations,
  context: AggregationParseContext,
): TermsRequest {
  const read = new BodyReader("terms", body, "object");
  const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
  const shardSize = readCount(read, name, { key: "shard_size", shown: "shardSize", least: 1 });
  const minDocCount = readCount(read, name, { key: "min_doc_count", shown: "minDocCount", least: 0 }) ?? 1;
  const shardMinDocCount =
    readCount(read, name, { key: "shard_min_doc_count", shown: "shardMinDocCount", least: 0 }) ?? 0;
  const showError = readBoolean(read, "show_term_doc_count_error") ?? false;
  const executionHint = readText(read, "execution_hint");
  readCollectMode(read);
  const order = readOrder(read) ?? [{ by: "count", sign: -1 }];
  const rules = readTermRules(read);
  const values = readValues(name, read, context, {
    shapes: ["numbers", "ordinals"],
    unmapped: "text",
    formattable: true,
  });
  // BucketUtils.suggestShardSideQueueSize: more than requested, so that the overall best are among the best of each
  // shard.
  const suggested = isKeyOrder(order) ? size : Math.min(Math.floor(size * 1.5 + 10), MOST_BUCKETS);
  return {
    name,
    values,
    size,
    shardSize: Math.max(size, shardSize ?? suggested),
    minDocCount,
    shardMinDocCount,
    showError,
    order,
    rules,
    executionHint,
    children,
    nowMs: context.nowMs,
  };
}

/** The collect mode is only a hint: the result is the same. */
function readCollectMode(read: BodyReader): void {
  const mode = readText(read, "collect_mode");
  if (mode === undefined || COLLECT_MODES.includes(mode)) return;
  throw failedField(
    read,
    "collect_mode",
    new RequestError(400, "parse_exception", `no [collect_mode] found for value [${mode}]`),
  );
}

function readCount(
  read: BodyReader,
  name: string,
  what: { key: string; shown: string; least: 0 | 1 },
): number | undefined {
  const value = readInteger(read, what.key);
  if (value === undefined || value >= what.least) return value;
  const range = what.least === 1 ? "greater than 0" : "greater than or equal to 0";
  throw failedField(read, what.key, illegalArgument(`[${what.shown}] must be ${range}. Found [${value}] in [${name}]`));
}

/** Parts tell of all their terms, so that there must not be too many. */
function divides(request: TermsRequest, searcher: SearcherView): Division | undefined {
  // Terms without documents are added until there are enough, which no part knows.
  if (request.minDocCount === 0) return undefined;
  const division = divisionOf(request.children, searcher);
  const most = division === "anywhere" ? MOST_DIVIDED_TERMS : MOST_TERMS_IN_BLOCKS;
  return mostTerms(request.values.source(), searcher.segments) <= most ? division : undefined;
}

/** An upper bound of the number of terms on a shard. */
function mostTerms(source: ValuesSource, segments: readonly SegmentReader[]): number {
  if (!source.mapped) return 0;
  if (source.shape === "numbers") return smallIntegers(segments, source)?.count ?? Infinity;
  return segments.reduce((sum, segment) => sum + (segment.terms(source.path)?.count ?? 0), 0);
}

function collector(request: TermsRequest, shard: ShardCollection): BucketCollector<TermsPartial> {
  const source = request.values.source();
  if (!source.mapped) return unmappedCollector(request, shard);
  if (source.shape === "numbers") return new NumberTermsCollector(request, source, shard);
  const hint = request.executionHint;
  if (hint !== undefined && !EXECUTION_HINTS.includes(hint)) {
    throw illegalArgument(`Unknown \`execution_hint\`: [${hint}], expected any of [${EXECUTION_HINTS.join(", ")}]`);
  }
  return new OrdinalTermsCollector(request, source, shard);
}

function unmappedCollector(request: TermsRequest, shard: ShardCollection): BucketCollector<TermsPartial> {
  checkOrder(request.order, request.children);
  void new ChildCollectors(request.children, shard); // errors of the children fail the shard nevertheless
  return {
    segment: () => undefined,
    finish: () => undefined,
    results: (buckets) => Array.from(buckets, unmappedTerms),
  };
}
