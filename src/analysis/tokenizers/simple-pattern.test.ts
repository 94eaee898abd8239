import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";

function tokens(type: string, pattern: string, text: string): string {
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: { type, pattern }, tokenFilters: [] })
    .tokens(text)
    .map((token) => `${token.text}@${token.startOffset}-${token.endOffset}`)
    .join(" ");
}

// Recorded from Lucene 9.12.2.
describe("simple_pattern and simple_pattern_split", () => {
  test.each([
    ["[0123456789]{3}", "fd-786-335-514-x", "786@3-6 335@7-10 514@11-14"],
    ["ab*c|b", "abbb", ""],
    ["ab*c|b", "abbbcb", "abbbc@0-5 b@5-6"],
    ["a&.", "an_underscored_phrase", "a@0-1 a@18-19"],
    ["[😀-😂]", "a😀b\ud83d😁", "😀@1-3"],
    ["", "abc", ""],
  ])("%s finds in %s: %s", (pattern, text, expected) => {
    expect(tokens("simple_pattern", pattern, text)).toBe(expected);
  });

  test.each([
    ["_", "an_underscored_phrase", "an@0-2 underscored@3-14 phrase@15-21"],
    ["[-_]+", "-a--b_", "a@1-2 b@4-5"],
    ["ab+c", "xabbby", "xabbby@0-6"],
    ["", "abc", "abc@0-3"],
  ])("%s divides %s: %s", (pattern, text, expected) => {
    expect(tokens("simple_pattern_split", pattern, text)).toBe(expected);
  });

  test("invalid patterns are rejected in Lucene's words", () => {
    expect(() => tokens("simple_pattern", "a{", "")).toThrow("integer expected at position 2");
    expect(() => tokens("simple_pattern_split", "[", "")).toThrow("unexpected end-of-string");
  });
});
