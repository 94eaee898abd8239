/** Sorting by the values of nested objects. Answers are those of Elasticsearch 8.19. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const keyword = { type: "keyword" };
const properties: JsonObject = {
  ck: keyword,
  a: {
    type: "nested",
    properties: {
      k: keyword,
      n: { type: "integer" },
      d: { type: "double" },
      b: { type: "nested", properties: { y: keyword } },
    },
  },
};

beforeAll(async () => {
  await fixture.create("i", { mapping: { properties } });
  await fixture.write("i", [
    [
      "1",
      {
        a: [
          { k: "p", n: 1, b: [{ y: "u" }, { y: "v" }] },
          { n: 5, d: 0.5 },
        ],
      },
    ],
    ["2", { a: { k: "q", n: [3, 4], d: [1.5, 2] }, ck: "r" }],
  ]);
  await fixture.write("i", [["3", { ck: "plain" }], ["77", { "a.k": ["1", "2"], "a.b": [{ y: "3" }, { y: "4" }], a: { k: "5" } }]]); // prettier-ignore
});

/** Ids with what they are sorted by. */
async function sorted(field: string, options: JsonObject): Promise<string[]> {
  const hits = hitsOf(await fixture.search("i", { sort: [{ [field]: options }, "_doc"], _source: false }));
  return hits.map((hit) => `${String(hit._id)} ${JSON.stringify((hit.sort as Json[])[0])}`);
}

const NONE = 2147483647;

test.each<[string, JsonObject, string[]]>([
  ["a.n", { nested: { path: "a" } }, ["1 1", "2 3", `3 ${NONE}`, `77 ${NONE}`]],
  ["a.n", { order: "desc", nested: { path: "a" } }, ["1 5", "2 4", `3 ${-NONE - 1}`, `77 ${-NONE - 1}`]],
  ["a.n", { mode: "avg", nested: { path: "a" } }, ["1 3", "2 4", `3 ${NONE}`, `77 ${NONE}`]],
  ["a.n", { mode: "sum", nested: { path: "a", max_children: 1 } }, ["1 1", "2 7", `3 ${NONE}`, `77 ${NONE}`]],
  [
    "a.n",
    { mode: "sum", nested: { path: "a", max_children: 0 } },
    [`1 ${NONE}`, `2 ${NONE}`, `3 ${NONE}`, `77 ${NONE}`],
  ],
  ["a.n", { missing: "_first", nested: { path: "a" } }, [`3 ${-NONE - 1}`, `77 ${-NONE - 1}`, "1 1", "2 3"]],
  ["a.n", { missing: 3, nested: { path: "a" } }, ["1 1", "2 3", "3 3", "77 3"]],
  ["a.k", { nested: { path: "a", filter: { term: { "a.k": "q" } } } }, ['2 "q"', "1 null", "3 null", "77 null"]],
  ["a.b.y", { nested: { path: "a.b" } }, ['77 "3"', '1 "u"', "2 null", "3 null"]],
  [
    "a.b.y",
    {
      order: "desc",
      nested: {
        path: "a",
        filter: { exists: { field: "a.k" } },
        nested: { path: "a.b", filter: { terms: { "a.b.y": ["u", "3"] } } },
      },
    },
    ['1 "u"', "2 null", "3 null", "77 null"],
  ],
  // What the objects of the path do not have.
  ["a.b.y", { nested: { path: "a" } }, ["1 null", "2 null", "3 null", "77 null"]],
  ["ck", { nested: { path: "a" } }, ["1 null", "2 null", "3 null", "77 null"]],
  ["a.n", { nested: {} }, [`1 ${NONE}`, `2 ${NONE}`, `3 ${NONE}`, `77 ${NONE}`]],
  ["a.n", { nested: { path: "a.b", nested: { path: "a" } } }, [`1 ${NONE}`, `2 ${NONE}`, `3 ${NONE}`, `77 ${NONE}`]],
])("by %s with %j", async (field, options, expected) => {
  expect(await sorted(field, options)).toEqual(expected);
});

test("doubles keep their values", async () => {
  expect(await sorted("a.d", { mode: "sum", nested: { path: "a" } })).toEqual([
    "1 0.5",
    "2 3.5",
    '3 "Infinity"',
    '77 "Infinity"',
  ]);
});

/** To the meter: Elasticsearch computes the arc in steps of its own. */
function meters(kilometers: Json | undefined): string {
  return typeof kilometers === "number" ? String(Math.round(kilometers * 1000)) : String(kilometers);
}

test("distances are those of points in nested objects", async () => {
  const point = { type: "nested", properties: { p: { type: "geo_point" }, k: keyword } };
  await fixture.create("g", { mapping: { properties: { a: point } } });
  const at = (both: number): JsonObject => ({ lat: both, lon: both });
  await fixture.write("g", [["1", { a: [{ p: [at(1), at(2)], k: "x" }, { p: at(5), k: "y" }] }], ["2", { a: [{ p: at(3) }] }], ["3", {}]]); // prettier-ignore
  const distances = async (more: JsonObject): Promise<string[]> => {
    const sort = [{ _geo_distance: { "a.p": [0, 0], unit: "km", ...more } }];
    return hitsOf(await fixture.search("g", { sort, _source: false })).map(
      (hit) => `${String(hit._id)} ${meters((hit.sort as Json[])[0])}`,
    );
  };
  expect(await distances({ nested: { path: "a" } })).toEqual(["1 157250", "2 471653", "3 Infinity"]); // prettier-ignore
  expect(await distances({ order: "desc", nested: { path: "a" } })).toEqual(["3 Infinity", "1 785768", "2 471653"]); // prettier-ignore
  expect(await distances({ mode: "avg", nested: { path: "a" } })).toEqual(["1 419164", "2 471653", "3 Infinity"]); // prettier-ignore
  const filter = { term: { "a.k": "x" } };
  expect(await distances({ mode: "max", nested: { path: "a", filter } })).toEqual(["1 314475", "2 Infinity", "3 Infinity"]); // prettier-ignore
  await expect(distances({})).rejects.toThrow();
  await expect(distances({ nested: 5 })).rejects.toThrow("[_geo_distance] does not support [nested]");
  await expect(distances({ nested: { path: "a", foo: 1 } })).rejects.toThrow(
    "malformed nested sort format, unknown field name [foo]",
  );
});

test("search_after goes on where a page ended", async () => {
  const sort = [{ "a.n": { nested: { path: "a" } } }, { ck: "asc" }];
  const first = hitsOf(await fixture.search("i", { sort, size: 1 }));
  const next = hitsOf(await fixture.search("i", { sort, size: 1, search_after: first[0]?.sort as unknown as Json }));
  expect([first[0]?._id, next[0]?._id]).toEqual(["1", "2"]);
});

describe("refusals", () => {
  test.each([
    [{ path: "zz" }, "[nested] failed to find nested object under path [zz]"],
    [{ path: "a", nested: { path: "zz" } }, "[nested] failed to find nested object under path [zz]"],
    [
      { path: "a", nested: { path: "a.b", max_children: 2 } },
      "max_children is only supported on top level of nested sort",
    ],
    [{ path: "a", foo: 1 }, "malformed nested sort format, unknown field name [foo]"],
    [{ path: "a", filter: { foo: {} } }, "unknown query [foo]"],
    [{ path: "a", max_children: "x" }, 'For input string: \\"x\\"'],
  ])("of %j", async (nested, words) => {
    const error: unknown = await fixture
      .search("i", { sort: [{ "a.n": { nested } }] })
      .catch((refused: unknown) => refused);
    expect(JSON.stringify(errorResponse(error))).toContain(words);
    expect(errorResponse(error).status).toBe(400);
  });

  test("of medians", async () => {
    await expect(sorted("a.n", { mode: "median", nested: { path: "a" } })).rejects.toThrow();
  });
});
