/**
 * Elasticsearch's cron expressions: seconds, minutes, hours, day of month, month, day of week and, where wanted, year;
 * in UTC. Of the two days one is `?`. `L`, `W` and `#` are those of Quartz.
 */
import { illegalArgument } from "../errors.ts";

export interface CronSchedule {
  /** The first time behind `ms`, in milliseconds since 1970; undefined when there is none any more. */
  nextAfter(ms: number): number | undefined;
}

const DAY_MS = 86_400_000;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const FIRST_YEAR = 1970;
/** So many years from a time on are looked at. */
const YEARS = 100;
const LAST_YEAR = 2199;

interface Field {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const SECONDS: Field = { from: 0, to: 59 };
const HOURS: Field = { from: 0, to: 23 };
const DAY_OF_MONTH: Field = { from: 1, to: 31 };
const MONTH: Field = { from: 1, to: 12, names: MONTHS };
const DAY_OF_WEEK: Field = { from: 1, to: 7, names: DAYS };
const YEAR: Field = { from: FIRST_YEAR, to: LAST_YEAR };

/** Whether a day is meant. Weekdays from 1, Sunday. */
type DayRule = (day: { readonly date: number; readonly last: number; readonly weekday: number }) => boolean;

/** Throws 400. */
export function parseCron(text: string): CronSchedule {
  const parts = text.trim().toUpperCase().split(/\s+/);
  const [seconds, minutes, hours, dayOfMonth, month, dayOfWeek, year = "*"] = parts;
  if (
    seconds === undefined ||
    minutes === undefined ||
    hours === undefined ||
    dayOfMonth === undefined ||
    month === undefined ||
    dayOfWeek === undefined ||
    parts.length > 7 ||
    (dayOfMonth === "?") === (dayOfWeek === "?")
  )
    throw invalid(text);
  const fields = {
    seconds: sorted(valuesOf(seconds, SECONDS, text)),
    minutes: sorted(valuesOf(minutes, SECONDS, text)),
    hours: sorted(valuesOf(hours, HOURS, text)),
    months: valuesOf(month, MONTH, text),
    years: valuesOf(year, YEAR, text),
    isDay: dayOfMonth === "?" ? weekdayRule(dayOfWeek, text) : dateRule(dayOfMonth, text),
  };
  return { nextAfter: (ms) => nextAfter(fields, ms) };
}

interface Fields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: ReadonlySet<number>;
  readonly years: ReadonlySet<number>;
  readonly isDay: DayRule;
}

function nextAfter({ seconds, minutes, hours, months, years, isDay }: Fields, ms: number): number | undefined {
  const start = Math.floor(ms / 1000) * 1000 + 1000;
  const from = new Date(start);
  for (let year = from.getUTCFullYear(); year < from.getUTCFullYear() + YEARS; year++) {
    if (!years.has(year)) continue;
    for (let month = 1; month <= 12; month++) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      if (!months.has(month) || Date.UTC(year, month - 1, last) + DAY_MS <= start) continue;
      for (let date = 1; date <= last; date++) {
        const day = Date.UTC(year, month - 1, date);
        if (day + DAY_MS <= start || !isDay({ date, last, weekday: new Date(day).getUTCDay() + 1 })) continue;
        for (const hour of hours)
          for (const minute of minutes) {
            const at = day + (hour * 60 + minute) * 60_000;
            if (at + 60_000 <= start) continue;
            const second = seconds.find((each) => at + each * 1000 >= start);
            if (second !== undefined) return at + second * 1000;
          }
      }
    }
  }
  return undefined;
}

function valuesOf(text: string, field: Field, whole: string): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part);
    if (!match) throw invalid(whole);
    const [, first = "", end, step] = match;
    const isEvery = first === "*";
    if (isEvery && end !== undefined) throw invalid(whole);
    const from = isEvery ? field.from : valueOf(first, field, whole);
    const isOpen = isEvery || (end === undefined && step !== undefined);
    const to = end !== undefined ? valueOf(end, field, whole) : isOpen ? field.to : from;
    const by = step === undefined ? 1 : Number(step);
    if (by < 1 || by > field.to) throw invalid(whole);
    // FRI-MON goes over the end of the week.
    const size = field.to - field.from + 1;
    for (let value = from; value <= (to < from ? to + size : to); value += by)
      values.add(value > field.to ? value - size : value);
  }
  return values;
}

function valueOf(text: string, { from, to, names = [] }: Field, whole: string): number {
  const named = names.indexOf(text);
  const value = named >= 0 ? from + named : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) throw invalid(whole);
  return value;
}

function dateRule(text: string, whole: string): DayRule {
  const fromLast = /^L(?:-(\d{1,2}))?(W)?$/.exec(text);
  if (fromLast) {
    const [, before = "0", nearest] = fromLast;
    if (Number(before) > 30) throw invalid(whole);
    return ({ date, last, weekday }) => {
      const wanted = Math.max(1, last - Number(before));
      return nearest ? isNearestWorkday({ date, last, weekday }, wanted) : date === wanted;
    };
  }
  const workday = /^(\d{1,2})W$/.exec(text);
  if (workday) {
    const wanted = valueOf(workday[1] ?? "", DAY_OF_MONTH, whole);
    return (day) => isNearestWorkday(day, Math.min(wanted, day.last));
  }
  const dates = valuesOf(text, DAY_OF_MONTH, whole);
  return ({ date }) => dates.has(date);
}

/** Whether a day is the working day that is nearest to a date of the same month. */
function isNearestWorkday({ date, last, weekday }: Parameters<DayRule>[0], wanted: number): boolean {
  const wantedWeekday = ((((weekday - 1 + wanted - date) % 7) + 7) % 7) + 1;
  if (wantedWeekday === 7) return date === (wanted === 1 ? 3 : wanted - 1);
  if (wantedWeekday === 1) return date === (wanted === last ? wanted - 2 : wanted + 1);
  return date === wanted;
}

function weekdayRule(text: string, whole: string): DayRule {
  if (text === "L") return ({ weekday }) => weekday === 7;
  const special = /^(\w+?)(?:#([1-5])|L)$/.exec(text);
  if (special) {
    const [, name = "", count] = special;
    const wanted = valueOf(name, DAY_OF_WEEK, whole);
    return ({ date, last, weekday }) =>
      weekday === wanted && (count === undefined ? date > last - 7 : Math.ceil(date / 7) === Number(count));
  }
  const weekdays = valuesOf(text, DAY_OF_WEEK, whole);
  return ({ weekday }) => weekdays.has(weekday);
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((one, other) => one - other);
}

function invalid(text: string): Error {
  return illegalArgument(`invalid cron expression [${text}]`);
}
