/** Sorts by range fields and their doc values, which are bytes. Answers are those of Elasticsearch 8.19. */
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = {
    i: { type: "integer_range" },
    t: { type: "date_range" },
    ip: { type: "ip_range" },
    f: { type: "float_range" },
    none: { type: "integer_range", doc_values: false },
    p: { type: "point", store: true },
    st: { type: "date_range", store: true },
  };
  await fixture.create("r", { mapping: { properties } });
  await fixture.write("r", [
    ["1", { i: { gte: 1, lt: 10 }, t: { gte: "2020-01-01", lt: "2021-01-01" }, f: { gte: 1.5, lt: 2 }, p: "1.5,2.5" }],
    ["2", { i: { gte: -1, lt: 10 }, t: { gte: "1960-01-01" }, ip: { gte: "2001::" } }],
  ]);
  await fixture.write("r", [
    ["3", { i: [{ gte: 1000000, lt: 2000000 }, { gte: 0, lte: 0 }] }],
    ["4", { st: { gte: "2020-01-01", lt: "2021-01-01" } }],
  ]); // prettier-ignore
});

async function sorted(sort: Json, after?: Json[]): Promise<string> {
  const body: JsonObject = { sort: [sort, "_doc"], _source: false };
  if (after) body["search_after"] = after;
  const hits = hitsOf(await fixture.search("r", body));
  return hits.map((hit) => `${String(hit._id)} ${JSON.stringify((hit.sort as Json[])[0])}`).join(", ");
}

const [ONE, TWO, THREE] = ['1 "\\u0001\u0081\u0088\\t"', '2 "\\u0001\u007f\u0088\\t"', '3 "\\u0002\u0080\u0080\u0098\\u000fB@\u0098\\u001e\u0084\u007f"']; // prettier-ignore

test.each<[Json, string]>([
  [{ i: "asc" }, `${TWO}, ${ONE}, ${THREE}, 4 null`],
  [{ i: { order: "desc", mode: "min" } }, `${THREE}, ${ONE}, ${TWO}, 4 null`],
  [{ i: { missing: "_first" } }, `4 null, ${TWO}, ${ONE}, ${THREE}`],
  [{ i: { missing: "\u0001z" } }, `4 "\\u0001z", ${TWO}, ${ONE}, ${THREE}`],
  [{ t: "asc" }, '2 "AVe2g6E0AMB//////////w==", 1 "AalvXmboAKl2uz5v/w==", 3 null, 4 null'],
  [
    { t: { missing: "2020-01-01" } },
    '2 "AVe2g6E0AMB//////////w==", 1 "AalvXmboAKl2uz5v/w==", 3 "MjAyMC0wMS0wMQ==", 4 "MjAyMC0wMS0wMQ=="',
  ],
])("sorts by %j", async (sort, expected) => {
  expect(await sorted(sort)).toBe(expected);
});

test("a page goes on behind a text, whose bytes are compared", async () => {
  expect(await sorted({ i: "asc" }, ["\u0001z", 0])).toBe(`${TWO}, ${ONE}, ${THREE}, 4 null`);
  expect(await sorted({ i: "asc" }, ["5", 0])).toBe("4 null");
});

async function refused(body: JsonObject): Promise<unknown> {
  try {
    await fixture.search("r", body);
    return "not refused";
  } catch (error) {
    const { status, error: told } = errorResponse(error);
    return [status, told.root_cause[0]?.reason];
  }
}

test.each<[JsonObject, number, string | null]>([
  [{ sort: [{ i: { mode: "sum" } }] }, 400, "we only support AVG, MEDIAN and SUM on number based fields"],
  [{ sort: [{ i: { numeric_type: "long" } }] }, 400, "[numeric_type] option cannot be set on a non-numeric field, got integer_range"], // prettier-ignore
  [{ sort: [{ i: { format: "yyyy" } }] }, 400, "Field [i] of type [integer_range] does not support custom formats"],
  [{ sort: ["t"], search_after: ["AVe2g6E0AMB//////////w=="] }, 500, null],
  [{ docvalue_fields: ["t"] }, 500, null],
  [{ docvalue_fields: ["f"] }, 400, "Failed trying to format bytes as UTF8.  Possibly caused by a mapping mismatch"],
])("refuses %j", async (body, status, reason) => {
  expect(await refused(body)).toEqual([status, reason]);
});

test("doc values are one text for each document, stored points and ranges Java's texts of them", async () => {
  const fields = async (body: JsonObject): Promise<Json[]> =>
    hitsOf(await fixture.search("r", { ...body, sort: ["_doc"] })).map(({ fields: shown }) => (shown as Json) ?? null);
  expect(await fields({ docvalue_fields: ["i"], _source: false })).toEqual([
    { i: ["\u0001\u0081\u0088\t"] },
    { i: ["\u0001\u007f\u0088\t"] },
    { i: ["\u0002\u0080\u0080\u0098\u000fB@\u0098\u001e\u0084\u007f"] },
    null,
  ]);
  expect(await fields({ stored_fields: ["p", "st"] })).toEqual([
    { p: ["1.5, 2.5"] },
    null,
    null,
    { st: ["[1577836800000 : 1609459200000)"] },
  ]);
});
