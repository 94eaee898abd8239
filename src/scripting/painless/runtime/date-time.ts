/** java.time: what scripts reckon with dates. */
import { ownOf } from "../../../core/names.ts";
import {
  civilDate,
  daysInMonth,
  dayOfWeek,
  epochDay,
  isLeapYear,
  isoWeeks,
  weekDate,
} from "../../../compat/dates/date-fields.ts";
import { dateFormat } from "../../../compat/dates/date-format.ts";
import { RequestError } from "../../../compat/errors.ts";
import { localToUtc, type TimeZone, timeZone, utc } from "../../../compat/time-zone.ts";
import { compareValues, JavaComparable } from "./compare.ts";
import { dateParseError, dateTimeError, unsupportedError } from "./java-error.ts";
import type { Value } from "./values.ts";
import { castError } from "./java-error.ts";

const DAY_MS = 86_400_000;
const NANOS = 1_000_000;

/** The kinds of dates: with a zone, without one, without a time, and points on the time line. */
export type DateKind = "zoned" | "local" | "date" | "instant" | "time";

const NAMES: Readonly<Record<DateKind, string>> = {
  zoned: "java.time.ZonedDateTime",
  local: "java.time.LocalDateTime",
  date: "java.time.LocalDate",
  instant: "java.time.Instant",
  time: "java.time.LocalTime",
};

/** A constant of an enumeration. */
export class EnumValue extends JavaComparable {
  readonly java: string;
  readonly name: string;
  /** Its place, from 0. */
  readonly ordinal: number;

  constructor(java: string, name: string, ordinal: number) {
    super();
    this.java = java;
    this.name = name;
    this.ordinal = ordinal;
  }

  override sameAs(): string {
    return this.name;
  }

  override compareTo(other: Value): number {
    return other instanceof EnumValue ? this.ordinal - other.ordinal : 0;
  }

  override text(): string {
    return this.name;
  }
}

export function enumOf(java: string, names: string): readonly EnumValue[] {
  return names.split(" ").map((name, i) => new EnumValue(java, name, i));
}

export const DAYS = enumOf("java.time.DayOfWeek", "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY");
export const MONTHS = enumOf(
  "java.time.Month",
  "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER",
);
export const UNITS = enumOf(
  "java.time.temporal.ChronoUnit",
  "NANOS MICROS MILLIS SECONDS MINUTES HOURS HALF_DAYS DAYS WEEKS MONTHS YEARS DECADES CENTURIES",
);
export const FIELDS = enumOf(
  "java.time.temporal.ChronoField",
  "NANO_OF_SECOND MILLI_OF_SECOND SECOND_OF_MINUTE MINUTE_OF_HOUR HOUR_OF_DAY DAY_OF_WEEK DAY_OF_MONTH DAY_OF_YEAR MONTH_OF_YEAR YEAR EPOCH_DAY ALIGNED_WEEK_OF_YEAR MINUTE_OF_DAY SECOND_OF_DAY MILLI_OF_DAY INSTANT_SECONDS",
);

/** Milliseconds of the units that are always as long. */
const UNIT_MS: Readonly<Record<string, number>> = {
  MILLIS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  HALF_DAYS: 43_200_000,
  DAYS: DAY_MS,
  WEEKS: 7 * DAY_MS,
};

const UNIT_MONTHS: Readonly<Record<string, number>> = { MONTHS: 1, YEARS: 12, DECADES: 120, CENTURIES: 1200 };

/** A zone or an offset. */
export class Zone extends JavaComparable {
  readonly java: string;
  readonly zone: TimeZone;

  constructor(zone: TimeZone) {
    super();
    this.zone = zone;
    this.java = /^[A-Z][a-z]|^UTC/.test(zone.name) ? "java.time.ZoneId" : "java.time.ZoneOffset";
  }

  static of(name: string): Zone {
    try {
      return new Zone(timeZone(name));
    } catch (error) {
      if (error instanceof RequestError) throw dateTimeError(error.message);
      throw error;
    }
  }

  override sameAs(): string {
    return this.zone.name;
  }

  override compareTo(other: Value): number {
    return compareValues(this.zone.name, other instanceof Zone ? other.zone.name : "");
  }

  override text(): string {
    return this.zone.name;
  }
}

/** A date of any kind: `ms` and `nanos` are of the time line, or of the local one where there is no zone. */
export class ZonedDateTime extends JavaComparable {
  readonly java: string;
  readonly kind: DateKind;
  readonly ms: number;
  /** Within the millisecond. */
  readonly nanos: number;
  readonly zone: TimeZone;

  constructor(kind: DateKind, ms: number, nanos = 0, zone: TimeZone = utc) {
    super();
    if (!(Math.abs(ms) < 1e17)) throw dateTimeError("Invalid value for a date");
    this.java = NAMES[kind];
    this.kind = kind;
    this.ms = ms;
    this.nanos = nanos;
    this.zone = zone;
  }

  static ofMillis(ms: number): ZonedDateTime {
    return new ZonedDateTime("zoned", ms);
  }

  static ofNanos(nanos: bigint): ZonedDateTime {
    const ms = (nanos - (((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
    return new ZonedDateTime("zoned", Number(ms), Number(nanos - ms * 1_000_000n));
  }

  /** Reads what `toString` writes. */
  static parse(kind: DateKind, text: string, pattern?: string, zone?: TimeZone): ZonedDateTime {
    const format = dateFormat(
      pattern ??
        (kind === "date"
          ? "strict_date"
          : kind === "time"
            ? "strict_hour_minute_second||HH:mm"
            : "strict_date_optional_time_nanos"),
    );
    try {
      const { ms, nanos } = format.parse(text, { zone });
      const named = /\[(.+)\]$/.exec(text)?.[1];
      const offset = /(Z|[+-]\d\d:\d\d)(?:\[|$)/.exec(text)?.[1];
      const of = named ?? (kind === "zoned" ? offset : undefined);
      if (kind === "date") return new ZonedDateTime(kind, Math.floor(ms / DAY_MS) * DAY_MS);
      return new ZonedDateTime(kind, ms, nanos, of === undefined ? (zone ?? utc) : timeZone(of));
    } catch (error) {
      if (error instanceof RequestError) throw dateParseError(`Text '${text}' could not be parsed at index 0`);
      throw error;
    }
  }

  /** Milliseconds of the clock on the wall. */
  get localMs(): number {
    return this.ms + this.zone.offsetMs(this.ms);
  }

  get day(): number {
    return Math.floor(this.localMs / DAY_MS);
  }

  get msOfDay(): number {
    const { localMs } = this;
    return localMs - Math.floor(localMs / DAY_MS) * DAY_MS;
  }

  get date(): { readonly year: number; readonly month: number; readonly day: number } {
    return civilDate(this.day);
  }

  /** Of another kind, at the same place. */
  as(kind: DateKind): ZonedDateTime {
    if (kind === "instant") return new ZonedDateTime(kind, this.ms, this.nanos);
    if (kind === "date") return new ZonedDateTime(kind, this.day * DAY_MS);
    if (kind === "time") return new ZonedDateTime(kind, this.msOfDay, this.nanos);
    return new ZonedDateTime(kind, this.localMs, this.nanos);
  }

  /** The same instant in a zone. */
  at(zone: TimeZone): ZonedDateTime {
    return new ZonedDateTime("zoned", this.ms, this.nanos, zone);
  }

  /** What the clock on the wall shows, in a zone. */
  local(zone: TimeZone): ZonedDateTime {
    return new ZonedDateTime("zoned", localToUtc(this.localMs, zone), this.nanos, zone);
  }

  /** With another time on the wall. */
  withLocal(localMs: number, nanos = this.nanos): ZonedDateTime {
    return new ZonedDateTime(this.kind, localToUtc(localMs, this.zone), nanos, this.zone);
  }

  withDate(year: number, month: number, day: number): ZonedDateTime {
    return this.withLocal(epochDay(year, month, Math.min(day, daysInMonth(year, month))) * DAY_MS + this.msOfDay);
  }

  plusMonths(count: number): ZonedDateTime {
    const { year, month, day } = this.date;
    const months = year * 12 + month - 1 + count;
    return this.withDate(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, day);
  }

  plus(count: number, unit: string): ZonedDateTime {
    const ms = ownOf(UNIT_MS, unit);
    if (unit === "MONTHS") return this.plusMonths(count);
    if (unit === "YEARS") return this.plusMonths(count * 12);
    if (unit === "DECADES") return this.plusMonths(count * 120);
    if (unit === "CENTURIES") return this.plusMonths(count * 1200);
    if (ms === undefined) return this.plusNanos(unit === "MICROS" ? count * 1000 : count);
    // Days have the length that the clock on the wall gives them.
    if (ms >= DAY_MS) return this.withLocal(this.localMs + count * ms);
    return new ZonedDateTime(this.kind, this.ms + count * ms, this.nanos, this.zone);
  }

  plusNanos(count: number): ZonedDateTime {
    const nanos = this.nanos + count;
    const ms = Math.floor(nanos / NANOS);
    return new ZonedDateTime(this.kind, this.ms + ms, nanos - ms * NANOS, this.zone);
  }

  /** Whole units from here to another date. */
  until(other: ZonedDateTime, unit: string): number {
    const ms = ownOf(UNIT_MS, unit);
    if (ms !== undefined) {
      const local = ms >= DAY_MS && this.kind !== "instant";
      const other2 = other.kind === "zoned" && this.kind === "zoned" ? other.at(this.zone) : other;
      const between = local ? other2.localMs - this.localMs : other.ms - this.ms;
      return Math.trunc((between * NANOS + other.nanos - this.nanos) / NANOS / ms) + 0;
    }
    if (unit === "NANOS" || unit === "MICROS") {
      const nanos = (other.ms - this.ms) * NANOS + other.nanos - this.nanos;
      return Math.trunc(unit === "NANOS" ? nanos : nanos / 1000);
    }
    const there = other.kind === "zoned" && this.kind === "zoned" ? other.at(this.zone) : other;
    const months = this.#monthsUntil(there);
    const per = ownOf(UNIT_MONTHS, unit);
    if (per === undefined) throw unsupportedError(`Unsupported unit: ${unit}`);
    return Math.trunc(months / per) + 0;
  }

  #monthsUntil(other: ZonedDateTime): number {
    const [a, b] = [this.date, other.date];
    const months = (b.year - a.year) * 12 + b.month - a.month;
    const rest = (b.day - a.day) * DAY_MS + other.msOfDay - this.msOfDay;
    if (months > 0 && rest < 0) return months - 1;
    return months < 0 && rest > 0 ? months + 1 : months;
  }

  /** Cut to a unit. */
  truncated(unit: string): ZonedDateTime {
    const ms = ownOf(UNIT_MS, unit);
    if (ms === undefined || ms > DAY_MS) {
      if (unit === "NANOS" || unit === "MICROS") return this;
      throw unsupportedError("Unit is too large to be used for truncation");
    }
    const { localMs } = this;
    return this.withLocal(Math.floor(localMs / ms) * ms, 0);
  }

  field(name: string): number {
    const { year, month, day } = this.date;
    const { msOfDay } = this;
    switch (name) {
      case "YEAR":
        return year;
      case "MONTH_OF_YEAR":
        return month;
      case "DAY_OF_MONTH":
        return day;
      case "DAY_OF_YEAR":
        return this.day - epochDay(year, 1, 1) + 1;
      case "DAY_OF_WEEK":
        return dayOfWeek(this.day);
      case "EPOCH_DAY":
        return this.day;
      case "HOUR_OF_DAY":
        return Math.floor(msOfDay / 3_600_000);
      case "MINUTE_OF_HOUR":
        return Math.floor(msOfDay / 60_000) % 60;
      case "MINUTE_OF_DAY":
        return Math.floor(msOfDay / 60_000);
      case "SECOND_OF_MINUTE":
        return Math.floor(msOfDay / 1000) % 60;
      case "SECOND_OF_DAY":
        return Math.floor(msOfDay / 1000);
      case "MILLI_OF_SECOND":
        return msOfDay % 1000;
      case "MILLI_OF_DAY":
        return msOfDay;
      case "NANO_OF_SECOND":
        return (msOfDay % 1000) * NANOS + this.nanos;
      case "INSTANT_SECONDS":
        return Math.floor(this.ms / 1000);
      case "ALIGNED_WEEK_OF_YEAR":
        return Math.floor((this.day - epochDay(year, 1, 1)) / 7) + 1;
      default:
        throw unsupportedError(`Unsupported field: ${name}`);
    }
  }

  get isLeapYear(): boolean {
    return isLeapYear(this.date.year);
  }

  get week(): { readonly weekYear: number; readonly week: number } {
    return weekDate(this.day, isoWeeks);
  }

  format(pattern: string): string {
    try {
      return dateFormat(pattern).print(this.ms, this.nanos, this.zone);
    } catch (error) {
      if (error instanceof RequestError) throw dateTimeError(error.message);
      throw error;
    }
  }

  override sameAs(): string {
    return `${this.ms} ${this.nanos} ${this.zone.name}`;
  }

  override hash(): number {
    return (Math.floor(this.ms / 1000) ^ this.nanos) | 0;
  }

  override compareTo(other: Value): number {
    if (!(other instanceof ZonedDateTime)) throw castError("dates compare with dates");
    if (this.kind === "date") return this.#compareDates(other);
    return Math.sign(this.ms - other.ms) || Math.sign(this.nanos - other.nanos);
  }

  /** `LocalDate.compareTo`: the first difference. */
  #compareDates(other: ZonedDateTime): number {
    const [a, b] = [this.date, other.date];
    return a.year - b.year || a.month - b.month || a.day - b.day;
  }

  override text(): string {
    const { year, month, day } = this.date;
    const years =
      year >= 0 && year <= 9999
        ? String(year).padStart(4, "0")
        : `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(4, "0")}`;
    const date = `${years}-${two(month)}-${two(day)}`;
    if (this.kind === "date") return date;
    const seconds = this.field("SECOND_OF_MINUTE");
    const nano = this.field("NANO_OF_SECOND");
    const digits = nano === 0 ? 0 : nano % NANOS === 0 ? 3 : nano % 1000 === 0 ? 6 : 9;
    const fraction = digits === 0 ? "" : `.${String(nano).padStart(9, "0").slice(0, digits)}`;
    const minutes = `${two(this.field("HOUR_OF_DAY"))}:${two(this.field("MINUTE_OF_HOUR"))}`;
    const time =
      seconds === 0 && nano === 0 && this.kind !== "instant" ? minutes : `${minutes}:${two(seconds)}${fraction}`;
    if (this.kind === "time") return time;
    if (this.kind === "local") return `${date}T${time}`;
    if (this.kind === "instant") return `${date}T${time}Z`;
    const offset = offsetText(this.zone.offsetMs(this.ms));
    return `${date}T${time}${offset}${this.zone.name === offset ? "" : `[${this.zone.name}]`}`;
  }

  /** As `_source` and script fields show it. */
  override json(): string {
    if (this.kind !== "zoned") return this.text();
    return dateFormat(this.nanos === 0 ? "strict_date_time" : "strict_date_time_nanos").print(
      this.ms,
      this.nanos,
      this.zone,
    );
  }
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** `+02:00`, `Z`. */
export function offsetText(ms: number): string {
  if (ms === 0) return "Z";
  const seconds = Math.abs(ms) / 1000;
  const rest = seconds % 60;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? "" : `:${two(rest)}`}`;
  return (ms < 0 ? "-" : "+") + text;
}

/** A length of time. */
export class Duration extends JavaComparable {
  readonly java = "java.time.Duration";
  readonly ms: number;

  constructor(ms: number) {
    super();
    this.ms = ms;
  }

  override sameAs(): string {
    return String(this.ms);
  }

  override compareTo(other: Value): number {
    return other instanceof Duration ? Math.sign(this.ms - other.ms) : 0;
  }

  override text(): string {
    if (this.ms === 0) return "PT0S";
    const hours = Math.trunc(this.ms / 3_600_000);
    const minutes = Math.trunc(this.ms / 60_000) % 60;
    const seconds = (this.ms % 60_000) / 1000;
    return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${seconds ? `${seconds}S` : ""}`;
  }
}

/** Years, months and days. */
export class Period extends JavaComparable {
  readonly java = "java.time.Period";
  readonly months: number;
  readonly days: number;

  constructor(months: number, days: number) {
    super();
    this.months = months;
    this.days = days;
  }

  static between(from: ZonedDateTime, to: ZonedDateTime): Period {
    const months = from.until(to, "MONTHS");
    return new Period(months, from.plusMonths(months).until(to, "DAYS"));
  }

  override sameAs(): string {
    return `${this.months} ${this.days}`;
  }

  override compareTo(): number {
    return 0;
  }

  override text(): string {
    const years = Math.trunc(this.months / 12);
    const months = this.months % 12;
    if (!years && !months && !this.days) return "P0D";
    return `P${years ? `${years}Y` : ""}${months ? `${months}M` : ""}${this.days ? `${this.days}D` : ""}`;
  }
}

/** A format of dates. */
export class Formatter extends JavaComparable {
  readonly java = "java.time.format.DateTimeFormatter";
  readonly pattern: string;
  readonly zone: TimeZone | undefined;

  /** For a pattern that is known to be one: its format is made when it is first used. */
  constructor(pattern: string, zone?: TimeZone) {
    super();
    this.pattern = pattern;
    this.zone = zone;
  }

  /** Throws DateTimeException for what is no pattern. */
  static ofPattern(pattern: string): Formatter {
    try {
      dateFormat(pattern);
    } catch (error) {
      if (error instanceof RequestError) throw dateTimeError(error.message);
      throw error;
    }
    return new Formatter(pattern);
  }

  override compareTo(): number {
    return 0;
  }
}
