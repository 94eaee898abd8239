/** Parses texts by a date pattern: the pattern becomes a regular expression whose groups are the fields. */
import { dateExpression } from "./date-expression.ts";
import { timeZone } from "../time-zone.ts";
import type { DateFields } from "./date-fields.ts";
import { type DateNames, type Names } from "./date-names.ts";
import type { PatternElement } from "./java-date-pattern.ts";
import { namesOfZones, zoneNamed } from "./zone-names.ts";

/** How strictly digits are counted: named formats without `strict_` accept fewer digits. */
export interface ParserOptions {
  readonly lenient: boolean;
  /** Accepts fractions of any length and offsets of any form, as the named formats do. */
  readonly named: boolean;
  /** Names of months, days, halves of the day and eras. */
  readonly names: DateNames;
}

/** One field: what it matches and what it sets. Returning false rejects the text. */
interface FieldParser {
  readonly source: string;
  set(fields: DateFields, text: string): void | false;
}

/** A compiled parser. */
export interface PatternParser {
  /** The fields, or undefined when the text does not match. */
  parse(text: string): DateFields | undefined;
  /** Where matching fails: index, and whether the whole pattern matched before the rest. */
  failure(text: string): { index: number; unparsed: boolean };
}

const FULL_OFFSET = "[+-]\\d{2}:\\d{2}(?::\\d{2})?";
const ZONE_ID = `${FULL_OFFSET}|(?:UTC|GMT|UT)(?:${FULL_OFFSET})?|[A-Z][A-Za-z0-9~/._+:-]*`;
const ANY_OFFSET = "Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?";

/** Compiles a pattern. */
export function compileParser(elements: readonly PatternElement[], options: ParserOptions): PatternParser {
  const setters: FieldParser[] = [];
  const expression = dateExpression(sourceOf(elements, options, setters), true);
  return {
    parse(text) {
      const match = expression(text, 0);
      if (!match) return undefined;
      const fields: DateFields = {};
      for (let index = 0; index < setters.length; index++) {
        const found = match[index + 1];
        if (found !== undefined && setters[index]!.set(fields, found) === false) return undefined;
      }
      return fields;
    },
    failure: (text) => failureOf(elements, options, text),
  };
}

function sourceOf(elements: readonly PatternElement[], options: ParserOptions, setters: FieldParser[]): string {
  let source = "";
  for (const element of elements) {
    if (element.kind === "literal") source += escape(element.text);
    else if (element.kind === "optional") source += `(?:${sourceOf(element.elements, options, setters)})?`;
    else {
      const field = fieldParser(element.letter, element.count, options);
      const parser = element.pad === undefined ? field : padded(field, element.pad);
      setters.push(parser);
      source += `(${parser.source})`;
    }
  }
  return source;
}

/** A field padded to a width with spaces. */
function padded(field: FieldParser, width: number): FieldParser {
  const whole = new RegExp(`^(?:${field.source})$`, "u");
  return {
    source: `[\\s\\S]{${width}}`,
    set(fields, text) {
      const found = text.replace(/^ +/, "");
      return whole.test(found) ? field.set(fields, found) : false;
    },
  };
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function failureOf(
  elements: readonly PatternElement[],
  options: ParserOptions,
  text: string,
): { index: number; unparsed: boolean } {
  let index = 0;
  for (const element of elements) {
    const setters: FieldParser[] = [];
    const found = dateExpression(sourceOf([element], options, setters), false)(text, index);
    if (
      !found ||
      setters.some((setter, group) => found[group + 1] !== undefined && setter.set({}, found[group + 1]!) === false)
    )
      return { index, unparsed: false };
    index += found[0]!.length;
  }
  return { index, unparsed: true };
}

/** Digits of a field of `count` letters: a fixed number from two letters on, otherwise up to the field's maximum. */
function digitsOf(count: number, most: number, lenient: boolean): string {
  return count >= 2 && !lenient ? `\\d{${count}}` : `\\d{1,${Math.max(most, count)}}`;
}

function numeric(
  count: number,
  most: number,
  lenient: boolean,
  set: (fields: DateFields, value: number) => void,
): FieldParser {
  return { source: digitsOf(count, most, lenient), set: (fields, text) => set(fields, Number(text)) };
}

/** One of several names; the longest match wins. */
function named(names: readonly string[], set: (fields: DateFields, index: number) => void): FieldParser {
  const longestFirst = [...new Set(names)].sort(byLength);
  return { source: longestFirst.map(escape).join("|"), set: (fields, text) => set(fields, names.indexOf(text)) };
}

/** Longest first. */
function byLength(one: string, other: string): number {
  return other.length - one.length;
}

/** The names for a number of letters. */
function namesOf(names: Names, count: number): readonly string[] {
  return count === 3 ? names.short : names.long;
}

function yearOf(count: number, lenient: boolean, set: (fields: DateFields, value: number) => void): FieldParser {
  if (count === 2) return { source: "\\d{2}", set: (fields, text) => set(fields, 2000 + Number(text)) };
  const source = lenient || count === 1 ? "[+-]?\\d{1,9}" : `-?\\d{${count}}|[+-]\\d{${count + 1},9}`;
  return { source, set: (fields, text) => set(fields, Number(text)) };
}

/** Years of an era start at 1. */
function yearOfEra(year: FieldParser): FieldParser {
  return {
    source: year.source,
    set: (fields, text) => (Number(text) > 0 || text === "00" ? year.set(fields, text) : false),
  };
}

function fieldParser(letter: string, count: number, options: ParserOptions): FieldParser {
  const { lenient, names } = options;
  switch (letter) {
    case "y":
      return yearOfEra(yearOf(count, lenient, (fields, value) => void (fields.year = value)));
    case "u":
      return yearOf(count, lenient, (fields, value) => void (fields.year = value));
    case "Y":
      return yearOf(count, lenient, (fields, value) => void (fields.weekYear = value));
    case "G":
      return named(count === 4 ? names.eras.long : names.eras.short, (fields, index) => void (fields.era = index));
    case "M":
    case "L":
      if (count >= 3)
        return named(
          namesOf(letter === "M" ? names.months : names.monthsAlone, count),
          (fields, index) => void (fields.month = index + 1),
        );
      return numeric(count, 2, lenient, (fields, value) => void (fields.month = value));
    case "d":
      return numeric(count, 2, lenient, (fields, value) => void (fields.day = value));
    case "D":
      return numeric(count === 2 ? 1 : count, 3, lenient, (fields, value) => void (fields.dayOfYear = value));
    case "q":
      return numeric(count >= 3 ? 1 : count, 1, lenient, (fields, value) => void (fields.quarter = value));
    case "Q":
      if (count >= 3)
        return named(namesOf(names.quarters, count), (fields, index) => void (fields.quarter = index + 1));
      return numeric(count, 1, lenient, (fields, value) => void (fields.quarter = value));
    case "w":
      return numeric(count, 2, lenient, (fields, value) => void (fields.week = value));
    case "W":
    case "F":
      // Parsed but ignored, as in Elasticsearch: without a day it uses the first of the month.
      return numeric(1, 1, false, () => undefined);
    case "g":
      return { source: `-?\\d{${count},10}`, set: (fields, text) => void (fields.modifiedJulianDay = Number(text)) };
    case "E":
    case "e":
    case "c":
      return weekDayParser(letter, count, options);
    default:
      return timeParser(letter, count, options);
  }
}

/** Day names are parsed, but ignored when the date has a day of month. */
function weekDayParser(letter: string, count: number, { lenient, names }: ParserOptions): FieldParser {
  if (letter !== "E" && count <= 2) return numeric(count, 1, lenient, (fields, value) => void (fields.weekDay = value));
  return named(
    namesOf(letter === "c" ? names.daysAlone : names.days, Math.max(count, 3)),
    (fields, index) => void (fields.namedWeekDay = index + 1),
  );
}

function timeParser(letter: string, count: number, { lenient, named: namedFormat, names }: ParserOptions): FieldParser {
  switch (letter) {
    case "a":
    case "B":
      return named(names.halves, (fields, index) => void (fields.afternoon = index === 1));
    case "H":
      return numeric(count, 2, lenient, (fields, value) => void (fields.hour = value));
    case "k":
      return numeric(count, 2, lenient, (fields, value) => void (fields.hour = value % 24));
    case "h":
    case "K":
      return numeric(count, 2, lenient, (fields, value) => void (fields.hourOfHalfDay = value % 12));
    case "m":
      return numeric(count, 2, lenient, (fields, value) => void (fields.minute = value));
    case "s":
      return numeric(count, 2, lenient, (fields, value) => void (fields.second = value));
    case "S":
      return {
        source: namedFormat ? "\\d{1,9}" : `\\d{${count}}`,
        set: (fields, text) => void (fields.nano = Number(text.slice(0, 9).padEnd(9, "0"))),
      };
    case "n":
      return numeric(1, 9, true, (fields, value) => void (fields.nano = value));
    case "A":
      return numeric(1, 8, true, (fields, value) => void (fields.nanoOfDay = value * 1e6));
    case "N":
      return numeric(1, 14, true, (fields, value) => void (fields.nanoOfDay = value));
    default:
      return letter === "z" || letter === "v" ? zoneNameParser(count) : zoneParser(letter, count, namedFormat);
  }
}

const OFFSETS_X: readonly string[] = [
  "[+-]\\d{2}(?:\\d{2})?",
  "[+-]\\d{4}",
  "[+-]\\d{2}:\\d{2}",
  "[+-]\\d{4}(?:\\d{2})?",
  "[+-]\\d{2}:\\d{2}(?::\\d{2})?",
];

function zoneParser(letter: string, count: number, namedFormat: boolean): FieldParser {
  const set = (fields: DateFields, text: string): void | false => setZone(fields, text);
  if (letter === "V") return { source: ZONE_ID, set: setZoneId };
  if (namedFormat) return { source: ANY_OFFSET, set };
  if (letter === "X") return { source: `Z|${OFFSETS_X[count - 1]}`, set };
  if (letter === "x") return { source: OFFSETS_X[count - 1]!, set };
  if (letter === "O" || count === 4) return { source: "GMT(?:[+-]\\d{1,2}(?::\\d{2})?)?", set };
  return { source: count === 5 ? "Z|[+-]\\d{2}:\\d{2}(?::\\d{2})?" : "[+-]\\d{4}", set };
}

/** Names or abbreviations, and whatever `VV` accepts. */
function zoneNameParser(count: number): FieldParser {
  const long = count === 4;
  return {
    source: long ? `${[...namesOfZones()].sort(byLength).map(escape).join("|")}|${ZONE_ID}` : ZONE_ID,
    set(fields, text) {
      const zone = zoneNamed(text, long);
      if (!zone) return setZoneId(fields, text);
      fields.zone = zone;
    },
  };
}

function setZoneId(fields: DateFields, text: string): void | false {
  // `GMT+2` is a valid zone id, but not accepted in a date.
  if (/^(?:UTC|GMT|UT)?[+-]/.test(text) && !/[+-]\d{2}:\d{2}(?::\d{2})?$/.test(text)) return false;
  try {
    fields.zone = timeZone(text);
  } catch {
    return false;
  }
}

function setZone(fields: DateFields, text: string): void | false {
  const offset = /^(?:GMT)?([+-])(\d{1,2}):?(\d{2})?:?(\d{2})?$/.exec(text);
  if (offset) {
    const [, sign, hours, minutes = "0", seconds = "0"] = offset;
    const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    fields.offsetMs = sign === "-" ? -ms : ms;
    return;
  }
  if (text !== "Z" && text !== "GMT") return false;
  fields.offsetMs = 0;
}
