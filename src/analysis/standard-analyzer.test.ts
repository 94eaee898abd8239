import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TokenTarget } from "./analyzer.ts";
import { lowerText } from "./unicode/lower-case.ts";
import { StandardAnalyzer } from "./standard-analyzer.ts";

/** Records terms with positions as passed to the segment builder. */
class Recorder implements TokenTarget {
  readonly terms: string[] = [];

  addTerm(_field: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    this.terms.push(`${position}:${Buffer.from(bytes.subarray(from, to)).toString("utf8")}`);
  }
}

function indexed(
  analyzer: StandardAnalyzer,
  text: string,
  basePosition = 0,
): { terms: string[]; length: number; lastPosition: number } {
  const recorder = new Recorder();
  const { length, lastPosition } = analyzer.index(text, recorder, 0, basePosition);
  return { terms: recorder.terms, length, lastPosition };
}

const wordy = fc.string({ unit: fc.constantFrom(..."abZ019_.,:;'\"- \n\tx#@"), maxLength: 60 });
const mixed = fc.string({
  unit: fc.constantFrom(..."aZ1_.' ", "é", "İ", "Σ", "漢", "ア", "한", "\u0301", "😀", "𐐀", "\ud800"),
  maxLength: 40,
});

describe("the standard analyzer", () => {
  test("indexes ASCII text as the general scanner tokenizes it", () => {
    fc.assert(
      fc.property(wordy, fc.integer({ min: 1, max: 12 }), (text, maxTokenLength) => {
        const analyzer = new StandardAnalyzer("standard", maxTokenLength);
        expect(indexed(analyzer, text).terms).toEqual(
          analyzer.tokens(text).map((token) => `${token.position}:${token.text}`),
        );
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["__a", 2, ["0:_a"]],
    ["_____a b", 3, ["0:__a", "1:b"]],
    ["____", 2, []],
    ["____ a", 2, ["0:a"]],
    ["__a", 1, ["0:a"]],
    [`${"_".repeat(600)}a`, 255, [`0:${"_".repeat(254)}a`]],
  ])("cuts connectors before a word as the general scanner does: %s, %i", (text, maxTokenLength, expected) => {
    const analyzer = new StandardAnalyzer("standard", maxTokenLength);
    expect(indexed(analyzer, text).terms).toEqual(expected);
    expect(analyzer.tokens(text).map((token) => `${token.position}:${token.text}`)).toEqual(expected);
  });

  test("indexes any text as the general scanner tokenizes it", () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const analyzer = new StandardAnalyzer("standard", 255);
        const expected = analyzer
          .tokens(text)
          .map((token) => `${token.position}:${Buffer.from(token.text, "utf8").toString("utf8")}`);
        expect(indexed(analyzer, text).terms).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test("returns length and last position relative to the base position", () => {
    const analyzer = new StandardAnalyzer("standard", 255);
    expect(indexed(analyzer, "One two", 101)).toEqual({ terms: ["101:one", "102:two"], length: 2, lastPosition: 102 });
    expect(indexed(analyzer, "--", 5)).toEqual({ terms: [], length: 0, lastPosition: 4 });
  });

  test("splits long tokens at 255 units", () => {
    const terms = indexed(new StandardAnalyzer("standard", 255), "x".repeat(600)).terms;
    expect(terms.map((term) => term.length - 2)).toEqual([255, 255, 90]);
  });

  test("lowercases character by character, without context", () => {
    expect(lowerText("İSTANBUL ΣΑΣ")).toBe("istanbul σασ");
  });
});
