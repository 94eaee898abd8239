import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";
import { knowsWhole } from "./whole-segments.ts";

const fixture = new SearchFixture();
const keyword = { type: "keyword" };
const FIELDS = {
  k: keyword,
  many: keyword,
  some: keyword,
  column: { type: "keyword", index: false },
  ip: { type: "ip" },
  f: { type: "flattened" },
  t: { type: "text", fielddata: true },
  bare: { type: "text", fielddata: true, fielddata_frequency_filter: { min: 2, max: 1000, min_segment_size: 1 } },
};

function source(i: number): JsonObject {
  return {
    k: `k${i % 7}`,
    many: [`m${i % 3}`, `m${i % 5}`],
    column: [`c${i % 4}`],
    ip: `10.0.0.${i % 9}`,
    f: { a: `f${i % 3}`, b: "x" },
    t: `word${i % 6} word word`,
    bare: `word${i % 6} rare${i}`,
    ...(i % 2 === 0 ? { some: `s${i % 4}` } : {}),
  };
}

beforeAll(async () => {
  for (const [name, extra] of [
    ["plain", {}],
    ["weighted", { _doc_count: 3 }],
  ] as const) {
    await fixture.create(name, { mapping: { properties: FIELDS } });
    for (const from of [0, 20])
      await fixture.write(
        name,
        Array.from({ length: 20 }, (_, i): [string, JsonObject] => [`${from + i}`, { ...source(from + i), ...extra }]),
      );
  }
  await fixture.create("less", { mapping: { properties: FIELDS } });
  await fixture.write(
    "less",
    Array.from({ length: 20 }, (_, i): [string, JsonObject] => [`${i}`, source(i)]),
  );
  await fixture.write("less", [["3", { k: "other" }]]);
});

/** Matches all, though nobody can tell without a look. */
const LOOKED = { bool: { must: [{ match_all: {} }], should: [{ term: { k: "none" } }] } };

describe("terms and cardinality of all documents are those of a search that looks at each", () => {
  const fields = [...Object.keys(FIELDS).filter((name) => name !== "f"), "f.a", "f", "none"];
  test.each(fields.flatMap((field) => ["plain", "weighted", "less"].map((index) => [field, index] as const)))(
    "%s of %s",
    async (field, index) => {
      const aggs = {
        t: { terms: { field, size: 100 } },
        c: { cardinality: { field } },
        o: { terms: { field, size: 2, order: { _key: "desc" }, exclude: ["m1", "k2"] } },
        m: { terms: { field, missing: "none", size: 100 } },
        b: { terms: { field }, aggs: { c: { cardinality: { field: "k" } } } },
      };
      const [all, looked] = await Promise.all(
        [undefined, LOOKED].map((query) =>
          fixture.call("search", [index], {
            size: 0,
            aggs: field === "ip" ? { t: aggs.t, c: aggs.c } : aggs,
            ...(query ? { query } : {}),
          }),
        ),
      );
      expect(all!.aggregations).toEqual(looked!.aggregations);
      expect((all!.hits as JsonObject).total).toEqual((looked!.hits as JsonObject).total);
    },
  );
});

test("what looks at documents knows nothing of whole segments", () => {
  const shard = { view: { segments: [], liveDocs: [] }, minScore: undefined, terminateAfter: 0 };
  const aggregations = { aggregations: [{ knowsWhole: () => true }, {}], pipelines: [] };
  expect(knowsWhole({ ...shard, aggregations } as never)).toBe(false);
  expect(
    knowsWhole({ ...shard, aggregations: { aggregations: [{ knowsWhole: () => true }], pipelines: [] } } as never),
  ).toBe(true);
});
