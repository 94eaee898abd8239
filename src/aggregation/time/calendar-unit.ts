/** Units of the calendar, by the names that Elasticsearch gives them. */
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";

export type CalendarUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

const CALENDAR_UNITS: NameTable<CalendarUnit> = nameTable({
  second: "second",
  "1s": "second",
  minute: "minute",
  "1m": "minute",
  hour: "hour",
  "1h": "hour",
  day: "day",
  "1d": "day",
  week: "week",
  "1w": "week",
  month: "month",
  "1M": "month",
  quarter: "quarter",
  "1q": "quarter",
  year: "year",
  "1y": "year",
});

/** The unit of a calendar that a text names, as `1d` or `day`. */
export function calendarUnitOf(text: string): CalendarUnit | undefined {
  return ownOf(CALENDAR_UNITS, text);
}

/**
 * The length in units of a rate of the interval that begins at `start`, or of all of them when `start` is undefined.
 * Throws 400 where the unit does not fit the interval. No unit: 1.
 */
export type IntervalLength = (unit: CalendarUnit | undefined, start: number | undefined) => number;
