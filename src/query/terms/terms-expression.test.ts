import fc from "fast-check";
import { expect, test } from "vitest";
import { testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "\u{1f600}"), maxLength: 4 });

test("the least term from a place on is that of the whole dictionary", () => {
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(words, fc.array(word, { maxLength: 20 }), (known, asked) => {
      const { view } = testShard(testMapping({ k: { type: "keyword" } }), [known.map((k) => ({ k }))]);
      const terms = view.segments[0]!.terms("k")!;
      let from = 0;
      for (const term of asked.map((text) => Buffer.from(text)).sort((one, other) => Buffer.compare(one, other))) {
        from = terms.ceiling(term, from);
        expect(from).toBe(terms.ceiling(term));
      }
    }),
  );
});
