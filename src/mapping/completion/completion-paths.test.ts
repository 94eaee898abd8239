import fc from "fast-check";
import { expect, test } from "vitest";
import type { Token } from "../../analysis/analyzer.ts";
import { completionEntry, contextPrefix, readCompletionEntry } from "./completion-entry.ts";
import { completionPaths } from "./completion-paths.ts";

const token = (text: string, position: number, positionLength = 1): Token => ({
  text,
  position,
  positionLength,
  startOffset: 0,
  endOffset: 1,
  type: "word",
});

const exact = { separators: true, positionIncrements: true };

test("each way through a graph of tokens is a path", () => {
  // `wifi` beside `wi fi`, then `network`
  const tokens = [token("wifi", 0, 2), token("wi", 0), token("fi", 1), token("network", 2)];
  expect(completionPaths({ tokens, nextPosition: 3, endOffset: 1 }, exact)).toEqual([
    "wifi\u001fnetwork",
    "wi\u001ffi\u001fnetwork",
  ]);
});

test("the number of paths is limited as in Lucene", () => {
  const tokens = Array.from({ length: 20 }, (_, position) => [token("a", position), token("b", position)]).flat();
  expect(completionPaths({ tokens, nextPosition: 20, endOffset: 1 }, exact)).toHaveLength(10_000);
});

test("a long input is one path", () => {
  const tokens = Array.from({ length: 50_000 }, (_, position) => token("a", position));
  const [path] = completionPaths(
    { tokens, nextPosition: 50_000, endOffset: 1 },
    { separators: false, positionIncrements: true },
  );
  expect(path).toBe("a".repeat(50_000));
});

test("entries keep path, input and weight, and sort by path", () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 0x7fffffff }), word, (path, input, weight, other) => {
      const entry = readCompletionEntry(completionEntry(path, input, weight));
      expect([Buffer.from(entry.path).toString(), entry.input, entry.weight]).toEqual([
        Buffer.from(path).toString(),
        Buffer.from(input).toString(),
        weight,
      ]);
      const order = Math.sign(Buffer.compare(completionEntry(path, "x", weight), completionEntry(other, "x", weight)));
      if (path !== other) expect(order).toBe(Math.sign(Buffer.compare(Buffer.from(path), Buffer.from(other))));
    }),
  );
});

test("contexts of two kinds do not mix", () => {
  expect(contextPrefix(0, "red")).not.toBe(contextPrefix(1, "red"));
});
