/** The fields of a date as parsed, and the instant that they denote. */
import { RequestError } from "../errors.ts";
import { localToUtc, type TimeZone } from "../time-zone.ts";

/** An instant: milliseconds since 1970, and the nanoseconds within the millisecond (0 .. 999,999). */
export interface Instant {
  readonly ms: number;
  readonly nanos: number;
}

/** The parsed fields; undefined: absent. */
export interface DateFields {
  year?: number;
  /** 1 (AD) or 0 (BC). */
  era?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  quarter?: number;
  weekYear?: number;
  week?: number;
  /** Day of the week as a number, numbered according to `weeks`. */
  weekDay?: number;
  /** Day of the week from its name: 1 = Monday. It is used only in a week-based year. */
  namedWeekDay?: number;
  /** Days since 1858-11-17 (java.time.temporal.JulianFields.MODIFIED_JULIAN_DAY). */
  modifiedJulianDay?: number;
  hour?: number;
  /** 0 .. 11 with `afternoon`. */
  hourOfHalfDay?: number;
  afternoon?: boolean;
  minute?: number;
  second?: number;
  /** Nanoseconds of the second. */
  nano?: number;
  nanoOfDay?: number;
  offsetMs?: number;
  zone?: TimeZone;
}

/**
 * How weeks are counted: ISO (from Monday, at least four days) or as in Java's root locale (from Sunday, at least one
 * day).
 */
export interface Weeks {
  /** 1 = Monday … 7 = Sunday. */
  readonly firstDay: number;
  readonly leastDays: number;
}

export const isoWeeks: Weeks = { firstDay: 1, leastDays: 4 };
export const rootWeeks: Weeks = { firstDay: 7, leastDays: 1 };

const DAY_MS = 86_400_000;
const MONTHS = [
  "JANUARY",
  "FEBRUARY",
  "MARCH",
  "APRIL",
  "MAY",
  "JUNE",
  "JULY",
  "AUGUST",
  "SEPTEMBER",
  "OCTOBER",
  "NOVEMBER",
  "DECEMBER",
];

/** 400 `date_time_exception`: fields that do not form a date. */
export function dateTimeException(reason: string): RequestError {
  return new RequestError(400, "date_time_exception", reason);
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
export function epochDay(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Year, month (1 ..) and day of a day since 1970-01-01. */
export function civilDate(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1,
  };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Day of the week, 1 = Monday … 7 = Sunday, of a day since 1970-01-01. */
export function dayOfWeek(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** First day (since 1970-01-01) of week 1 of a week-based year. */
export function weekYearStart(weekYear: number, weeks: Weeks): number {
  const first = epochDay(weekYear, 1, 1);
  const into = (dayOfWeek(first) - weeks.firstDay + 7) % 7;
  return 7 - into >= weeks.leastDays ? first - into : first + 7 - into;
}

/** Week-based year, week and day of week of a day since 1970-01-01. */
export function weekDate(days: number, weeks: Weeks): { weekYear: number; week: number; weekDay: number } {
  const { year } = civilDate(days);
  let weekYear = year + 1;
  while (weekYearStart(weekYear, weeks) > days) weekYear--;
  const start = weekYearStart(weekYear, weeks);
  return { weekYear, week: Math.floor((days - start) / 7) + 1, weekDay: ((days - start) % 7) + 1 };
}

/** Days from 1858-11-17 to 1970-01-01. */
export const MODIFIED_JULIAN_EPOCH = 40_587;

/**
 * Week of the month of a day: week 1 is the first with at least `weeks.leastDays` days in the month
 * (java.time.temporal.WeekFields).
 */
export function weekOfMonth(days: number, weeks: Weeks): number {
  const { day } = civilDate(days);
  const first = days - day + 1;
  const start = (dayOfWeek(first) - weeks.firstDay + 7) % 7;
  return Math.floor((start + day - 1) / 7) + (7 - start >= weeks.leastDays ? 1 : 0);
}

/** Position in the week, 1 .. 7, of a day of the week (1 = Monday). */
function placeInWeek(weekDay: number, weeks: Weeks): number {
  return ((weekDay - weeks.firstDay + 7) % 7) + 1;
}

/**
 * The instant of the fields. A missing field gets its first value; with `roundUp`, a missing time is the last instant
 * (23:59:59.999999999), while missing months and days are still the first (like Elasticsearch's round-up parser).
 */
export function resolveFields(
  fields: DateFields,
  options: { roundUp: boolean; zone: TimeZone | undefined; weeks: Weeks },
): Instant {
  const { roundUp } = options;
  const days = resolveDay(fields, options.weeks);
  let nano: number;
  let seconds: number;
  if (fields.nanoOfDay !== undefined) {
    seconds = Math.floor(fields.nanoOfDay / 1e9);
    nano = fields.nanoOfDay % 1e9;
  } else {
    const hour = checked(fields.hour ?? halfDayHour(fields) ?? (roundUp ? 23 : 0), "HourOfDay", 0, 23);
    const minute = checked(fields.minute ?? (roundUp ? 59 : 0), "MinuteOfHour", 0, 59);
    const second = checked(fields.second ?? (roundUp ? 59 : 0), "SecondOfMinute", 0, 59);
    seconds = hour * 3600 + minute * 60 + second;
    nano = fields.nano ?? (roundUp ? 999_999_999 : 0);
  }
  const local = days * DAY_MS + seconds * 1000;
  const base = fields.offsetMs !== undefined ? local - fields.offsetMs : toUtc(local, fields.zone ?? options.zone);
  return { ms: base + Math.floor(nano / 1e6), nanos: nano % 1e6 };
}

function toUtc(localMs: number, zone: TimeZone | undefined): number {
  return zone ? localToUtc(localMs, zone) : localMs;
}

function halfDayHour(fields: DateFields): number | undefined {
  if (fields.hourOfHalfDay === undefined) return undefined;
  return fields.hourOfHalfDay + (fields.afternoon ? 12 : 0);
}

function resolveDay(fields: DateFields, weeks: Weeks): number {
  if (fields.weekYear !== undefined) {
    const start = weekYearStart(fields.weekYear, weeks);
    const named = fields.namedWeekDay;
    const place = checked(fields.weekDay ?? (named === undefined ? 1 : placeInWeek(named, weeks)), "DayOfWeek", 1, 7);
    return start + (checked(fields.week ?? 1, "WeekOfWeekBasedYear", 1, 53) - 1) * 7 + (place - 1);
  }
  if (fields.modifiedJulianDay !== undefined) return fields.modifiedJulianDay - MODIFIED_JULIAN_EPOCH;
  const given = fields.year ?? 1970;
  const year = fields.era === 0 ? 1 - given : given;
  if (fields.dayOfYear !== undefined) {
    const last = isLeapYear(year) ? 366 : 365;
    return epochDay(year, 1, 1) + checked(fields.dayOfYear, "DayOfYear", 1, last) - 1;
  }
  const month = checked(
    fields.month ?? (fields.quarter === undefined ? 1 : fields.quarter * 3 - 2),
    "MonthOfYear",
    1,
    12,
  );
  const day = checked(fields.day ?? 1, "DayOfMonth", 1, 31, "1 - 28/31");
  if (day > daysInMonth(year, month)) {
    if (day === 29) throw dateTimeException(`Invalid date 'February 29' as '${year}' is not a leap year`);
    throw dateTimeException(`Invalid date '${MONTHS[month - 1]} ${day}'`);
  }
  return epochDay(year, month, day);
}

function checked(value: number, name: string, least: number, most: number, range = `${least} - ${most}`): number {
  if (value < least || value > most)
    throw dateTimeException(`Invalid value for ${name} (valid values ${range}): ${value}`);
  return value;
}
