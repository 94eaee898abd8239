/**
 * Date formats as written by users: named formats or java.time patterns, several joined by `||`. Compiled once and
 * cached. Parsing tries all in order; printing uses the first.
 */
import { illegalArgument, RequestError } from "../errors.ts";
import { ownOf } from "../../core/names.ts";
import { type TimeZone, utc } from "../time-zone.ts";
import { type Instant, isoWeeks, resolveFields, rootWeeks } from "./date-fields.ts";
import { type DateNames, dateNames, englishNames } from "./date-names.ts";
import { compileParser, type ParserOptions } from "./date-pattern-parser.ts";
import { compilePrinter, printFraction, printYear } from "./date-pattern-printer.ts";
import { parseDatePattern, type PatternElement } from "./java-date-pattern.ts";
import { parseIsoDate } from "./iso-date.ts";
import { LENIENT_OPTIONAL_TIME, namedDatePatterns, optionalTimeNames } from "./named-date-formats.ts";

/** Parse options: `roundUp` replaces missing times by the last instant; `zone` applies to texts without one. */
export interface DateParseOptions {
  readonly roundUp?: boolean;
  readonly zone?: TimeZone | undefined;
}

/** A compiled format. */
export interface DateFormat {
  readonly text: string;
  /**
   * Throws 400 `illegal_argument_exception` "failed to parse date field [x] with format [y]", or `date_time_exception`.
   */
  parse(text: string, options?: DateParseOptions): Instant;
  print(ms: number, nanos?: number, zone?: TimeZone): string;
}

/** One of the alternatives of a format. */
interface Alternative {
  parse(text: string, roundUp: boolean, zone: TimeZone | undefined): Instant | undefined;
  print(ms: number, nanos: number, zone: TimeZone): string;
  /** The message why a text was rejected. */
  failure(text: string): string;
}

const MAX_KEPT = 1000;
const kept = new Map<string, DateFormat>();

/**
 * The format, with names in the language of a locale (`readLocale`). Throws 400 `illegal_argument_exception` "Invalid
 * format: [x]: …".
 */
export function dateFormat(text: string, locale = ""): DateFormat {
  const names = dateNames(locale);
  const key = names === englishNames ? text : `${locale} ${text}`;
  let format = kept.get(key);
  if (!format) {
    format = makeFormat(text, names);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, format);
  }
  return format;
}

function makeFormat(text: string, names: DateNames): DateFormat {
  if (text.trim() === "") throw illegalArgument("No date pattern provided");
  // Patterns of older Elasticsearch versions begin with 8 to mark java.time.
  const parts = (text.startsWith("8") ? text.slice(1) : text).split("||");
  if (parts.some((part) => part === ""))
    throw illegalArgument(`Cannot have empty element in multi date format pattern: ${text}`);
  const alternatives = parts.map((part) => alternativeOf(part, names));
  const [first] = alternatives;
  return {
    text,
    parse(value, options = {}) {
      if (value === "") throw illegalArgument("cannot parse empty datetime");
      for (const alternative of alternatives) {
        const instant = alternative.parse(value, options.roundUp ?? false, options.zone);
        if (instant) return instant;
      }
      const why = alternatives.length > 1 ? "Failed to parse with all enclosed parsers" : first!.failure(value);
      const cause = new RequestError(400, "date_time_parse_exception", why);
      throw new RequestError(
        400,
        "illegal_argument_exception",
        `failed to parse date field [${value}] with format [${text}]`,
        { cause },
      );
    },
    print: (ms, nanos = 0, zone = utc) => first!.print(ms, nanos, zone),
  };
}

function alternativeOf(name: string, names: DateNames): Alternative {
  if (name === "strict_date_optional_time_nanos") return strictOptionalTimeNanos;
  if (optionalTimeNames.has(name)) return strictOptionalTime;
  if (name === "epoch_millis") return epochMillis;
  if (name === "epoch_second") return epochSecond;
  if (name === "date_optional_time")
    return patternAlternative(LENIENT_OPTIONAL_TIME, { named: true, lenient: true, names, print: printOptionalTime });
  const strict = name.startsWith("strict_");
  const pattern = ownOf(namedDatePatterns, strict ? name.slice(7) : name);
  if (pattern !== undefined)
    return patternAlternative(pattern, { named: true, lenient: !strict && !name.startsWith("basic_"), names });
  try {
    return patternAlternative(name, { named: false, lenient: false, names });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", `Invalid format: [${name}]: ${error.message}`, {
      cause: error,
    });
  }
}

function patternAlternative(
  pattern: string,
  options: ParserOptions & { readonly print?: Alternative["print"] },
): Alternative {
  const elements = parseDatePattern(pattern);
  refuseUnknownNames(elements, options.names);
  const parser = compileParser(elements, options);
  const weeks = options.named ? isoWeeks : rootWeeks;
  return {
    parse(text, roundUp, zone) {
      const fields = parser.parse(text);
      return fields && resolveFields(fields, { roundUp, zone, weeks });
    },
    print: options.print ?? compilePrinter(elements, { weeks, names: options.names }),
    failure(text) {
      const { index, unparsed } = parser.failure(text);
      return `Text '${text}' could not be parsed${unparsed ? ", unparsed text found" : ""} at index ${index}`;
    },
  };
}

/**
 * Throws 400 for names of day periods (`B`) in a locale, which are not supported; without a locale they are AM and PM.
 */
function refuseUnknownNames(elements: readonly PatternElement[], names: DateNames): void {
  for (const element of elements) {
    if (element.kind === "optional") refuseUnknownNames(element.elements, names);
    if (element.kind !== "field") continue;
    if (element.letter === "B" && names.locale !== "")
      throw illegalArgument("Names of periods of the day are not supported by this server yet");
  }
}

const printOffset = compilePrinter(parseDatePattern("XXX"));

/** `2020-01-02T03:04:05.123Z`, with more fraction digits if needed. */
function printOptionalTime(ms: number, nanos: number, zone: TimeZone): string {
  const offsetMs = zone.offsetMs(ms);
  const date = new Date(ms + offsetMs);
  if (Number.isNaN(date.getTime())) return printDistant(ms, nanos, zone);
  const iso = date.toISOString();
  const year = date.getUTCFullYear();
  const body = year >= 0 && year <= 9999 ? iso.slice(0, 20) : printYear(year, 4) + iso.slice(7, 23);
  return `${body}${printFraction(date.getUTCMilliseconds() * 1e6 + nanos)}${offsetMs === 0 ? "Z" : printOffset(ms, 0, zone)}`;
}

/** Instants beyond JavaScript's dates (± 271,821 years). */
const printDistant = compilePrinter(parseDatePattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX"));

const strictOptionalTime: Alternative = {
  parse: parseIsoDate,
  print: printOptionalTime,
  failure: (text) =>
    `Text '${text}' could not be parsed at index ${/^-?\d{0,3}/.exec(text)?.[0].length === text.length ? 0 : Math.min(4, text.length)}`,
};

/** A time is complete or absent. */
const strictOptionalTimeNanos: Alternative = {
  ...strictOptionalTime,
  parse: (text, roundUp, zone) => parseIsoDate(text, roundUp, zone, true),
};

const EPOCH = /^(-?)(\d{1,19})(?:\.(\d{1,9})?)?$/;

const epochMillis: Alternative = {
  parse(text, roundUp) {
    const match = EPOCH.exec(text);
    if (!match || (match[3]?.length ?? 0) > 6 || !fitsLong(match[2]!)) return undefined;
    const fraction = match[3] === undefined ? (roundUp ? 999_999 : 0) : Number(match[3].padEnd(6, "0"));
    return signed(match[1] === "-", Number(match[2]), match[3] === undefined && match[1] === "-" ? 0 : fraction);
  },
  print: (ms, nanos) => (nanos === 0 ? String(ms) : `${ms}.${String(nanos).padStart(6, "0").replace(/0+$/, "")}`),
  failure: (text) => `Text '${text}' could not be parsed at index 0`,
};

const epochSecond: Alternative = {
  parse(text, roundUp) {
    const match = EPOCH.exec(text);
    if (!match || !fitsLong(match[2]!)) return undefined;
    const negative = match[1] === "-";
    const nano = match[3] === undefined ? (roundUp && !negative ? 999_999_999 : 0) : Number(match[3].padEnd(9, "0"));
    const ms = Number(match[2]) * 1000 + Math.floor(nano / 1e6);
    return signed(negative, ms, nano % 1e6);
  },
  print(ms, nanos) {
    const second = Math.floor(ms / 1000);
    const nano = (ms - second * 1000) * 1e6 + nanos;
    return nano === 0 ? String(second) : `${second}.${String(nano).padStart(9, "0").replace(/0+$/, "")}`;
  },
  failure: (text) => `Text '${text}' could not be parsed at index 0`,
};

function fitsLong(digits: string): boolean {
  return digits.length < 19 || BigInt(digits) <= 9223372036854775807n;
}

/** Negative instants with a fraction count from the next lower millisecond. */
function signed(negative: boolean, ms: number, nanos: number): Instant {
  if (!negative) return { ms, nanos };
  return nanos === 0 ? { ms: -ms, nanos: 0 } : { ms: -ms - 1, nanos: 1e6 - nanos };
}
