/** java.time. */
import { put } from "../../../core/names.ts";
import { daysInMonth, epochDay } from "../../../compat/dates/date-fields.ts";
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
import { formOf } from "../runtime/array-forms.ts";
import { JavaArray } from "../runtime/collections.ts";
import { dateTimeError, illegalArgumentError, unsupportedTemporal } from "../runtime/java-error.ts";
import { JavaSet } from "../runtime/maps.ts";
import type { Long } from "../runtime/longs.ts";
import {
  adjusted,
  adjusters,
  checkedDay,
  checkedField,
  checkedYearDay,
  enumAt,
  timeOfNanos,
  withField,
} from "../runtime/temporal-fields.ts";
import { textOf, type Value } from "../runtime/values.ts";
import { AMOUNT, durationMembers, periodMembers } from "./time-amounts.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";

const DAY_MS = 86_400_000;

const COMPARABLE = "java.lang.Comparable";

const TEMPORAL = "java.time.temporal.Temporal";
const ACCESSOR = "java.time.temporal.TemporalAccessor";
const ADJUSTER = "java.time.temporal.TemporalAdjuster";

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
    [`${type} withYear(int)`]: (self: ZonedDateTime, year: number) => withField(self, "YEAR", year),
    [`${type} withMonth(int)`]: (self: ZonedDateTime, month: number) => withField(self, "MONTH_OF_YEAR", month),
    [`${type} withDayOfMonth(int)`]: (self: ZonedDateTime, day: number) => withField(self, "DAY_OF_MONTH", day),
    [`${type} withDayOfYear(int)`]: (self: ZonedDateTime, day: number) => withField(self, "DAY_OF_YEAR", day),
  };
}

function timeParts(type: string): Record<string, Implementation> {
  const set = (field: string) => (self: ZonedDateTime, value: number) => withField(self, field, value);
  return {
    ...getters(TIME_GETTERS),
    ...steps(type, "HOURS MINUTES SECONDS NANOS"),
    [`${type} withHour(int)`]: set("HOUR_OF_DAY"),
    [`${type} withMinute(int)`]: set("MINUTE_OF_HOUR"),
    [`${type} withSecond(int)`]: set("SECOND_OF_MINUTE"),
    [`${type} withNano(int)`]: set("NANO_OF_SECOND"),
    [`${type} truncatedTo(ChronoUnit)`]: (self: ZonedDateTime, unit: EnumValue) => self.truncated(unit.name),
  };
}

const temporal: ClassDefinition = {
  name: TEMPORAL,
  supers: [COMPARABLE, ACCESSOR],
  members: {
    "long until(Temporal,ChronoUnit)": (self: ZonedDateTime, other: ZonedDateTime, unit: EnumValue) =>
      self.until(other, unit.name),
    "boolean isAfter(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) > 0,
    "boolean isBefore(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) < 0,
    "boolean isEqual(Temporal)": (self: ZonedDateTime, other: ZonedDateTime) => self.compareTo(other) === 0,
    "String format(DateTimeFormatter)": (self: ZonedDateTime, { pattern, zone }: Formatter) =>
      (zone && self.kind === "zoned" ? self.at(zone) : self).format(pattern),
  },
};

/** Units that are longer than those of times. */
const DATE_UNITS = new Set("DAYS WEEKS MONTHS YEARS DECADES CENTURIES MILLENNIA".split(" "));

function plusUnit(self: ZonedDateTime, count: Long, unit: EnumValue): ZonedDateTime {
  const isDate = DATE_UNITS.has(unit.name);
  if ((isDate && self.kind === "time") || (!isDate && self.kind === "date"))
    throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  return self.plus(Number(count), unit.name);
}

const unitOf = (name: string): EnumValue => UNITS.find((unit) => unit.name === name)!;

function plusAmount(self: ZonedDateTime, amount: Duration | Period, sign: 1 | -1): ZonedDateTime {
  if (amount instanceof Duration) {
    if (self.kind === "date") throw unsupportedTemporal("Unsupported unit: Seconds");
    return self.plus(sign * amount.ms, "MILLIS").plusNanos(sign * amount.nanos);
  }
  const months = amount.months === 0 ? self : plusUnit(self, sign * amount.months, unitOf("MONTHS"));
  return amount.days === 0 ? months : plusUnit(months, sign * amount.days, unitOf("DAYS"));
}

/** `plus` and `minus`, with a unit or an amount; `with` a field or what adjusts. */
function sums(type: string): Record<string, Implementation> {
  return {
    [`${type} plus(long,ChronoUnit)`]: plusUnit,
    [`${type} minus(long,ChronoUnit)`]: (self: ZonedDateTime, count: Long, unit: EnumValue) =>
      plusUnit(self, -Number(count), unit),
    [`${type} plus(TemporalAmount)`]: (self: ZonedDateTime, amount: Duration | Period) => plusAmount(self, amount, 1),
    [`${type} minus(TemporalAmount)`]: (self: ZonedDateTime, amount: Duration | Period) => plusAmount(self, amount, -1),
    [`${type} with(TemporalAdjuster)`]: adjusted,
    [`${type} with(ChronoField,long)`]: (self: ZonedDateTime, field: EnumValue, value: Long) =>
      withField(self, field.name, value),
  };
}

/** `from`, of what has at least as much. */
function taken(type: string, kind: DateKind): Record<string, Implementation> {
  return {
    [`static ${type} from(TemporalAccessor)`]: (of: Value) => {
      if (
        of instanceof ZonedDateTime &&
        (of.kind === kind || of.kind === "zoned" || (of.kind === "local" && kind !== "zoned" && kind !== "instant"))
      )
        return of.kind === kind ? of : of.as(kind);
      throw dateTimeError(`Unable to obtain ${type} from TemporalAccessor: ${textOf(of)}`);
    },
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
    ...taken("ZonedDateTime", "zoned"),
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
    "ZonedDateTime withFixedOffsetZone()": (self: ZonedDateTime) =>
      self.at(Zone.of(offsetText(self.zone.offsetMs(self.ms))).zone),
    "static ZonedDateTime of(LocalDate,LocalTime,ZoneId)": (
      ...[onDate, atTime, { zone }]: [ZonedDateTime, ZonedDateTime, Zone]
    ) => new ZonedDateTime("local", onDate.ms + atTime.ms, atTime.nanos).local(zone),
    "static ZonedDateTime of(LocalDateTime,ZoneId)": (local: ZonedDateTime, { zone }: Zone) => local.local(zone),
    "static ZonedDateTime of(int,int,int,int,int,int,int,ZoneId)": (...parts: [...number[], Zone]) => {
      const { zone } = parts[7] as Zone;
      return localOf(parts.slice(0, 7) as number[]).local(zone);
    },
  },
};

function localOf([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, nano = 0]: number[]): ZonedDateTime {
  checkedField("HOUR_OF_DAY", hour);
  checkedField("MINUTE_OF_HOUR", minute);
  checkedField("SECOND_OF_MINUTE", second);
  checkedField("NANO_OF_SECOND", nano);
  const inEpoch = checkedDay(year, month, day);
  const ms = inEpoch * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1e6);
  return new ZonedDateTime("local", ms, nano % 1e6);
}

const local: ClassDefinition = {
  name: "java.time.LocalDateTime",
  supers: [TEMPORAL, ADJUSTER],
  members: {
    ...dateParts("LocalDateTime"),
    ...timeParts("LocalDateTime"),
    ...sums("LocalDateTime"),
    ...parsers("LocalDateTime", "local"),
    ...taken("LocalDateTime", "local"),
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
    "static LocalDateTime ofEpochSecond(long,int,ZoneOffset)": (seconds: Long, nano: number, { zone }: Zone) =>
      new ZonedDateTime("instant", Number(seconds) * 1000)
        .plusNanos(checkedField("NANO_OF_SECOND", nano))
        .at(zone)
        .as("local"),
    "static LocalDateTime of(LocalDate,LocalTime)": (date: ZonedDateTime, time: ZonedDateTime) =>
      new ZonedDateTime("local", date.ms + time.ms, time.nanos),
  },
};

const date: ClassDefinition = {
  name: "java.time.LocalDate",
  supers: [TEMPORAL, ADJUSTER],
  members: {
    ...dateParts("LocalDate"),
    ...sums("LocalDate"),
    ...parsers("LocalDate", "date"),
    ...taken("LocalDate", "date"),
    "boolean isLeapYear()": (self: ZonedDateTime) => self.isLeapYear,
    "int lengthOfMonth()": (self: ZonedDateTime) =>
      self.plusMonths(1).withDate(self.plusMonths(1).date.year, self.plusMonths(1).date.month, 1).plus(-1, "DAYS").date
        .day,
    "int lengthOfYear()": (self: ZonedDateTime) => (self.isLeapYear ? 366 : 365),
    "long toEpochDay()": (self: ZonedDateTime) => self.day,
    "LocalDateTime atStartOfDay()": (self: ZonedDateTime) => self.as("local"),
    "ZonedDateTime atStartOfDay(ZoneId)": (self: ZonedDateTime, { zone }: Zone) => self.local(zone),
    "Period until(LocalDate)": (self: ZonedDateTime, other: ZonedDateTime) => Period.between(self, other),
    "LocalDateTime atTime(LocalTime)": (self: ZonedDateTime, { ms, nanos }: ZonedDateTime) =>
      new ZonedDateTime("local", self.ms + ms, nanos),
    ...Object.fromEntries(
      [2, 3, 4].map((count): [string, Implementation] => [
        `LocalDateTime atTime(${"int,".repeat(count).slice(0, -1)})`,
        (self: ZonedDateTime, ...parts: number[]) => localOf([...Object.values(self.date), ...parts]),
      ]),
    ),
    "static LocalDate of(int,int,int)": (...parts: number[]) => localOf(parts).as("date"),
    "static LocalDate ofEpochDay(long)": (day: Long) => new ZonedDateTime("date", Number(day) * DAY_MS),
    "static LocalDate ofYearDay(int,int)": (year: number, day: number) =>
      new ZonedDateTime("date", checkedYearDay(year, day) * DAY_MS),
  },
};

const time: ClassDefinition = {
  name: "java.time.LocalTime",
  supers: [TEMPORAL, ADJUSTER],
  members: {
    ...timeParts("LocalTime"),
    ...parsers("LocalTime", "time"),
    ...taken("LocalTime", "time"),
    ...sums("LocalTime"),
    "LocalDateTime atDate(LocalDate)": (self: ZonedDateTime, { ms }: ZonedDateTime) =>
      new ZonedDateTime("local", ms + self.ms, self.nanos),
    "long toNanoOfDay()": (self: ZonedDateTime) => self.field("NANO_OF_DAY"),
    "static LocalTime ofNanoOfDay(long)": timeOfNanos,
    "static LocalTime ofSecondOfDay(long)": (seconds: Long) =>
      new ZonedDateTime("time", checkedField("SECOND_OF_DAY", seconds) * 1000),
    "static LocalTime of(int,int,int,int)": (...parts: number[]) => localOf([1970, 1, 1, ...parts]).as("time"),
    "int toSecondOfDay()": (self: ZonedDateTime) => self.field("SECOND_OF_DAY"),
    "static LocalTime of(int,int)": (hour: number, minute: number) => localOf([1970, 1, 1, hour, minute]).as("time"),
    "static LocalTime of(int,int,int)": (hour: number, minute: number, second: number) =>
      localOf([1970, 1, 1, hour, minute, second]).as("time"),
  },
  constants: {
    "LocalTime MIN": new ZonedDateTime("time", 0),
    "LocalTime MIDNIGHT": new ZonedDateTime("time", 0),
    "LocalTime NOON": new ZonedDateTime("time", DAY_MS / 2),
    "LocalTime MAX": new ZonedDateTime("time", DAY_MS - 1, 999_999),
  },
};

const instant: ClassDefinition = {
  name: "java.time.Instant",
  supers: [TEMPORAL],
  members: {
    ...steps("Instant", "SECONDS MILLIS NANOS"),
    ...sums("Instant"),
    ...parsers("Instant", "instant"),
    ...taken("Instant", "instant"),
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

const duration: ClassDefinition = {
  name: "java.time.Duration",
  supers: [AMOUNT, COMPARABLE],
  members: durationMembers,
  constants: { "Duration ZERO": new Duration(0) },
};

const period: ClassDefinition = {
  name: "java.time.Period",
  supers: [AMOUNT],
  members: periodMembers,
  constants: { "Period ZERO": new Period(0, 0, 0) },
};

const zone: ClassDefinition = {
  name: "java.time.ZoneId",
  members: {
    "static ZoneId of(String)": (name: string) => Zone.of(name),
    "static Set getAvailableZoneIds()": () => new JavaSet("hash", Intl.supportedValuesOf("timeZone")),
    "static ZoneId from(TemporalAccessor)": (of: Value) => {
      if (of instanceof ZonedDateTime && of.kind === "zoned") return new Zone(of.zone);
      throw dateTimeError(`Unable to obtain ZoneId from TemporalAccessor: ${textOf(of)}`);
    },
    "ZoneId normalized()": (self: Zone) => self,
    "String getId()": (self: Zone) => self.zone.name,
  },
};

const MOST_OFFSET = 18 * 3600;

function offsetOf(hours: number, minutes: number, seconds: number): Zone {
  const beyond = (name: string, value: number, most: number): Error =>
    dateTimeError(`Zone offset ${name} not in valid range: value ${value} is not in the range -${most} to ${most}`);
  if (Math.abs(hours) > 18) throw beyond("hours", hours, 18);
  if (hours > 0 && (minutes < 0 || seconds < 0))
    throw dateTimeError("Zone offset minutes and seconds must be positive because hours is positive");
  if (hours < 0 && (minutes > 0 || seconds > 0))
    throw dateTimeError("Zone offset minutes and seconds must be negative because hours is negative");
  if (minutes * seconds < 0) throw dateTimeError("Zone offset minutes and seconds must have the same sign");
  if (Math.abs(minutes) > 59) throw beyond("minutes", minutes, 59);
  if (Math.abs(seconds) > 59) throw beyond("seconds", seconds, 59);
  const total = (hours * 60 + minutes) * 60 + seconds;
  if (Math.abs(total) > MOST_OFFSET) throw dateTimeError("Zone offset not in valid range: -18:00 to +18:00");
  return Zone.of(offsetText(total * 1000));
}

const offset: ClassDefinition = {
  name: "java.time.ZoneOffset",
  supers: ["java.time.ZoneId"],
  members: {
    "static ZoneOffset of(String)": (name: string) => Zone.of(name),
    "static ZoneOffset ofHours(int)": (hours: number) => offsetOf(hours, 0, 0),
    "static ZoneOffset ofHoursMinutes(int,int)": (hours: number, minutes: number) => offsetOf(hours, minutes, 0),
    "static ZoneOffset ofHoursMinutesSeconds(int,int,int)": offsetOf,
    "static ZoneOffset ofTotalSeconds(int)": (seconds: number) => {
      if (Math.abs(seconds) > MOST_OFFSET) throw dateTimeError("Zone offset not in valid range: -18:00 to +18:00");
      return Zone.of(offsetText(seconds * 1000));
    },
    "int getTotalSeconds()": (self: Zone) => self.zone.offsetMs(0) / 1000,
  },
  constants: {
    "ZoneOffset UTC": new Zone(utc),
    "ZoneOffset MIN": Zone.of("-18:00"),
    "ZoneOffset MAX": Zone.of("+18:00"),
  },
};

/** Formats by the names of the constants of the class. */
const FORMATS: Readonly<Record<string, string>> = {
  ISO_DATE: "strict_date",
  ISO_LOCAL_DATE: "strict_date",
  ISO_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ss[.SSS][XXX]['['VV']']",
  ISO_LOCAL_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ss",
  ISO_OFFSET_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ssXXX",
  ISO_ZONED_DATE_TIME: "uuuu-MM-dd'T'HH:mm:ssXXX",
  ISO_INSTANT: "strict_onDatetime",
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

function enumClass(
  values: readonly EnumValue[],
  more: Readonly<Record<string, Implementation>> = {},
  supers: readonly string[] = [],
): ClassDefinition {
  const name = values[0]!.java;
  const short = name.slice(name.lastIndexOf(".") + 1);
  return {
    name,
    supers: [COMPARABLE, ...supers],
    members: {
      [`static ${short} valueOf(String)`]: (text: string) => {
        const found = values.find((each) => each.name === text);
        if (!found) throw illegalArgumentError(`No enum constant ${name}.${text}`);
        return found;
      },
      [`static ${short}[] values()`]: () => new JavaArray(name, [...values], formOf(name)),
      "String name()": (self: EnumValue) => self.name,
      "int ordinal()": (self: EnumValue) => self.ordinal,
      ...more,
    },
    constants: Object.fromEntries(values.map((value) => [`${short} ${value.name}`, value])),
  };
}

/** Days of weeks and months of years: they have numbers, and go round. */
function round(type: string, values: readonly EnumValue[]): Readonly<Record<string, Implementation>> {
  const at = (place: number): EnumValue => values[((place % values.length) + values.length) % values.length]!;
  return {
    "int getValue()": (self: EnumValue) => self.ordinal + 1,
    [`static ${type} of(int)`]: (number: number) => {
      const found = values[number - 1];
      if (found) return found;
      throw dateTimeError(`Invalid value for ${type === "Month" ? "MonthOfYear" : type}: ${number}`);
    },
    [`static ${type} from(TemporalAccessor)`]: (of: ZonedDateTime | EnumValue) => enumAt(values, of),
    [`${type} plus(long)`]: (self: EnumValue, count: Long) => at(self.ordinal + Number(BigInt(count) % 84n)),
    [`${type} minus(long)`]: (self: EnumValue, count: Long) => at(self.ordinal - Number(BigInt(count) % 84n)),
  };
}

const monthLengths: Readonly<Record<string, Implementation>> = {
  "int length(boolean)": (self: EnumValue, leap: boolean) => daysInMonth(leap ? 2000 : 2001, self.ordinal + 1),
  "int minLength()": (self: EnumValue) => daysInMonth(2001, self.ordinal + 1),
  "int maxLength()": (self: EnumValue) => daysInMonth(2000, self.ordinal + 1),
  "int firstDayOfYear(boolean)": (self: EnumValue, leap: boolean) =>
    epochDay(leap ? 2000 : 2001, self.ordinal + 1, 1) - epochDay(leap ? 2000 : 2001, 1, 1) + 1,
  "Month firstMonthOfQuarter()": (self: EnumValue) => MONTHS[self.ordinal - (self.ordinal % 3)]!,
};

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
  {
    name: ACCESSOR,
    members: {
      "int get(ChronoField)": (self: ZonedDateTime, field: EnumValue) => self.field(field.name),
      "long getLong(ChronoField)": (self: ZonedDateTime, field: EnumValue) => self.field(field.name),
    },
  },
  { name: ADJUSTER, members: {}, functional: "Temporal adjustInto(Temporal)" },
  { name: "java.time.temporal.TemporalAdjusters", members: adjusters() },
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
  enumClass(DAYS, { ...round("DayOfWeek", DAYS), ...named }, [ACCESSOR, ADJUSTER]),
  enumClass(MONTHS, { ...round("Month", MONTHS), ...monthLengths, ...named }, [ACCESSOR, ADJUSTER]),
  enumClass(UNITS, {
    "long between(Temporal,Temporal)": (self: EnumValue, from: ZonedDateTime, to: ZonedDateTime) =>
      from.until(to, self.name),
  }),
  enumClass(FIELDS),
  enumClass(STYLES.map((name, i) => new EnumValue("java.time.format.TextStyle", name, i))),
];
