/** One bucket for each distinct value of a field; the best ones by `order`. */
import { READS } from "../../segment/field-reads.ts";
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
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
import { readText } from "../declared-values.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { NON_COLLECTING } from "../tree/aggregator-names.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { divisionOf } from "../tree/child-results.ts";
import { countedTerms, isOfColumn } from "../values/counted-terms.ts";
import { isWeighted } from "../values/doc-weights.ts";
import { smallIntegers } from "../values/small-integers.ts";
import { readValues, type ValuesSource } from "../values/values-source.ts";
import { joinTerms } from "../terms/terms-selection.ts";
import { checkOrder } from "../order/bucket-order.ts";
import { readSelection } from "../terms/read-selection.ts";
import { NumberTermsCollector } from "../terms/number-terms.ts";
import { OrdinalTermsCollector } from "../terms/ordinal-terms.ts";
import { readTermRules } from "../terms/term-rules.ts";
import { TextTermsCollector } from "../terms/text-terms.ts";
import type { TermsRequest } from "../terms/terms-request.ts";
import {
  type TermBucket,
  type TermsPartial,
  mergeTerms,
  bucketsOfTerms,
  unmappedTerms,
} from "../terms/terms-result.ts";

const MOST_DIVIDED_TERMS = 10_000;
/** Blocks are joined for each search, whether other threads collect some of them or not. */
const MOST_TERMS_IN_BLOCKS = 512;
const EXECUTION_HINTS = ["map", "global_ordinals"];

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
      mostBuckets: request.shardSize,
      countsOthers: request.minDocCount === 0,
      divides: (searcher) => divides(request, searcher),
      knowsWhole: (searcher) => knowsWhole(request, searcher),
      collector: (shard) => collector(request, shard),
      merge: (partials, reduce) =>
        reduce.ofParts ? joinTerms(request, partials, reduce) : mergeTerms(request, partials, reduce),
      scale: (partial, factor) => ({
        ...partial,
        otherDocCount: Math.round(partial.otherDocCount * factor),
        error: partial.error < 0 ? partial.error : Math.round(partial.error * factor),
      }),
      ...bucketsOfTerms(request),
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
  const selection = readSelection(read, name);
  const executionHint = readText(read, "execution_hint");
  const rules = readTermRules(read);
  const values = readValues(name, read, context, {
    shapes: ["numbers", "ordinals"],
    unmapped: "text",
    formattable: true,
  });
  return { ...selection, name, values, rules, executionHint, children, nowMs: context.nowMs };
}

/** Parts tell of all their terms, so that there must not be too many. */
function divides(request: TermsRequest, searcher: SearcherView): Division | undefined {
  // Terms without documents are added until there are enough, which no part knows.
  if (request.minDocCount === 0 || request.values.source().script) return undefined;
  const division = divisionOf(request.children, searcher);
  const most = division === "anywhere" ? MOST_DIVIDED_TERMS : MOST_TERMS_IN_BLOCKS;
  return mostTerms(request.values.source(), searcher.segments) <= most ? division : undefined;
}

/** Documents are not looked at where dictionaries say how many have each term. */
function knowsWhole({ children, values }: TermsRequest, searcher: SearcherView): boolean {
  const source = values.source();
  if (!source.mapped || children.aggregations.length > 0 || isWeighted(searcher)) return false;
  return searcher.segments.every((reader) =>
    reader.fielddata(source.path) ? countedTerms(reader, source) !== undefined : isOfColumn(reader, source),
  );
}

/** An upper bound of the number of terms on a shard. */
function mostTerms(source: ValuesSource, segments: readonly SegmentReader[]): number {
  if (!source.mapped) return 0;
  if (source.shape === "numbers") return smallIntegers(segments, source)?.count ?? Infinity;
  return segments.reduce((sum, segment) => sum + (segment.terms(source.path, READS.docValues)?.count ?? 0), 0);
}

function collector(request: TermsRequest, shard: ShardCollection): BucketCollector<TermsPartial> {
  const source = request.values.on(shard);
  if (!source.mapped) return unmappedCollector(request, shard);
  checkOrder(request.order, request.children);
  if (source.shape === "numbers") return new NumberTermsCollector(request, source, shard);
  const hint = request.executionHint;
  if (hint !== undefined && !EXECUTION_HINTS.includes(hint)) {
    throw illegalArgument(`Unknown \`execution_hint\`: [${hint}], expected any of [${EXECUTION_HINTS.join(", ")}]`);
  }
  return source.script
    ? new TextTermsCollector(request, source, shard)
    : new OrdinalTermsCollector(request, source, shard);
}

function unmappedCollector(request: TermsRequest, shard: ShardCollection): BucketCollector<TermsPartial> {
  checkOrder(request.order, request.children);
  void new ChildCollectors(request.children, shard); // errors of the children fail the shard nevertheless
  return {
    segment: () => undefined,
    finish: () => undefined,
    results: (buckets) => Array.from(buckets, unmappedTerms),
    profile: () => ({ type: NON_COLLECTING }),
  };
}
