import fc from "fast-check";
import { expect, test } from "vitest";
import { localToUtc, timeZone } from "./time-zone.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Sao_Paulo",
];

function offsetByIntl(zone: string, utcMs: number): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const [, sign, hours, minutes = "0"] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(utcMs)) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

test("offsets equal those of the platform at any instant", () => {
  const instants = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.array(instants, { minLength: 1, maxLength: 20 }), (name, times) => {
      const zone = timeZone(name);
      for (const time of times) expect(zone.offsetMs(time)).toBe(offsetByIntl(name, time));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["Europe/Berlin", "2021-03-28T01:00:00Z"],
  ["America/St_Johns", "2009-11-01T02:31:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Australia/Lord_Howe", "2021-10-02T15:30:00Z"],
])("%s changes its clocks at %s to the millisecond", (name, change) => {
  const zone = timeZone(name);
  const at = Date.parse(change);
  expect(zone.offsetMs(at - 1)).toBe(offsetByIntl(name, at - 1));
  expect(zone.offsetMs(at)).toBe(offsetByIntl(name, at));
  expect(zone.offsetMs(at)).not.toBe(zone.offsetMs(at - 1));
});

test("a local time converts back to its instant, except in gaps", () => {
  const zone = timeZone("Europe/Berlin");
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2030, 0, 1) }), (local) => {
      const utc = localToUtc(local, zone);
      const shown = utc + zone.offsetMs(utc);
      expect(shown === local || shown === local + 3_600_000).toBe(true);
    }),
  );
});
