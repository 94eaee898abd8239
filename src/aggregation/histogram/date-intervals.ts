/** Parses the intervals of date_histogram. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { readText, unsupportedToken, withinField } from "../declared-values.ts";
import { type CalendarUnit, calendarUnitOf } from "../time/calendar-unit.ts";

/** One of them; undefined for none, which shards refuse. */
export type DateInterval = { readonly calendar: CalendarUnit } | { readonly fixedMs: number } | undefined;

const UNITS_MS: NameTable<number> = nameTable({
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** Reads `calendar_interval` and `fixed_interval`. Throws Elasticsearch's errors. */
export function readInterval(read: BodyReader): DateInterval {
  const order = read.keys().filter((key) => key === "calendar_interval" || key === "fixed_interval");
  const calendar = readText(read, "calendar_interval");
  const fixed = readText(read, "fixed_interval");
  const calendarInterval =
    calendar === undefined
      ? undefined
      : withinField(read, "calendar_interval", () => ({ calendar: calendarUnit(calendar) }));
  const fixedInterval =
    fixed === undefined ? undefined : withinField(read, "fixed_interval", () => ({ fixedMs: fixedMs(fixed) }));
  if (calendarInterval && fixedInterval) {
    const [first, second] = order;
    return withinField(read, second!, () => {
      throw illegalArgument(`Cannot use [${second}] with [${first}] configuration option.`);
    });
  }
  return calendarInterval ?? fixedInterval;
}

function calendarUnit(text: string): CalendarUnit {
  const unit = calendarUnitOf(text);
  if (unit) return unit;
  throw illegalArgument(`The supplied interval [${text}] could not be parsed as a calendar interval.`);
}

/** Milliseconds of a duration (`TimeValue.parseTimeValue`); zero and negative ones are refused by shards. */
function fixedMs(text: string): number {
  if (text === "") throw illegalArgument("[interval] must not be null: [date_histogram]");
  const normalized = text.trim().endsWith("M") ? text.trim() : text.trim().toLowerCase();
  const match = /^(.*?)(nanos|micros|ms|s|m|h|d)$/s.exec(normalized);
  if (!match) {
    if (normalized === "-1" || normalized === "0") return Number(normalized);
    throw notTime(text, "unit is missing or unrecognized");
  }
  const digits = match[1]!.trim();
  if (!/^[+-]?\d+$/.test(digits)) {
    const cause = new RequestError(400, "number_format_exception", `For input string: "${digits}"`);
    const fraction = /^[+-]?\d*\.\d+$/.test(digits) ? ", fractional time values are not supported" : "";
    throw new RequestError(400, "illegal_argument_exception", `failed to parse [${text}]${fraction}`, { cause });
  }
  const amount = Number(digits);
  if (amount < -1) throw notTime(text, "negative durations are not supported");
  return Math.trunc(amount * UNITS_MS[match[2]!]!);
}

function notTime(text: string, why: string): RequestError {
  return illegalArgument(
    `failed to parse setting [date_histogram.fixedInterval] with value [${text}] as a time value: ${why}`,
  );
}

/** Reads `offset`: milliseconds, or a duration with a sign. */
export function readOffset(read: BodyReader): number {
  const offset = read.json("offset");
  if (offset === undefined) return 0;
  if (typeof offset === "number") return Math.trunc(offset);
  if (typeof offset !== "string") throw unsupportedToken(read, "offset", offset);
  const text = offset;
  const setting = "DateHistogramAggregationBuilder.parseOffset";
  return withinField(read, "offset", () =>
    text.startsWith("-")
      ? -parseTimeMs(text.slice(1), setting)
      : parseTimeMs(text.startsWith("+") ? text.slice(1) : text, setting),
  );
}
