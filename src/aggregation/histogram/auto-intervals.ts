/** The intervals among which auto_date_histogram chooses, and the choice (`InternalAutoDateHistogram`). */
import type { TimeZone } from "../../compat/time-zone.ts";
import type { CalendarUnit } from "../time/calendar-unit.ts";
import { type Rounding, calendarRounding } from "./rounding.ts";

/** A unit with the multiples of it that are taken. */
interface AutoUnit {
  readonly unit: CalendarUnit;
  readonly letter: string;
  readonly roughMs: number;
  readonly multiples: readonly number[];
}

const DAY_MS = 86_400_000;
const AUTO_UNITS: readonly AutoUnit[] = [
  { unit: "second", letter: "s", roughMs: 1000, multiples: [1, 5, 10, 30] },
  { unit: "minute", letter: "m", roughMs: 60_000, multiples: [1, 5, 10, 30] },
  { unit: "hour", letter: "h", roughMs: 3_600_000, multiples: [1, 3, 12] },
  { unit: "day", letter: "d", roughMs: DAY_MS, multiples: [1, 7] },
  { unit: "month", letter: "M", roughMs: 30 * DAY_MS, multiples: [1, 3] },
  { unit: "year", letter: "y", roughMs: 365 * DAY_MS, multiples: [1, 5, 10, 20, 50, 100] },
];

/** A unit in a time zone. */
export interface AutoInterval extends AutoUnit {
  readonly rounding: Rounding;
  readonly greatest: number;
}

/** The units from the least one on, in a time zone. */
export function autoIntervals(least: string | undefined, zone: TimeZone): AutoInterval[] {
  const from = least === undefined ? 0 : AUTO_UNITS.findIndex(({ unit }) => unit === least);
  return AUTO_UNITS.slice(from).map((unit) => ({
    ...unit,
    rounding: calendarRounding(unit.unit, zone),
    greatest: unit.multiples.at(-1)!,
  }));
}

/** Names of units. */
export const AUTO_UNIT_NAMES: readonly string[] = AUTO_UNITS.map(({ unit }) => unit);

/** The first interval from `from` on of which no more are needed than are wanted, multiples counted. */
export function intervalFor(
  intervals: readonly AutoInterval[],
  from: number,
  range: { readonly min: number; readonly max: number },
  wanted: number,
): number {
  let at = from;
  const last = intervals.length - 1;
  const rough = (place: number): boolean =>
    (range.max - range.min) / intervals[place]!.roughMs > 2 * wanted * intervals[place]!.greatest + 2;
  while (at < last && rough(at)) at++;
  while (at < last && needed(intervals[at]!, range) > wanted * intervals[at]!.greatest) at++;
  return at;
}

function needed({ rounding }: AutoInterval, { min, max }: { readonly min: number; readonly max: number }): number {
  let count = 0;
  for (let key = rounding.round(min); key < rounding.round(max); key = rounding.next(key)) count++;
  return count;
}
