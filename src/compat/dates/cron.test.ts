import { expect, test } from "vitest";
import { parseCron } from "./cron.ts";

const FROM = Date.parse("2026-11-23T13:45:10.500Z"); // a Monday

test.each([
  ["0 30 1 * * ?", "2026-11-24T01:30:00Z", "2026-11-25T01:30:00Z"],
  ["* * * * * ?", "2026-11-23T13:45:11Z", "2026-11-23T13:45:12Z"],
  ["0 0/15 * * * ?", "2026-11-23T14:00:00Z", "2026-11-23T14:15:00Z"],
  ["10 45 13 * * ?", "2026-11-24T13:45:10Z", "2026-11-25T13:45:10Z"],
  ["0 0 9-17/4 ? * MON-FRI", "2026-11-23T17:00:00Z", "2026-11-24T09:00:00Z"],
  ["0 0 0 ? * FRI-MON", "2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z"],
  ["0 0 0 ? * 2#1", "2026-12-07T00:00:00Z", "2027-01-04T00:00:00Z"],
  ["0 0 0 ? * 6L", "2026-11-27T00:00:00Z", "2026-12-25T00:00:00Z"],
  ["0 0 0 ? * L", "2026-11-28T00:00:00Z", "2026-12-05T00:00:00Z"],
  ["0 0 0 L * ?", "2026-11-30T00:00:00Z", "2026-12-31T00:00:00Z"],
  ["0 0 0 L-2 2 ?", "2027-02-26T00:00:00Z", "2028-02-27T00:00:00Z"],
  ["0 0 0 LW * ?", "2026-11-30T00:00:00Z", "2026-12-31T00:00:00Z"],
  ["0 0 0 1W 8 ?", "2027-08-02T00:00:00Z", "2028-08-01T00:00:00Z"],
  ["0 0 0 29 feb ?", "2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"],
  ["0 0 12 1,15 jan,jun ? 2027", "2027-01-01T12:00:00Z", "2027-01-15T12:00:00Z"],
])("%s", (text, first, second) => {
  const cron = parseCron(text);
  expect(cron.nextAfter(FROM)).toBe(Date.parse(first));
  expect(cron.nextAfter(Date.parse(first))).toBe(Date.parse(second));
});

test("what is over has no next time", () => {
  expect(parseCron("0 0 0 1 1 ? 2020").nextAfter(FROM)).toBeUndefined();
  expect(parseCron("0 0 0 31 2 ?").nextAfter(FROM)).toBeUndefined();
});

test.each([
  "",
  "* * * * *",
  "* * * * * *",
  "0 0 0 ? * ?",
  "60 * * * * ?",
  "0 0 24 * * ?",
  "0 0 0 0 * ?",
  "0 0 0 * FOO ?",
  "0 0 0 ? * 8",
  "0 0 0 ? * 2#6",
  "0 0/0 * * * ?",
  "0 *-3 * * * ?",
  "0 0 0 * * ? 2020 1",
])("[%s] is refused", (text) => {
  expect(() => parseCron(text)).toThrow(`invalid cron expression [${text}]`);
});
