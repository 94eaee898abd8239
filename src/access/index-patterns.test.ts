import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simpleMatch } from "../compat/wildcard.ts";
import { checkPattern, isCovered, matchesPattern } from "./index-patterns.ts";

describe("patterns of names", () => {
  test.each([
    ["logs-*", "logs-1", true],
    ["logs-?", "logs-1", true],
    ["logs-?", "logs-12", false],
    [String.raw`logs-\*`, "logs-*", true],
    [String.raw`logs-\*`, "logs-1", false],
    ["/logs-[0-9]+/", "logs-12", true],
    ["/logs-[0-9]+/", "xlogs-12", false],
    ["/~(([.]|ilm-history-).*)/", "books", true],
    ["/~(([.]|ilm-history-).*)/", ".kibana", false],
    ["/~(([.]|ilm-history-).*)/", "ilm-history-1", false],
    ["a", "a", true],
    ["a", "A", false],
  ])("%s and %s: %s", (pattern, name, matches) => {
    expect(matchesPattern(pattern, name)).toBe(matches);
  });

  test("invalid patterns are refused, valid ones are not", () => {
    for (const pattern of ["/a(/", "/a", "/"]) expect(() => checkPattern(pattern)).toThrow(/invalid/);
    for (const pattern of ["a", "a*", "a?", "/a|b/", "*"]) expect(() => checkPattern(pattern)).not.toThrow();
  });
});

describe("covering", () => {
  test.each([
    ["a1*", ["a*"], true],
    ["a*", ["a1*"], false],
    ["/[ab].*/", ["a*", "b*"], true],
    ["/[abc].*/", ["a*", "b*"], false],
    ["a", ["/[ab]/"], true],
    ["a*", [], false],
    ["*", ["*"], true],
    ["/a.*/", ["a*"], true],
  ])("%s by %j: %s", (part, patterns, covered) => {
    expect(isCovered(part, patterns)).toBe(covered);
  });

  test("every name that a covered pattern matches is matched by the covering patterns", () => {
    const pattern = fc.array(fc.constantFrom("a", "b", "*", "?"), { maxLength: 5 }).map((parts) => parts.join(""));
    const name = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        pattern,
        fc.array(pattern, { maxLength: 3 }),
        fc.array(name, { maxLength: 30 }),
        (part, whole, names) => {
          if (!isCovered(part, whole)) return;
          for (const one of names)
            if (matchesPattern(part, one)) expect(whole.some((other) => matchesPattern(other, one))).toBe(true);
        },
      ),
    );
  });

  test("patterns with only stars match as simple ones do", () => {
    const text = fc.array(fc.constantFrom("a", "b", "*"), { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        expect(matchesPattern(`/${pattern.replaceAll("*", ".*")}/`, name)).toBe(simpleMatch(pattern, name));
      }),
    );
  });
});
