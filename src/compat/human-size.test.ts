import { expect, test } from "vitest";
import { humanBytes, humanTime } from "./human-size.ts";

test.each([
  [0, "0b"],
  [227, "227b"],
  [1023, "1023b"],
  [1024, "1kb"],
  [10547, "10.2kb"],
  [24766950, "23.6mb"],
  [1024 ** 4, "1tb"],
  [270553174016, "251.9gb"],
])("%i bytes are %s", (bytes, text) => {
  expect(humanBytes(bytes)).toBe(text);
});

test.each([
  [0, "0s"],
  [1, "1ms"],
  [36, "36ms"],
  [474, "474ms"],
  [2202, "2.2s"],
  [60_000, "1m"],
  [2_693_453, "44.8m"],
  [90_000_000, "1d"],
  [-1, "-1"],
])("%i ms are %s", (milliseconds, text) => {
  expect(humanTime(milliseconds)).toBe(text);
});
