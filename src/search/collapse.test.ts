/** Collapsed hits are those that are the first of their group in the whole list. */
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture, hitsOf, idsOf } from "../testing/search/search-fixture.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";

const fixture = new SearchFixture();
const next = numbersFrom(11);

beforeAll(async () => {
  const properties = {
    k: { type: "keyword" },
    n: { type: "integer" },
    l: { type: "long" },
    d: { type: "double" },
    t: { type: "text" },
  };
  await fixture.create("c", { shards: 2, mapping: { properties } });
  // Several segments in each shard, with documents of the same groups.
  for (const part of [0, 1, 2]) {
    const documents = Array.from({ length: 120 }, (_, at): [string, JsonObject] => {
      const group = Math.floor(next() * 12);
      const shown = group === 0 ? {} : { k: `k${group}`, l: group, d: group / 4 };
      return [`${part}-${at}`, { ...shown, n: Math.floor(next() * 40), t: "a ".repeat(1 + Math.floor(next() * 9)) }];
    });
    await fixture.write("c", documents);
  }
  await fixture.delete("c", ["0-3", "1-7", "2-11"]);
});

const SORTS: readonly JsonObject[] = [
  {},
  { query: { match: { t: "a" } } },
  { sort: ["n"] },
  { sort: [{ n: "desc" }, "_doc"] },
  { sort: ["k", { n: "desc" }] },
  { sort: [{ k: "desc" }], query: { range: { n: { lt: 20 } } } },
  { sort: ["_score", "n"], query: { match: { t: "a" } } },
  { sort: ["n"], track_scores: true, query: { match: { t: "a" } } },
];

test.each(SORTS.flatMap((search) => ["k", "l", "d"].map((field) => [field, search] as const)))(
  "by %s, of %j",
  async (field, search) => {
    const whole = await fixture.search("c", { ...search, size: 1000, docvalue_fields: [field] });
    const seen = new Set<string>();
    const firsts = hitsOf(whole).filter((hit) => {
      const group = JSON.stringify(hit.fields ?? null);
      return !seen.has(group) && seen.add(group);
    });
    for (const [from, size] of [
      [0, 3],
      [2, 4],
      [0, 100],
    ] as const) {
      const collapsed = await fixture.search("c", { ...search, from, size, collapse: { field } });
      expect(idsOf(collapsed)).toEqual(firsts.slice(from, from + size).map((hit) => String(hit._id)));
      expect(hitsOf(collapsed).map((hit) => hit.fields)).toEqual(
        firsts.slice(from, from + size).map((hit) => hit.fields),
      );
      expect((collapsed.hits as JsonObject).total).toEqual((whole.hits as JsonObject).total);
    }
  },
);
