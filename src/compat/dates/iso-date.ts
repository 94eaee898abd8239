/**
 * The hot date parser: `strict_date_optional_time` (`2020-01-02T03:04:05.123Z`, truncated after any part), character by
 * character.
 */
import type { Instant } from "./date-fields.ts";
import { dateTimeException, daysInMonth, epochDay, resolveFields, isoWeeks } from "./date-fields.ts";
import { type TimeZone, localToUtc, timeZone } from "../time-zone.ts";

const COLON = 0x3a;
const OFFSET = /^([+-])(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?$/;

/**
 * The instant of `text`, or undefined when it does not have this form; `wholeTimes`: a time must have hours, minutes
 * and seconds. Throws `date_time_exception` for a day that does not exist.
 */
export function parseIsoDate(
  text: string,
  roundUp: boolean,
  zone: TimeZone | undefined,
  wholeTimes = false,
): Instant | undefined {
  const length = text.length;
  let at = 0;
  let negative = false;
  if (text.charCodeAt(0) === 0x2d) {
    negative = true;
    at = 1;
  }
  let year = digits(text, at, 4);
  if (year < 0) return undefined;
  if (negative) year = -year;
  at += 4;
  let month = 1;
  let day = 1;
  if (at === length) return instant(year, month, day, undefined, roundUp, zone);
  if (text.charCodeAt(at) !== 0x2d) return undefined;
  month = digits(text, at + 1, 2);
  if (month < 0 || month > 12) return undefined;
  at += 3;
  if (at === length) return instant(year, month, day, undefined, roundUp, zone);
  if (text.charCodeAt(at) !== 0x2d) return undefined;
  day = digits(text, at + 1, 2);
  if (day < 0 || day > 31) return undefined;
  at += 3;
  if (at === length) return instant(year, month, day, undefined, roundUp, zone);
  if (text.charCodeAt(at) !== 0x54) return undefined;
  at++;
  if (wholeTimes && (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON)) return undefined;
  if (at === length) return instant(year, month, day, undefined, roundUp, zone);
  const time = parseTime(text, at, roundUp);
  if (!time) return undefined;
  return instant(year, month, day, time, roundUp, zone);
}

interface Time {
  readonly seconds: number;
  readonly nano: number;
  readonly offsetMs: number | undefined;
  readonly zone: TimeZone | undefined;
}

function parseTime(text: string, from: number, roundUp: boolean): Time | undefined {
  const hour = digits(text, from, 2);
  if (hour < 0 || hour > 23) return undefined;
  let at = from + 2;
  let minute = roundUp ? 59 : 0;
  let second = roundUp ? 59 : 0;
  let nano = roundUp ? 999_999_999 : 0;
  if (text.charCodeAt(at) === COLON) {
    minute = digits(text, at + 1, 2);
    if (minute < 0 || minute > 59) return undefined;
    at += 3;
    if (text.charCodeAt(at) === COLON) {
      second = digits(text, at + 1, 2);
      if (second < 0 || second > 59) return undefined;
      at += 3;
      const mark = text.charCodeAt(at);
      if (mark === 0x2e || mark === 0x2c) {
        const start = ++at;
        nano = 0;
        while (isDigit(text.charCodeAt(at))) nano = nano * 10 + text.charCodeAt(at++) - 0x30;
        if (at === start || at - start > 9) return undefined;
        nano *= 10 ** (9 - (at - start));
      }
    }
  }
  const seconds = hour * 3600 + minute * 60 + second;
  if (at === text.length) return { seconds, nano, offsetMs: undefined, zone: undefined };
  if (text.charCodeAt(at) === 0x5a && at + 1 === text.length) return { seconds, nano, offsetMs: 0, zone: undefined };
  return zoned(text.slice(at), seconds, nano);
}

function zoned(text: string, seconds: number, nano: number): Time | undefined {
  const offset = OFFSET.exec(text);
  if (offset) {
    const [, sign, hours, minutes = "0", extra = "0"] = offset;
    const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(extra)) * 1000;
    return { seconds, nano, offsetMs: sign === "-" ? -ms : ms, zone: undefined };
  }
  if (!/^[A-Za-z][A-Za-z0-9~/._+:-]+$/.test(text)) return undefined;
  try {
    return { seconds, nano, offsetMs: undefined, zone: timeZone(text) };
  } catch {
    return undefined; // No zone with that name: the text is not a date.
  }
}

function instant(
  year: number,
  month: number,
  day: number,
  time: Time | undefined,
  roundUp: boolean,
  zone: TimeZone | undefined,
): Instant {
  // For days that do not exist the general resolver throws its error.
  if (month === 0 || day === 0 || day > daysInMonth(year, month)) {
    resolveFields({ year, month, day }, { roundUp: false, zone: undefined, weeks: isoWeeks });
    throw dateTimeException(`Invalid date '${year}-${month}-${day}'`);
  }
  const seconds = time ? time.seconds : roundUp ? 86_399 : 0;
  const nano = time ? time.nano : roundUp ? 999_999_999 : 0;
  const local = epochDay(year, month, day) * 86_400_000 + seconds * 1000;
  const offset = time?.offsetMs;
  const own = time?.zone ?? zone;
  const base = offset !== undefined ? local - offset : own ? localToUtc(local, own) : local;
  return { ms: base + Math.floor(nano / 1e6), nanos: nano % 1e6 };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The number of exactly `count` digits at `at`, or -1. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return -1;
    value = value * 10 + code - 0x30;
  }
  return value;
}
