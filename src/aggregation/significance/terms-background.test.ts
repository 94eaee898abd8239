import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({ k: { type: "keyword" }, i: { type: "integer" }, dead: { type: "boolean" } });

interface Document {
  readonly k?: readonly string[];
  readonly i: number;
  readonly dead: boolean;
}

interface Answer {
  readonly bg_count?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number; readonly bg_count?: number }[];
}

const keys = fc.uniqueArray(fc.constantFrom("", "a", "b", "\u00e4", "cc"), { maxLength: 4 });
const document: fc.Arbitrary<Document> = fc.record(
  { k: keys, i: fc.integer({ min: 0, max: 3 }), dead: fc.boolean() },
  { requiredKeys: ["i", "dead"] },
);

/** How many of the documents have each key, by key. */
function countsOf(documents: readonly Document[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { k = [] } of documents) for (const key of k) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

test("what dictionaries and ordinals count of significant and rare terms is what documents have", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(document, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(undefined, "a", "new"),
      (segments, deletes, missing) => {
        const all = segments.map((each) => each.map((one) => ({ ...one, dead: one.dead && deletes })));
        // oxlint-disable-next-line no-unsafe-type-assertion -- documents are JSON
        const shard = testShard(mapping, all as unknown as JsonObject[][], ({ dead }) => dead === true);
        const living = all
          .flat()
          .filter(({ dead }) => !dead)
          .map((one) => (missing !== undefined && !one.k?.length ? { ...one, k: [missing] } : one));
        const values = { field: "k", ...(missing === undefined ? {} : { missing }) };
        const front = living.filter(({ i }) => i >= 2);
        const significant_terms = { ...values, size: 100, min_doc_count: 1, percentage: {} };
        const asked = { s: { significant_terms }, r: { rare_terms: { ...values, max_doc_count: 2 } } };
        // oxlint-disable-next-line no-unsafe-type-assertion -- results of these kinds
        const answer = aggregate([shard], asked, { query: { range: { i: { gte: 2 } } } }) as unknown as Record<
          "s" | "r",
          Answer
        >;
        const background = countsOf(living);
        const counts = [...countsOf(front)].sort(([left], [right]) => (left < right ? -1 : 1));
        if (answer.s.buckets.length > 0) expect(answer.s.bg_count).toBe(living.length);
        expect(new Map(answer.s.buckets.map((bucket) => [bucket.key, [bucket.doc_count, bucket.bg_count]]))).toEqual(
          new Map(counts.map(([key, count]) => [key, [count, background.get(key)]])),
        );
        expect(answer.r.buckets.map((bucket) => [bucket.key, bucket.doc_count])).toEqual(
          counts.filter(([, count]) => count <= 2).sort((left, right) => left[1] - right[1]),
        );
      },
    ),
    { numRuns: 200 },
  );
});
