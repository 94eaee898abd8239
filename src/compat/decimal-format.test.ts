/** Cases answered by Elasticsearch 8.19. */
import { expect, test } from "vitest";
import { formatDecimal } from "./decimal-format.ts";

test.each([
  [-5.65, "-5.7", "-5.65"],
  [-0.15, "-0.1", "-0.15"],
  [0.05, "0.1", "0.05"],
  [0.15, "0.1", "0.15"],
  [0.25, "0.2", "0.25"],
  [0.35, "0.3", "0.35"],
  [0.35000000000000003, "0.4", "0.35"],
  [0.45, "0.5", "0.45"],
  [1.005, "1.0", "1.00"],
  [2.675, "2.7", "2.67"],
  [5.45, "5.5", "5.45"],
  [5.55, "5.5", "5.55"],
  [5.645, "5.6", "5.64"],
  [5.75, "5.8", "5.75"],
])("%d is %s with one digit behind the point, and %s with two", (value, one, two) => {
  expect(formatDecimal(value, "0.0")).toBe(one);
  expect(formatDecimal(value, "0.00")).toBe(two);
});
