/** Lengths of time, and years, months and days. */
import { Duration, type EnumValue, Period, type ZonedDateTime } from "../runtime/date-time.ts";
import { arithmeticError, castError, unsupportedTemporal } from "../runtime/java-error.ts";
import { type Long, longOf } from "../runtime/longs.ts";
import { textOf, type Value } from "../runtime/values.ts";
import type { Implementation } from "./class-definition.ts";

export const AMOUNT = "java.time.temporal.TemporalAmount";

const NANOS_OF: readonly (readonly [name: string, nanos: bigint])[] = [
  ["Days", 86_400_000_000_000n],
  ["Hours", 3_600_000_000_000n],
  ["Minutes", 60_000_000_000n],
  ["Seconds", 1_000_000_000n],
  ["Millis", 1_000_000n],
  ["Nanos", 1n],
];

/** Nanoseconds of units by name, for those that are always as long. */
const UNIT_NANOS: ReadonlyMap<string, bigint> = new Map([
  ...NANOS_OF.map(([name, nanos]) => [name.toUpperCase(), nanos] as const),
  ["MICROS", 1000n],
  ["HALF_DAYS", 43_200_000_000_000n],
]);

function nanosOf(count: Long, unit: EnumValue): bigint {
  const nanos = UNIT_NANOS.get(unit.name);
  if (nanos === undefined) throw unsupportedTemporal("Unit must not have an estimated duration");
  return BigInt(count) * nanos;
}

const SECOND = 1_000_000_000n;

const seconds = (self: Duration): number => Math.floor(self.ms / 1000);

export const durationMembers: Readonly<Record<string, Implementation>> = {
  "static Duration between(Temporal,Temporal)": (from: ZonedDateTime, to: ZonedDateTime) =>
    new Duration(to.ms - from.ms, to.nanos - from.nanos),
  "static Duration from(TemporalAmount)": (amount: Value) => {
    if (amount instanceof Duration) return amount;
    throw unsupportedTemporal("Unit must not have an estimated duration");
  },
  "static Duration of(long,ChronoUnit)": (count: Long, unit: EnumValue) => Duration.ofNanos(nanosOf(count, unit)),
  "static Duration ofSeconds(long,long)": (count: Long, nanos: Long) =>
    Duration.ofNanos(BigInt(count) * SECOND + BigInt(nanos)),
  "static Duration parse(CharSequence)": (text: Value) => Duration.parse(textOf(text)),
  ...Object.fromEntries(
    NANOS_OF.flatMap(([name, nanos]): [string, Implementation][] => [
      [`static Duration of${name}(long)`, (count: Long) => Duration.ofNanos(BigInt(count) * nanos)],
      [`long to${name}()`, (self: Duration) => longOf(self.total / nanos)],
      [`Duration plus${name}(long)`, (self: Duration, n: Long) => Duration.ofNanos(self.total + BigInt(n) * nanos)],
      [`Duration minus${name}(long)`, (self: Duration, n: Long) => Duration.ofNanos(self.total - BigInt(n) * nanos)],
    ]),
  ),
  "long getSeconds()": seconds,
  "int getNano()": (self: Duration) => self.nanoOfSecond,
  "Duration plus(Duration)": (self: Duration, other: Duration) => Duration.ofNanos(self.total + other.total),
  "Duration minus(Duration)": (self: Duration, other: Duration) => Duration.ofNanos(self.total - other.total),
  "Duration plus(long,ChronoUnit)": (self: Duration, count: Long, unit: EnumValue) =>
    Duration.ofNanos(self.total + nanosOf(count, unit)),
  "Duration minus(long,ChronoUnit)": (self: Duration, count: Long, unit: EnumValue) =>
    Duration.ofNanos(self.total - nanosOf(count, unit)),
  "Duration multipliedBy(long)": (self: Duration, by: Long) => Duration.ofNanos(self.total * BigInt(by)),
  "Duration dividedBy(long)": (self: Duration, by: Long) => {
    if (by === 0) throw arithmeticError("Cannot divide by zero");
    return Duration.ofNanos(self.total / BigInt(by));
  },
  "Duration withSeconds(long)": (self: Duration, count: Long) =>
    Duration.ofNanos(BigInt(count) * SECOND + BigInt(self.nanoOfSecond)),
  "Duration withNanos(int)": (self: Duration, nanos: number) =>
    Duration.ofNanos(BigInt(seconds(self)) * SECOND + BigInt(nanos)),
  "Duration abs()": (self: Duration) => (self.total < 0n ? Duration.ofNanos(-self.total) : self),
  "Duration negated()": (self: Duration) => Duration.ofNanos(-self.total),
  "boolean isNegative()": (self: Duration) => self.ms < 0,
  "boolean isZero()": (self: Duration) => self.total === 0n,
};

function periodOf(amount: Value): Period {
  if (amount instanceof Period) return amount;
  throw castError("no period");
}

const PARTS = ["Years", "Months", "Days"] as const;

/** So many of one part. */
function only(name: (typeof PARTS)[number], count: Long): Period {
  const number = Number(count);
  return new Period(name === "Years" ? number : 0, name === "Months" ? number : 0, name === "Days" ? number : 0);
}

const part = (self: Period, name: (typeof PARTS)[number]): number =>
  name === "Years" ? self.years : name === "Months" ? self.monthsOnly : self.days;

const NONE = new Period(0, 0, 0);

export const periodMembers: Readonly<Record<string, Implementation>> = {
  "static Period between(LocalDate,LocalDate)": (from: ZonedDateTime, to: ZonedDateTime) => Period.between(from, to),
  "static Period from(TemporalAmount)": periodOf,
  "static Period of(int,int,int)": (years: number, months: number, days: number) => new Period(years, months, days),
  "static Period ofWeeks(int)": (weeks: number) => new Period(0, 0, weeks * 7),
  "static Period parse(CharSequence)": (text: Value) => Period.parse(textOf(text)),
  ...Object.fromEntries(
    PARTS.flatMap((name): [string, Implementation][] => [
      [`static Period of${name}(int)`, (count: number) => only(name, count)],
      [`int get${name}()`, (self: Period) => part(self, name)],
      [`Period plus${name}(long)`, (self: Period, count: Long) => self.plus(only(name, count), 1)],
      [`Period minus${name}(long)`, (self: Period, count: Long) => self.plus(only(name, count), -1)],
      [`Period with${name}(int)`, (self: Period, count: number) => self.plus(only(name, count - part(self, name)), 1)],
    ]),
  ),
  "long toTotalMonths()": (self: Period) => self.months,
  "boolean isNegative()": (self: Period) => self.years < 0 || self.monthsOnly < 0 || self.days < 0,
  "boolean isZero()": (self: Period) => self.equals(NONE),
  "Period negated()": (self: Period) => NONE.plus(self, -1),
  "Period normalized()": (self: Period) => new Period(Math.trunc(self.months / 12), self.months % 12, self.days),
  "Period multipliedBy(int)": (self: Period, by: number) => NONE.plus(self, by),
  "Period plus(TemporalAmount)": (self: Period, other: Value) => self.plus(periodOf(other), 1),
  "Period minus(TemporalAmount)": (self: Period, other: Value) => self.plus(periodOf(other), -1),
};
