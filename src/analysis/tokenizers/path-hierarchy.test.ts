import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";

/** `text@start-end` of each token; all are at position 0, as in Lucene 9. */
function paths(text: string, settings: Record<string, string> = {}): string[] {
  const chain = builtInAnalysis.chain({
    charFilters: [],
    tokenizer: { type: "path_hierarchy", ...settings },
    tokenFilters: [],
  });
  const tokens = chain.tokens(text);
  expect(tokens.every((token) => token.position === 0)).toBe(true);
  return tokens.map((token) => `${token.text}@${token.startOffset}-${token.endOffset}`);
}

// The examples in Elasticsearch's reference, and the edge cases of Lucene's TestPathHierarchyTokenizer.
describe("the path hierarchy tokenizer", () => {
  test.each([
    ["/one/two/three", {}, ["/one@0-4", "/one/two@0-8", "/one/two/three@0-14"]],
    ["one/two/", {}, ["one@0-3", "one/two@0-7", "one/two/@0-8"]],
    ["//", {}, ["/@0-1", "//@0-2"]],
    ["/", {}, ["/@0-1"]],
    ["", {}, []],
    [
      "one-two-three-four-five",
      { delimiter: "-", replacement: "/", skip: "2" },
      ["/three@7-13", "/three/four@7-18", "/three/four/five@7-23"],
    ],
    [
      "one-two-three-four-five",
      { delimiter: "-", replacement: "/", skip: "2", reverse: "true" },
      ["one/two/three/@0-14", "two/three/@4-14", "three/@8-14"],
    ],
    ["/a/b/c", { reverse: "true" }, ["/a/b/c@0-6", "a/b/c@1-6", "b/c@3-6", "c@5-6"]],
    ["/a/b/", { reverse: "true" }, ["/a/b/@0-5", "a/b/@1-5", "b/@3-5"]],
    ["a", { skip: "1" }, []],
    ["/a/b", { skip: "1" }, ["/b@2-4"]],
  ])("%s %j", (text, settings, expected) => {
    expect(paths(text, settings)).toEqual(expected);
  });

  test.each([
    [{ delimiter: "ab" }, "delimiter must be a one char value"],
    [{ replacement: "" }, "replacement must be a one char value"],
    [{ skip: "-1" }, "skip cannot be negative"],
  ])("refuses %j", (settings: Record<string, string>, reason) => {
    expect(() => paths("a", settings)).toThrow(reason);
  });
});
