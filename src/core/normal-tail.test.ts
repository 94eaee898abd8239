import { expect, test } from "vitest";
import { normalTail } from "./normal-tail.ts";

test("the tail has the values of tables", () => {
  expect(normalTail(0)).toBe(0.5);
  expect(normalTail(1)).toBeCloseTo(0.15865525393145707, 15);
  expect(normalTail(1.96)).toBeCloseTo(0.024997895148220435, 15);
  expect(normalTail(-1.96)).toBeCloseTo(1 - 0.024997895148220435, 15);
  expect(normalTail(6) / 9.865876450376946e-10).toBeCloseTo(1, 12);
  expect(normalTail(20) / 2.7536241186061556e-89).toBeCloseTo(1, 10);
  expect(normalTail(Infinity)).toBe(0);
});
