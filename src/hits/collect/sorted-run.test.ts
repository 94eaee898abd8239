/**
 * Skipping documents that cannot get in does not change the response: `track_scores` forces a look at every match and
 * serves as the reference.
 */
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import type { Json, JsonObject } from "../../core/json.ts";
import { numbersFrom } from "../../testing/segment/segment-model.ts";
import { hitsOf, SearchFixture } from "../../testing/search/search-fixture.ts";
import { TopBySort } from "./top-by-sort.ts";

const fixture = new SearchFixture();
/** Segments of several windows, and one smaller than a window. */
const SEGMENTS = [9000, 5000, 300];

beforeAll(async () => {
  const next = numbersFrom(77);
  const below = (limit: number): number => Math.floor(next() * limit);
  const mapping = {
    properties: {
      w: { type: "keyword", doc_values: false },
      n: { type: "integer" },
      f: { type: "double" },
      l: { type: "long" },
      m: { type: "integer" },
      d: { type: "date" },
      k: { type: "keyword" },
      few: { type: "byte" },
    },
  };
  await fixture.create("s", { mapping });
  for (const [name, order] of Object.entries(ORDERS))
    await fixture.create(name, { mapping, settings: settingsOf(order) });
  let doc = 0;
  for (const count of SEGMENTS) {
    const written: [string, JsonObject][] = [];
    for (let i = 0; i < count; i++, doc++) {
      const source: JsonObject = {
        w: ["all", `w${below(3)}`, ...(below(50) === 0 ? ["rare"] : [])],
        few: below(3) - 1,
        // Values that ascend with the documents, so that windows differ.
        d: 1_600_000_000_000 + Math.floor(doc / 3) * 1000 + below(100) * 1000,
      };
      if (below(4) > 0) source.n = below(4000) - 2000;
      if (below(4) > 0) source.f = below(64) / 8 - 4;
      if (below(4) > 0) source.l = BigInt(below(40)) + (below(2) === 0 ? 9007199254740993n : 0n);
      if (below(4) > 0) source.m = Array.from({ length: 1 + below(3) }, () => below(100));
      if (below(4) > 0) source.k = Array.from({ length: 1 + below(2) }, () => `k${below(300)}`);
      written.push([`${doc}`, source]);
    }
    for (const name of ["s", ...Object.keys(ORDERS)])
      if (name !== "bylongs" || count < SEGMENTS[0]!) await fixture.write(name, written);
  }
  const deleted = Array.from({ length: 400 }, () => `${below(doc)}`).filter((id, i, all) => all.indexOf(id) === i);
  for (const name of ["s", "byterms"]) await fixture.delete(name, deleted);
}, 60_000);

/** Indices whose documents are in an order, which is also asked for. */
const ORDERS: Readonly<Record<string, JsonObject[]>> = {
  byterms: [{ k: { order: "desc", missing: "_first", mode: "max" } }, { n: { order: "asc", missing: "_last" } }],
  bylongs: [{ l: { order: "desc", missing: "_last" } }, { m: { order: "asc", missing: "_first", mode: "max" } }],
};

function settingsOf(order: readonly JsonObject[]): Record<string, string> {
  const all = order.map((key) => Object.entries(key)[0] as [string, Record<string, string>]);
  return {
    "index.sort.field": all.map(([field]) => field).join(","),
    "index.sort.order": all.map(([, { order: direction = "" }]) => direction).join(","),
    "index.sort.missing": all.map(([, { missing = "" }]) => missing).join(","),
    "index.sort.mode": all
      .map(([, { order: direction, mode }]) => mode ?? (direction === "desc" ? "max" : "min"))
      .join(","),
  };
}

const fieldKey = fc
  .record({
    field: fc.constantFrom("n", "f", "l", "m", "d", "k", "few"),
    order: fc.constantFrom("asc", "desc"),
    missing: fc.constantFrom<Json>("_first", "_last"),
    mode: fc.constantFrom(undefined, "min", "max"),
  })
  .map(({ field, order, missing, mode }): JsonObject => ({
    [field]: { order, missing, ...(mode === undefined ? {} : { mode }) },
  }));
const key = fc.oneof(
  { weight: 9, arbitrary: fieldKey },
  { weight: 1, arbitrary: fc.constantFrom<JsonObject>({ _score: "asc" }, { _doc: "desc" }, { _doc: "asc" }) },
);
const query = fc.constantFrom<Json>(
  { match_all: {} },
  { term: { w: "all" } },
  { term: { w: "rare" } },
  { terms: { w: ["w1", "rare"] } },
  {
    bool: { must: { term: { w: "w1" } }, filter: { range: { d: { gte: 1_600_000_500_000, lt: 1_600_003_000_000 } } } },
  },
  { bool: { should: [{ term: { w: "w0" } }, { term: { w: "rare" } }], must_not: { term: { few: 1 } } } },
);
const request = fc.record({
  query,
  sort: fc.array(key, { minLength: 1, maxLength: 3 }),
  size: fc.constantFrom(1, 7, 60),
  total: fc.constantFrom<boolean | number>(true, false, 20, 9000),
});

test("sorted hits equal those of an exhaustive collection, page after page", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ query: asked, sort, size, total }) => {
      const body: JsonObject = { query: asked, sort, size, _source: false, track_total_hits: total };
      let after: Json | undefined;
      for (let page = 0; page < 3; page++) {
        const paged = after === undefined ? body : { ...body, search_after: after };
        const quick = await fixture.search("s", paged);
        const slow = await fixture.search("s", { ...paged, track_scores: true });
        const shown = (response: JsonObject) => hitsOf(response).map((hit) => [hit._id, hit.sort]);
        expect(shown(quick)).toEqual(shown(slow));
        expect((quick.hits as JsonObject).total).toEqual((slow.hits as JsonObject).total);
        after = hitsOf(slow).at(-1)?.sort;
        if (after === undefined) break;
      }
    }),
    { numRuns: 150 },
  );
}, 30_000);

test("a search in the order of its index ends when it has its hits, and finds what an exhaustive one does", async () => {
  const places = fc.record({
    request,
    name: fc.constantFrom(...Object.keys(ORDERS)),
    keys: fc.integer({ min: 1, max: 3 }),
    // What differs from the order of the index is not found by way of it.
    but: fc.constantFrom<JsonObject>(
      {},
      {},
      { missing: "_last" },
      { missing: "_first" },
      { order: "asc" },
      { mode: "min" },
    ),
  });
  await fc.assert(
    fc.asyncProperty(places, async ({ request: { query: asked, size, total }, name, keys, but }) => {
      const [first, ...others] = ORDERS[name]!;
      const [[field, options] = ["", {}]] = Object.entries(first!);
      const sort = [{ [field]: { ...(options as JsonObject), ...but } }, ...others, { few: "asc" }].slice(0, keys);
      const body: JsonObject = { query: asked, sort, size, _source: false, track_total_hits: total };
      const [quick, slow] = await Promise.all([
        fixture.search(name, body),
        fixture.search(name, { ...body, track_scores: true }),
      ]);
      expect(hitsOf(quick).map((hit) => [hit._id, hit.sort])).toEqual(hitsOf(slow).map((hit) => [hit._id, hit.sort]));
      expect((quick.hits as JsonObject).total).toEqual((slow.hits as JsonObject).total);
    }),
    { numRuns: 60 },
  );
  // A window of each segment decides; the second of three segments, and the third, hold nothing better than it.
  const looked = vi.spyOn(TopBySort.prototype, "collect");
  const sort = ORDERS["byterms"]!;
  await fixture.search("byterms", { sort, size: 1, track_total_hits: false, query: { term: { w: "all" } } });
  const early = looked.mock.calls.length;
  looked.mockClear();
  await fixture.search("s", { sort, size: 1, track_total_hits: false, query: { term: { w: "all" } } });
  expect([early, looked.mock.calls.length]).toEqual([SEGMENTS.length, 6]);
  looked.mockClear();
  // By another one of several values documents stand in another order.
  const other = [{ k: { order: "desc", missing: "_first", mode: "min" } }];
  await fixture.search("byterms", { sort: other, size: 1, track_total_hits: false, query: { term: { w: "all" } } });
  expect(looked.mock.calls.length).toBe(6);
  looked.mockRestore();
});

test("hits in index order can start after any document in any segment", async () => {
  for (const after of [0, 4095, 4096, 8998, 8999, 9000, 13_150, 13_999, 14_000, 14_295, 14_299, 20_000]) {
    for (const query of [{ match_all: {} }, { term: { w: "rare" } }]) {
      const body: JsonObject = {
        query,
        sort: ["_doc", { n: "asc" }],
        size: 9,
        _source: false,
        track_total_hits: false,
        search_after: [after, 0],
      };
      const [quick, slow] = await Promise.all([
        fixture.search("s", body),
        fixture.search("s", { ...body, track_scores: true }),
      ]);
      expect(hitsOf(quick).map((hit) => hit._id)).toEqual(hitsOf(slow).map((hit) => hit._id));
    }
  }
});

test("hits on ascending values, sorted descending, are found from the end", async () => {
  const mapping = { properties: { n: { type: "integer" }, m: { type: "integer" } } };
  const count = 4 * 4096;
  await fixture.create("rising", { shards: 1, mapping });
  // Rows kept from a previous segment must not decide among equal rows of this one.
  await fixture.write(
    "rising",
    Array.from({ length: 100 }, (_, doc): [string, JsonObject] => [`first${doc}`, { n: -1, m: 0 }]),
  );
  await fixture.write(
    "rising",
    Array.from({ length: count }, (_, doc): [string, JsonObject] => [
      `${doc}`,
      { n: Math.floor(doc / 40), m: 1 + ((doc * 7919) % 1000) },
    ]),
  );
  await fixture.delete(
    "rising",
    Array.from({ length: 30 }, (_, i) => `${count - 1 - 3 * i}`),
  );
  const last = Math.floor((count - 1) / 40);
  for (const sort of [[{ n: "desc" }], [{ n: "desc" }, { m: "asc" }], [{ n: "desc" }, { m: "desc" }], [{ n: "asc" }]]) {
    for (const [size, after] of [
      [1, undefined],
      [9, undefined],
      [70, undefined],
      [9, last],
      [60, last - 100],
    ] as const) {
      const searchAfter =
        after === undefined ? {} : { search_after: sort.map((_, slot) => (slot === 0 ? after : 500)) };
      const body: JsonObject = { sort, size, _source: false, track_total_hits: 20, ...searchAfter };
      const [quick, slow] = await Promise.all([
        fixture.search("rising", body),
        fixture.search("rising", { ...body, track_scores: true }),
      ]);
      expect(hitsOf(quick).map((hit) => hit._id)).toEqual(hitsOf(slow).map((hit) => hit._id));
    }
  }
});
