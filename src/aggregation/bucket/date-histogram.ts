/** One bucket for each fixed or calendar interval of time. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { timeZone, utc } from "../../compat/time-zone.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { readBoolean } from "../declared-values.ts";
import { type ValueFormat, parseNumber } from "../values/value-format.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";
import { readOrder } from "../order/bucket-order.ts";
import { type DateInterval, readInterval, readOffset } from "../histogram/date-intervals.ts";
import { histogramAggregation } from "../histogram/histogram-aggregation.ts";
import { type Bounds, type RequestedBounds, checkInside, readBounds } from "../histogram/histogram-bounds.ts";
import { intervalLength } from "../histogram/interval-length.ts";
import { type HistogramLayout, readMinDocCount } from "../histogram/histogram-request.ts";
import { roundedIntervals } from "../histogram/intervals.ts";
import { type Rounding, calendarRounding, fixedRounding, withOffset } from "../histogram/rounding.ts";

/** The parsed interval, rounding and bounds of a request. */
interface DateLayout {
  readonly name: string;
  readonly interval: DateInterval;
  readonly rounding: Rounding;
  readonly offsetMs: number;
  readonly extended: RequestedBounds | undefined;
  readonly hard: RequestedBounds | undefined;
  readonly nowMs: number;
}

function roundingOf(interval: DateInterval, zoneName: string | undefined): Rounding {
  const zone = zoneName === undefined ? utc : timeZone(zoneName);
  if (interval && "calendar" in interval) return calendarRounding(interval.calendar, zone);
  return fixedRounding(interval && interval.fixedMs > 0 ? interval.fixedMs : 1, zone);
}

/** Bounds are rounded without the offset. */
function layoutOn(request: DateLayout, source: ValuesSource): HistogramLayout {
  const { interval, rounding, offsetMs } = request;
  if (!interval) throw illegalArgument("Invalid interval specified, must be non-null and non-empty");
  if ("fixedMs" in interval && interval.fixedMs <= 0)
    throw illegalArgument("Zero or negative time interval not supported");
  const extended = parseBounds(request, "extended_bounds", request.extended, source.format);
  const hard = parseBounds(request, "hard_bounds", request.hard, source.format);
  checkInside(extended, hard, { hard: boundsText(request.hard), extended: boundsText(request.extended) });
  const rounded = (bound: number | undefined): number | undefined =>
    bound === undefined ? undefined : rounding.round(bound);
  const from = rounded(hard?.min) ?? -Infinity;
  const to = rounded(hard?.max) ?? Infinity;
  const shifted = (bound: number | undefined): number | undefined =>
    bound === undefined ? undefined : rounding.round(bound) + offsetMs;
  return {
    intervals: roundedIntervals(withOffset(rounding, offsetMs)),
    extended: { min: shifted(extended?.min), max: shifted(extended?.max) },
    hard,
    inside: hard && ((key) => key >= from && key < to),
  };
}

function parseBounds(
  request: DateLayout,
  key: string,
  bounds: RequestedBounds | undefined,
  format: ValueFormat,
): Bounds | undefined {
  if (!bounds) return undefined;
  const parse = (bound: number | string | undefined): number | undefined =>
    typeof bound === "string"
      ? parseNumber(format, bound, request.nowMs)
      : bound === undefined
        ? undefined
        : Math.trunc(bound);
  const parsed = { min: parse(bounds.min), max: parse(bounds.max) };
  if (parsed.min !== undefined && parsed.max !== undefined && parsed.min > parsed.max) {
    throw illegalArgument(
      `[${key}.min][${parsed.min}] cannot be greater than [${key}.max][${parsed.max}] for histogram aggregation [${request.name}]`,
    );
  }
  return parsed;
}

function boundsText(bounds: RequestedBounds | undefined): string {
  return `${bounds?.min ?? ""}--${bounds?.max ?? ""}`;
}

export const dateHistogram: AggregationKind = {
  name: "date_histogram",
  summary: "One bucket for each interval of time, fixed or of the calendar.",
  bucket: true,
  valueTypes: ["boolean", "date", "numeric", "range"],
  parse(name, body, children, context) {
    const read = new BodyReader("date_histogram", body, "object");
    const interval = readInterval(read);
    const offsetMs = readOffset(read);
    const minDocCount = readMinDocCount(read, name);
    const keyed = readBoolean(read, "keyed") ?? false;
    const order = readOrder(read) ?? [{ by: "key", sign: 1 }];
    const extended = readBounds(read, "extended_bounds");
    const hard = readBounds(read, "hard_bounds");
    read.json("params"); // parameters of a script, without effect when there is none
    const values = readValues(name, read, context, {
      shapes: ["numbers", "ranges"],
      unmapped: "date",
      formattable: true,
      timeZone: true,
    });
    const rounding = roundingOf(interval, values.timeZone);
    const shifted = withOffset(rounding, offsetMs);
    const layout: DateLayout = { name, interval, rounding, offsetMs, extended, hard, nowMs: context.nowMs };
    return histogramAggregation({
      name,
      kind: "date_histogram",
      values,
      minDocCount,
      keyed,
      order,
      children,
      next: (key) => shifted.next(key),
      lengthOf: intervalLength(interval, rounding),
      layout: (source) => layoutOn(layout, source),
      renderKey: (key) => key,
      keyName: String,
    });
  },
};
