/** Dates and times with one of their fields, or with what adjusts them, changed. */
import { ownOf, put } from "../../../core/names.ts";
import { daysInMonth, epochDay, isLeapYear } from "../../../compat/dates/date-fields.ts";
import { Lambda } from "./collections.ts";
import { DAYS, EnumValue, MONTHS, ZonedDateTime } from "./date-time.ts";
import { castError, dateTimeError, unsupportedTemporal } from "./java-error.ts";
import { type Long, longOf } from "./longs.ts";
import type { Value } from "./values.ts";

const DAY_MS = 86_400_000;
const ADJUSTER = "java.time.temporal.TemporalAdjuster";

/** What each field may be; how it is said where it depends on the others. */
const RANGES: Readonly<Record<string, readonly [least: number, most: number, said?: string]>> = {
  YEAR: [-999_999_999, 999_999_999],
  MONTH_OF_YEAR: [1, 12],
  DAY_OF_MONTH: [1, 31, "1 - 28/31"],
  DAY_OF_YEAR: [1, 366, "1 - 365/366"],
  DAY_OF_WEEK: [1, 7],
  EPOCH_DAY: [-365_243_219_162, 365_241_780_471],
  HOUR_OF_DAY: [0, 23],
  HOUR_OF_AMPM: [0, 11],
  AMPM_OF_DAY: [0, 1],
  MINUTE_OF_HOUR: [0, 59],
  MINUTE_OF_DAY: [0, 1439],
  SECOND_OF_MINUTE: [0, 59],
  SECOND_OF_DAY: [0, 86_399],
  MILLI_OF_SECOND: [0, 999],
  MILLI_OF_DAY: [0, 86_399_999],
  MICRO_OF_SECOND: [0, 999_999],
  NANO_OF_SECOND: [0, 999_999_999],
  NANO_OF_DAY: [0, 86_399_999_999_999],
  INSTANT_SECONDS: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

const DATE_FIELDS = new Set("YEAR MONTH_OF_YEAR DAY_OF_MONTH DAY_OF_YEAR DAY_OF_WEEK EPOCH_DAY".split(" "));
const INSTANT_FIELDS = new Set("NANO_OF_SECOND MICRO_OF_SECOND MILLI_OF_SECOND INSTANT_SECONDS".split(" "));

const inWords = (name: string): string =>
  name
    .toLowerCase()
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** A value of a field; throws when no date has it. */
export function checkedField(name: string, value: Long): number {
  const [least, most, said] = ownOf(RANGES, name)!;
  if (value >= least && value <= most) return Number(value);
  throw dateTimeError(`Invalid value for ${inWords(name)} (valid values ${said ?? `${least} - ${most}`}): ${value}`);
}

/** The day of a date; throws for one that there is not. */
export function checkedDay(year: number, month: number, day: number): number {
  checkedField("YEAR", year);
  checkedField("MONTH_OF_YEAR", month);
  checkedField("DAY_OF_MONTH", day);
  if (day <= daysInMonth(year, month)) return epochDay(year, month, day);
  throw dateTimeError(
    day === 29
      ? `Invalid date 'February 29' as '${year}' is not a leap year`
      : `Invalid date '${MONTHS[month - 1]!.name} ${day}'`,
  );
}

/** The day of a year; throws for the one that only leap years have. */
export function checkedYearDay(year: number, day: number): number {
  checkedField("YEAR", year);
  checkedField("DAY_OF_YEAR", day);
  if (day === 366 && !isLeapYear(year))
    throw dateTimeError(`Invalid date 'DayOfYear 366' as '${year}' is not a leap year`);
  return epochDay(year, 1, 1) + day - 1;
}

function hasField({ kind }: ZonedDateTime, name: string): boolean {
  if (ownOf(RANGES, name) === undefined) return false;
  if (kind === "instant") return INSTANT_FIELDS.has(name);
  if (name === "INSTANT_SECONDS") return kind === "zoned";
  return DATE_FIELDS.has(name) ? kind !== "time" : kind !== "date";
}

/** `with(ChronoField, long)`. */
export function withField(self: ZonedDateTime, name: string, given: Long): ZonedDateTime {
  if (!hasField(self, name)) throw unsupportedTemporal(`Unsupported field: ${inWords(name)}`);
  const value = checkedField(name, given);
  if (DATE_FIELDS.has(name)) return self.withLocal(dayWith(self, name, value) * DAY_MS + self.msOfDay);
  if (name === "INSTANT_SECONDS")
    return new ZonedDateTime(self.kind, value * 1000 + (((self.ms % 1000) + 1000) % 1000), self.nanos, self.zone);
  return timeWith(self, name, value);
}

function dayWith(self: ZonedDateTime, name: string, value: number): number {
  const { year, month, day } = self.date;
  if (name === "YEAR") return epochDay(value, month, Math.min(day, daysInMonth(value, month)));
  if (name === "MONTH_OF_YEAR") return epochDay(year, value, Math.min(day, daysInMonth(year, value)));
  if (name === "DAY_OF_MONTH") return checkedDay(year, month, value);
  if (name === "DAY_OF_YEAR") return checkedYearDay(year, value);
  return name === "DAY_OF_WEEK" ? self.day + value - self.field("DAY_OF_WEEK") : value;
}

/** Milliseconds of each step of the fields of times. */
const STEPS: Readonly<Record<string, number>> = {
  HOUR_OF_DAY: 3_600_000,
  HOUR_OF_AMPM: 3_600_000,
  AMPM_OF_DAY: 43_200_000,
  MINUTE_OF_HOUR: 60_000,
  MINUTE_OF_DAY: 60_000,
  SECOND_OF_MINUTE: 1000,
  SECOND_OF_DAY: 1000,
};

function timeWith(self: ZonedDateTime, name: string, value: number): ZonedDateTime {
  const step = ownOf(STEPS, name);
  if (step !== undefined) return self.withLocal(self.localMs + (value - self.field(name)) * step);
  const from = name.endsWith("_DAY") ? self.localMs - self.msOfDay : Math.floor(self.localMs / 1000) * 1000;
  const nanos = name.startsWith("MILLI") ? value * 1e6 : name.startsWith("MICRO") ? value * 1000 : value;
  return self.withLocal(from + Math.floor(nanos / 1e6), nanos % 1e6);
}

/** `with(TemporalAdjuster)`. */
export function adjusted(self: ZonedDateTime, by: Value): ZonedDateTime {
  if (by instanceof EnumValue)
    return withField(self, by.java.endsWith("Month") ? "MONTH_OF_YEAR" : "DAY_OF_WEEK", by.ordinal + 1);
  const made = by instanceof Lambda ? by.call(self) : by;
  if (!(made instanceof ZonedDateTime)) throw castError("no adjuster of dates");
  if (by instanceof Lambda || made.kind === self.kind) return made;
  if (made.kind === "date") return withField(self, "EPOCH_DAY", made.day);
  if (made.kind === "time") return withField(self, "NANO_OF_DAY", made.field("NANO_OF_DAY"));
  if (made.kind === "local") return self.withLocal(made.localMs, made.nanos);
  throw unsupportedTemporal("Unsupported field: InstantSeconds");
}

/** A function from dates to dates, by their days: what the clock shows stays. */
function adjuster(day: (of: ZonedDateTime) => number): Lambda {
  return new Lambda((of) => {
    if (of instanceof ZonedDateTime) return withField(of, "EPOCH_DAY", day(of));
    throw castError("no date to adjust");
  }, ADJUSTER);
}

const first = ({ date: { year, month } }: ZonedDateTime, monthsOn = 0): number => {
  const months = year * 12 + month - 1 + monthsOn;
  return epochDay(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1);
};

/** How many days after a day another of the week comes; 0: it is one. */
const ahead = (from: number, weekday: EnumValue): number => (((weekday.ordinal - ((from + 3) % 7)) % 7) + 7) % 7;

/** The one of its month, counted from the first, or back from the last. */
function inMonth(of: ZonedDateTime, at: number, weekday: EnumValue): number {
  if (at < 0) {
    const last = first(of, 1) - 1;
    return last - ((7 - ahead(last, weekday)) % 7) + (at + 1) * 7;
  }
  return first(of) + ahead(first(of), weekday) + (at - 1) * 7;
}

/** The statics of `TemporalAdjusters`, by signature. */
export function adjusters(): Record<string, (...args: never[]) => Lambda> {
  const made: Record<string, (...args: never[]) => Lambda> = {};
  const add = (signature: string, day: (of: ZonedDateTime, ...args: never[]) => number): void =>
    put(made, `static TemporalAdjuster ${signature}`, (...args: never[]) => adjuster((of) => day(of, ...args)));
  add("firstDayOfMonth()", (of) => first(of));
  add("lastDayOfMonth()", (of) => first(of, 1) - 1);
  add("firstDayOfNextMonth()", (of) => first(of, 1));
  add("firstDayOfYear()", (of) => epochDay(of.date.year, 1, 1));
  add("lastDayOfYear()", (of) => epochDay(of.date.year, 12, 31));
  add("firstDayOfNextYear()", (of) => epochDay(of.date.year + 1, 1, 1));
  add("next(DayOfWeek)", (of, day: EnumValue) => of.day + (ahead(of.day, day) || 7));
  add("nextOrSame(DayOfWeek)", (of, day: EnumValue) => of.day + ahead(of.day, day));
  add("previous(DayOfWeek)", (of, day: EnumValue) => of.day - (7 - ahead(of.day, day)));
  add("previousOrSame(DayOfWeek)", (of, day: EnumValue) => of.day - ((7 - ahead(of.day, day)) % 7));
  add("firstInMonth(DayOfWeek)", (of, day: EnumValue) => inMonth(of, 1, day));
  add("lastInMonth(DayOfWeek)", (of, day: EnumValue) => inMonth(of, -1, day));
  add("dayOfWeekInMonth(int,DayOfWeek)", inMonth);
  return made;
}

/** `from(TemporalAccessor)` of enumerations. */
export function enumAt(values: readonly EnumValue[], of: ZonedDateTime | EnumValue): EnumValue {
  if (of instanceof EnumValue) return of;
  return values === DAYS ? DAYS[of.field("DAY_OF_WEEK") - 1]! : MONTHS[of.date.month - 1]!;
}

/** Nanoseconds of the day, as a time. */
export function timeOfNanos(nanos: Long): ZonedDateTime {
  return withField(new ZonedDateTime("time", 0), "NANO_OF_DAY", longOf(BigInt(nanos)));
}
