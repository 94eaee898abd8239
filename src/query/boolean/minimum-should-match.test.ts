/** The specifications of `minimum_should_match`. */
import { expect, test } from "vitest";
import { minimumShouldMatch } from "./minimum-should-match.ts";

test.each([
  [5, "2", 2],
  [5, "-2", 3],
  [5, "-7", 0],
  [5, "9", 9],
  [4, "75%", 3],
  [5, "75%", 3],
  [5, "-25%", 4],
  [3, "-50%", 2],
  [3, "3<90%", 3],
  [4, "3<90%", 3],
  [2, "2<-25% 9<-3", 2],
  [8, "2<-25% 9<-3", 6],
  [12, "2<-25% 9<-3", 9],
  [12, " 2 < -25%  9 < -3 ", 9],
])("of %i clauses %s asks for %i", (clauses, specification, expected) => {
  expect(minimumShouldMatch(clauses, specification)).toBe(expected);
});

test.each(["x", "1.5", "", "50%%", "3<x"])("%j is no specification", (specification) => {
  expect(() => minimumShouldMatch(5, specification)).toThrow(/For input string|empty String/);
});
