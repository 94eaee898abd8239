/** Analysis stops where it has too many tokens, lets others have their turn, and can be cancelled. */
import { expect, test } from "vitest";
import type { Analyzer } from "../../analysis/analyzer.ts";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import type { Chain } from "../../analysis/custom-chain.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { RequestControl, Turn } from "../shard/request-control.ts";
import { analyzeAll, analyzeStages } from "./bounded-analysis.ts";

const limit = 100;

/** Runs to the end; counts how often others had their turn. */
function run<T>(steps: Generator<void, T>): { readonly result: T; readonly turns: number } {
  let turns = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return { result: step.value, turns };
    turns++;
  }
}

function bounds(most = limit, word?: Int32Array, nowMs: () => number = () => 0) {
  const turn = new Turn(nowMs);
  turn.begin();
  return { limit: most, control: new RequestControl(word, undefined, turn, new MemoryAccount(undefined)) };
}

/** An analyzer that remembers how much it has read. */
function reading(inner: Analyzer): { readonly analyzer: Analyzer; read: number } {
  const seen = { read: 0, analyzer: inner };
  const counted = (text: string) => {
    seen.read += text.length;
    return inner.analyze(text);
  };
  seen.analyzer = { ...inner, analyze: counted, name: inner.name };
  return seen;
}

const standard = builtInAnalysis.analyzer("standard")!;
const chain = (
  tokenizer: string | Record<string, string>,
  tokenFilters: string[] = [],
  charFilters: string[] = [],
): Analyzer & { readonly chain: Chain } => builtInAnalysis.chain({ charFilters, tokenizer, tokenFilters });

test("as many tokens as the limit are answered, and one more is refused", () => {
  expect(run(analyzeAll(["a ".repeat(limit)], standard, bounds())).result[0]?.tokens).toHaveLength(limit);
  expect(run(analyzeAll(["a ".repeat(60), "a ".repeat(40)], standard, bounds())).result).toHaveLength(2);
  const refusal = { status: 400, type: "status_exception" };
  expect(() => run(analyzeAll(["a ".repeat(limit + 1)], standard, bounds()))).toThrow(expect.objectContaining(refusal));
  expect(() => run(analyzeAll(["a ".repeat(60), "a ".repeat(41)], standard, bounds()))).toThrow(
    expect.objectContaining(refusal),
  );
  expect(() => run(analyzeStages(["a ".repeat(limit + 1)], chain("standard", ["fingerprint"]), bounds()))).toThrow(
    expect.objectContaining(refusal),
  );
});

test("a huge text is refused when its beginning has too many tokens", () => {
  const seen = reading(
    Object.assign(Object.create(null) as Analyzer, { ...standard, analyze: (text: string) => standard.analyze(text) }),
  );
  expect(() => run(analyzeAll(["a ".repeat(5_000_000)], seen.analyzer, bounds()))).toThrow("maximum of [100]");
  expect(seen.read).toBeLessThan(10_000);
});

test("a beginning with too many tokens says nothing where the whole may have fewer", () => {
  const text = `${"a ".repeat(5_000)}z`;
  const whole = chain({ type: "simple_pattern", pattern: "a|(a )+z" });
  expect(run(analyzeAll([text], whole, bounds())).result[0]?.tokens).toHaveLength(1);
  const commented = chain("standard", [], ["html_strip"]);
  expect(run(analyzeAll([`<!-- ${"a ".repeat(5_000)} --> b`], commented, bounds())).result[0]?.tokens).toHaveLength(1);
});

test("others have their turn between beginnings, texts and filters", () => {
  let now = 0;
  const { turns } = run(
    analyzeAll(
      [`${" ".repeat(100_000)}a`, "b"],
      chain("letter", ["lowercase", "trim"]),
      bounds(limit, undefined, () => (now += 100)),
    ),
  );
  expect(turns).toBeGreaterThan(10);
});

test("a cancelled analysis ends at its next step", () => {
  const word = new Int32Array(1);
  const steps = analyzeStages(
    ["a".repeat(100_000)],
    chain("keyword", ["lowercase"]),
    bounds(limit, word, () => Number.POSITIVE_INFINITY),
  );
  steps.next();
  word[0] = 1;
  expect(() => run(steps)).toThrow("task cancelled");
});
