/** Histograms over ranges, as Elasticsearch 8.19 has them, and over histogram fields. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Cases {
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
  readonly cases: readonly { readonly aggregation: JsonObject; readonly answer: JsonObject }[];
}

const { mapping, documents, cases } = JSON.parse(
  readFileSync(new URL("./range-histograms-cases.json", import.meta.url), "utf8"),
) as Cases;
const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("r", { mapping });
  const written = documents.map((source, id) => [String(id), source] as const);
  // Two segments.
  await fixture.write("r", written.slice(0, 1));
  await fixture.write("r", written.slice(1));
  await fixture.create("h", { mapping: { properties: { h: { type: "histogram" }, open: { type: "long_range" } } } });
  await fixture.write("h", [
    ["1", { h: { values: [0.5, 1, 7], counts: [3, 2, 1] }, open: { gte: 5 } }],
    ["2", { h: { values: [1.5, 3], counts: [10, 4] } }],
  ]);
});

async function aggregated(index: string, aggregation: JsonObject): Promise<JsonObject> {
  try {
    return ((await fixture.search(index, { size: 0, aggs: { a: aggregation } })).aggregations as JsonObject)
      .a as JsonObject;
  } catch (error) {
    const { error: body } = JSON.parse(JSON.stringify(errorResponse(error))) as {
      error: { root_cause: JsonObject[]; caused_by?: JsonObject };
    };
    const [first = body.caused_by] = body.root_cause;
    return { error: { type: first?.type ?? null, reason: first?.reason ?? null } };
  }
}

test.each(cases.map(({ aggregation, answer }) => [JSON.stringify(aggregation), aggregation, answer] as const))(
  "%s",
  async (_title, aggregation, answer) => {
    expect(await aggregated("r", aggregation)).toEqual(answer);
  },
);

test("values of histograms count as often as they occurred", async () => {
  expect(await aggregated("h", { histogram: { field: "h", interval: 2 } })).toEqual({
    buckets: [
      { key: 0, doc_count: 15 },
      { key: 2, doc_count: 4 },
      { key: 4, doc_count: 0 },
      { key: 6, doc_count: 1 },
    ],
  });
  const bounded = { field: "h", interval: 2, hard_bounds: { min: 2, max: 5 } };
  expect(await aggregated("h", { histogram: bounded })).toEqual({ buckets: [{ key: 2, doc_count: 4 }] });
  const refused = await aggregated("h", {
    histogram: { field: "h", interval: 2 },
    aggs: { s: { sum: { field: "h" } } },
  });
  expect(JSON.stringify(refused)).toContain(
    "Histogram aggregation on histogram fields does not support sub-aggregations",
  );
});

test("ranges count the values of histograms as often as they occurred", async () => {
  const range = { field: "h", ranges: [{ to: 1 }, { from: 1, to: 2 }, { from: 0, to: 100 }] };
  expect(
    ((await aggregated("h", { range }))["buckets"] as JsonObject[]).map((bucket) => [bucket.key, bucket.doc_count]),
  ).toEqual([
    ["*-1.0", 3],
    ["0.0-100.0", 20],
    ["1.0-2.0", 12],
  ]);
  const below = await aggregated("h", {
    filters: { filters: { all: { match_all: {} }, one: { ids: { values: ["1"] } } } },
    aggs: { r: { range } },
  });
  const one = (below["buckets"] as JsonObject).one as JsonObject;
  expect(((one.r as JsonObject).buckets as JsonObject[]).map((bucket) => bucket.doc_count)).toEqual([3, 6, 2]);
});

test("a range without an end is refused, or cut at the hard bounds", async () => {
  expect(JSON.stringify(await aggregated("h", { histogram: { field: "open", interval: 2 } }))).toContain(
    "too_many_buckets_exception",
  );
  expect(await aggregated("h", { histogram: { field: "open", interval: 2, hard_bounds: { max: 8 } } })).toEqual({
    buckets: [
      { key: 4, doc_count: 1 },
      { key: 6, doc_count: 1 },
      { key: 8, doc_count: 1 },
    ],
  });
});
