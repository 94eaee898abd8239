/** Date math: `now-1d/d`, `2020-01-01||+1M/d` (Elasticsearch's JavaDateMathParser). */
import { RequestError } from "../errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { localToUtc, type TimeZone, utc } from "../time-zone.ts";
import { civilDate, dayOfWeek, daysInMonth, epochDay, type Instant } from "./date-fields.ts";
import type { DateFormat } from "./date-format.ts";

/** Options of evaluating date math. */
export interface DateMathOptions {
  readonly nowMs: number;
  /** Round to the end of the unit (for inclusive upper and exclusive lower bounds). */
  readonly roundUp: boolean;
  readonly zone: TimeZone | undefined;
}

const DAY_MS = 86_400_000;
const UNIT_MS: NameTable<number> = nameTable({ h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 });

/** The instant of an expression. Throws 400 `parse_exception`. */
export function parseDateMath(text: string, format: DateFormat, options: DateMathOptions): Instant {
  if (text.startsWith("now")) return applyMath(text.slice(3), { ms: options.nowMs, nanos: 0 }, options);
  const separator = text.indexOf("||");
  if (separator < 0) return parseDate(text, format, options.roundUp, options.zone);
  return applyMath(
    text.slice(separator + 2),
    parseDate(text.slice(0, separator), format, false, options.zone),
    options,
  );
}

function parseDate(text: string, format: DateFormat, roundUp: boolean, zone: TimeZone | undefined): Instant {
  if (text === "") throw parseException("cannot parse empty date");
  try {
    return format.parse(text, { roundUp, zone });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw parseException(
      `failed to parse date field [${text}] with format [${format.text}]: [${error.message}]`,
      error,
    );
  }
}

function parseException(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "parse_exception", reason, { cause });
}

function applyMath(math: string, start: Instant, options: DateMathOptions): Instant {
  const zone = options.zone ?? utc;
  let instant = start;
  for (let at = 0; at < math.length;) {
    const operator = math[at++];
    if (operator !== "/" && operator !== "+" && operator !== "-")
      throw parseException(`operator not supported for date math [${math}]`);
    if (at >= math.length) throw parseException(`truncated date math [${math}]`);
    const digits = /^\d*/.exec(math.slice(at))![0];
    at += digits.length;
    if (at >= math.length) throw parseException(`truncated date math [${math}]`);
    const amount = digits === "" ? 1 : Number(digits);
    if (operator === "/" && amount !== 1)
      throw parseException(`rounding \`/\` can only be used on single unit types [${math}]`);
    const unit = math[at++]!;
    if (!"yMwdhHms".includes(unit)) throw parseException(`unit [${unit}] not supported for date math [${math}]`);
    instant =
      operator === "/"
        ? round(instant, unit, options.roundUp, zone)
        : add(instant, unit, operator === "-" ? -amount : amount, zone);
  }
  return instant;
}

/** Adds units: hours and smaller on the time line, days and larger on the calendar. */
function add(instant: Instant, unit: string, amount: number, zone: TimeZone): Instant {
  const fixed = UNIT_MS[unit];
  if (fixed !== undefined) return { ms: instant.ms + amount * fixed, nanos: instant.nanos };
  const local = instant.ms + zone.offsetMs(instant.ms);
  return { ms: localToUtc(addLocal(local, unit, amount), zone), nanos: instant.nanos };
}

function addLocal(localMs: number, unit: string, amount: number): number {
  const days = Math.floor(localMs / DAY_MS);
  const time = localMs - days * DAY_MS;
  if (unit === "d" || unit === "w") return localMs + amount * (unit === "w" ? 7 : 1) * DAY_MS;
  const { year, month, day } = civilDate(days);
  const months = year * 12 + month - 1 + amount * (unit === "y" ? 12 : 1);
  const newYear = Math.floor(months / 12);
  const newMonth = months - newYear * 12 + 1;
  return epochDay(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth))) * DAY_MS + time;
}

/** First instant of the unit, or its last millisecond. */
function round(instant: Instant, unit: string, up: boolean, zone: TimeZone): Instant {
  const local = instant.ms + zone.offsetMs(instant.ms);
  const floor = floorLocal(local, unit);
  if (!up) return { ms: localToUtc(floor, zone), nanos: 0 };
  const fixed = UNIT_MS[unit];
  const next = fixed === undefined ? addLocal(floor, unit, 1) : floor + fixed;
  return { ms: localToUtc(next, zone) - 1, nanos: 999_999 };
}

function floorLocal(localMs: number, unit: string): number {
  const fixed = UNIT_MS[unit];
  if (fixed !== undefined) return Math.floor(localMs / fixed) * fixed;
  const days = Math.floor(localMs / DAY_MS);
  if (unit === "d") return days * DAY_MS;
  if (unit === "w") return (days - (dayOfWeek(days) - 1)) * DAY_MS;
  const { year, month } = civilDate(days);
  return epochDay(year, unit === "y" ? 1 : month, 1) * DAY_MS;
}
