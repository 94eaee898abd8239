/** A function that stands alone is computed for many documents at once; its slow twin, one by one. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = { t: { type: "text" }, n: { type: "double" }, m: { type: "long" }, d: { type: "date" } };
  await fixture.create("i", { mapping: { properties } });
  const random = fc.sample(
    fc.record(
      {
        t: fc.constantFrom("a", "a b", "a a b"),
        n: fc.double({ min: 0, max: 1000, noNaN: true }),
        m: fc.array(fc.nat(50), { maxLength: 3 }),
        d: fc.integer({ min: 0, max: 2e12 }),
      },
      { requiredKeys: ["t"] },
    ),
    { numRuns: 300, seed: 7 },
  );
  for (let from = 0; from < 300; from += 100)
    await fixture.write(
      "i",
      random.slice(from, from + 100).map((document, i) => [`${from + i}`, document as JsonObject] as const),
    );
});

async function scoresOf(query: JsonObject): Promise<unknown> {
  const answer = await fixture.search("i", { query, size: 300, _source: false });
  return hitsOf(answer).map(({ _id: id, _score: score }) => [id, score]);
}

const place = { n: { origin: 300, scale: 100 }, m: { origin: 10, scale: 5, offset: 2 } };
const instant = { origin: "2010-01-01", scale: "900d" };
const functions: readonly JsonObject[] = [
  { gauss: { n: place.n } },
  { exp: { m: place.m } },
  { linear: { d: instant } },
  { gauss: { d: instant }, weight: 2.5 },
  { field_value_factor: { field: "n", modifier: "log1p", missing: 3 } },
  { field_value_factor: { field: "m", factor: 1.5, missing: 0 } },
];

test.each(functions)("%j", async (one) => {
  for (const more of [{}, { boost_mode: "sum" }, { boost_mode: "replace", max_boost: 1.25 }]) {
    const query = { match: { t: "a" } };
    const alone = await scoresOf({ function_score: { query, functions: [one], ...more } });
    // A second one that changes nothing.
    const nothing = { filter: { match: { t: "b" } }, weight: 1 };
    expect(alone).toEqual(await scoresOf({ function_score: { query, functions: [one, nothing], ...more } }));
  }
});
