/** Reads dates by the formats of processors: `ISO8601`, `UNIX`, `UNIX_MS`, `TAI64N`, or a pattern. */
import { numberFormat, parseDecimal } from "../../compat/body-reader.ts";
import type { Instant } from "../../compat/dates/date-fields.ts";
import { dateFormat } from "../../compat/dates/date-format.ts";
import { namedDatePatterns } from "../../compat/dates/named-date-formats.ts";
import { errorBody, RequestError } from "../../compat/errors.ts";
import type { TimeZone } from "../../compat/time-zone.ts";

/** Reads a text; `zone` is that of texts without one. Throws RequestError 400. */
export type DateReader = (text: string, zone: TimeZone, locale: string) => Instant;

/** `nowMs`: patterns without a year mean the present one. */
export function dateReader(format: string, nowMs: () => number): DateReader {
  if (format === "ISO8601") return (text, zone) => dateFormat("iso8601").parse(text, { zone });
  if (format === "UNIX") return (text) => instantOf(Math.trunc(parseDecimal(text) * 1000));
  if (format === "UNIX_MS") return (text) => instantOf(wholeOf(text));
  if (format === "TAI64N") return taiOf;
  if (hasYear(format)) return (text, zone, locale) => dateFormat(format, locale).parse(text, { zone });
  return (text, zone, locale) => {
    const year = new Date(nowMs()).getUTCFullYear();
    const pattern = dateFormat(format, locale);
    try {
      return dateFormat(`uuuu ${format}`, locale).parse(`${year} ${text}`, { zone });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The pattern itself says what is wrong, in terms of the text.
      return pattern.parse(text, { zone });
    }
  };
}

/** Tries formats in order. Throws 400 with the failures. */
export function readDate(
  text: string | null,
  readers: readonly DateReader[],
  { zone, locale }: { readonly zone: TimeZone; readonly locale: string },
): Instant {
  const failures: RequestError[] = [];
  for (const read of readers) {
    try {
      return read(text ?? "", zone, locale);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  if (!first || others.length === 0) throw unreadable(text, first);
  const details = { ...first.details, suppressed: others.map(errorBody) };
  throw unreadable(text, new RequestError(first.status, first.type, first.message, { details, cause: first.cause }));
}

/** 400 for a text that is no date. */
export function unreadable(text: string | null, cause: RequestError | undefined): RequestError {
  return new RequestError(400, "illegal_argument_exception", `unable to parse date [${text}]`, { cause });
}

/** Whether a format says the year: all named ones do. */
function hasYear(format: string): boolean {
  if (Object.hasOwn(namedDatePatterns, format) || /^(?:strict_|epoch_|iso8601)/.test(format)) return true;
  return /[yuYe]/.test(format.replace(/'[^']*'/g, ""));
}

function instantOf(ms: number): Instant {
  return { ms, nanos: 0 };
}

function wholeOf(text: string): number {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw numberFormat(text);
  return Number(text);
}

/** Seconds before 1970 that labels of TAI64 begin with, and the seconds that TAI was ahead then. */
const TAI_EPOCH = 2n ** 62n;
const TAI_AHEAD = 10n;

/** An external label of TAI64N: 24 digits with the base sixteen. */
function taiOf(text: string): Instant {
  const digits = text.startsWith("@") ? text.slice(1) : text;
  if (!/^[0-9a-fA-F]{24}$/.test(digits)) throw numberFormat(digits.slice(1, 16));
  const seconds = BigInt(`0x${digits.slice(0, 16)}`) - TAI_EPOCH - TAI_AHEAD;
  const nanos = Number.parseInt(digits.slice(16), 16);
  return instantOf(Number(seconds) * 1000 + Math.trunc(nanos / 1_000_000));
}
