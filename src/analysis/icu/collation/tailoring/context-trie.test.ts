import fc from "fast-check";
import { expect, test } from "vitest";
import { hasNext, hasValue, UnitTrie } from "../unit-trie.ts";
import { contextTrie } from "./context-trie.ts";

/** The word of a text, -1 where it has none; undefined where no text begins so. */
function lookUp(units: Uint16Array, text: string): number | undefined {
  const trie = new UnitTrie(units);
  trie.begin(units, 0);
  let found: number | undefined;
  for (const character of text) {
    const match = trie.next(character.codePointAt(0)!);
    if (match === 0) return undefined;
    found = hasValue(match) ? trie.value() : -1;
    void hasNext(match);
  }
  return found;
}

const text = fc.string({
  unit: fc.constantFrom(..."abcdefghijk", "\u0301", "\u{1d165}", "漢"),
  minLength: 1,
  maxLength: 25,
});

test("every text has its word, and no other has one", () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.integer(), { minKeys: 1, maxKeys: 40 }), text, (words, other) => {
      const units = Uint16Array.from(contextTrie(Object.entries(words).map(([key, word]) => ({ text: key, word }))));
      for (const [key, word] of Object.entries(words)) expect(lookUp(units, key)).toBe(word);
      if (!Object.hasOwn(words, other)) expect(lookUp(units, other) ?? -1).toBe(-1);
    }),
  );
});
