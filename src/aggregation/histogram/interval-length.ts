/** How long an interval of time is in units of a rate (Elasticsearch's `Rounding.roundingSize`). */
import { illegalArgument } from "../../compat/errors.ts";
import type { CalendarUnit, IntervalLength } from "../time/calendar-unit.ts";
import type { DateInterval } from "./date-intervals.ts";
import type { Rounding } from "./rounding.ts";

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Partial<Record<CalendarUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const UNIT_MONTHS: Readonly<Partial<Record<CalendarUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** The lengths of the intervals of a histogram; `rounding` is the one without its offset. */
export function intervalLength(interval: DateInterval, rounding: Rounding): IntervalLength {
  return (unit, start) => {
    if (unit === undefined || !interval) return 1;
    const unitMs = UNIT_MS[unit];
    if ("fixedMs" in interval) {
      if (unitMs !== undefined) return interval.fixedMs / unitMs;
      throw illegalArgument(
        `Cannot use month-based rate unit [${unit}] with fixed interval based histogram, only week, day, hour, minute and second are supported for this histogram`,
      );
    }
    const { calendar } = interval;
    const lengthMs = UNIT_MS[calendar];
    if (lengthMs !== undefined) {
      if (unitMs !== undefined) return lengthMs / unitMs;
      throw illegalArgument(
        `Cannot use month-based rate unit [${unit}] with non-month based calendar interval histogram [${calendar}] only week, day, hour, minute and second are supported for this histogram`,
      );
    }
    if (unitMs === undefined) return UNIT_MONTHS[calendar]! / UNIT_MONTHS[unit]!;
    if (start !== undefined) return (rounding.next(start) - start) / unitMs;
    throw illegalArgument(
      `Cannot use non month-based rate unit [${unit}] with calendar interval histogram [${calendar}] only month, quarter and year are supported for this histogram`,
    );
  };
}
