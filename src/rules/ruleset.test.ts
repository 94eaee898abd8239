import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { matchingRules, readRule, readRules } from "./ruleset.ts";

const criterion = (type: string, ...values: Json[]): JsonObject => ({ type, metadata: "q", values });
const rule = (criteria: Json, more: JsonObject = {}): JsonObject => ({
  rule_id: "r",
  type: "pinned",
  criteria,
  actions: { ids: ["1"] },
  ...more,
});

describe("rules", () => {
  test.each<[string, Json[], Json, boolean]>([
    ["exact", ["a", "b"], "b", true],
    ["exact", ["a"], "A", false],
    ["exact", [5], "5.0", true],
    ["fuzzy", ["pugs"], "pug", true],
    ["fuzzy", ["pugs"], "cats", false],
    ["prefix", ["pu"], "pugs", true],
    ["suffix", ["gs"], "pugs", true],
    ["contains", ["ug"], "pugs", true],
    ["contains", ["ug"], "cats", false],
    ["lt", [5], 4, true],
    ["lte", [5], "5", true],
    ["gt", ["5"], 5, false],
    ["gte", [7, 5], 6, true],
    ["always", [], "x", true],
  ])("%s %j of %j: %j", (type, values, given, matches) => {
    const rules = readRules({ rules: [rule(criterion(type, ...values))] });
    expect(matchingRules(rules, { q: given })).toHaveLength(matches ? 1 : 0);
  });

  test("apply when all their criteria are fulfilled", () => {
    const rules = readRules({ rules: [rule([criterion("prefix", "a"), { ...criterion("exact", 1), metadata: "n" }])] });
    expect(matchingRules(rules, { q: "ab", n: 1 })).toHaveLength(1);
    expect(matchingRules(rules, { q: "ab", n: 2 })).toHaveLength(0);
    expect(matchingRules(rules, { q: "ab" })).toHaveLength(0);
  });

  test("are ordered by priority, those without one last", () => {
    const given = [rule([criterion("exact", 1)]), rule([criterion("exact", 1)], { rule_id: "s", priority: 5 })];
    expect(readRules({ rules: given }).map(({ id }) => id)).toEqual(["s", "r"]);
  });

  test.each<[Json, string]>([
    [{}, "Required [rules]"],
    [{ rules: [] }, "rules cannot be empty"],
    [{ rules: [{}] }, "ruleId cannot be null or blank"],
    [{ rules: [rule([criterion("foo", "a")])] }, "Unknown QueryRuleCriteriaType: foo"],
    [{ rules: [rule([{ type: "exact", values: ["a"] }])] }, "criteriaMetadata must not be blank"],
    [{ rules: [rule([{ type: "exact", metadata: "q" }])] }, "criteriaValues must not be null or empty"],
    [{ rules: [rule([criterion("exact", 1)], { priority: -1 })] }, "Priority was -1, must be between 0 and 1000000"],
    [{ rules: [rule([criterion("exact", 1)], { actions: {} })] }, "actions must contain either ids or docs"],
    [{ rules: [rule([criterion("exact", 1)], { foo: 1 })] }, "[query_rule] unknown field [foo]"],
    [{ rules: Array.from({ length: 101 }, () => rule([criterion("exact", 1)])) }, "cannot exceed [100]"],
  ])("%j is refused", (body, reason) => {
    expect(() => readRules(body)).toThrow(reason);
  });

  test("numbers are compared with numbers alone", () => {
    const rules = readRules({ rules: [rule([criterion("lt", 5)])] });
    expect(() => matchingRules(rules, { q: "x" })).toThrow("Input [x] is not valid for CriteriaType [lt]");
  });

  test("a rule has the id of its request", () => {
    expect(readRule(rule([{ type: "always" }], { rule_id: "x" }), "x").id).toBe("x");
    expect(() => readRule(rule([{ type: "always" }], { rule_id: "y" }), "x")).toThrow("does not match");
  });
});
