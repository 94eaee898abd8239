/** One bucket for each value of a field that few documents have. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { AggregationKind, BucketAggregation } from "../aggregation-kind.ts";
import { failedField, readInteger, readNumber } from "../declared-values.ts";
import { type Key, type KeyedBucket, compareKeys, gatherBuckets, mergeGathered } from "../keyed/keyed-buckets.ts";
import { KeyedCollector } from "../keyed/keyed-collector.ts";
import { countedKeys } from "../terms/accepted-keys.ts";
import { readTermRules } from "../terms/term-rules.ts";
import { type KeyType, keysOf } from "../terms/terms-request.ts";
import { renderTermKey, termsKey } from "../terms/terms-result.ts";
import { renderChildren } from "../tree/child-results.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "rare_terms";
const GREATEST_COUNT = 100;
const LEAST_PRECISION = 0.00001;

/** The rare terms of a shard in their order, and the keys of those that are not. */
interface RarePartial {
  readonly type: KeyType | undefined;
  readonly format: ValueFormat;
  readonly buckets: readonly KeyedBucket[];
  readonly frequent: readonly Key[];
}

function compareRare(
  left: Pick<KeyedBucket, "key" | "docCount">,
  right: Pick<KeyedBucket, "key" | "docCount">,
): number {
  return left.docCount - right.docCount || compareKeys(left, right);
}

function readMost(read: BodyReader, name: string): number {
  const most = readInteger(read, "max_doc_count") ?? 1;
  if (most <= 0)
    throw failedField(
      read,
      "max_doc_count",
      illegalArgument(`[max_doc_count] must be greater than 0. Found [${most}] in [${name}]`),
    );
  if (most > GREATEST_COUNT)
    throw failedField(
      read,
      "max_doc_count",
      illegalArgument(`[max_doc_count] must be smallerthan ${GREATEST_COUNT}in [${name}]`),
    );
  return most;
}

/** How often a filter of Elasticsearch may err; here none does. */
function readPrecision(read: BodyReader): void {
  const precision = readNumber(read, "precision");
  if (precision === undefined || precision >= LEAST_PRECISION) return;
  throw failedField(read, "precision", illegalArgument("[precision] must be greater than 0.00001"));
}

export const rareTerms: AggregationKind = {
  name: KIND,
  summary: "One bucket for each value of a field that few documents have.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, children, context): BucketAggregation<RarePartial, KeyedBucket> {
    const read = new BodyReader(KIND, body, "object");
    const most = readMost(read, name);
    readPrecision(read);
    const rules = readTermRules(read);
    const values = readValues(name, read, context, {
      shapes: ["numbers", "ordinals"],
      unmapped: "text",
      formattable: true,
    });
    const request = { name, rules, nowMs: context.nowMs };
    const rare = (keys: Pick<RarePartial, "type" | "format">, buckets: readonly KeyedBucket[]): RarePartial => ({
      ...keys,
      buckets: buckets.filter(({ docCount }) => docCount <= most),
      frequent: buckets.filter(({ docCount }) => docCount > most).map(({ key }) => key),
    });
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const source = values.on(shard);
        if (source.shape === "numbers" && source.fractional && source.mapped)
          throw illegalArgument("RareTerms aggregation does not support floating point fields.");
        const { compare, ...keys } = countedKeys(request, source, shard);
        const choice = compare && ({ first: "fewest", compare, limit: Number.POSITIVE_INFINITY } as const);
        const result = (buckets: KeyedBucket[]): RarePartial =>
          rare(keysOf(source), choice ? buckets : buckets.sort(compareRare));
        // As in Elasticsearch, a document counts as often as it has a number.
        const repeats = source.shape === "numbers";
        return new KeyedCollector({ children, ...keys, repeats, ...(choice ? { choice } : {}), result }, shard);
      },
      empty: () => ({ type: undefined, format: RAW, buckets: [], frequent: [] }),
      merge(shards, reduce) {
        const { type, format } = shards.find((shard) => shard.type !== undefined) ?? shards[0]!;
        const frequent = new Set(shards.flatMap((shard) => shard.frequent));
        const kept = gatherBuckets(shards.map(({ buckets }) => buckets)).filter(
          ({ key, docCount }) => docCount <= most && !frequent.has(key),
        );
        // Those of one shard are in order.
        if (shards.length > 1) kept.sort(compareRare);
        return { type, format, buckets: mergeGathered(kept, children, reduce), frequent: [] };
      },
      render: (partial, rendering) => ({
        buckets: partial.buckets.map((bucket) => ({
          ...renderTermKey(partial, bucket.key),
          doc_count: bucket.docCount,
          ...renderChildren(children, bucket.children, rendering),
        })),
      }),
      typeName: ({ type }) => (type === undefined ? "sterms" : type === "string" ? "srareterms" : "lrareterms"),
      buckets: ({ buckets }) => buckets,
      withBuckets: (partial, buckets) => ({ ...partial, buckets }),
      keyOf: termsKey,
    };
  },
};
