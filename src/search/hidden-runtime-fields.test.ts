/**
 * Runtime fields tell nobody what a role hides: not the values of hidden fields, by whatever name a request calls them;
 * not the values of hidden documents; and no request changes by its own definitions which documents a role shows.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { IndexAccess } from "../access/index-access.ts";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

const VALUES: Readonly<Record<string, readonly [Json, Json]>> = {
  keyword: ["fox", "dog"],
  long: [1, 2],
  double: [1.5, 2.5],
  boolean: [true, false],
  date: ["2024-01-01", "2025-01-01"],
  ip: ["10.0.0.1", "10.0.0.2"],
  geo_point: [
    [1, 1],
    [2, 2],
  ],
};

const TYPES = Object.keys(VALUES);
/** Fields of the mapping, and fields of the request alone. */
const NAMES = TYPES.flatMap((type) => [`hidden.${type}`, `hidden.raw_${type}`]);
const REQUESTED: JsonObject = Object.fromEntries(TYPES.map((type) => [`hidden.raw_${type}`, { type }]));

beforeAll(async () => {
  const runtime: JsonObject = Object.fromEntries(TYPES.map((type) => [`hidden.${type}`, { type }]));
  const properties = { k: { type: "keyword" } };
  await fixture.create("with", {
    mapping: { dynamic: false, runtime: { ...runtime, team: { type: "keyword" } }, properties },
  });
  await fixture.create("without", { mapping: { dynamic: false, runtime: { team: { type: "keyword" } }, properties } });
  for (const at of [0, 1] as const) {
    const hidden: JsonObject = Object.fromEntries(
      TYPES.flatMap((type) => [
        [type, VALUES[type]![at]],
        [`raw_${type}`, VALUES[type]![at]],
      ]),
    );
    const document: JsonObject = { k: `k${at}`, team: at === 0 ? "red" : "blue", other: at === 0 ? "blue" : "red" };
    await fixture.write("with", [[`d${at}`, { ...document, hidden }]]);
    await fixture.write("without", [[`d${at}`, document]]);
  }
});

/** What an index answers, or the kind of its error. */
async function answerOf(index: "with" | "without" | "restricted", body: JsonObject): Promise<unknown> {
  const access: IndexAccess | undefined =
    index === "restricted" ? { queries: [], fields: [[{ grant: ["*"], except: ["hidden.*"] }]] } : undefined;
  try {
    const response = await fixture.search(
      [{ ...fixture.target(index === "without" ? "without" : "with"), access }],
      body,
    );
    return JSON.parse(JSON.stringify({ ...response, took: 0 }).replaceAll('"without"', '"with"'));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { status: error.status, type: error.type, cause: error.cause?.type };
  }
}

function typeOf(name: string): string {
  return name.replace(/^hidden\.(?:raw_)?/, "");
}

/** Searches by a field, of every sort. */
function searchesBy(name: string): JsonObject[] {
  const type = typeOf(name);
  const [value = null] = VALUES[type] ?? [];
  const queries: JsonObject[] = [
    { exists: { field: name } },
    { term: { [name]: value } },
    { terms: { [name]: [value] } },
    { range: { [name]: { gte: value } } },
    { match: { [name]: value } },
  ];
  const texts: JsonObject[] = [
    { prefix: { [name]: "f" } },
    { wildcard: { [name]: "*o*" } },
    { regexp: { [name]: "f.*" } },
    { fuzzy: { [name]: "fax" } },
  ];
  const places: JsonObject[] = [
    { geo_distance: { distance: "10km", [name]: [1, 1] } },
    { query_string: { query: `_exists_:${name}` } },
    { exists: { field: "hidden*" } },
  ];
  const aggregations: JsonObject[] = [
    { terms: { field: name } },
    { cardinality: { field: name } },
    { value_count: { field: name } },
    { missing: { field: name } },
  ];
  return [
    ...[...queries, ...(type === "keyword" ? texts : []), ...places].map((query) => ({ query })),
    ...(type === "geo_point" ? [] : aggregations.map((a) => ({ size: 0, aggs: { a } }))),
    { fields: [name], _source: false },
    { docvalue_fields: [name], _source: false },
    { post_filter: { exists: { field: name } } },
    { highlight: { fields: { [name]: {} } }, query: { match_all: {} } },
  ];
}

describe("hidden fields", () => {
  test.each(NAMES)("%s", async (name) => {
    let told = 0;
    for (const body of searchesBy(name)) {
      const requested = { ...body, runtime_mappings: REQUESTED };
      // The request of a caller who sees all tells them apart, or it proves nothing.
      const plain = await answerOf("with", requested);
      const without = await answerOf("without", body);
      const restricted = await answerOf("restricted", requested);
      if (JSON.stringify(plain) !== JSON.stringify(without)) told++;
      expect(withoutSource(restricted), JSON.stringify(body)).toEqual(withoutSource(without));
    }
    expect(told).toBeGreaterThanOrEqual(8);
  });

  test("a sort by one is a sort by a field without values", async () => {
    for (const name of NAMES.filter((each) => typeOf(each) !== "geo_point")) {
      for (const order of ["asc", "desc"]) {
        const body = { sort: [{ [name]: order }, { k: "desc" }], runtime_mappings: REQUESTED };
        const response = (await answerOf("restricted", body)) as JsonObject;
        expect(idsOf(response), name).toEqual(["d1", "d0"]);
      }
    }
  });

  test("a field of the request that stands for a hidden mapped one has no values", async () => {
    const access = { queries: [], fields: [[{ grant: ["team"], except: [] }]] };
    const body = { query: { exists: { field: "k" } }, runtime_mappings: { k: { type: "keyword" } } };
    expect(idsOf(await fixture.search([{ ...fixture.target("with"), access }], body))).toEqual([]);
    expect(idsOf(await fixture.search("with", body))).toHaveLength(2);
  });

  test("columns that others have made tell nothing", async () => {
    const body = {
      query: { exists: { field: "hidden.keyword" } },
      size: 0,
      aggs: { a: { terms: { field: "hidden.keyword", min_doc_count: 0 } } },
    };
    await answerOf("with", body);
    expect(await answerOf("restricted", body)).toEqual(await answerOf("without", body));
  });
});

function withoutSource(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === "_source" ? undefined : value)));
}

describe("hidden documents", () => {
  const red: IndexAccess = { queries: [['{"term":{"team":"red"}}']], fields: [] };
  const targets = [{ ...fixture.target("with"), access: red }];

  test("a role's query may be about a runtime field", async () => {
    expect(idsOf(await fixture.search(targets, {}))).toEqual(["d0"]);
  });

  test("no definition of a request changes it", async () => {
    for (const runtime of [
      { team: { type: "long" } },
      { team: { type: "boolean" } },
      { team: { type: "ip" } },
      { team: { type: "date" } },
    ]) {
      expect(idsOf(await fixture.search(targets, { runtime_mappings: runtime }))).toEqual(["d0"]);
    }
  });

  test("values of hidden documents are not told", async () => {
    const aggs = {
      a: { terms: { field: "hidden.keyword", min_doc_count: 0 } },
      l: { stats: { field: "hidden.long" } },
    };
    const { aggregations } = await fixture.search(targets, { size: 0, aggs });
    const { a, l } = aggregations as Record<string, JsonObject>;
    expect((a!.buckets as JsonObject[]).map((bucket) => bucket.key)).toEqual(["fox"]);
    expect(l).toMatchObject({ count: 1, max: 1 });
  });
});
