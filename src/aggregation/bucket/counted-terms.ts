/** One bucket for each text of a field, counted as often as it occurs in documents; the best ones by count. */
import { BodyReader } from "../../compat/body-reader.ts";
import type { AggregationKind, BucketAggregation, BucketCollector } from "../aggregation-kind.ts";
import { CountedOccurrences } from "../terms/counted-occurrences.ts";
import { readCount } from "../terms/read-selection.ts";
import type { TermsRequest } from "../terms/terms-request.ts";
import {
  type TermBucket,
  type TermsPartial,
  mergeTerms,
  bucketsOfTerms,
  unmappedTerms,
} from "../terms/terms-result.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "counted_terms";
const DEFAULT_SIZE = 10;

export const countedTerms: AggregationKind = {
  name: KIND,
  summary: "One bucket for each text of a field, counted as often as documents repeat it.",
  bucket: true,
  valueTypes: ["keyword"],
  parse(name, body, children, context): BucketAggregation<TermsPartial, TermBucket> {
    const read = new BodyReader(KIND, body, "object");
    const size = readCount(read, name, { key: "size", shown: "size", least: 1 }) ?? DEFAULT_SIZE;
    const values = readValues(name, read, context, { shapes: ["ordinals"], unmapped: "text", formattable: true });
    const request: TermsRequest = {
      name,
      values,
      size,
      shardSize: Math.max(size, Math.min(Math.floor(size * 1.5 + 10), 2 ** 31 - 1)),
      minDocCount: 1,
      shardMinDocCount: 0,
      showError: false,
      order: [{ by: "count", sign: -1 }],
      rules: undefined,
      executionHint: undefined,
      children,
      nowMs: context.nowMs,
    };
    return {
      name,
      kind: KIND,
      children,
      mostBuckets: request.shardSize,
      collector(shard): BucketCollector<TermsPartial> {
        const source = values.on(shard);
        if (source.mapped) return new CountedOccurrences(request, source, shard);
        void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
        return {
          segment: () => undefined,
          finish: () => undefined,
          results: (buckets) => Array.from(buckets, unmappedTerms),
        };
      },
      merge: (partials, reduce) => mergeTerms(request, partials, reduce),
      scale: (partial, factor) => ({ ...partial, otherDocCount: Math.round(partial.otherDocCount * factor) }),
      ...bucketsOfTerms(request),
    };
  },
};
