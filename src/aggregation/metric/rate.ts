/** Documents, or values of a field, per unit of time in the interval around. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { SearcherView } from "../../query/query.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  ShardCollection,
} from "../aggregation-kind.ts";
import { readText, withinField } from "../declared-values.ts";
import { type MetricPartial, type NumericMetric, parseMetric, renderValue } from "../numeric/numeric-metric.ts";
import { type Sum, mergeSums, scaleSum, sumState } from "../numeric/sums.ts";
import { type CalendarUnit, calendarUnitOf } from "../time/calendar-unit.ts";
import { BucketDoubles, bucketsNeeded } from "../values/bucket-array.ts";
import { docWeights } from "../values/doc-weights.ts";

const KIND = "rate";
const MODES = ["VALUE_COUNT", "SUM"];
const INTERVALS = ["date_histogram", "composite"];

/** What was counted or added up, over an interval of so many units; absent: the interval is not known yet. */
interface Rate extends Sum {
  readonly units?: number;
}

const about = {
  name: KIND,
  summary: "Documents, or values of a field, per unit of time in each bucket of a date histogram.",
  valueTypes: ["histogram", "numeric"],
};

function readUnit(read: BodyReader): CalendarUnit | undefined {
  const text = readText(read, "unit");
  if (text === undefined) return undefined;
  const unit = calendarUnitOf(text);
  if (unit) return unit;
  return withinField(read, "unit", () => {
    throw illegalArgument(`Unsupported unit ${text}`);
  });
}

function readMode(read: BodyReader): string | undefined {
  const text = readText(read, "mode")?.toUpperCase();
  if (text === undefined || MODES.includes(text)) return text;
  return withinField(read, "mode", () => {
    throw illegalArgument(`No enum constant org.elasticsearch.xpack.analytics.rate.RateMode.${text}`);
  });
}

/** The rate of the values of a field. */
function ofValues(mode: string | undefined): NumericMetric<Rate> {
  const valueOf = ({ sum, count, units = 1 }: Rate): number => (mode === "VALUE_COUNT" ? count : sum) / units;
  return {
    ...about,
    sortable: { of: "single-value" },
    power: 1,
    state: sumState,
    merge: mergeSums,
    scale: scaleSum,
    metric: valueOf,
    render: (value, format) => renderValue(valueOf(value), format, false),
  };
}

/** The rate of documents. */
function ofDocuments(name: string): Aggregation<MetricPartial<Rate>> {
  const valueOf = ({ value: { sum, units = 1 } }: MetricPartial<Rate>): number => sum / units;
  const partialOf = (sum: number): MetricPartial<Rate> => ({ value: { sum, count: sum }, format: undefined });
  const collector = (shard: ShardCollection): Collector<MetricPartial<Rate>> => {
    const counts = new BucketDoubles(0);
    return {
      segment(reader) {
        const weights = docWeights(reader);
        return {
          collect(docs, count, buckets) {
            const kept = counts.reserve(bucketsNeeded(buckets, count), shard);
            for (let i = 0; i < count; i++) kept[buckets ? buckets[i]! : 0]! += weights ? weights[docs[i]!]! : 1;
          },
        };
      },
      results: (buckets) => Array.from(buckets, (bucket) => partialOf(counts.get(bucket))),
      metric: (bucket) => counts.get(bucket),
    };
  };
  return {
    name,
    kind: KIND,
    divides: (_searcher: SearcherView) => "anywhere",
    collector,
    empty: () => partialOf(0),
    merge: (partials) => partialOf(partials.reduce((sum, { value }) => sum + value.sum, 0)),
    scale: ({ value }, factor) => ({ value: scaleSum(value, factor), format: undefined }),
    render: (partial) => renderValue(valueOf(partial), { type: "raw" }, false),
    typeName: () => KIND,
    sortable: { of: "single-value" },
    metric: valueOf,
  };
}

function withUnit(
  rate: Aggregation<MetricPartial<Rate>>,
  unit: CalendarUnit | undefined,
  { around }: AggregationParseContext,
): Aggregation<MetricPartial<Rate>> {
  return {
    ...rate,
    rated: { unit, over: ({ value, format }, units) => ({ value: { ...value, units }, format }) },
    collector(shard) {
      if (!around.some((kind) => INTERVALS.includes(kind))) {
        throw illegalArgument(
          "The rate aggregation can only be used inside a date histogram aggregation or composite aggregation with one date histogram value source",
        );
      }
      return rate.collector(shard);
    },
  };
}

export const rate: AggregationKind = {
  ...about,
  bucket: false,
  parse(name, body, _children, context) {
    const read = new BodyReader(KIND, body, "object");
    const unit = readUnit(read);
    const mode = readMode(read);
    if (read.json("field") !== undefined || read.json("script") !== undefined)
      return withUnit(parseMetric(ofValues(mode), name, read, context), unit, context);
    for (const key of ["missing", "value_type", "format"]) read.json(key); // without effect
    read.end();
    if (mode !== undefined) throw illegalArgument("The mode parameter is only supported with field or script");
    return withUnit(ofDocuments(name), unit, context);
  },
};
