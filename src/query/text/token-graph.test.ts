import fc from "fast-check";
import { expect, test } from "vitest";
import type { Token } from "../../analysis/analyzer.ts";
import { isGraph, TokenGraph } from "./token-graph.ts";

/** A token `text` at a position, with a position length. */
function token(text: string, position: number, positionLength = 1): Token {
  return { text, position, positionLength, startOffset: 0, endOffset: 0, type: "word" };
}

const texts = (ways: readonly (readonly Token[])[]): string[] =>
  ways.map((way) => way.map((each) => `${each.text}@${each.position}`).join(" "));

// a (b | c d) e
const side = [token("a", 0), token("b", 1, 2), token("c", 1), token("d", 2), token("e", 3)];

test("a graph is split where all paths meet", () => {
  const sections = new TokenGraph(side).sections();
  expect(sections.map(({ from, to, branches, last }) => [from, to, branches, last])).toEqual([
    [0, 1, false, false],
    [1, 3, true, false],
    [3, 4, false, true],
  ]);
});

test("every path is a text", () => {
  expect(texts(new TokenGraph(side).ways())).toEqual(["a@0 b@1 e@2", "a@0 c@1 d@2 e@3"]);
  expect(texts(new TokenGraph(side).ways(1, 3))).toEqual(["b@0", "c@0 d@1"]);
});

test("a hole belongs to the token after it", () => {
  // As in Lucene's TestGraphTokenStreamFiniteStrings: fast (hole) wi (fi network | network), with the stacked word
  // after the hole.
  const tokens = [token("fast", 0), token("wi", 2), token("wifi", 2, 2), token("fi", 3), token("network", 4)];
  expect(texts(new TokenGraph(tokens).ways())).toEqual(["fast@0 wi@2 fi@3 network@4", "fast@0 wifi@2 network@3"]);
});

test("a token that leads into a hole is on no path", () => {
  expect(texts(new TokenGraph([token("a", 0), token("x", 1, 1), token("b", 1, 2), token("c", 3)]).ways())).toEqual([
    "a@0 x@1 c@3",
  ]);
});

test("tokens of length one are not a graph, nor is a list marked graphless", () => {
  const list = { tokens: side, nextPosition: 4, endOffset: 0 };
  expect(isGraph(list)).toBe(true);
  expect(isGraph({ ...list, graphless: true })).toBe(false);
  expect(isGraph({ ...list, tokens: [token("a", 0), token("b", 0)] })).toBe(false);
  expect(isGraph({ ...list, tokens: [token("a", 0, 2)] })).toBe(false);
});

test("the paths through the sections are the paths through the whole graph", () => {
  const part = fc.constantFrom(1, 2, 3);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (lengths) => {
      const tokens: Token[] = [];
      let position = 0;
      for (const length of lengths) {
        tokens.push(token("w", position, length));
        for (let step = 0; length > 1 && step < length; step++) tokens.push(token(`s${step}`, position + step));
        position += length;
      }
      const graph = new TokenGraph(tokens);
      const sections = graph.sections();
      const product = sections.reduce((count, { from, to }) => count * graph.ways(from, to).length, 1);
      expect(sections.length).toBe(lengths.length);
      expect(graph.ways().length).toBe(product);
    }),
  );
});
