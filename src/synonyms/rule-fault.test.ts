import { expect, test } from "vitest";
import { ruleFault } from "./rule-fault.ts";

// Responses of Elasticsearch 8.19 to put_synonym.
test.each([
  ["a, b", undefined],
  ["a", undefined],
  ["a => b", undefined],
  ["a, b => c, d", undefined],
  // Empty parts are dropped before validation.
  ["a,,b", undefined],
  ["a=>", undefined],
  ["=>", undefined],
  ["a\\=>b => c", undefined],
  ["", "[synonyms] field can't be empty"],
  ["a => b => c", "More than one explicit mapping specified in the same synonyms rule: [a => b => c]"],
  ["bye => => goodbye", "More than one explicit mapping specified in the same synonyms rule: [bye => => goodbye]"],
  [" => x", "Incorrect syntax for [synonyms]: [ => x]"],
  ["bye => ", "Incorrect syntax for [synonyms]: [bye => ]"],
  ["bye, goodbye,  ", "Incorrect syntax for [synonyms]: [bye, goodbye,  ]"],
  [" ", "Incorrect syntax for [synonyms]: [ ]"],
])("%j: %s", (rule, fault) => {
  expect(ruleFault(rule)).toBe(fault);
});
