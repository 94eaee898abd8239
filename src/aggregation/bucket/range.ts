/** One bucket for each range of numbers: `from` inclusive, `to` exclusive. */
import { BodyReader, contentParseException } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import type { AggregationKind, Partial, RenderContext, Aggregation } from "../aggregation-kind.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { type ValuesSource, readValuesSource } from "../values/values-source.ts";
import { FixedBucketsCollector, type Sorter, emptyFixed, mergeFixed, renderFixed } from "./fixed-buckets.ts";

interface Range {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

function readRanges(ranges: Json | undefined, source: ValuesSource): Range[] {
  if (ranges === undefined) throw illegalArgument("No [ranges] specified for the [range] aggregation");
  if (!Array.isArray(ranges)) throw contentParseException("[range] ranges doesn't support values of type: START_OBJECT");
  const read = ranges.map((range) => readRange(range, source));
  // The original sorts ranges by from, then to.
  return read.sort((left, right) => left.from - right.from || left.to - right.to);
}

function readRange(range: Json, source: ValuesSource): Range {
  if (!isJsonObject(range)) throw contentParseException("[range] failed to parse field [ranges]");
  for (const key of Object.keys(range)) {
    if (key !== "from" && key !== "to" && key !== "key") {
      const cause = contentParseException(`[range] unknown field [${key}]`);
      throw contentParseException("[range] failed to parse field [ranges]", cause);
    }
  }
  const from = bound(range["from"], -Infinity, source);
  const to = bound(range["to"], Infinity, source);
  const key = range["key"] === undefined || range["key"] === null ? `${boundText(from, source)}-${boundText(to, source)}` : String(range["key"]);
  return { key, from, to };
}

function bound(value: Json | undefined, open: number, source: ValuesSource): number {
  if (value === undefined || value === null) return open;
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (source.field) return Number(source.field.parseValue(value, source.format));
  return Number(value);
}

function boundText(value: number, source: ValuesSource): string {
  if (!Number.isFinite(value)) return "*";
  return source.field?.formatAsString(value, source.format, source.timeZone) ?? javaDouble(value);
}

/** Sorts values into ranges; ranges may overlap. A document is in a range once, whichever of its values fall there. */
function sorter(values: NumericValues, ranges: readonly Range[]): Sorter {
  const inRange = new Int32Array(ranges.length);
  return (docs, count, emit) => {
    inRange.fill(-1);
    const loaded = values.load(docs, count);
    for (let i = 0; i < loaded; i++) {
      const value = values.values[i]!;
      const place = values.places[i]!;
      for (let r = 0; r < ranges.length; r++) {
        const range = ranges[r]!;
        if (value < range.from) break; // sorted by from
        if (value >= range.to || inRange[r] === place) continue;
        inRange[r] = place;
        emit(place, r);
      }
    }
  };
}

function render(partial: Partial, ranges: readonly Range[], source: ValuesSource, keyed: boolean, children: readonly Aggregation[], context: RenderContext): JsonObject {
  const buckets = renderFixed(partial, children, context).map((rest, place): JsonObject => {
    const range = ranges[place]!;
    const shown: JsonObject = keyed ? {} : { key: range.key };
    for (const side of ["from", "to"] as const) {
      const value = range[side];
      if (!Number.isFinite(value)) continue;
      shown[side] = value;
      const text = source.field?.formatAsString(value, source.format, source.timeZone);
      if (text !== undefined) shown[`${side}_as_string`] = text;
    }
    return { ...shown, ...rest };
  });
  if (!keyed) return { buckets };
  return { buckets: Object.fromEntries(buckets.map((bucket, place) => [ranges[place]!.key, bucket])) };
}

export const range: AggregationKind = {
  name: "range",
  summary: "One bucket for each range of numbers, from inclusive, to exclusive.",
  bucket: true,
  parse(name, body, children, context) {
    const read = new BodyReader("range", body, "object");
    const keyed = read.boolean("keyed") ?? false;
    const given = read.json("ranges");
    const source = readValuesSource(read, context.mapping, ["integer", "double", "date"]);
    read.end();
    if (given === undefined || (Array.isArray(given) && given.length === 0)) throw illegalArgument(`No [ranges] specified for the [${name}] aggregation`);
    const ranges = readRanges(given, source);
    const missing = source.missing === undefined ? undefined : Number(source.missing);
    return {
      name,
      kind: "range",
      meta: undefined,
      children,
      collector: (shard) =>
        new FixedBucketsCollector(ranges.length, children, shard, (reader) => {
          const values = new NumericValues(reader, source.field?.path ?? source.fieldName, missing);
          return values.any ? sorter(values, ranges) : undefined;
        }),
      empty: () => emptyFixed(ranges.length, children),
      merge: (partials, reduce) => mergeFixed(partials, children, reduce),
      render: (partial, renderContext) => render(partial, ranges, source, keyed, children, renderContext),
      typeName: () => "range",
    };
  },
};
