/** Prints instants by a date pattern. */
import type { TimeZone } from "../time-zone.ts";
import {
  civilDate,
  dateTimeException,
  dayOfWeek,
  epochDay,
  MODIFIED_JULIAN_EPOCH,
  rootWeeks,
  weekDate,
  weekOfMonth,
  type Weeks,
} from "./date-fields.ts";
import { type DateNames, englishNames, type Names } from "./date-names.ts";
import type { PatternElement } from "./java-date-pattern.ts";
import { genericZoneName, zoneAbbreviation, zoneName } from "./zone-names.ts";

/** The local-time fields of an instant. */
interface LocalDateTime {
  /** Milliseconds since 1970, UTC. */
  readonly ms: number;
  readonly days: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Milliseconds of the day. */
  readonly time: number;
  /** Nanoseconds of the second. */
  readonly nano: number;
  readonly offsetMs: number;
  readonly zone: TimeZone;
  readonly weeks: Weeks;
}

type Print = (parts: LocalDateTime) => string;

/**
 * Compiles a pattern to a function from instant and zone to text. Fractions in `named` formats have three to nine
 * digits.
 */
export function compilePrinter(
  elements: readonly PatternElement[],
  options: { readonly weeks?: Weeks; readonly names?: DateNames } = {},
): (ms: number, nanos: number, zone: TimeZone) => string {
  const prints = printsOf(elements, options.names ?? englishNames);
  const weeks = options.weeks ?? rootWeeks;
  return (ms, nanos, zone) => {
    const offsetMs = zone.offsetMs(ms);
    const local = ms + offsetMs;
    const days = Math.floor(local / 86_400_000);
    const time = local - days * 86_400_000;
    const parts: LocalDateTime = {
      ms,
      days,
      ...civilDate(days),
      time,
      nano: (time % 1000) * 1e6 + nanos,
      offsetMs,
      zone,
      weeks,
    };
    let text = "";
    for (const print of prints) text += print(parts);
    return text;
  };
}

function printsOf(elements: readonly PatternElement[], names: DateNames): Print[] {
  return elements.flatMap((element): Print[] => {
    if (element.kind === "literal") return [() => element.text];
    if (element.kind === "optional") return printsOf(element.elements, names);
    const print = fieldPrint(element.letter, element.count, names);
    return [element.pad === undefined ? print : padded(print, element.pad)];
  });
}

function padded(print: Print, width: number): Print {
  return (parts) => {
    const text = print(parts);
    if (text.length > width)
      throw dateTimeException(`Cannot print as output of ${text.length} characters exceeds pad width of ${width}`);
    return text.padStart(width, " ");
  };
}

function pad(value: number, count: number): string {
  return String(value).padStart(count, "0");
}

function signedPad(value: number, count: number): string {
  return (value < 0 ? "-" : "") + pad(Math.abs(value), count);
}

/** Years with more digits than requested get a sign; negative years are padded after it. */
export function printYear(year: number, count: number): string {
  if (count === 2) return pad(((year % 100) + 100) % 100, 2);
  const digits = pad(Math.abs(year), count);
  if (year < 0) return `-${digits}`;
  return count >= 4 && digits.length > count ? `+${digits}` : digits;
}

/** Fraction of a second with at least three digits, and more if they are not zero. */
export function printFraction(nano: number): string {
  return pad(nano, 9).replace(/0{1,6}$/, "");
}

function fieldPrint(letter: string, count: number, names: DateNames): Print {
  switch (letter) {
    case "u":
      return ({ year }) => printYear(year, count);
    case "y":
      return ({ year }) => printYear(year > 0 ? year : 1 - year, count);
    case "G":
      return printName(names.eras, count, ({ year }) => (year > 0 ? 1 : 0));
    case "M":
    case "L":
      if (count >= 3)
        return printName(letter === "M" ? names.months : names.monthsAlone, count, ({ month }) => month - 1);
      return ({ month }) => pad(month, count);
    case "d":
      return ({ day }) => pad(day, count);
    case "D":
      return ({ days, year }) => pad(days - epochDay(year, 1, 1) + 1, count);
    case "q":
      // Java has no standalone names of quarters.
      return ({ month }) => pad(Math.ceil(month / 3), count >= 3 ? 1 : count);
    case "Q":
      if (count >= 3) return printName(names.quarters, count, ({ month }) => Math.ceil(month / 3) - 1);
      return ({ month }) => pad(Math.ceil(month / 3), count);
    case "Y":
      return ({ days, weeks }) => printYear(weekDate(days, weeks).weekYear, count);
    case "w":
      return ({ days, weeks }) => pad(weekDate(days, weeks).week, count);
    case "W":
      return ({ days, weeks }) => String(weekOfMonth(days, weeks));
    case "F":
      return ({ day }) => String(Math.ceil(day / 7));
    case "g":
      return ({ days }) => signedPad(days + MODIFIED_JULIAN_EPOCH, count);
    case "E":
      return printName(names.days, count, weekDayIndex);
    case "e":
    case "c":
      if (count > 2) return printName(letter === "e" ? names.days : names.daysAlone, count, weekDayIndex);
      return ({ days, weeks }) => pad(weekDate(days, weeks).weekDay, count);
    default:
      return timePrint(letter, count, names);
  }
}

/** Four letters give the long name, five the narrow one. */
function printName({ long, short, narrow }: Names, count: number, indexOf: (parts: LocalDateTime) => number): Print {
  const names = count === 5 ? narrow : count === 4 ? long : short;
  return (parts) => names[indexOf(parts)]!;
}

function weekDayIndex({ days }: LocalDateTime): number {
  return dayOfWeek(days) - 1;
}

function timePrint(letter: string, count: number, { halves, locale }: DateNames): Print {
  const hourOf = (time: number): number => Math.floor(time / 3_600_000);
  switch (letter) {
    case "a":
    case "B":
      return ({ time }) => halves[hourOf(time) < 12 ? 0 : 1];
    case "H":
      return ({ time }) => pad(hourOf(time), count);
    case "k":
      return ({ time }) => pad(hourOf(time) || 24, count);
    case "K":
      return ({ time }) => pad(hourOf(time) % 12, count);
    case "h":
      return ({ time }) => pad(hourOf(time) % 12 || 12, count);
    case "m":
      return ({ time }) => pad(Math.floor(time / 60_000) % 60, count);
    case "s":
      return ({ time }) => pad(Math.floor(time / 1000) % 60, count);
    case "S":
      return ({ nano }) => pad(nano, 9).slice(0, count).padEnd(count, "0");
    case "n":
      return ({ nano }) => pad(nano, count);
    case "A":
      return ({ time }) => pad(time, count);
    case "N":
      return ({ time, nano }) => pad(Math.floor(time / 1000) * 1e9 + nano, count);
    default:
      return zonePrint(letter, count, locale);
  }
}

/** Offset formats by number of letters: `+01`, `+0100`, `+01:00`, and with seconds if there are any. */
function printOffset(offsetMs: number, form: number): string {
  const seconds = Math.abs(Math.trunc(offsetMs / 1000));
  const sign = offsetMs < 0 ? "-" : "+";
  const hours = pad(Math.floor(seconds / 3600), 2);
  const minutes = pad(Math.floor(seconds / 60) % 60, 2);
  const rest = seconds % 60;
  if (form === 1) return sign + hours + (minutes === "00" ? "" : minutes);
  const colon = form === 3 || form === 5 ? ":" : "";
  return sign + hours + colon + minutes + (form >= 4 && rest > 0 ? colon + pad(rest, 2) : "");
}

function zonePrint(letter: string, count: number, locale: string): Print {
  switch (letter) {
    case "X":
      return ({ offsetMs }) => (offsetMs === 0 ? "Z" : printOffset(offsetMs, count));
    case "x":
      return ({ offsetMs }) => printOffset(offsetMs, count);
    case "Z":
      if (count === 4) return ({ offsetMs }) => localizedOffset(offsetMs, true);
      return ({ offsetMs }) =>
        count === 5 ? (offsetMs === 0 ? "Z" : printOffset(offsetMs, 5)) : printOffset(offsetMs, 2);
    case "O":
      return ({ offsetMs }) => localizedOffset(offsetMs, count === 4);
    case "z":
      return count === 4
        ? ({ zone, ms }) => zoneName(zone, ms, locale)
        : ({ zone, ms }) => zoneAbbreviation(zone, ms, locale);
    case "v":
      return ({ zone, ms }) => genericZoneName(zone, ms, count === 4, locale);
    default:
      return ({ zone }) => zone.name;
  }
}

function localizedOffset(offsetMs: number, full: boolean): string {
  if (offsetMs === 0) return "GMT";
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})/.exec(printOffset(offsetMs, 3))!;
  if (full) return `GMT${sign}${hours}:${minutes}`;
  return `GMT${sign}${Number(hours)}${minutes === "00" ? "" : `:${minutes}`}`;
}
