/** One bucket for each interval of time, as long as it takes for a number of buckets. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { timeZone, utc } from "../../compat/time-zone.ts";
import type { AggregationKind, BucketAggregation, ReduceContext, SubAggregations } from "../aggregation-kind.ts";
import { failedField, readInteger, readText } from "../declared-values.ts";
import { AutoDateCollector, joinedBuckets } from "../histogram/auto-date-collector.ts";
import { AUTO_UNIT_NAMES, type AutoInterval, autoIntervals, intervalFor } from "../histogram/auto-intervals.ts";
import type { HistogramBucket } from "../histogram/histogram-result.ts";
import { emptyChildren, mergeChildren, renderChildren } from "../tree/child-results.ts";
import { type ValueFormat, numberText } from "../values/value-format.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";

const KIND = "auto_date_histogram";
const DEFAULT_BUCKETS = 10;

interface AutoPartial {
  readonly mapped: boolean;
  readonly format: ValueFormat;
  readonly buckets: readonly HistogramBucket[];
  /** The place of the interval, and how many of it make a bucket. */
  readonly interval: number;
  readonly multiple: number;
}

interface AutoMerge {
  readonly intervals: readonly AutoInterval[];
  readonly wanted: number;
  readonly children: SubAggregations;
}

function readWanted(read: BodyReader, name: string): number {
  const buckets = readInteger(read, "buckets") ?? DEFAULT_BUCKETS;
  if (buckets > 0) return buckets;
  throw failedField(read, "buckets", illegalArgument(`buckets must be greater than 0 for [${name}]`));
}

function readLeast(read: BodyReader): string | undefined {
  const least = readText(read, "minimum_interval");
  if (least === undefined || AUTO_UNIT_NAMES.includes(least)) return least;
  const names = "[month, second, year, hour, day, minute]";
  throw failedField(read, "minimum_interval", illegalArgument(`minimum_interval must be one of [${names}]`));
}

/** The buckets of all shards by the coarsest of their intervals, or a coarser one that the whole range asks for. */
function merge(
  { intervals, wanted, children }: AutoMerge,
  shards: readonly AutoPartial[],
  reduce: ReduceContext,
): AutoPartial {
  const leading = shards.find(({ mapped }) => mapped) ?? shards[0]!;
  const all = shards.flatMap(({ buckets }) => buckets).sort((left, right) => left.key - right.key);
  const first = all[0];
  if (!first) return { ...leading, buckets: [], interval: 0, multiple: 1 };
  const coarsest = Math.max(...shards.map(({ interval }) => interval));
  const place = intervalFor(intervals, coarsest, { min: first.key, max: all.at(-1)!.key }, wanted);
  const { rounding, multiples } = intervals[place]!;
  const joined = joinedBuckets(all, (key) => rounding.round(key), children);
  const filled: HistogramBucket[] = [];
  for (const bucket of joined) {
    for (let key = filled.at(-1)?.key; key !== undefined && rounding.next(key) < bucket.key; key = rounding.next(key))
      filled.push({ key: rounding.next(key), docCount: 0, children: emptyChildren(children) });
    filled.push(bucket);
  }
  const multiple =
    filled.length > wanted ? (multiples.find((many) => Math.ceil(filled.length / many) <= wanted) ?? 1) : 1;
  const buckets = multiple === 1 ? filled : inGroups(filled, multiple, children);
  reduce.countBuckets(buckets.length);
  return { ...leading, buckets, interval: place, multiple };
}

function inGroups(buckets: readonly HistogramBucket[], size: number, children: SubAggregations): HistogramBucket[] {
  const groups: HistogramBucket[] = [];
  for (let at = 0; at < buckets.length; at += size) {
    const same = buckets.slice(at, at + size);
    groups.push({
      key: same[0]!.key,
      docCount: same.reduce((sum, { docCount }) => sum + docCount, 0),
      children: mergeChildren(
        children,
        same.map((bucket) => bucket.children),
        { countBuckets: () => undefined },
      ),
    });
  }
  return groups;
}

export const autoDateHistogram: AggregationKind = {
  name: KIND,
  summary: "One bucket for each interval of time, which is chosen for a number of buckets.",
  bucket: true,
  valueTypes: ["boolean", "date", "numeric"],
  parse(name, body, children, context): BucketAggregation<AutoPartial, HistogramBucket> {
    const read = new BodyReader(KIND, body, "object");
    const wanted = readWanted(read, name);
    const least = readLeast(read);
    const values = readValues(name, read, context, {
      shapes: ["numbers"],
      unmapped: "date",
      formattable: true,
      timeZone: true,
    });
    const intervals = autoIntervals(least, values.timeZone === undefined ? utc : timeZone(values.timeZone));
    const nothing = ({ mapped, format }: ValuesSource): AutoPartial => ({
      mapped,
      format,
      buckets: [],
      interval: 0,
      multiple: 1,
    });
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const source = values.on(shard);
        const collector = new AutoDateCollector({ source, intervals, wanted, children }, shard);
        return {
          segment: (reader, operators) => collector.segment(reader, operators),
          finish: (replay) => collector.finish(replay),
          results: (parents) => collector.results(parents).map((one) => ({ ...nothing(source), ...one })),
        };
      },
      empty: () => nothing(values.source()),
      merge: (shards, reduce) => merge({ intervals, wanted, children }, shards, reduce),
      render: ({ format, buckets, interval, multiple }, rendering) => ({
        buckets: buckets.map((bucket) => {
          const text = numberText(format, bucket.key);
          return {
            ...(text === undefined ? {} : { key_as_string: text }),
            key: bucket.key,
            doc_count: bucket.docCount,
            ...renderChildren(children, bucket.children, rendering),
          };
        }),
        interval: `${multiple}${intervals[interval]!.letter}`,
      }),
      typeName: () => KIND,
      buckets: ({ buckets }) => buckets,
      withBuckets: (partial, buckets) => ({ ...partial, buckets }),
      keyOf: ({ format }, { key }) => ({ value: key, text: numberText(format, key) ?? String(key) }),
      sequential: "all",
    };
  },
};
