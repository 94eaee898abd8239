/** Moments of several fields, and how they vary together. */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type {
  Aggregation,
  AggregationKind,
  AggregationParseContext,
  Collector,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";
import { hashOrdered } from "../moments/hash-order.ts";
import { mergeMoments, type Moments, momentsBytes, RunningMoments } from "../moments/running-moments.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { fieldValues, type RequestedValues, type ValuesSource } from "../values/values-source.ts";

const KIND = "matrix_stats";

/** What one value of several is (`MultiValueMode`). */
const MODES = ["avg", "min", "max", "sum", "median"] as const;
type Mode = (typeof MODES)[number];

interface Asked {
  readonly fields: readonly string[];
  readonly missing: JsonObject;
  readonly mode: Mode;
}

/** The variables that are mapped, and their moments; undefined where there are no documents. */
interface MatrixPartial {
  readonly names: readonly string[];
  readonly moments: Moments | undefined;
}

const NOTHING: MatrixPartial = { names: [], moments: undefined };

/** `ArrayValuesSourceParser`. */
function readAsked(name: string, body: JsonObject): Asked {
  let fields: string[] | undefined;
  let missing: JsonObject = {};
  let mode: Mode = "avg";
  const unexpected = (key: string, value: Json, why = ""): Error =>
    parsingException(`Unexpected token ${tokenName(value)} [${key}] in [${name}].${why}`);
  for (const [key, value] of Object.entries(body)) {
    if (key === "fields") fields = readFields(value, (item) => unexpected(key, item));
    else if (key === "missing" && isJsonObject(value)) missing = value;
    else if (key === "mode" && typeof value === "string") mode = readMode(value);
    else if (key === "value_type" && typeof value === "string")
      throw unexpected(key, value, " Multi-field aggregations do not support scripts.");
    else if (key !== "format" || typeof value !== "string") throw unexpected(key, value);
  }
  if (!fields) throw illegalArgument("Required [fields]");
  return { fields: [...new Set(fields)], missing, mode };
}

function readFields(value: Json, unexpected: (item: Json) => Error): string[] {
  return (Array.isArray(value) ? value : [value]).map((field) => {
    if (typeof field === "string") return field;
    throw unexpected(field);
  });
}

function readMode(text: string): Mode {
  const mode = MODES.find((one) => one === text.toLowerCase());
  if (mode) return mode;
  throw illegalArgument(`Illegal sort mode: ${text}`);
}

/** One value of several, which ascend: those of `values` from one place to another. */
function valueOf(mode: Mode, values: Float64Array, from: number, to: number): number {
  if (mode === "min") return values[from]!;
  if (mode === "max") return values[to - 1]!;
  const count = to - from;
  if (mode === "median") {
    const middle = from + (count >> 1);
    return count % 2 === 0 ? (values[middle - 1]! + values[middle]!) / 2 : values[middle]!;
  }
  let sum = 0;
  for (let at = from; at < to; at++) sum += values[at]!;
  return mode === "sum" ? sum : sum / count;
}

class MatrixCollector implements Collector<MatrixPartial> {
  readonly #names: readonly string[];
  readonly #sources: readonly ValuesSource[];
  readonly #mode: Mode;
  readonly #shard: ShardCollection;
  readonly #states: (RunningMoments | undefined)[] = [];

  constructor(fields: readonly RequestedValues[], mode: Mode, shard: ShardCollection) {
    const mapped = fields.filter((field) => field.source().mapped);
    this.#names = mapped.map(({ fieldName }) => fieldName);
    this.#sources = mapped.map((field) => field.on(shard));
    this.#mode = mode;
    this.#shard = shard;
  }

  segment(reader: Parameters<Collector["segment"]>[0]): ReturnType<Collector["segment"]> {
    const loaders = this.#sources.map((source) => new NumericValues(reader, source));
    if (loaders.length === 0 || loaders.some(({ any }) => !any)) return undefined;
    const next = new Uint32Array(loaders.length);
    const row = new Float64Array(loaders.length);
    return {
      collect: (docs, count, buckets) => {
        const loaded = loaders.map((loader) => loader.load(docs, count));
        next.fill(0);
        for (let place = 0; place < count; place++) {
          let all = true;
          for (const [i, { values, places }] of loaders.entries()) {
            const from = next[i]!;
            let to = from;
            while (to < loaded[i]! && places[to] === place) to++;
            next[i] = to;
            if (from === to) all = false;
            else row[i] = valueOf(this.#mode, values, from, to);
          }
          if (all) this.#state(buckets ? buckets[place]! : 0).add(row);
        }
      },
    };
  }

  #state(bucket: number): RunningMoments {
    let state = this.#states[bucket];
    if (!state) {
      this.#shard.reserve(momentsBytes(this.#names.length));
      this.#states[bucket] = state = new RunningMoments(this.#names.length);
    }
    return state;
  }

  results(buckets: Uint32Array): MatrixPartial[] {
    return Array.from(buckets, (bucket) => ({ names: this.#names, moments: this.#states[bucket]?.moments() }));
  }
}

function render({ names, moments }: MatrixPartial): Rendered {
  if (!moments || names.length === 0) return { doc_count: 0 };
  const { count, means, squares, cubes, fourths, together } = moments;
  const variances = squares.map((sum) => sum / (count - 1));
  const shown = hashOrdered(names);
  const place = (name: string): number => names.indexOf(name);
  const covariance = (i: number, j: number): number =>
    i === j ? variances[i]! : together[Math.min(i, j)]![Math.max(i, j)]! / (count - 1);
  const correlation = (i: number, j: number): number =>
    i === j ? 1 : covariance(i, j) / (Math.sqrt(variances[i]!) * Math.sqrt(variances[j]!));
  const row = (i: number, of: (i: number, j: number) => number): Rendered => {
    const values: Rendered = {};
    for (const other of shown) put(values, other, float64Text(of(i, place(other))));
    return values;
  };
  const fields = shown.map((name): Rendered => {
    const i = place(name);
    return {
      name,
      count,
      mean: float64Text(means[i]!),
      variance: float64Text(variances[i]!),
      skewness: float64Text((Math.sqrt(count) * cubes[i]!) / squares[i]! ** 1.5),
      kurtosis: float64Text((count * fourths[i]!) / (squares[i]! * squares[i]!)),
      covariance: row(i, covariance),
      correlation: row(i, correlation),
    };
  });
  return { doc_count: count, fields };
}

export const matrixStats: AggregationKind = {
  name: KIND,
  summary: "Moments of several numeric fields, and how they vary together.",
  bucket: false,
  valueTypes: ["numeric"],
  parse(name, body, _children, context: AggregationParseContext): Aggregation<MatrixPartial> {
    const { fields, missing, mode } = readAsked(name, body);
    const values = fields.map((field) =>
      fieldValues({ name, kind: KIND, field, missing }, context, {
        shapes: ["numbers"],
        unmapped: "number",
        formattable: false,
      }),
    );
    return {
      name,
      kind: KIND,
      collector: (shard) => new MatrixCollector(values, mode, shard),
      empty: () => NOTHING,
      merge: (partials) =>
        partials
          .filter(({ moments }) => moments)
          .reduce<MatrixPartial>(
            (all, one) =>
              all.moments && one.moments ? { ...one, moments: mergeMoments(all.moments, one.moments) } : one,
            NOTHING,
          ),
      render,
      typeName: () => KIND,
    };
  },
};
