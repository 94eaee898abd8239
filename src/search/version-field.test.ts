/** Fields of software versions. */
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("v", { mapping: { properties: { v: { type: "version" } } } });
  await fixture.write(
    "v",
    ["1.0.0", "1.10.0", "1.2.0-rc.1", "1.2.0", "no version", "2.0.0+b7"].map((v, id) => [
      String(id),
      { v: id === 3 ? [v, "0.1"] : v },
    ]),
  );
});

async function hits(body: JsonObject): Promise<JsonObject[]> {
  const answer = await fixture.call("search", ["v"], { size: 100, _source: false, ...body });
  return (answer.hits as JsonObject).hits as JsonObject[];
}

test.each([
  [{ term: { v: "1.2.0" } }, ["3"]],
  [{ terms: { v: ["1.0.0", "0.1", "9"] } }, ["0", "3"]],
  [{ match: { v: "no version" } }, ["4"]],
  [{ range: { v: { gt: "1.2.0-alpha", lt: "1.10.0" } } }, ["2", "3"]],
  [{ range: { v: { gte: "1.10.0", lte: "3" } } }, ["1", "5"]],
  [{ prefix: { v: "1.2" } }, ["2", "3"]],
  [{ wildcard: { v: "*.?.0" } }, ["0", "3"]],
  [{ wildcard: { v: { value: "*RC*", case_insensitive: true } } }, ["2"]],
  [{ regexp: { v: "1\\.[0-9]+\\.0" } }, ["0", "1", "3"]],
  [{ fuzzy: { v: "1.3.0" } }, ["0", "3"]],
  [{ exists: { field: "v" } }, ["0", "1", "2", "3", "4", "5"]],
])("%j finds %j", async (query, ids) => {
  expect((await hits({ query })).map((hit) => hit._id as string).sort()).toEqual(ids);
});

test("versions are sorted, shown and counted as versions", async () => {
  const found = await hits({ sort: [{ v: { order: "desc" } }], docvalue_fields: ["v"], fields: ["v"] });
  expect(found.map((hit) => (hit.sort as string[])[0])).toEqual([
    "no version",
    "2.0.0+b7",
    "1.10.0",
    "1.2.0",
    "1.2.0-rc.1",
    "1.0.0",
  ]);
  expect(found[3]).toMatchObject({ fields: { v: ["1.2.0", "0.1"] } });
  const docvalues = await hits({ query: { ids: { values: ["3"] } }, docvalue_fields: ["v"] });
  expect(docvalues).toMatchObject([{ fields: { v: ["0.1", "1.2.0"] } }]);
  const { aggregations } = await fixture.call("search", ["v"], {
    size: 0,
    aggs: { a: { terms: { field: "v", size: 2, order: { _key: "asc" }, missing: "1.0.0" } } },
  });
  expect(aggregations).toMatchObject({ a: { buckets: [{ key: "0.1" }, { key: "1.0.0", doc_count: 1 }] } });
});
