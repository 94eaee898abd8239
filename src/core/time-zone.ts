/** Offsets of time zones from UTC: fixed ones (`+02:00`, `UTC`, `Z`) and named ones by the platform's data (Intl). */
import { illegalArgument } from "./errors.ts";

/** A zone: its offset at an instant, in milliseconds to be added to UTC. */
export interface TimeZone {
  readonly name: string;
  /** The same offset at all times, or undefined. */
  readonly fixedOffsetMs: number | undefined;
  offsetMs(utcMs: number): number;
}

const FIXED = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/;
/** Offsets change at multiples of this at most (Liberia's and other old ones are rounded by Intl itself). */
const GRANULARITY_MS = 900_000;
const MAX_CACHED_OFFSETS = 10_000;

const zones = new Map<string, TimeZone>();

/** UTC itself. */
export const utc: TimeZone = { name: "UTC", fixedOffsetMs: 0, offsetMs: () => 0 };

/** The zone of a name or offset. Throws 400 `illegal_argument_exception` for an unknown one. */
export function timeZone(name: string): TimeZone {
  if (["Z", "UTC", "GMT", "UT", "Etc/UTC"].includes(name)) return utc;
  const known = zones.get(name);
  if (known) return known;
  const zone = makeZone(name);
  zones.set(name, zone);
  return zone;
}

function makeZone(name: string): TimeZone {
  const fixed = FIXED.exec(name);
  if (fixed) {
    const [, sign, hours, minutes = "0", seconds = "0"] = fixed;
    const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    if (Math.abs(offset) > 18 * 3_600_000) throw illegalArgument(`Zone offset not in valid range: -18:00 to +18:00: [${name}]`);
    return { name, fixedOffsetMs: offset, offsetMs: () => offset };
  }
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
  const cache = new Map<number, number>();
  return {
    name,
    fixedOffsetMs: undefined,
    offsetMs(utcMs) {
      const slot = Math.floor(utcMs / GRANULARITY_MS);
      let offset = cache.get(slot);
      if (offset === undefined) {
        if (cache.size >= MAX_CACHED_OFFSETS) cache.clear();
        offset = offsetByFormat(format, slot * GRANULARITY_MS);
        cache.set(slot, offset);
      }
      return offset;
    },
  };
}

function offsetByFormat(format: Intl.DateTimeFormat, utcMs: number): number {
  const field: Record<string, number> = {};
  let era = 1;
  for (const part of format.formatToParts(utcMs)) {
    if (part.type === "era") era = part.value.startsWith("B") ? -1 : 1;
    else if (part.type !== "literal") field[part.type] = Number(part.value);
  }
  const year = era === 1 ? field["year"]! : 1 - field["year"]!;
  const local = new Date(0);
  local.setUTCFullYear(year, field["month"]! - 1, field["day"]!);
  local.setUTCHours(field["hour"]!, field["minute"]!, field["second"]!, 0);
  return local.getTime() - utcMs;
}

/** The instant of a local time; in a gap the time after it, in an overlap the earlier one (as java.time's `ofLocal`). */
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
