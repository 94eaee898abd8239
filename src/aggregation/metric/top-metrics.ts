/** Values of fields of the documents that come first in an order. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { JsonText, float64Text } from "../../compat/json/json-text.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { RequestText } from "../../compat/request-text.ts";
import { isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { compareSorts } from "../../hits/sort/compare-sorts.ts";
import { parseSort } from "../../hits/sort/parse-sort.ts";
import { planSort } from "../../hits/sort/plan-sort.ts";
import type { SortKey, SortValue } from "../../hits/sort/sort-key.ts";
import type { SortSpec } from "../../hits/sort/sort-spec.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";
import { readInteger, unsupportedToken, withinField } from "../declared-values.ts";
import { BestHits } from "../hits/best-hits.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import { numberText, termText } from "../values/value-format.ts";
import { type RequestedValues, type ValuesSource, readFieldConfig } from "../values/values-source.ts";

const KIND = "top_metrics";
const DEFAULT_WINDOW = 10;

/** A document: what it is compared by, how that is shown, and its values as JSON. */
interface TopMetric {
  readonly sort: readonly SortValue[];
  readonly shownSort: string;
  readonly metrics: readonly string[];
  /** The first value of each metric as a number; NaN for others. */
  readonly numbers: readonly number[];
}

interface MetricField {
  readonly field: string;
  readonly values: RequestedValues;
}

function readMetrics(name: string, read: BodyReader, context: AggregationParseContext): MetricField[] {
  const given = read.json("metrics");
  if (given === undefined) throw illegalArgument("Required [metrics]");
  const list = Array.isArray(given) ? given : [given];
  if (list.some((one) => !isJsonObject(one))) throw unsupportedToken(read, "metrics", given);
  return withinField(read, "metrics", () =>
    list.map((config) => {
      const values = readFieldConfig(name, { kind: KIND }, config, context, {
        shapes: ["numbers", "ordinals"],
        unmapped: "number",
        formattable: false,
      });
      return { field: values.fieldName, values };
    }),
  );
}

function readOrder(read: BodyReader): SortSpec[] {
  const given = read.json("sort");
  if (given === undefined) throw illegalArgument("Required [sort]");
  const specs = withinField(read, "sort", () => parseSort(RequestText.of({ sort: given }), { sort: given }));
  if (specs.length !== 1) throw illegalArgument(`[${KIND}] sorts by one field`);
  return specs;
}

function shownValue(key: Key | undefined, { format, fractional }: ValuesSource): unknown {
  if (key === undefined) return null;
  if (typeof key === "string") return termText(format, Buffer.from(key, "latin1"));
  const text = format.type === "raw" ? undefined : numberText(format, key);
  return text ?? (fractional ? float64Text(Number(key)) : key);
}

interface Asked {
  readonly name: string;
  readonly size: number;
  readonly sort: readonly SortSpec[];
  readonly fields: readonly MetricField[];
}

class TopMetricsCollector implements Collector<readonly TopMetric[]> {
  readonly #keys: readonly SortKey[];
  readonly #best: BestHits;
  readonly #sources: readonly ValuesSource[];
  readonly #shard: ShardCollection;

  constructor({ size, sort, fields }: Asked, shard: ShardCollection) {
    this.#shard = shard;
    this.#sources = fields.map(({ values }) => values.source());
    this.#keys = planSort(sort, shard.searcher, (bytes) => shard.reserve(bytes));
    this.#best = new BestHits(this.#keys, size, false, shard);
  }

  segment(...[reader, context]: Parameters<Collector["segment"]>): ReturnType<Collector["segment"]> {
    return this.#best.segment(reader, context);
  }

  results(buckets: Uint32Array): (readonly TopMetric[])[] {
    return Array.from(buckets, (bucket) => this.#of(bucket));
  }

  #of(bucket: number): TopMetric[] {
    const hits = this.#best.of(bucket)?.hits ?? [];
    // Documents without the field of the order are not looked at.
    return hits
      .filter(({ sort }) => sort[0] !== null)
      .map(({ segment, doc, sort }) => {
        const keys = this.#sources.map((source) => this.#first(segment, doc, source));
        return {
          sort,
          shownSort: writeJson(this.#keys.map((key, at) => key.render(sort[at] ?? null))),
          metrics: keys.map((key, at) => writeJson(shownValue(key, this.#sources[at]!))),
          numbers: keys.map((key) => (typeof key === "string" || key === undefined ? Number.NaN : Number(key))),
        };
      });
  }

  #first(segment: number, doc: number, source: ValuesSource): Key | undefined {
    const values = documentKeys(this.#shard.searcher.segments[segment]!, source);
    return values && values.load(Uint32Array.of(doc), 1) > 0 ? values.key(0) : undefined;
  }

  metric(bucket: number, property: string | undefined): number {
    return this.#of(bucket)[0]?.numbers[Number(property ?? 0)] ?? Number.NaN;
  }
}

function checkSize(size: number, shard: ShardCollection): void {
  const most = Number(shard.searcher.mapping.setting("index.top_metrics_max_size") ?? DEFAULT_WINDOW);
  if (size <= most) return;
  throw illegalArgument(
    `[top_metrics.size] must not be more than [${most}] but was [${size}]. This limit can be set by changing the [index.top_metrics_max_size] index level setting.`,
  );
}

export const topMetrics: AggregationKind = {
  name: KIND,
  summary: "Values of fields of the documents that come first in an order.",
  bucket: false,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, _children, context): Aggregation<readonly TopMetric[]> {
    const read = new BodyReader(KIND, body, "object");
    const size = readInteger(read, "size") ?? 1;
    const fields = readMetrics(name, read, context);
    const sort = readOrder(read);
    read.end();
    if (size < 1) throw illegalArgument(`[size] must be more than 0 but was [${size}]`);
    const names = fields.map(({ field }) => field);
    const asked = { name, size, sort, fields };
    const compare = compareSorts(sort);
    const metric = (top: readonly TopMetric[], property: string | undefined): number =>
      top[0]?.numbers[property === undefined ? 0 : names.indexOf(property)] ?? Number.NaN;
    return {
      name,
      kind: KIND,
      needsScores: sort.some(({ kind }) => kind === "score"),
      collector(shard) {
        checkSize(size, shard);
        const collector = new TopMetricsCollector(asked, shard);
        return {
          segment: (reader, operators) => collector.segment(reader, operators),
          results: (buckets) => collector.results(buckets),
          metric: (bucket, property) =>
            collector.metric(bucket, property === undefined ? "0" : String(names.indexOf(property))),
        };
      },
      empty: () => [],
      merge: (shards) =>
        shards
          .flat()
          .sort((left, right) => compare(left.sort, right.sort))
          .slice(0, size),
      render: (top) => ({
        top: top.map(({ shownSort, metrics }) => {
          const shown: Rendered = {};
          metrics.forEach((text, at) => put(shown, names[at]!, new JsonText(text)));
          return { sort: new JsonText(shownSort), metrics: shown };
        }),
      }),
      typeName: () => KIND,
      sortable: {
        of: "multi-value",
        properties: names,
        javaEnum: "org.elasticsearch.xpack.analytics.topmetrics.InternalTopMetrics",
      },
      metric,
    };
  },
};
