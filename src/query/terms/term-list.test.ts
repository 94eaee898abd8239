import fc from "fast-check";
import { expect, test } from "vitest";
import { testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { TermList } from "./term-list.ts";

const words = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é", "\u{1f600}"), maxLength: 4 }), {
  maxLength: 60,
});
const bytesOf = (texts: readonly string[]): Uint8Array[] => texts.map((text) => Buffer.from(text));

test("a list finds the terms that a dictionary has, each once and in order", () => {
  fc.assert(
    fc.property(words, words, (known, asked) => {
      fc.pre(known.length > 0);
      const { view } = testShard(testMapping({ k: { type: "keyword" } }), [known.map((k) => ({ k }))]);
      const terms = view.segments[0]!.terms("k")!;
      const list = new TermList(bytesOf(asked));
      const found = [...new Set(asked)].map((text) => terms.find(Buffer.from(text))).filter((ordinal) => ordinal >= 0);
      expect([...list.ordinalsIn(terms)]).toEqual(found.sort((one, other) => one - other));
      expect(
        list
          .all()
          .map((term) => Buffer.from(term).toString())
          .sort(),
      ).toEqual([...new Set(asked)].sort());
    }),
  );
});

test("equal lists have equal keys, and others have other ones", () => {
  fc.assert(
    fc.property(words, words, (some, others) => {
      const keyOf = (texts: readonly string[]): string => new TermList(bytesOf(texts)).key();
      expect(keyOf([...some].reverse())).toBe(keyOf([...some, ...some]));
      const isEqual =
        new Set([...some, ...others]).size === new Set(some).size && new Set(some).size === new Set(others).size;
      expect(keyOf(some) === keyOf(others)).toBe(isEqual);
    }),
    {
      examples: [
        [["ab"], ["a", "b"]],
        [["", "a"], ["a"]],
      ],
    },
  );
});
