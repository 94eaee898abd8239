/** Offsets of time zones from UTC: fixed ones (`+02:00`, `UTC`, `Z`) and named ones from the platform's data (Intl). */
import { illegalArgument } from "./errors.ts";

/** A time zone. `offsetMs` is the offset at an instant, in milliseconds to add to UTC. */
export interface TimeZone {
  readonly name: string;
  /** The offset if it is constant; otherwise undefined. */
  readonly fixedOffsetMs: number | undefined;
  offsetMs(utcMs: number): number;
}

/** An offset in any notation of java.time (`+2`, `+02`, `+0230`, `+02:30:15`), optionally after a name of UTC. */
const OFFSET = /^(UTC|GMT|UT)?([+-])(\d{1,2}|\d{2}:?\d{2}|\d{2}:\d{2}:\d{2}|\d{6})$/;
/** Names that Intl still accepts and java.time rejects, because they are ambiguous. */
const ABANDONED = new Set(
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST ROC SST VST".split(" "),
);
/** Offsets change at whole minutes (St. John's changed its clocks at 00:01); 19th century changes need not be exact. */
const GRANULARITY_MS = 60_000;
/** Changes are searched in ranges of this length, a multiple of the step. */
const PIECE_MS = 64 * 8 * 86_400_000;
/** Clocks are never changed and changed back within this time. */
const STEP_MS = 8 * 86_400_000;
const MAX_CACHED_PIECES = 2000;
const MAX_OFFSET_MS = 18 * 3_600_000;

const zones = new Map<string, TimeZone>();

/** UTC itself. */
export const utc: TimeZone = fixedZone("Z", 0);

/**
 * The zone of a name or offset; its `name` is that of java.time (`UTC`, `+02:00`, `UTC+01:00`, `Europe/Berlin`). Throws
 * 400 `illegal_argument_exception` for an unknown one.
 */
export function timeZone(name: string): TimeZone {
  if (name === "Z") return utc;
  const known = zones.get(name);
  if (known) return known;
  const zone = makeZone(name);
  zones.set(name, zone);
  return zone;
}

function makeZone(name: string): TimeZone {
  if (name === "UTC" || name === "GMT" || name === "UT") return fixedZone(name, 0);
  const fixed = OFFSET.exec(name);
  if (fixed) {
    const [, prefix = "", sign, digits = ""] = fixed;
    const offset = (sign === "-" ? -1 : 1) * offsetOf(digits);
    if (Math.abs(offset) > MAX_OFFSET_MS)
      throw illegalArgument(`Zone offset not in valid range: -18:00 to +18:00: [${name}]`);
    if (offset === 0) return prefix === "" ? utc : fixedZone(prefix, 0);
    return fixedZone(prefix + offsetName(offset), offset);
  }
  if (ABANDONED.has(name) || !/^[A-Z]/.test(name)) throw illegalArgument(`Unknown time-zone ID: ${name}`);
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw illegalArgument(`Unknown time-zone ID: ${name}`);
  }
  // Intl ignores case; for aliases it does not report the correct spelling.
  const canonical = format.resolvedOptions().timeZone;
  if (canonical !== name && canonical.toLowerCase() === name.toLowerCase())
    throw illegalArgument(`Unknown time-zone ID: ${name}`);
  const pieces = new Map<number, Piece>();
  let last: Piece = { fromMs: 0, toMs: 0, starts: [], offsets: [] };
  return {
    name,
    fixedOffsetMs: undefined,
    offsetMs(utcMs) {
      if (!(utcMs >= last.fromMs && utcMs < last.toMs)) {
        const number = Math.floor(utcMs / PIECE_MS);
        const known = pieces.get(number);
        if (!known && pieces.size >= MAX_CACHED_PIECES) pieces.clear();
        last = known ?? makePiece(number * PIECE_MS, format);
        pieces.set(number, last);
      }
      let at = last.starts.length - 1;
      while (at > 0 && last.starts[at]! > utcMs) at--;
      return last.offsets[at]!;
    },
  };
}

function fixedZone(name: string, offset: number): TimeZone {
  return { name, fixedOffsetMs: offset, offsetMs: () => offset };
}

/** Milliseconds of `2`, `02`, `0230`, `02:30`, `023015` or `02:30:15`. */
function offsetOf(digits: string): number {
  const [hours, minutes = "0", seconds = "0"] = digits.length <= 2 ? [digits] : (digits.match(/\d{2}/g) ?? []);
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** `+02:00`; with seconds where there are any. */
function offsetName(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(seconds % 60 === 0 ? [] : [seconds % 60]),
  ];
  return (offset < 0 ? "-" : "+") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Offsets during some time: `offsets[i]` applies from `starts[i]` on. There are few. */
interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
}

function makePiece(fromMs: number, format: Intl.DateTimeFormat): Piece {
  const starts = [fromMs];
  const offsets = [offsetByFormat(format, fromMs)];
  for (let stepMs = fromMs + STEP_MS; stepMs <= fromMs + PIECE_MS; stepMs += STEP_MS) {
    const before = offsets.at(-1)!;
    const after = offsetByFormat(format, stepMs);
    if (after === before) continue;
    // The clock changed in between: once, or twice with a third offset between.
    const change = firstOther(before, stepMs - STEP_MS, stepMs, format);
    const middle = offsetByFormat(format, change);
    starts.push(change);
    offsets.push(middle);
    if (middle === after) continue;
    starts.push(firstOther(middle, change, stepMs, format));
    offsets.push(after);
  }
  return { fromMs, toMs: fromMs + PIECE_MS, starts, offsets };
}

/**
 * The first instant in (low, high] whose offset differs from `offset`; it is `offset` at `low` and differs at `high`.
 */
function firstOther(offset: number, lowMs: number, highMs: number, format: Intl.DateTimeFormat): number {
  let low = lowMs / GRANULARITY_MS;
  let high = highMs / GRANULARITY_MS;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetByFormat(format, middle * GRANULARITY_MS) === offset) low = middle;
    else high = middle;
  }
  return high * GRANULARITY_MS;
}

function offsetByFormat(format: Intl.DateTimeFormat, utcMs: number): number {
  const field = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  let era = 1;
  for (const part of format.formatToParts(utcMs)) {
    if (part.type === "era") era = part.value.startsWith("B") ? -1 : 1;
    else if (part.type in field) field[part.type as keyof typeof field] = Number(part.value);
  }
  const year = era === 1 ? field.year : 1 - field.year;
  const local = new Date(0);
  local.setUTCFullYear(year, field.month - 1, field.day);
  local.setUTCHours(field.hour, field.minute, field.second, 0);
  return local.getTime() - utcMs;
}

/**
 * The instant of a local time; in a gap the time after it, in an overlap the earlier one (as java.time's `ofLocal`).
 */
export function localToUtc(localMs: number, zone: TimeZone): number {
  if (zone.fixedOffsetMs !== undefined) return localMs - zone.fixedOffsetMs;
  const before = zone.offsetMs(localMs - 86_400_000);
  const after = zone.offsetMs(localMs + 86_400_000);
  const early = localMs - before;
  if (before === after || zone.offsetMs(early) === before) return early;
  const late = localMs - after;
  if (zone.offsetMs(late) === after) return late;
  return localMs - before; // in the gap: shifted forward by its length
}
