/** How histograms assign values to intervals. */
import type { Rounding } from "./rounding.ts";

/** The least and greatest expected value. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Intervals numbered ahead, from that of the least value to that of the greatest. */
export interface NumberedIntervals {
  readonly count: number;
  /** Writes the number of each value's interval. Values are in the range. */
  numbers(values: Float64Array, count: number, into: Uint32Array): void;
  /** Start of an interval. */
  key(number: number): number;
}

/** The intervals of a histogram. Keys are starts of intervals. */
export interface Intervals {
  /** Writes the key of each value. */
  keys(values: Float64Array, count: number, into: Float64Array): void;
  /** The numbered intervals of a range; undefined when there are more than `most`. */
  numbered(range: ValueRange, most: number): NumberedIntervals | undefined;
  /** The key after `key`. */
  next(key: number): number;
  /** The key of one value. */
  keyOf(value: number): number;
}

/** Intervals of the same length, one of which starts at `origin`. */
export function equalIntervals(length: number, origin: number): Intervals {
  return {
    keys(values, count, into) {
      for (let i = 0; i < count; i++) into[i] = Math.floor((values[i]! - origin) / length) * length + origin;
    },
    numbered(range, most) {
      const first = Math.floor((range.min - origin) / length);
      const count = Math.floor((range.max - origin) / length) - first + 1;
      if (!(count <= most)) return undefined;
      return {
        count,
        numbers(values, valueCount, into) {
          for (let i = 0; i < valueCount; i++) into[i] = Math.floor((values[i]! - origin) / length) - first;
        },
        key: (number) => (first + number) * length + origin,
      };
    },
    next: (key) => (Math.round((key - origin) / length) + 1) * length + origin,
    keyOf: (value) => Math.floor((value - origin) / length) * length + origin,
  };
}

/** Intervals from a date rounding. */
export function roundedIntervals(rounding: Rounding): Intervals {
  if (rounding.regular) return equalIntervals(rounding.regular.lengthMs, rounding.regular.originMs);
  return {
    keys(values, count, into) {
      for (let i = 0; i < count; i++) into[i] = rounding.round(values[i]!);
    },
    numbered(range, most) {
      const borders = bordersOf(rounding, range, most);
      return (
        borders && {
          count: borders.length,
          numbers: (values, count, into) => numbersByBorders(borders, values, count, into),
          key: (number) => borders[number]!,
        }
      );
    },
    next: (key) => rounding.next(key),
    keyOf: (value) => rounding.round(value),
  };
}

const HALF_HOUR_MS = 1_800_000;

/**
 * Starts of all intervals in a range; undefined if there are too many, or if an interval is interrupted by another one.
 */
function bordersOf(rounding: Rounding, range: ValueRange, most: number): Float64Array | undefined {
  const borders: number[] = [];
  for (let start = rounding.round(range.min); start <= range.max; start = rounding.next(start)) {
    // Where clocks are set back just after midnight, the previous day continues for an hour.
    if (rounding.round(start + HALF_HOUR_MS) < start) return undefined;
    borders.push(start);
    if (borders.length > most) return undefined;
  }
  return Float64Array.from(borders);
}

/** Calendar intervals are nearly equal, so that a proportional guess is off by at most a step or two. */
function numbersByBorders(borders: Float64Array, values: Float64Array, count: number, into: Uint32Array): void {
  const last = borders.length - 1;
  const first = borders[0]!;
  const perMs = last > 0 ? last / (borders[last]! - first) : 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    let number = Math.floor((value - first) * perMs);
    if (number < 0) number = 0;
    else if (number > last) number = last;
    while (number > 0 && borders[number]! > value) number--;
    while (number < last && borders[number + 1]! <= value) number++;
    into[i] = number;
  }
}
