import { describe, expect, test } from "vitest";
import { timeZone } from "../time-zone.ts";
import { dateFormat } from "./date-format.ts";
import { parseDateMath } from "./date-math.ts";

const nowMs = Date.UTC(2020, 1, 29, 13, 14, 15, 167);
const format = dateFormat("strict_date_optional_time||epoch_millis");

function at(text: string, options: { roundUp?: boolean; zone?: string } = {}): string {
  const zone = options.zone === undefined ? undefined : timeZone(options.zone);
  return new Date(parseDateMath(text, format, { nowMs, roundUp: options.roundUp ?? false, zone }).ms).toISOString();
}

describe("date math", () => {
  test.each([
    ["now", "2020-02-29T13:14:15.167Z"],
    ["now-1d", "2020-02-28T13:14:15.167Z"],
    ["now+1y", "2021-02-28T13:14:15.167Z"],
    ["now-M/d", "2020-01-29T00:00:00.000Z"],
    ["now/w", "2020-02-24T00:00:00.000Z"],
    ["now/y", "2020-01-01T00:00:00.000Z"],
    ["now+2h/h", "2020-02-29T15:00:00.000Z"],
    ["2020-01-31||+1M", "2020-02-29T00:00:00.000Z"],
    ["2020-01-31||+1M/M", "2020-02-01T00:00:00.000Z"],
    ["2014-11-18||/M", "2014-11-01T00:00:00.000Z"],
    ["1577836800000||+10s", "2020-01-01T00:00:10.000Z"],
  ])("%s", (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  test("rounding up ends at the last millisecond", () => {
    expect(at("2014-11-18||/M", { roundUp: true })).toBe("2014-11-30T23:59:59.999Z");
    expect(at("now/d", { roundUp: true })).toBe("2020-02-29T23:59:59.999Z");
    expect(at("now/w", { roundUp: true })).toBe("2020-03-01T23:59:59.999Z");
  });

  test("days are those of the time zone, even when one has 23 hours", () => {
    expect(at("now/d", { zone: "America/New_York" })).toBe("2020-02-29T05:00:00.000Z");
    expect(at("2020-03-29T12:00||/d", { zone: "Europe/Paris" })).toBe("2020-03-28T23:00:00.000Z");
    expect(at("2020-03-29||+1d", { zone: "Europe/Paris" })).toBe("2020-03-29T22:00:00.000Z");
  });

  test.each([
    ["now*1d", "operator not supported for date math [*1d]"],
    ["now+", "truncated date math [+]"],
    ["now+1", "truncated date math [+1]"],
    ["now/2d", "rounding `/` can only be used on single unit types [/2d]"],
    ["2020-01-01||+1x", "unit [x] not supported for date math [+1x]"],
    [
      "abc",
      "failed to parse date field [abc] with format [strict_date_optional_time||epoch_millis]: [failed to parse date field [abc] with format [strict_date_optional_time||epoch_millis]]",
    ],
  ])("refuses %s", (text, reason) => {
    expect(() => at(text)).toThrow(reason);
  });
});
