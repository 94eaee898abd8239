/**
 * Points of time series, one for each interval: the dimensions, summaries of gauges, the last values of counters and
 * labels (`DownsampleShardIndexer`). Points come by series and, within one, the newest first.
 */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { SeriesField, SeriesFields, SeriesMetric } from "../mapping/time-series/downsampled-mapping.ts";

/** A point as it was found. */
export interface FoundPoint {
  readonly series: string;
  readonly timestampMs: number;
  /** Values of columns by field. */
  readonly fields: JsonObject;
  /** What of the source was asked for. */
  readonly source: JsonObject;
}

export interface SummaryOptions {
  readonly fields: SeriesFields;
  readonly intervalMs: number;
  /** Before it the index takes no points. */
  readonly startMs: number;
  timestamp(ms: number): string;
}

/** Makes documents of points. */
export class SummarisedPoints {
  readonly #options: SummaryOptions;
  #group: Group | undefined;

  constructor(options: SummaryOptions) {
    this.#options = options;
  }

  /** The document that a further point has completed; undefined: it belongs to the same one. */
  add(point: FoundPoint): JsonObject | undefined {
    const { intervalMs, startMs, fields } = this.#options;
    const bucketMs = Math.max(Math.floor(point.timestampMs / intervalMs) * intervalMs, startMs);
    let completed: JsonObject | undefined;
    if (this.#group?.series !== point.series || this.#group.bucketMs !== bucketMs) {
      completed = this.end();
      this.#group = new Group(point.series, bucketMs);
    }
    this.#group.add(point, fields);
    return completed;
  }

  /** The last document; undefined without a point. */
  end(): JsonObject | undefined {
    const options = this.#options;
    const group = this.#group;
    this.#group = undefined;
    return group?.document(options.fields, options.timestamp(group.bucketMs));
  }
}

class Group {
  readonly series: string;
  readonly bucketMs: number;
  #count = 0;
  /** By path: those of the newest point that has any. */
  readonly #last = new Map<string, readonly Json[]>();
  readonly #summaries = new Map<string, Summary>();

  constructor(series: string, bucketMs: number) {
    this.series = series;
    this.bucketMs = bucketMs;
  }

  add({ fields: columns, source }: FoundPoint, fields: SeriesFields): void {
    this.#count += Number(source["_doc_count"] ?? 1);
    const valuesOf = ({ path, from }: SeriesField): readonly Json[] => {
      const value = from === "columns" ? ownOf(columns, path) : valueAt(source, path);
      return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    };
    for (const metric of fields.metrics) {
      const values = valuesOf(metric);
      if (values.length === 0) continue;
      if (metric.kind === "gauge") this.#summaryOf(metric).add(values);
      else if (!this.#last.has(metric.path)) this.#last.set(metric.path, values.slice(0, 1));
    }
    for (const list of [fields.dimensions, fields.labels])
      for (const field of list) {
        if (this.#last.has(field.path)) continue;
        const values = valuesOf(field);
        if (values.length > 0) this.#last.set(field.path, values);
      }
  }

  document(fields: SeriesFields, timestamp: string): JsonObject {
    const document: JsonObject = { "@timestamp": timestamp, _doc_count: this.#count };
    for (const list of [fields.dimensions, fields.metrics, fields.labels])
      for (const { path, target } of list) {
        const values = this.#last.get(path);
        const summary = this.#summaries.get(path);
        if (values) put(document, target, values.length === 1 ? (values[0] ?? null) : [...values]);
        else if (summary) put(document, target, summary.value());
      }
    return document;
  }

  #summaryOf({ path, summary: parts }: SeriesMetric): Summary {
    let summary = this.#summaries.get(path);
    if (!summary) this.#summaries.set(path, (summary = new Summary(parts)));
    return summary;
  }
}

class Summary {
  readonly #parts: readonly string[] | undefined;
  #min = Infinity;
  #max = -Infinity;
  #sum = 0;
  /** What sums of numbers of different sizes have lost. */
  #lost = 0;
  #count = 0;

  constructor(parts: readonly string[] | undefined) {
    this.#parts = parts;
  }

  add(values: readonly Json[]): void {
    for (const value of values) {
      if (isJsonObject(value)) {
        this.#min = Math.min(this.#min, Number(value["min"] ?? Infinity));
        this.#max = Math.max(this.#max, Number(value["max"] ?? -Infinity));
        this.#addToSum(Number(value["sum"] ?? 0));
        this.#count += Number(value["value_count"] ?? 0);
        continue;
      }
      const number = Number(value);
      this.#min = Math.min(this.#min, number);
      this.#max = Math.max(this.#max, number);
      this.#addToSum(number);
      this.#count++;
    }
  }

  value(): JsonObject {
    const all: JsonObject = { min: this.#min, max: this.#max, sum: this.#sum + this.#lost, value_count: this.#count };
    const parts = this.#parts;
    return parts ? Object.fromEntries(Object.entries(all).filter(([part]) => parts.includes(part))) : all;
  }

  #addToSum(number: number): void {
    const next = this.#sum + number;
    if (Number.isFinite(next))
      this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - next + number : number - next + this.#sum;
    this.#sum = next;
  }
}

/** A value of a source by its path, whether that is nested or dotted. */
function valueAt(source: JsonObject, path: string): Json | undefined {
  const direct = ownOf(source, path);
  if (direct !== undefined) return direct;
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const inner = ownOf(source, path.slice(0, dot));
    const value = isJsonObject(inner) ? valueAt(inner, path.slice(dot + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
