import { expect, test } from "vitest";
import { guessType, valueOf } from "./guess.ts";

test.each([
  [["1", "-20", ""], "long"],
  [["1", "2.5", "1e3"], "double"],
  [["007", "12"], "keyword"],
  [["true", "False"], "boolean"],
  [["2024-01-31", "2024-02-01T10:00:00Z"], "date"],
  [["46.9, 7.4", "-10,120.5"], "geo_point"],
  [["127.0.0.1"], "ip"],
  [["CH", "DE", "CH"], "keyword"],
  [["a long road home", "another way", "third one"], "text"],
  [["", ""], "keyword"],
])("%j is %s", (values, type) => {
  expect(guessType(values)).toBe(type);
});

test("cells become values as their column says, and what does not fit is left to the server to refuse", () => {
  expect([valueOf("5", "long"), valueOf("5", "keyword"), valueOf("", "long"), valueOf("x", "skip")]).toEqual([
    5,
    "5",
    undefined,
    undefined,
  ]);
  expect([valueOf("TRUE", "boolean"), valueOf("many", "long"), valueOf("2.50", "double")]).toEqual([true, "many", 2.5]);
  expect(valueOf("99999999999999999", "long")).toBe("99999999999999999");
});
