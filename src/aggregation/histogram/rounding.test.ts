import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeZone } from "../../compat/time-zone.ts";
import type { CalendarUnit } from "../time/calendar-unit.ts";
import { equalIntervals, roundedIntervals } from "./intervals.ts";
import { type Rounding, calendarRounding, fixedRounding, withOffset } from "./rounding.ts";

const HOUR = 3_600_000;
const ZONES = [
  "UTC",
  "+05:30",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
];
const UNITS: readonly CalendarUnit[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
const roundings: fc.Arbitrary<Rounding> = fc
  .tuple(
    fc.constantFrom(...ZONES),
    fc.oneof(fc.constantFrom(...UNITS), fc.constantFrom(1000, 20 * 60_000, HOUR, 3 * HOUR, 24 * HOUR, 100 * 24 * HOUR)),
    fc.constantFrom(0, 5 * HOUR, -90 * 60_000),
  )
  .map(([zone, interval, offset]) =>
    withOffset(
      typeof interval === "number"
        ? fixedRounding(interval, timeZone(zone))
        : calendarRounding(interval, timeZone(zone)),
      offset,
    ),
  );
const instants = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2026, 0, 1) });

test("intervals follow each other: an instant is in the one that it is rounded to, before the next", () => {
  fc.assert(
    fc.property(roundings, instants, (rounding, instant) => {
      const start = rounding.round(instant);
      expect(start).toBeLessThanOrEqual(instant);
      expect(rounding.round(start)).toBe(start);
      const next = rounding.next(start);
      expect(next).toBeGreaterThan(instant);
      expect(rounding.round(next)).toBe(next);
      expect(rounding.round(next - 1)).toBe(start);
    }),
    { numRuns: 300 },
  );
});

test("numbered intervals are the same ones", () => {
  fc.assert(
    fc.property(roundings, fc.array(instants, { minLength: 1, maxLength: 30 }), (rounding, times) => {
      const start = Math.min(...times);
      const values = Float64Array.from(times, (time) => start + ((time - start) % (40 * 24 * HOUR)));
      const intervals = roundedIntervals(rounding);
      const numbered = intervals.numbered({ min: Math.min(...values), max: Math.max(...values) }, 1 << 16);
      if (!numbered) return;
      const numbers = new Uint32Array(values.length);
      const keys = new Float64Array(values.length);
      numbered.numbers(values, values.length, numbers);
      intervals.keys(values, values.length, keys);
      expect(Array.from(numbers, (number) => numbered.key(number))).toEqual(Array.from(keys));
      expect(Array.from(keys)).toEqual(Array.from(values, (value) => rounding.round(value)));
    }),
    { numRuns: 200 },
  );
});

test("intervals of fractions keep the keys of Elasticsearch: steps times length", () => {
  const intervals = equalIntervals(0.1, 0);
  expect([0.3, 0.65, 0.7].map((value) => intervals.keyOf(value))).toEqual([
    0.2, 0.6000000000000001, 0.6000000000000001,
  ]);
  expect(intervals.next(0.2)).toBe(0.30000000000000004);
});

describe("changes of the clocks, as Elasticsearch 8.19 rounds", () => {
  test.each([
    ["Australia/Lord_Howe", "hour", "2021-10-02T15:40:00Z", "2021-10-02T14:30:00Z"],
    ["Asia/Kathmandu", "hour", "1985-12-31T18:50:00Z", "1985-12-31T17:30:00Z"],
    ["America/Sao_Paulo", "day", "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z"],
    ["Pacific/Apia", "day", "2011-12-30T11:00:00Z", "2011-12-30T10:00:00Z"],
    ["Europe/Berlin", "hour", "2021-10-31T01:30:00Z", "2021-10-31T01:00:00Z"],
    ["Europe/Berlin", "week", "2021-03-29T00:30:00Z", "2021-03-28T22:00:00Z"],
  ] as const)("in %s by the %s, %s begins at %s", (zone, unit, instant, start) => {
    expect(new Date(calendarRounding(unit, timeZone(zone)).round(Date.parse(instant))).toISOString()).toBe(
      new Date(start).toISOString(),
    );
  });

  test.each([
    ["Europe/Berlin", 12 * HOUR, "2021-03-28T12:00:00Z", "2021-03-28T10:00:00Z"],
    ["Australia/Lord_Howe", HOUR, "2021-10-02T15:40:00Z", "2021-10-02T15:30:00Z"],
    ["America/New_York", 3 * HOUR, "2021-11-07T06:30:00Z", "2021-11-07T04:00:00Z"],
  ] as const)("in %s by %d ms, %s begins at %s", (zone, length, instant, start) => {
    expect(new Date(fixedRounding(length, timeZone(zone)).round(Date.parse(instant))).toISOString()).toBe(
      new Date(start).toISOString(),
    );
  });
});
