/** java.time. */
import { put } from "../../../core/names.ts";
import { epochDay } from "../../../compat/dates/date-fields.ts";
import { localToUtc, utc } from "../../../compat/time-zone.ts";
import {
  DAYS,
  type DateKind,
  Duration,
  EnumValue,
  FIELDS,
  Formatter,
  MONTHS,
  offsetText,
  Period,
  UNITS,
  Zone,
  ZonedDateTime,
} from "../runtime/date-time.ts";
import { dateTimeError, illegalArgumentError } from "../runtime/java-error.ts";
import { type Long, longOf } from "../runtime/longs.ts";
import { textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";

const DAY_MS = 86_400_000;

const COMPARABLE = "java.lang.Comparable";

const TEMPORAL = "java.time.temporal.Temporal";

/** Fields that each kind has getters for. */
const DATE_GETTERS: Readonly<Record<string, string>> = {
  getYear: "YEAR",
  getMonthValue: "MONTH_OF_YEAR",
  getDayOfMonth: "DAY_OF_MONTH",
  getDayOfYear: "DAY_OF_YEAR",
};
const TIME_GETTERS: Readonly<Record<string, string>> = {
  getHour: "HOUR_OF_DAY",
  getMinute: "MINUTE_OF_HOUR",
  getSecond: "SECOND_OF_MINUTE",
  getNano: "NANO_OF_SECOND",
};

function getters(table: Readonly<Record<string, string>>): Record<string, Implementation> {
  return Object.fromEntries(
    Object.entries(table).map(([name, field]) => [`int ${name}()`, (self: ZonedDateTime) => self.field(field)]),
  );
}

/** `plusDays`, `minusDays` … */
function steps(type: string, units: string): Record<string, Implementation> {
  const members: Record<string, Implementation> = {};
  for (const unit of units.split(" ")) {
    const name = unit[0] + unit.slice(1).toLowerCase();
    put(members, `${type} plus${name}(long)`, (self: ZonedDateTime, count: Long) => self.plus(Number(count), unit));
    put(members, `${type} minus${name}(long)`, (self: ZonedDateTime, count: Long) => self.plus(-Number(count), unit));
  }
  return members;
}

function dateParts(type: string): Record<string, Implementation> {
  return {
    ...getters(DATE_GETTERS),
    ...steps(type, "DAYS WEEKS MONTHS YEARS"),
    "Month getMonth()": (self: ZonedDateTime) => MONTHS[self.date.month - 1]!,
    "DayOfWeek getDayOfWeek()": (self: ZonedDateTime) => DAYS[self.field("DAY_OF_WEEK") - 1]!,
    [`${type} withYear(int)`]: (self: ZonedDateTime, year: number) =>
      self.withDate(year, self.date.month, self.date.day),
    [`${type} withMonth(int)`]: (self: ZonedDateTime, month: number) =>
      self.withDate(self.date.year, month, self.date.day),
    [`${type} withDayOfMonth(int)`]: (self: ZonedDateTime, day: number) =>
      self.withDate(self.date.year, self.date.month, day),
    [`${type} withDayOfYear(int)`]: (self: ZonedDateTime, day: number) =>
      self.withLocal((epochDay(self.date.year, 1, 1) + day - 1) * DAY_MS + self.msOfDay),
  };
}

function timeParts(type: string): Record<string, Implementation> {
  const set = (unitMs: number, span: number) => (self: ZonedDateTime, value: number) => {
    const before = Math.floor(self.msOfDay / unitMs) % span;
    return self.withLocal(self.localMs + (value - before) * unitMs);
  };
  return {
    ...getters(TIME_GETTERS),
    ...steps(type, "HOURS MINUTES SECONDS NANOS"),
    [`${type} withHour(int)`]: set(3_600_000, 24),
    [`${type} withMinute(int)`]: set(60_000, 60),
    [`${type} withSecond(int)`]: set(1000, 60),
    [`${type} withNano(int)`]: (self: ZonedDateTime, nano: number) =>
      self.withLocal(Math.floor(self.localMs / 1000) * 1000 + Math.floor(nano / 1e6), nano % 1e6),
    [`${type} truncatedTo(ChronoUnit)`]: (self: ZonedDateTime, unit: EnumValue) => self.truncated(unit.name),
  };
}

const temporal: ClassDefinition = {
  name: TEMPORAL,
  supers: [COMPARABLE],
  members: {
    "long until(Temporal,ChronoUnit)": (self: ZonedDateTime, other: ZonedDateTime, unit: EnumValue) =>
      self.until(other, unit.name),
    "int get(ChronoField)": (self: ZonedDateTime, field: EnumValue) => self.field(field.name),
    "long getLong(ChronoField)": (self: ZonedDateTime, field: EnumValue) => self.field(field.name),
    "boolean isAfter(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) > 0,
    "boolean isBefore(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) < 0,
    "boolean isEqual(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) === 0,
    "String format(DateTimeFormatter)": (self: ZonedDateTime, { pattern, zone }: Formatter) =>
      (zone && self.kind === "zoned" ? self.at(zone) : self).format(pattern),
  },
};

/** `plus` and `minus`, with a unit or an amount. */
function sums(type: string): Record<string, Implementation> {
  const add = (self: ZonedDateTime, amount: Duration | Period, sign: 1 | -1): ZonedDateTime =>
    amount instanceof Duration
      ? self.plus(sign * amount.ms, "MILLIS")
      : self.plusMonths(sign * amount.months).plus(sign * amount.days, "DAYS");
  return {
    [`${type} plus(long,ChronoUnit)`]: (self: ZonedDateTime, count: Long, unit: EnumValue) =>
      self.plus(Number(count), unit.name),
    [`${type} minus(long,ChronoUnit)`]: (self: ZonedDateTime, count: Long, unit: EnumValue) =>
      self.plus(-Number(count), unit.name),
    [`${type} plus(TemporalAmount)`]: (self: ZonedDateTime, amount: Duration | Period) => add(self, amount, 1),
    [`${type} minus(TemporalAmount)`]: (self: ZonedDateTime, amount: Duration | Period) => add(self, amount, -1),
  };
}

function parsers(type: string, kind: DateKind): Record<string, Implementation> {
  return {
    [`static ${type} parse(CharSequence)`]: (text: Value) => ZonedDateTime.parse(kind, textOf(text)),
    ...(kind === "instant"
      ? {}
      : {
          [`static ${type} parse(CharSequence,DateTimeFormatter)`]: (text: Value, { pattern, zone }: Formatter) =>
            ZonedDateTime.parse(kind, textOf(text), pattern, zone),
        }),
  };
}

const zoned: ClassDefinition = {
  name: "java.time.ZonedDateTime",
  supers: [TEMPORAL],
  members: {
    ...dateParts("ZonedDateTime"),
    ...timeParts("ZonedDateTime"),
    ...sums("ZonedDateTime"),
    ...parsers("ZonedDateTime", "zoned"),
    "long getMillis()": (self: ZonedDateTime) => self.ms,
    "Instant toInstant()": (self: ZonedDateTime) => self.as("instant"),
    "long toEpochSecond()": (self: ZonedDateTime) => Math.floor(self.ms / 1000),
    "LocalDate toLocalDate()": (self: ZonedDateTime) => self.as("date"),
    "LocalDateTime toLocalDateTime()": (self: ZonedDateTime) => self.as("local"),
    "LocalTime toLocalTime()": (self: ZonedDateTime) => self.as("time"),
    "ZoneId getZone()": (self: ZonedDateTime) => new Zone(self.zone),
    "ZoneOffset getOffset()": (self: ZonedDateTime) => Zone.of(offsetText(self.zone.offsetMs(self.ms))),
    "ZonedDateTime withZoneSameInstant(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.at(zone),
    "ZonedDateTime withZoneSameLocal(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.local(zone),
    "int getDayOfWeekValue()": (self: ZonedDateTime) => self.field("DAY_OF_WEEK"),
    "DayOfWeek getDayOfWeekEnum()": (self: ZonedDateTime) => DAYS[self.field("DAY_OF_WEEK") - 1]!,
    "static ZonedDateTime ofInstant(Instant,ZoneId)": (instant: ZonedDateTime, { zone }: Zone) => instant.at(zone),
    "static ZonedDateTime of(LocalDateTime,ZoneId)": (local: ZonedDateTime, { zone }: Zone) => local.local(zone),
    "static ZonedDateTime of(int,int,int,int,int,int,int,ZoneId)": (...parts: [...number[], Zone]) => {
      const { zone } = parts[7] as Zone;
      return localOf(parts.slice(0, 7) as number[]).local(zone);
    },
  },
};

function localOf([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, nano = 0]: number[]): ZonedDateTime {
  if (month < 1 || month > 12) throw dateTimeError(`Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
  if (day < 1 || day > 31) throw dateTimeError(`Invalid value for DayOfMonth (valid values 1 - 28/31): ${day}`);
  const ms = epochDay(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1e6);
  return new ZonedDateTime("local", ms, nano % 1e6);
}

const local: ClassDefinition = {
  name: "java.time.LocalDateTime",
  supers: [TEMPORAL],
  members: {
    ...dateParts("LocalDateTime"),
    ...timeParts("LocalDateTime"),
    ...sums("LocalDateTime"),
    ...parsers("LocalDateTime", "local"),
    "ZonedDateTime atZone(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.local(zone),
    "LocalDate toLocalDate()": (self: ZonedDateTime) => self.as("date"),
    "LocalTime toLocalTime()": (self: ZonedDateTime) => self.as("time"),
    "Instant toInstant(ZoneOffset)": (self: ZonedDateTime, { zone }: Zone) => self.local(zone).as("instant"),
    "long toEpochSecond(ZoneOffset)": (self: ZonedDateTime, { zone }: Zone) =>
      Math.floor(localToUtc(self.ms, zone) / 1000),
    "static LocalDateTime ofInstant(Instant,ZoneId)": (instant: ZonedDateTime, { zone }: Zone) =>
      instant.at(zone).as("local"),
    "static LocalDateTime of(int,int,int,int,int)": (...parts: number[]) => localOf(parts),
    "static LocalDateTime of(int,int,int,int,int,int)": (...parts: number[]) => localOf(parts),
    "static LocalDateTime of(int,int,int,int,int,int,int)": (...parts: number[]) => localOf(parts),
    "static LocalDateTime of(LocalDate,LocalTime)": (date: ZonedDateTime, time: ZonedDateTime) =>
      new ZonedDateTime("local", date.ms + time.ms, time.nanos),
  },
};

const date: ClassDefinition = {
  name: "java.time.LocalDate",
  supers: [TEMPORAL],
  members: {
    ...dateParts("LocalDate"),
    ...sums("LocalDate"),
    ...parsers("LocalDate", "date"),
    "boolean isLeapYear()": (self: ZonedDateTime) => self.isLeapYear,
    "int lengthOfMonth()": (self: ZonedDateTime) =>
      self.plusMonths(1).withDate(self.plusMonths(1).date.year, self.plusMonths(1).date.month, 1).plus(-1, "DAYS").date
        .day,
    "int lengthOfYear()": (self: ZonedDateTime) => (self.isLeapYear ? 366 : 365),
    "long toEpochDay()": (self: ZonedDateTime) => self.day,
    "LocalDateTime atStartOfDay()": (self: ZonedDateTime) => self.as("local"),
    "ZonedDateTime atStartOfDay(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.local(zone),
    "Period until(LocalDate)": (self: ZonedDateTime, other: ZonedDateTime) => Period.between(self, other),
    "static LocalDate of(int,int,int)": (...parts: number[]) => localOf(parts).as("date"),
    "static LocalDate ofEpochDay(long)": (day: Long) => new ZonedDateTime("date", Number(day) * DAY_MS),
    "static LocalDate ofYearDay(int,int)": (year: number, day: number) =>
      new ZonedDateTime("date", (epochDay(year, 1, 1) + day - 1) * DAY_MS),
  },
};

const time: ClassDefinition = {
  name: "java.time.LocalTime",
  supers: [TEMPORAL],
  members: {
    ...timeParts("LocalTime"),
    ...parsers("LocalTime", "time"),
    "int toSecondOfDay()": (self: ZonedDateTime) => self.field("SECOND_OF_DAY"),
    "static LocalTime of(int,int)": (hour: number, minute: number) => localOf([1970, 1, 1, hour, minute]).as("time"),
    "static LocalTime of(int,int,int)": (hour: number, minute: number, second: number) =>
      localOf([1970, 1, 1, hour, minute, second]).as("time"),
  },
};

const instant: ClassDefinition = {
  name: "java.time.Instant",
  supers: [TEMPORAL],
  members: {
    ...steps("Instant", "SECONDS MILLIS NANOS"),
    ...sums("Instant"),
    ...parsers("Instant", "instant"),
    "long toEpochMilli()": (self: ZonedDateTime) => self.ms,
    "long getEpochSecond()": (self: ZonedDateTime) => Math.floor(self.ms / 1000),
    "int getNano()": (self: ZonedDateTime) => self.field("NANO_OF_SECOND"),
    "ZonedDateTime atZone(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.at(zone),
    "Instant truncatedTo(ChronoUnit)": (self: ZonedDateTime, unit: EnumValue) => self.truncated(unit.name),
    "static Instant ofEpochMilli(long)": (ms: Long) => new ZonedDateTime("instant", Number(ms)),
    "static Instant ofEpochSecond(long)": (seconds: Long) => new ZonedDateTime("instant", Number(seconds) * 1000),
    "static Instant ofEpochSecond(long,long)": (seconds: Long, nanos: Long) =>
      new ZonedDateTime("instant", Number(seconds) * 1000).plusNanos(Number(nanos)),
  },
  constants: { "Instant EPOCH": new ZonedDateTime("instant", 0) },
};

const AMOUNT = "java.time.temporal.TemporalAmount";

const durationUnits: readonly (readonly [string, number])[] = [
  ["Days", DAY_MS],
  ["Hours", 3_600_000],
  ["Minutes", 60_000],
  ["Seconds", 1000],
  ["Millis", 1],
];

const duration: ClassDefinition = {
  name: "java.time.Duration",
  supers: [AMOUNT, COMPARABLE],
  members: {
    "static Duration between(Temporal,Temporal)": (from: ZonedDateTime, to: ZonedDateTime) =>
      new Duration(to.ms - from.ms),
    ...Object.fromEntries(
      durationUnits.flatMap(([name, ms]): [string, Implementation][] => [
        [`static Duration of${name}(long)`, (count: Long) => new Duration(Number(count) * ms)],
        [`long to${name}()`, (self: Duration) => Math.trunc(self.ms / ms)],
        [`Duration plus${name}(long)`, (self: Duration, count: Long) => new Duration(self.ms + Number(count) * ms)],
        [`Duration minus${name}(long)`, (self: Duration, count: Long) => new Duration(self.ms - Number(count) * ms)],
      ]),
    ),
    "long getSeconds()": (self: Duration) => Math.floor(self.ms / 1000),
    "long toNanos()": (self: Duration) => longOf(BigInt(self.ms) * 1_000_000n),
    "Duration plus(Duration)": (self: Duration, other: Duration) => new Duration(self.ms + other.ms),
    "Duration minus(Duration)": (self: Duration, other: Duration) => new Duration(self.ms - other.ms),
    "Duration abs()": (self: Duration) => new Duration(Math.abs(self.ms)),
    "Duration negated()": (self: Duration) => new Duration(-self.ms),
    "boolean isNegative()": (self: Duration) => self.ms < 0,
    "boolean isZero()": (self: Duration) => self.ms === 0,
  },
};

const period: ClassDefinition = {
  name: "java.time.Period",
  supers: [AMOUNT],
  members: {
    "static Period between(LocalDate,LocalDate)": (from: ZonedDateTime, to: ZonedDateTime) => Period.between(from, to),
    "static Period of(int,int,int)": (years: number, months: number, days: number) =>
      new Period(years * 12 + months, days),
    "static Period ofDays(int)": (days: number) => new Period(0, days),
    "static Period ofWeeks(int)": (weeks: number) => new Period(0, weeks * 7),
    "static Period ofMonths(int)": (months: number) => new Period(months, 0),
    "static Period ofYears(int)": (years: number) => new Period(years * 12, 0),
    "int getYears()": (self: Period) => Math.trunc(self.months / 12),
    "int getMonths()": (self: Period) => self.months % 12,
    "int getDays()": (self: Period) => self.days,
    "long toTotalMonths()": (self: Period) => self.months,
  },
};

const zone: ClassDefinition = {
  name: "java.time.ZoneId",
  members: {
    "static ZoneId of(String)": (name: string) => Zone.of(name),
    "String getId()": (self: Zone) => self.zone.name,
  },
};

const offset: ClassDefinition = {
  name: "java.time.ZoneOffset",
  supers: ["java.time.ZoneId"],
  members: {
    "static ZoneOffset of(String)": (name: string) => Zone.of(name),
    "static ZoneOffset ofHours(int)": (hours: number) => Zone.of(offsetText(hours * 3_600_000)),
    "int getTotalSeconds()": (self: Zone) => self.zone.offsetMs(0) / 1000,
  },
  constants: { "ZoneOffset UTC": new Zone(utc) },
};

/** Formats by the names of the constants of the class. */
const FORMATS: Readonly<Record<string, string>> = {
  ISO_DATE: "strict_date",
  ISO_LOCAL_DATE: "strict_date",
  ISO_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ss[.SSS][XXX]['['VV']']",
  ISO_LOCAL_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ss",
  ISO_OFFSET_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ssXXX",
  ISO_ZONED_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ssXXX",
  ISO_INSTANT: "strict_date_time",
  BASIC_ISO_DATE: "uuuuMMdd",
  ISO_LOCAL_TIME: "HH:mm:ss",
  ISO_WEEK_DATE: "strict_week_date",
  ISO_ORDINAL_DATE: "strict_ordinal_date",
};

const formatter: ClassDefinition = {
  name: "java.time.format.DateTimeFormatter",
  members: {
    "static DateTimeFormatter ofPattern(String)": (pattern: string) => Formatter.ofPattern(pattern),
    "static DateTimeFormatter ofPattern(String,Locale)": (pattern: string) => Formatter.ofPattern(pattern),
    "DateTimeFormatter withZone(ZoneId)": (self: Formatter, { zone: of }: Zone) => new Formatter(self.pattern, of),
    "DateTimeFormatter withLocale(Locale)": (self: Formatter) => self,
    "String format(Temporal)": (self: Formatter, value: ZonedDateTime) =>
      (self.zone ? value.at(self.zone) : value).format(self.pattern),
    "Temporal parse(CharSequence)": (self: Formatter, text: Value) =>
      ZonedDateTime.parse("zoned", textOf(text), self.pattern, self.zone),
  },
  constants: Object.fromEntries(
    Object.entries(FORMATS).map(([name, pattern]) => [`DateTimeFormatter ${name}`, new Formatter(pattern)]),
  ),
};

function enumClass(values: readonly EnumValue[], more: Readonly<Record<string, Implementation>> = {}): ClassDefinition {
  const name = values[0]!.java;
  const short = name.slice(name.lastIndexOf(".") + 1);
  return {
    name,
    supers: [COMPARABLE],
    members: {
      [`static ${short} valueOf(String)`]: (text: string) => {
        const found = values.find((each) => each.name === text);
        if (!found) throw illegalArgumentError(`No enum constant ${name}.${text}`);
        return found;
      },
      "String name()": (self: EnumValue) => self.name,
      "int ordinal()": (self: EnumValue) => self.ordinal,
      ...more,
    },
    constants: Object.fromEntries(values.map((value) => [`${short} ${value.name}`, value])),
  };
}

const numbered: Readonly<Record<string, Implementation>> = { "int getValue()": (self: EnumValue) => self.ordinal + 1 };

function shortNames(display: "long" | "short"): (value: EnumValue) => string {
  return (value) => {
    const name = value.name[0] + value.name.slice(1).toLowerCase();
    return display === "long" ? name : name.slice(0, 3);
  };
}

const STYLES = ["FULL", "FULL_STANDALONE", "SHORT", "SHORT_STANDALONE", "NARROW", "NARROW_STANDALONE"];

const named: Readonly<Record<string, Implementation>> = {
  "String getDisplayName(TextStyle,Locale)": (self: EnumValue, style: EnumValue) =>
    style.name.startsWith("NARROW")
      ? self.name[0]!
      : shortNames(style.name.startsWith("FULL") ? "long" : "short")(self),
};

export const timeClasses: readonly ClassDefinition[] = [
  temporal,
  { name: "java.time.temporal.TemporalAccessor", members: {} },
  { name: AMOUNT, members: {} },
  zoned,
  local,
  date,
  time,
  instant,
  duration,
  period,
  zone,
  offset,
  formatter,
  enumClass(DAYS, { ...numbered, ...named }),
  enumClass(MONTHS, { ...numbered, ...named }),
  enumClass(UNITS, {
    "long between(Temporal,Temporal)": (self: EnumValue, from: ZonedDateTime, to: ZonedDateTime) =>
      from.until(to, self.name),
  }),
  enumClass(FIELDS),
  enumClass(STYLES.map((name, i) => new EnumValue("java.time.format.TextStyle", name, i))),
];
