import { describe, expect, test } from "vitest";
import type { Analyzer } from "../../analysis/analyzer.ts";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import type { Chain } from "../../analysis/custom-chain.ts";
import { Turn, RequestControl } from "../shard/request-control.ts";
import { MemoryAccount } from "../shard/request-accounts.ts";
import { explainAnalyzer, explainStages } from "./analyze-explanation.ts";
import { analyzeStages } from "./bounded-analysis.ts";
import { plainTokens, tokensInRow } from "./analyze-tokens.ts";

const all = { attributes: [], limit: 100 };

function explainChain(
  analyzer: Analyzer & { readonly chain: Chain },
  texts: readonly string[],
  shown: { attributes: readonly string[]; limit: number },
): object {
  const control = new RequestControl(undefined, undefined, new Turn(() => 0), new MemoryAccount(undefined));
  const steps = analyzeStages(texts, analyzer, { limit: shown.limit, control });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return explainStages(analyzer.chain, texts, step.value, { positionGap: 0, ...shown });
}

// What a real server answers to the same requests.
describe("an explained chain", () => {
  test("shows the texts behind each char filter, and what each filter makes of the tokens", () => {
    const analyzer = builtInAnalysis.chain({
      charFilters: ["html_strip", { type: "mapping", mappings: ["a=>b"] }],
      tokenizer: "standard",
      tokenFilters: [{ type: "keyword_marker", keywords: ["b"] }, { type: "delimited_payload" }],
    });
    const b = { token: "b", type: "<ALPHANUM>", bytes: "[62]", positionLength: 1, termFrequency: 1 };
    const c = {
      token: "c",
      start_offset: 9,
      end_offset: 10,
      type: "<ALPHANUM>",
      position: 1,
      bytes: "[63]",
      positionLength: 1,
      termFrequency: 1,
    };
    const first = { ...b, start_offset: 3, end_offset: 8, position: 0 };
    expect(explainChain(analyzer, ["<b>a</b>", "c"], all)).toEqual({
      detail: {
        custom_analyzer: true,
        charfilters: [
          { name: "html_strip", filtered_text: ["a", "c"] },
          { name: "__anonymous__mapping", filtered_text: ["b", "c"] },
        ],
        tokenizer: { name: "standard", tokens: [first, c] },
        tokenfilters: [
          {
            name: "__anonymous__keyword_marker",
            tokens: [
              { ...first, keyword: true },
              { ...c, keyword: false },
            ],
          },
          {
            name: "__anonymous__delimited_payload",
            tokens: [
              { ...first, keyword: true, payload: null },
              { ...c, keyword: false, payload: null },
            ],
          },
        ],
      },
    });
  });

  test("shows payloads, and only the attributes that are asked for", () => {
    const analyzer = builtInAnalysis.chain({
      charFilters: [],
      tokenizer: "whitespace",
      tokenFilters: ["delimited_payload"],
    });
    const answer = explainChain(analyzer, ["a|1"], { attributes: ["PAYLOAD"], limit: 100 }) as {
      detail: { tokenfilters: { tokens: object[] }[] };
    };
    expect(answer.detail.tokenfilters[0]?.tokens).toEqual([
      { token: "a", start_offset: 0, end_offset: 3, type: "word", position: 0, payload: "[3f 80 0 0]" },
    ]);
  });
});

test("an explained analyzer shows its name and tokens", () => {
  expect(
    explainAnalyzer("standard", [builtInAnalysis.analyzer("standard")!.analyze("A")], {
      positionGap: 0,
      attributes: ["foo"],
      limit: 1,
    }),
  ).toEqual({
    detail: {
      custom_analyzer: false,
      analyzer: {
        name: "standard",
        tokens: [{ token: "a", start_offset: 0, end_offset: 1, type: "<ALPHANUM>", position: 0 }],
      },
    },
  });
});

describe("texts in a row", () => {
  const lists = (...texts: string[]) => texts.map((text) => builtInAnalysis.analyzer("stop")!.analyze(text));

  test("go on behind a blank and a gap, with the holes at their ends", () => {
    expect(
      plainTokens(tokensInRow(lists("x the", "y"), 7, 10)).map((token) => [token["start_offset"], token["position"]]),
    ).toEqual([
      [0, 0],
      [6, 9],
    ]);
  });

  test("have so many tokens at most", () => {
    expect(tokensInRow(lists("x y", "z"), 0, 3)).toHaveLength(3);
    expect(() => tokensInRow(lists("x y", "z"), 0, 2)).toThrow("has exceeded the allowed maximum of [2]");
  });
});
