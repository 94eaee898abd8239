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
import { arithmeticError, dateParseError, dateTimeError, unsupportedTemporal } from "./java-error.ts";
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

  readonly #shown: string;

  constructor(java: string, name: string, ordinal: number, shown = name) {
    super();
    this.java = java;
    this.name = name;
    this.#shown = shown;
    this.ordinal = ordinal;
  }

  override sameAs(): string {
    return this.name;
  }

  override compareTo(other: Value): number {
    return other instanceof EnumValue ? this.ordinal - other.ordinal : 0;
  }

  override text(): string {
    return this.#shown;
  }
}

export function enumOf(java: string, names: string, shown?: (name: string) => string): readonly EnumValue[] {
  return names.split(" ").map((name, i) => new EnumValue(java, name, i, shown?.(name)));
}

/** `HourOfDay`, of `HOUR_OF_DAY`. */
function namedInWords(name: string): string {
  return name.replace(/([A-Z])([A-Z]*)_?/g, (_, first: string, rest: string) => first + rest.toLowerCase());
}

export const DAYS = enumOf("java.time.DayOfWeek", "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY");
export const MONTHS = enumOf(
  "java.time.Month",
  "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER",
);
export const UNITS = enumOf(
  "java.time.temporal.ChronoUnit",
  "NANOS MICROS MILLIS SECONDS MINUTES HOURS HALF_DAYS DAYS WEEKS MONTHS YEARS DECADES CENTURIES MILLENNIA ERAS FOREVER",
  namedInWords,
);
export const FIELDS = enumOf(
  "java.time.temporal.ChronoField",
  "NANO_OF_SECOND MILLI_OF_SECOND SECOND_OF_MINUTE MINUTE_OF_HOUR HOUR_OF_DAY DAY_OF_WEEK DAY_OF_MONTH DAY_OF_YEAR MONTH_OF_YEAR YEAR EPOCH_DAY ALIGNED_WEEK_OF_YEAR MINUTE_OF_DAY SECOND_OF_DAY MILLI_OF_DAY INSTANT_SECONDS NANO_OF_DAY MICRO_OF_SECOND MICRO_OF_DAY PROLEPTIC_MONTH AMPM_OF_DAY HOUR_OF_AMPM CLOCK_HOUR_OF_AMPM CLOCK_HOUR_OF_DAY OFFSET_SECONDS",
  namedInWords,
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

const UNIT_MONTHS: Readonly<Record<string, number>> = {
  MONTHS: 1,
  YEARS: 12,
  DECADES: 120,
  CENTURIES: 1200,
  MILLENNIA: 12_000,
};

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
    // Times of the day go round.
    this.ms = kind === "time" ? ms - Math.floor(ms / DAY_MS) * DAY_MS : ms;
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
      const named = /\[(.+)\]$/.exec(text)?.[1];
      // The formats read offsets, and none the name of the zone behind.
      const read = pattern === undefined && kind === "zoned" ? text.replace(/(?<=Z|\d)\[[^[\]]+\]$/, "") : text;
      const { ms, nanos } = format.parse(read, { zone });
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
    if (unit === "MILLENNIA") return this.plusMonths(count * 12_000);
    if (unit === "ERAS" || unit === "FOREVER") throw unsupportedTemporal(`Unsupported unit: ${namedInWords(unit)}`);
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
    if (per === undefined) throw unsupportedTemporal(`Unsupported unit: ${namedInWords(unit)}`);
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
      throw unsupportedTemporal("Unit is too large to be used for truncation");
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
      case "MICRO_OF_SECOND":
        return (msOfDay % 1000) * 1000 + Math.floor(this.nanos / 1000);
      case "MICRO_OF_DAY":
        return msOfDay * 1000 + Math.floor(this.nanos / 1000);
      case "NANO_OF_DAY":
        return msOfDay * NANOS + this.nanos;
      case "PROLEPTIC_MONTH":
        return year * 12 + month - 1;
      case "AMPM_OF_DAY":
        return Math.floor(msOfDay / 43_200_000);
      case "HOUR_OF_AMPM":
        return Math.floor(msOfDay / 3_600_000) % 12;
      case "CLOCK_HOUR_OF_AMPM":
        return Math.floor(msOfDay / 3_600_000) % 12 || 12;
      case "CLOCK_HOUR_OF_DAY":
        return Math.floor(msOfDay / 3_600_000) || 24;
      case "OFFSET_SECONDS":
        return this.zone.offsetMs(this.ms) / 1000;
      case "INSTANT_SECONDS":
        return Math.floor(this.ms / 1000);
      case "ALIGNED_WEEK_OF_YEAR":
        return Math.floor((this.day - epochDay(year, 1, 1)) / 7) + 1;
      default:
        throw unsupportedTemporal(`Unsupported field: ${namedInWords(name)}`);
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
    if (this.kind !== "time" && this.kind !== "local") {
      const seconds = Math.sign(Math.floor(this.ms / 1000) - Math.floor(other.ms / 1000));
      return seconds || this.field("NANO_OF_SECOND") - other.field("NANO_OF_SECOND");
    }
    const days = this.kind === "local" ? this.#compareDates(other) : 0;
    if (days !== 0) return days;
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

/** The number that a text has at a place; 0: it is left out. */
const part = (text: string | undefined): bigint => BigInt(text?.replace("+", "") ?? 0);

/** A length of time: `ms` and `nanos` together, these from 0. */
export class Duration extends JavaComparable {
  readonly java = "java.time.Duration";
  readonly ms: number;
  /** Within the millisecond. */
  readonly nanos: number;

  constructor(ms: number, nanos = 0) {
    super();
    const more = Math.floor(nanos / NANOS);
    this.ms = ms + more;
    this.nanos = nanos - more * NANOS;
    if (!(Math.abs(this.ms) < 9.3e21)) throw arithmeticError("long overflow");
  }

  static ofNanos(total: bigint): Duration {
    const nanos = ((total % 1_000_000n) + 1_000_000n) % 1_000_000n;
    return new Duration(Number((total - nanos) / 1_000_000n), Number(nanos));
  }

  /** Reads what `toString` writes. */
  static parse(text: string): Duration {
    const form =
      /^([+-]?)P(?:([+-]?\d{1,15})D)?(T(?=[\d+-])(?:([+-]?\d{1,15})H)?(?:([+-]?\d{1,15})M)?(?:([+-]?)(\d{1,15})(?:[.,](\d{0,9}))?S)?)?$/i;
    const found = form.exec(text);
    if (!found || (found[2] === undefined && found[3] === undefined))
      throw dateParseError("Text cannot be parsed to a Duration");
    const seconds = (part(found[2]) * 24n + part(found[4])) * 3600n + part(found[5]) * 60n;
    const rest = BigInt(`${found[7] ?? 0}${(found[8] ?? "").padEnd(9, "0")}`) * (found[6] === "-" ? -1n : 1n);
    const total = seconds * 1_000_000_000n + rest;
    return Duration.ofNanos(found[1] === "-" ? -total : total);
  }

  get total(): bigint {
    return BigInt(this.ms) * 1_000_000n + BigInt(this.nanos);
  }

  /** Within the second. */
  get nanoOfSecond(): number {
    return (((this.ms % 1000) + 1000) % 1000) * NANOS + this.nanos;
  }

  override sameAs(): string {
    return `${this.ms} ${this.nanos}`;
  }

  override hash(): number {
    const seconds = BigInt(Math.floor(this.ms / 1000));
    return Number(BigInt.asIntN(32, (seconds ^ (seconds >> 32n)) + 51n * BigInt(this.nanoOfSecond)));
  }

  override compareTo(other: Value): number {
    return other instanceof Duration ? Math.sign(this.ms - other.ms) || Math.sign(this.nanos - other.nanos) : 0;
  }

  override text(): string {
    const { total } = this;
    if (total === 0n) return "PT0S";
    const size = total < 0n ? -total : total;
    const sign = total < 0n ? "-" : "";
    const seconds = size / 1_000_000_000n;
    const [hours, minutes] = [seconds / 3600n, (seconds / 60n) % 60n];
    const fraction = String(size % 1_000_000_000n)
      .padStart(9, "0")
      .replace(/0+$/, "");
    const rest = fraction === "" ? String(seconds % 60n) : `${seconds % 60n}.${fraction}`;
    return `PT${hours ? `${sign}${hours}H` : ""}${minutes ? `${sign}${minutes}M` : ""}${rest === "0" ? "" : `${sign}${rest}S`}`;
  }
}

/** Years, months and days, as they were given. */
export class Period extends JavaComparable {
  readonly java = "java.time.Period";
  readonly years: number;
  readonly monthsOnly: number;
  readonly days: number;

  constructor(years: number, months: number, days: number) {
    super();
    for (const count of [years, months, days]) if (count !== (count | 0)) throw arithmeticError("integer overflow");
    this.years = years + 0;
    this.monthsOnly = months + 0;
    this.days = days + 0;
  }

  static between(from: ZonedDateTime, to: ZonedDateTime): Period {
    const months = from.until(to, "MONTHS");
    return new Period(Math.trunc(months / 12), months % 12, from.plusMonths(months).until(to, "DAYS"));
  }

  /** Reads what `toString` writes. */
  static parse(text: string): Period {
    const form =
      /^([+-]?)P(?=[\d+-])(?:([+-]?\d{1,10})Y)?(?:([+-]?\d{1,10})M)?(?:([+-]?\d{1,10})W)?(?:([+-]?\d{1,10})D)?$/i;
    const found = form.exec(text);
    if (!found) throw dateParseError("Text cannot be parsed to a Period");
    const [years = 0, months = 0, weeks = 0, days = 0] = found.slice(2).map((each) => Number(each ?? 0));
    const sign = found[1] === "-" ? -1 : 1;
    return new Period(sign * years, sign * months, sign * (weeks * 7 + days));
  }

  /** Those of the years too. */
  get months(): number {
    return this.years * 12 + this.monthsOnly;
  }

  /** With another added so many times. */
  plus(other: Period, times: number): Period {
    return new Period(
      this.years + other.years * times,
      this.monthsOnly + other.monthsOnly * times,
      this.days + other.days * times,
    );
  }

  override sameAs(): string {
    return `${this.years} ${this.monthsOnly} ${this.days}`;
  }

  override compareTo(): number {
    return 0;
  }

  override text(): string {
    const { years, monthsOnly: months, days } = this;
    if (!years && !months && !days) return "P0D";
    return `P${years ? `${years}Y` : ""}${months ? `${months}M` : ""}${days ? `${days}D` : ""}`;
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
