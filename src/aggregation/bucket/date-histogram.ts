/** One bucket for each interval of time, fixed or of the calendar. */
import { BodyReader } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";
import { parseTimeMs } from "../../core/time-value.ts";
import { timeZone, utc } from "../../core/time-zone.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { type ValuesSource, readValuesSource } from "../values/values-source.ts";
import { readOrder } from "./bucket-order.ts";
import { type Bounds, type Intervals, histogramAggregation, readBounds, readMinDocCount } from "./histogram-buckets.ts";
import { type Rounding, calendarRounding, calendarUnit, fixedIntervalMs, fixedRounding } from "./rounding.ts";

/** Borders computed ahead for a known range of values; beyond that each value is rounded by itself. */
const MAX_BORDERS = 200_000;

function readRounding(read: BodyReader, zoneName: string | undefined): Rounding {
  const calendar = read.string("calendar_interval");
  const fixed = read.string("fixed_interval");
  const offset = readOffset(read.json("offset"));
  const zone = zoneName === undefined ? utc : timeZone(zoneName);
  if (calendar !== undefined && fixed !== undefined) throw illegalArgument("Cannot use [fixed_interval] with [calendar_interval] configuration option.");
  if (calendar !== undefined) return calendarRounding(calendarUnit(calendar), zone, offset);
  if (fixed !== undefined) return fixedRounding(fixedIntervalMs(fixed), zone, offset);
  throw illegalArgument("Invalid interval specified, must be non-null and non-empty");
}

function readOffset(offset: Json | undefined): number {
  if (offset === undefined || offset === null) return 0;
  if (typeof offset === "number") return offset;
  const text = String(offset);
  if (text.startsWith("-")) return -parseTimeMs(text.slice(1), "DateHistogramAggregationBuilder.parseOffset");
  return parseTimeMs(text.startsWith("+") ? text.slice(1) : text, "DateHistogramAggregationBuilder.parseOffset");
}

function intervalsOf(rounding: Rounding, range: Bounds): Intervals {
  const { fixedMs } = rounding;
  if (fixedMs !== undefined) {
    const shift = ((rounding.offsetMs % fixedMs) + fixedMs) % fixedMs;
    return {
      keys(values, count, into) {
        for (let i = 0; i < count; i++) into[i] = Math.floor((values[i]! - shift) / fixedMs) * fixedMs + shift;
      },
      keyOf: rounding.round,
      next: rounding.next,
    };
  }
  const borders = bordersOf(rounding, range);
  return {
    keys: borders ? (values, count, into) => keysByBorders(borders, values, count, into) : (values, count, into) => keysByRounding(rounding, values, count, into),
    keyOf: rounding.round,
    next: rounding.next,
  };
}

/** Starts of all intervals that hold a value of the range, or undefined when they are too many or the range is not known. */
function bordersOf(rounding: Rounding, range: Bounds): Float64Array | undefined {
  if (range.min === undefined || range.max === undefined) return undefined;
  const borders: number[] = [];
  for (let start = rounding.round(range.min); start <= range.max; start = rounding.next(start)) {
    borders.push(start);
    if (borders.length > MAX_BORDERS) return undefined;
  }
  return Float64Array.from(borders);
}

function keysByRounding(rounding: Rounding, values: Float64Array, count: number, into: Float64Array): void {
  for (let i = 0; i < count; i++) into[i] = rounding.round(values[i]!);
}

/** Intervals of a calendar are nearly equally long: a guess by proportion is off by a step or two. */
function keysByBorders(borders: Float64Array, values: Float64Array, count: number, into: Float64Array): void {
  const last = borders.length - 1;
  const first = borders[0]!;
  const perMs = last > 0 ? last / (borders[last]! - first) : 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    let place = Math.floor((value - first) * perMs);
    if (place < 0) place = 0;
    else if (place > last) place = last;
    while (place > 0 && borders[place]! > value) place--;
    while (place < last && borders[place + 1]! <= value) place++;
    into[i] = borders[place]!;
  }
}

function parseBound(source: ValuesSource): (value: NonNullable<unknown>) => number {
  return (value) => {
    if (typeof value === "number") return value;
    return source.field ? Number(source.field.parseValue(String(value), source.format)) : Date.parse(String(value));
  };
}

export const dateHistogram: AggregationKind = {
  name: "date_histogram",
  summary: "One bucket for each interval of time, fixed or of the calendar.",
  bucket: true,
  parse(name, body, children, context) {
    const read = new BodyReader("date_histogram", body, "object");
    const minDocCount = readMinDocCount(read, name);
    const keyed = read.boolean("keyed") ?? false;
    const order = readOrder(read.json("order"), children) ?? [{ by: "key", sign: 1 }];
    const source = readValuesSource(read, context.mapping, ["date", "integer", "double", "boolean"], { timeZone: true });
    const rounding = readRounding(read, source.timeZone);
    const extendedBounds = readBounds(read, "extended_bounds", parseBound(source));
    const hardBounds = readBounds(read, "hard_bounds", parseBound(source));
    read.json("params"); // parameters of a script; without one they have no effect
    read.end();
    const text = (key: number): string => source.field?.formatAsString(key, source.format, source.timeZone) ?? new Date(key).toISOString();
    return histogramAggregation({
      name,
      kind: "date_histogram",
      source,
      intervals: (range) => intervalsOf(rounding, range),
      minDocCount,
      keyed,
      order,
      extendedBounds,
      hardBounds,
      children,
      keyText: text,
      renderKey: (key) => ({ key_as_string: text(key), key }),
    });
  },
};
