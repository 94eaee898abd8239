/** Many hits are written at once: as they are rendered one by one. */
import { expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

/** A few more than those that are objects. */
const HITS = 205;

test("hits that are written at once are those that are objects first", async () => {
  const fixture = new SearchFixture();
  for (const index of ["one", "é two"])
    await fixture.create(index, {
      shards: 2,
      mapping: {
        properties: {
          n: { type: "long" },
          t: { type: "text" },
          long: { type: "text" },
          k: { type: "keyword", ignore_above: 5 },
        },
      },
    });
  const written = (from: number, wide = false): [string, string][] =>
    Array.from({ length: HITS }, (_, at) => [
      `${from + at}"é`,
      `{ "n":${from + at}, "t" : "x y${at % 7}", "k":"${wide ? "too long" : "k"}${at % 3}"${at === 7 ? `, "long":"${"é".repeat(40_000)}"` : ""} }`,
    ]);
  await fixture.write("one", written(0));
  await fixture.flush("one");
  await fixture.write("one", written(1000).slice(0, 40));
  await fixture.delete(
    "one",
    written(1000)
      .slice(0, 20)
      .map(([id]) => id),
  );
  await fixture.write("é two", written(2000));
  const bodies: JsonObject[] = [
    {},
    { sort: ["_doc"] },
    { sort: [{ n: "desc" }, "_score"], track_scores: true },
    { query: { match: { t: "y3 x" } } },
    { _source: false },
    { stored_fields: "_none_", _source: false },
    { version: true, seq_no_primary_term: true },
    { _source: ["n"] },
    { fields: ["k"] },
    { query: { bool: { should: [{ match_all: { _name: "all" } }] } } },
    { collapse: { field: "n", inner_hits: { name: "same" } } },
    { aggs: { n: { max: { field: "n" } } }, size: 9000 },
  ];
  const check = async (): Promise<void> => {
    for (const index of ["one", "é two"])
      for (const body of bodies) {
        const asked = { size: 500, ...body };
        // Those that are kept are objects first.
        const objects = await fixture.search(index, asked, { request_cache: "true" });
        const atOnce = await fixture.search(index, asked);
        expect(hitsOf(objects).length, JSON.stringify(body)).toBeGreaterThan(200);
        expect(JSON.stringify({ ...atOnce, took: 0 })).toBe(JSON.stringify({ ...objects, took: 0 }));
      }
  };
  await check();
  // Some name ignored fields.
  await fixture.write("é two", written(3000, true).slice(0, 2));
  await check();
});
