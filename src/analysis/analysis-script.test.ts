import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { ScriptToken } from "../scripting/script-programs.ts";
import { pickedTokens } from "./analysis-script.ts";
import { analysisOf, builtInAnalysis } from "./analyzers-of.ts";

const PREFIX = "index.analysis.filter.x.";

function refusal(settings: Record<string, string>, use = false): string {
  const flat = Object.fromEntries(Object.entries(settings).map(([key, value]) => [PREFIX + key, value]));
  try {
    analysisOf(
      use
        ? { ...flat, "index.analysis.analyzer.a.tokenizer": "standard", "index.analysis.analyzer.a.filter": "x" }
        : flat,
    );
  } catch (error) {
    if (error instanceof RequestError) return `${error.type}: ${error.message}`;
    throw error;
  }
  return "taken";
}

const NO_SCRIPT =
  "illegal_argument_exception: must specify either [source] for an inline script or [id] for a stored script";

// Responses of OpenSearch, which has the filters of Elasticsearch 8.19 and its script languages.
test.each<[Record<string, string>, string]>([
  [{ type: "condition" }, NO_SCRIPT],
  [{ type: "condition", script: "x" }, NO_SCRIPT],
  [
    { type: "condition", "script.source": "true" },
    "illegal_argument_exception: Empty list of filters provided to tokenfilter [x]",
  ],
  [{ type: "condition", "script.source": "true", filter: "lowercase" }, "taken"],
  [
    { type: "condition", "script.id": "true", filter: "lowercase" },
    "illegal_argument_exception: Cannot use stored scripts in tokenfilter [x]",
  ],
  [{ type: "predicate_token_filter" }, NO_SCRIPT],
  [{ type: "predicate_token_filter", "script.source": "true" }, "taken"],
  [
    { type: "predicate_token_filter", "script.id": "true" },
    "illegal_argument_exception: Cannot use stored scripts in tokenfilter [x]",
  ],
  [
    { type: "predicate_token_filter", "script.source": "true", "script.lang": "expression" },
    "illegal_argument_exception: expression engine does not know how to handle script context [analysis]",
  ],
  [
    { type: "predicate_token_filter", "script.source": "true", "script.lang": "mustache" },
    "illegal_argument_exception: mustache engine does not know how to handle context [analysis]",
  ],
  [
    { type: "predicate_token_filter", "script.source": "true", "script.lang": "foo" },
    "illegal_argument_exception: script_lang not supported [foo]",
  ],
])("%j: %s", (settings, words) => {
  expect(refusal(settings)).toBe(words);
});

test("a filter that a condition names must exist where it is used", () => {
  const settings = { type: "condition", "script.source": "true", filter: "nope" };
  expect(refusal(settings)).toBe("taken");
  expect(refusal(settings, true)).toContain("ScriptedConditionTokenFilter [x] refers to undefined token filter [nope]");
});

test("a script sees each token with its position", () => {
  const list = builtInAnalysis.analyzer("stop")!.analyze("one the two");
  const seen: ScriptToken[] = [];
  const picked = pickedTokens(list, () => ({ picks: (token) => seen.push(token) === 2 }));
  expect(picked).toEqual([false, true]);
  const common = { positionLength: 1, type: "word", keyword: false };
  expect(seen).toEqual([
    { ...common, term: "one", position: 0, positionIncrement: 1, startOffset: 0, endOffset: 3 },
    { ...common, term: "two", position: 2, positionIncrement: 2, startOffset: 8, endOffset: 11 },
  ]);
});

test("without tokens no script is compiled", () => {
  const program = (): never => {
    throw new Error("asked for");
  };
  expect(pickedTokens({ tokens: [], nextPosition: 0, endOffset: 0 }, program)).toEqual([]);
});
