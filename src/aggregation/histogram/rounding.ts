/**
 * Rounds instants down to fixed or calendar intervals in a time zone (Elasticsearch's `Rounding`, without its offset).
 */
import { type TimeZone, localToUtc } from "../../compat/time-zone.ts";
import type { CalendarUnit } from "../time/calendar-unit.ts";

/** Rounds down and steps on; all in milliseconds of UTC. */
export interface Rounding {
  /** Start of the interval that holds the instant. */
  round(utcMs: number): number;
  /** Start of the interval after the one that begins at `start`. */
  next(start: number): number;
  /** If all intervals are equally long in UTC: their length, and the start of one of them. */
  readonly regular: { readonly lengthMs: number; readonly originMs: number } | undefined;
}

const EXACT_MS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const DAY_MS = 86_400_000;
/** Clocks are not changed twice within this period. */
const STEADY_MS = 10 * DAY_MS;

/** Moves all borders by an offset. */
export function withOffset(rounding: Rounding, offsetMs: number): Rounding {
  if (offsetMs === 0) return rounding;
  const { regular } = rounding;
  return {
    round: (utcMs) => rounding.round(utcMs - offsetMs) + offsetMs,
    next: (start) => rounding.next(start - offsetMs) + offsetMs,
    regular: regular && { lengthMs: regular.lengthMs, originMs: regular.originMs + offsetMs },
  };
}

/** Rounding to `lengthMs` in local time. */
export function fixedRounding(lengthMs: number, zone: TimeZone): Rounding {
  return intervalRounding(lengthMs, zone, {
    inGap: (_local, change) => change.utcMs,
    beforeOverlap: (_local, change) => startBefore(change, lengthMs),
  });
}

/** Rounding to a unit of the calendar in local time. */
export function calendarRounding(unit: CalendarUnit, zone: TimeZone): Rounding {
  const exact = EXACT_MS[unit];
  if (exact !== undefined && (unit !== "day" || zone.fixedOffsetMs !== undefined)) return clockRounding(exact, zone);
  return {
    round: (utcMs) => firstInstant(startOfUnit(utcMs + zone.offsetMs(utcMs), unit, 0), zone),
    next: (start) => firstInstant(startOfUnit(start + zone.offsetMs(start), unit, 1), zone),
    regular: undefined,
  };
}

/** Seconds, minutes and hours of the clock; days where the clock is never changed. */
function clockRounding(unitMs: number, zone: TimeZone): Rounding {
  return intervalRounding(unitMs, zone, {
    inGap: (_local, change) => startBefore(change, unitMs),
    beforeOverlap: (local, change) =>
      change.before - change.after >= unitMs ? local - change.after : local - change.before,
  });
}

/** A clock change of a zone: when, and the offsets before and after it. */
interface ClockChange {
  readonly utcMs: number;
  readonly before: number;
  readonly after: number;
}

/** Where an interval begins if its local start is before a clock change. */
interface ChangeRules {
  /** The clock skipped the start: it was set forward. */
  inGap(localMs: number, change: ClockChange): number;
  /** The clock was set back after it had shown the start. */
  beforeOverlap(localMs: number, change: ClockChange): number;
}

function intervalRounding(lengthMs: number, zone: TimeZone, rules: ChangeRules): Rounding {
  const shift = zone.fixedOffsetMs;
  if (shift !== undefined) {
    return {
      round: (utcMs) => Math.floor((utcMs + shift) / lengthMs) * lengthMs - shift,
      next: (start) => start + lengthMs,
      regular: { lengthMs, originMs: -shift },
    };
  }
  const round = (utcMs: number): number => {
    const offset = zone.offsetMs(utcMs);
    const local = Math.floor((utcMs + offset) / lengthMs) * lengthMs;
    const change = lastChange(local - offset, utcMs, zone);
    return change ? acrossChange(local, change, zone, rules) : local - offset;
  };
  return { round, next: (start) => nextStart(round, start, lengthMs), regular: undefined };
}

/** Start of the interval that a clock change ended, by the clock before it. */
function startBefore(change: ClockChange, lengthMs: number): number {
  return Math.floor((change.utcMs - 1 + change.before) / lengthMs) * lengthMs - change.before;
}

function acrossChange(local: number, change: ClockChange, zone: TimeZone, rules: ChangeRules): number {
  if (change.before > change.after) return rules.beforeOverlap(local, change);
  if (local >= change.utcMs + change.before) return rules.inGap(local, change);
  const earlier = lastChange(local - change.before, change.utcMs - 1, zone);
  return earlier ? acrossChange(local, earlier, zone, rules) : local - change.before;
}

/** The last clock change in (from, to]. */
function lastChange(from: number, to: number, zone: TimeZone): ClockChange | undefined {
  const after = zone.offsetMs(to);
  for (let high = to; high > from;) {
    let low = Math.max(from, high - STEADY_MS);
    if (zone.offsetMs(low) === after) {
      high = low;
      continue;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (zone.offsetMs(middle) === after) high = middle;
      else low = middle;
    }
    return { utcMs: high, before: zone.offsetMs(low), after };
  }
  return undefined;
}

/** The first instant whose local time is `localMs` or, if clocks skip that, later (`firstTimeOnDay`). */
function firstInstant(localMs: number, zone: TimeZone): number {
  const instant = localToUtc(localMs, zone);
  if (instant + zone.offsetMs(instant) === localMs) return instant;
  return lastChange(instant - DAY_MS, instant, zone)?.utcMs ?? instant;
}

/** The least instant that rounds to a value greater than `start`. */
function nextStart(round: (utcMs: number) => number, start: number, lengthMs: number): number {
  const usual = start + lengthMs;
  if (round(usual) === usual && round(usual - 1) === start) return usual;
  let low = start;
  let high = usual;
  while (round(high) <= start) high += lengthMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (round(middle) > start) high = middle;
    else low = middle;
  }
  return high;
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
    default:
      return utcDate(year, date.getUTCMonth(), date.getUTCDate() + ahead);
  }
}

function utcDate(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // Date.UTC would take years below 100 as 19xx
  return date.getTime();
}
