/** Texts with `fielddata: true`, as Elasticsearch 8.19 answers; and fields that are not indexed. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = {
    f: { type: "text", fielddata: true },
    t: { type: "text" },
    ni: { type: "text", index: false },
    nk: { type: "keyword", index: false },
    nn: { type: "keyword", index: false, doc_values: false },
  };
  await fixture.create("i", { mapping: { properties } });
  await fixture.write("i", [
    ["0", { t: "a b", f: "quick Fox quick", ni: "x", nk: "x" }],
    ["1", { f: ["lazy dog", "brown fox"] }],
    ["2", { t: "c" }],
  ]);
});

describe("fielddata", () => {
  test.each([
    [["f"], ["1", "0", "2"], ["brown", "fox", null]],
    [[{ f: "desc" }], ["0", "1", "2"], ["quick", "lazy", null]],
    [[{ f: { order: "asc", mode: "max" } }], ["1", "0", "2"], ["lazy", "quick", null]],
    [[{ f: { order: "asc", missing: "_first" } }], ["2", "1", "0"], [null, "brown", "fox"]],
  ])("sorts by words: %j", async (sort, ids, keys) => {
    const answer = await fixture.search("i", { sort });
    expect(idsOf(answer)).toEqual(ids);
    expect(hitsOf(answer).map((hit) => (hit["sort"] as Json[])[0])).toEqual(keys);
  });

  test("is aggregated, and shown as doc values", async () => {
    const answer = await fixture.search("i", {
      docvalue_fields: ["f"],
      aggs: {
        terms: { terms: { field: "f" } },
        some: { terms: { field: "f", include: "q.*" } },
        cardinality: { cardinality: { field: "f" } },
        count: { value_count: { field: "f" } },
        missing: { missing: { field: "f" } },
      },
    });
    const aggregations = answer.aggregations as Record<string, JsonObject>;
    const bucketsOf = (name: string): unknown =>
      (aggregations[name]!["buckets"] as JsonObject[]).map((bucket) => [bucket["key"], bucket["doc_count"]]);
    expect(bucketsOf("terms")).toEqual([
      ["fox", 2],
      ["brown", 1],
      ["dog", 1],
      ["lazy", 1],
      ["quick", 1],
    ]);
    expect(bucketsOf("some")).toEqual([["quick", 1]]);
    expect([aggregations["cardinality"], aggregations["count"], aggregations["missing"]]).toEqual([
      { value: 5 },
      { value: 6 },
      { doc_count: 1 },
    ]);
    expect(hitsOf(answer).map((hit) => hit.fields)).toEqual([
      { f: ["fox", "quick"] },
      { f: ["brown", "dog", "fox", "lazy"] },
      undefined,
    ]);
  });

  test("survives merges, and does not disturb searches", async () => {
    await fixture.merge("i");
    expect(idsOf(await fixture.search("i", { query: { match: { f: "fox" } }, sort: ["f"] }))).toEqual(["1", "0"]);
    expect(idsOf(await fixture.search("i", { query: { exists: { field: "f" } } }))).toEqual(["0", "1"]);
  });

  test.each([
    [{ sort: ["t"] }, "Fielddata is disabled on [t] in [i]"],
    [{ aggs: { a: { terms: { field: "t" } } } }, "Fielddata is disabled on [t] in [i]"],
    [{ aggs: { a: { avg: { field: "f" } } } }, "Field [f] of type [text] is not supported for aggregation [avg]"],
    [{ collapse: { field: "f" } }, "collapse is not supported for the field [f] of the type [text]"],
  ])("%j is refused", async (body, reason) => {
    expect(await failureOf(body as unknown as JsonObject)).toContain(reason);
  });

  test("needs an index", async () => {
    const made = fixture.create("g", {
      mapping: { properties: { x: { type: "text", fielddata: true, index: false } } },
    });
    await expect(made).rejects.toThrow("Cannot enable fielddata on a [text] field that is not indexed: [x]");
  });
});

async function failureOf(body: JsonObject): Promise<string> {
  const error: unknown = await fixture.search("i", body).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return JSON.stringify(errorResponse(error));
}

describe("fields that are not indexed", () => {
  const refused = "Cannot search on field [ni] since it is not indexed.";
  test.each<[JsonObject, string | readonly string[]]>([
    [{ match: { ni: "x" } }, refused],
    [{ match: { ni: "x y" } }, refused],
    [{ term: { ni: "x" } }, refused],
    [{ terms: { ni: ["x"] } }, refused],
    [{ match_phrase: { ni: "x" } }, refused],
    [{ match_phrase: { ni: "x y" } }, "field:[ni] was indexed without position data; cannot run PhraseQuery"],
    [{ match_bool_prefix: { ni: "x y" } }, refused],
    [{ multi_match: { query: "x", fields: ["ni", "t"] } }, refused],
    [{ query_string: { query: "x", fields: ["ni"] } }, refused],
    [{ simple_query_string: { query: "x", fields: ["ni"] } }, refused],
    [{ prefix: { ni: "x" } }, refused],
    [{ wildcard: { ni: "x" } }, refused],
    [{ regexp: { ni: "x" } }, refused],
    [{ fuzzy: { ni: "x" } }, refused],
    [{ range: { ni: { gte: "x" } } }, refused],
    [{ span_term: { ni: "x" } }, refused],
    [{ intervals: { ni: { match: { query: "x" } } } }, "Cannot create intervals over field [ni] with no positions"],
    [{ match: { nn: "x" } }, "Cannot search on field [nn] since it is not indexed nor has doc values."],
    [{ prefix: { nn: "x" } }, "Cannot search on field [nn] since it is not indexed nor has doc values."],
    [{ match: { nk: "x" } }, ["0"]],
    [{ match: { ni: { query: "x", lenient: true } } }, []],
    [{ query_string: { query: "ni:x" } }, []],
    [{ exists: { field: "ni" } }, []],
  ])("%j", async (query, wanted) => {
    if (typeof wanted === "string") expect(await failureOf({ query })).toContain(wanted);
    else expect(idsOf(await fixture.search("i", { query }))).toEqual(wanted);
  });
});

test("queries for many terms of a text read its postings, whatever was asked of its words before", async () => {
  for (const fielddata of [false, true]) {
    const name = `many-${fielddata}`;
    await fixture.create(name, { mapping: { properties: { f: { type: "text", fielddata } } } });
    const words = Array.from({ length: 300 }, (_, n) => `w${n}`);
    await fixture.write(
      name,
      words.map((word, n) => [String(n), { f: `${word} x${n % 7}` }]),
    );
    if (fielddata) await fixture.search(name, { sort: ["f"] });
    for (const query of [
      { prefix: { f: "w" } },
      { wildcard: { f: "w*" } },
      { range: { f: { gte: "w1", lt: "w3" } } },
    ]) {
      const answer = await fixture.search(name, { query: { bool: { filter: [query] } }, size: 0 });
      const expected = words.filter((word) => !("range" in query) || (word >= "w1" && word < "w3")).length;
      expect((answer.hits as JsonObject)["total"], JSON.stringify(query)).toEqual({ value: expected, relation: "eq" });
    }
  }
});
