import { expect, test } from "vitest";
import { logGamma, regularizedBeta, studentT } from "./student-t.ts";

test("Student's t has the tails of the tables", () => {
  // NIST/SEMATECH e-Handbook, table 1.3.6.7.2: critical values of 0.975.
  for (const [freedom, critical] of [
    [1, 12.706],
    [2, 4.303],
    [10, 2.228],
    [30, 2.042],
    [100, 1.984],
  ] as const)
    expect(studentT(critical, freedom)).toBeCloseTo(0.975, 4);
  expect(studentT(0, 5)).toBe(0.5);
  expect(studentT(-Infinity, 5)).toBe(0);
  expect(studentT(-1.5, 7) + studentT(1.5, 7)).toBeCloseTo(1, 14);
});

test("the beta function is that of small whole numbers", () => {
  expect(regularizedBeta(0.3, 2, 3)).toBeCloseTo(0.3483, 12);
  expect(regularizedBeta(0.9, 1, 1)).toBeCloseTo(0.9, 14);
  expect(regularizedBeta(1.5, 1, 1)).toBeNaN();
  expect(Math.exp(logGamma(6))).toBeCloseTo(120, 9);
});
