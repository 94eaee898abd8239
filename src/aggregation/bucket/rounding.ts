/** Rounding of instants down to intervals, fixed or of the calendar, in a time zone (the original's `Rounding`). */
import { contentParseException } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import { type TimeZone, localToUtc } from "../../core/time-zone.ts";

export type CalendarUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

/** Rounds down and steps on; all in milliseconds of UTC. */
export interface Rounding {
  /** Start of the interval that holds the instant. */
  round(utcMs: number): number;
  /** Start of the interval after the one that begins at `start`. */
  next(start: number): number;
  /** Length in milliseconds where all intervals are equally long in UTC. */
  readonly fixedMs: number | undefined;
  readonly offsetMs: number;
}

const CALENDAR_UNITS: Readonly<Record<string, CalendarUnit>> = {
  second: "second", "1s": "second",
  minute: "minute", "1m": "minute",
  hour: "hour", "1h": "hour",
  day: "day", "1d": "day",
  week: "week", "1w": "week",
  month: "month", "1M": "month",
  quarter: "quarter", "1q": "quarter",
  year: "year", "1y": "year",
};

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The unit of a calendar interval; throws the original's error. */
export function calendarUnit(text: string): CalendarUnit {
  const unit = Object.hasOwn(CALENDAR_UNITS, text) ? CALENDAR_UNITS[text] : undefined;
  if (unit) return unit;
  throw contentParseException("[date_histogram] failed to parse field [calendar_interval]", illegalArgument(`The supplied interval [${text}] could not be parsed as a calendar interval.`));
}

/** Milliseconds of a fixed interval; throws the original's error. */
export function fixedIntervalMs(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim());
  const length = match ? Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? 0) : 0;
  if (length > 0) return length;
  throw contentParseException("[date_histogram] failed to parse field [fixed_interval]", illegalArgument(match ? "Zero or negative time interval not supported" : `failed to parse [${text}]`));
}

/** Rounding to `lengthMs` in local time. */
export function fixedRounding(lengthMs: number, zone: TimeZone, offsetMs: number): Rounding {
  const shift = zone.fixedOffsetMs;
  if (shift !== undefined) {
    const round = (utcMs: number): number => Math.floor((utcMs + shift - offsetMs) / lengthMs) * lengthMs - shift + offsetMs;
    return { round, next: (start) => start + lengthMs, fixedMs: lengthMs, offsetMs: offsetMs - shift };
  }
  const inner = (utcMs: number): number => {
    const local = utcMs + zone.offsetMs(utcMs);
    const start = localToUtc(Math.floor(local / lengthMs) * lengthMs, zone);
    return start <= utcMs ? start : Math.floor(utcMs / lengthMs) * lengthMs;
  };
  return shifted(inner, (start) => nextByRounding(inner, start, lengthMs), offsetMs);
}

/** Rounding to a unit of the calendar in local time. */
export function calendarRounding(unit: CalendarUnit, zone: TimeZone, offsetMs: number): Rounding {
  const exact = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }[unit as string];
  if (exact !== undefined && (zone.fixedOffsetMs !== undefined || unit === "second")) {
    return fixedRounding(exact, zone.fixedOffsetMs === undefined ? { ...zone, fixedOffsetMs: 0 } : zone, offsetMs);
  }
  const inner = (utcMs: number): number => localToUtc(startOfUnit(utcMs + zone.offsetMs(utcMs), unit, 0), zone);
  const next = (start: number): number => {
    const after = localToUtc(startOfUnit(start + zone.offsetMs(start), unit, 1), zone);
    return after > start ? after : start + (exact ?? 3_600_000);
  };
  return shifted(inner, next, offsetMs);
}

function shifted(round: (utcMs: number) => number, next: (start: number) => number, offsetMs: number): Rounding {
  return {
    round: (utcMs) => round(utcMs - offsetMs) + offsetMs,
    next: (start) => next(start - offsetMs) + offsetMs,
    fixedMs: undefined,
    offsetMs,
  };
}

function nextByRounding(round: (utcMs: number) => number, start: number, lengthMs: number): number {
  for (let probe = start + lengthMs; ; probe += lengthMs) {
    const next = round(probe);
    if (next > start) return next;
  }
}

/** Start of the local unit that holds `localMs`, `ahead` units later. */
function startOfUnit(localMs: number, unit: CalendarUnit, ahead: number): number {
  const date = new Date(localMs);
  const year = date.getUTCFullYear();
  switch (unit) {
    case "year":
      return utcDate(year + ahead, 0, 1);
    case "quarter":
      return utcDate(year, Math.floor(date.getUTCMonth() / 3) * 3 + 3 * ahead, 1);
    case "month":
      return utcDate(year, date.getUTCMonth() + ahead, 1);
    case "week":
      return utcDate(year, date.getUTCMonth(), date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + 7 * ahead);
    case "day":
      return utcDate(year, date.getUTCMonth(), date.getUTCDate() + ahead);
    default: {
      const length = { second: 1000, minute: 60_000, hour: 3_600_000 }[unit];
      return (Math.floor(localMs / length) + ahead) * length;
    }
  }
}

function utcDate(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // Date.UTC would take years below 100 as 19xx
  return date.getTime();
}
