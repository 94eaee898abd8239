/** Expressions answer as real servers did (`expression-cases.json`), in each of their contexts. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

type Case =
  | { readonly source: string; readonly values: readonly Json[] }
  | { readonly source: string; readonly error: readonly [string, readonly string[], string, string] };

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL("../scripting/expression/expression-cases.json", import.meta.url), "utf8"),
);

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = {
    n: { type: "integer" },
    m: { type: "integer" },
    f: { type: "double" },
    k: { type: "keyword" },
    t: { type: "text" },
    b: { type: "boolean" },
    d: { type: "date" },
    g: { type: "geo_point" },
    ip: { type: "ip" },
  };
  await fixture.create("e", { mapping: { properties } });
  await fixture.write("e", [
    [
      "0",
      {
        n: 1,
        m: [5, 2, 9],
        f: 1.5,
        k: "a",
        b: true,
        d: "2024-02-03T04:05:06Z",
        g: { lat: 10, lon: 20 },
        ip: "1.2.3.4",
        t: "x",
      },
    ],
    [
      "1",
      { n: 2, f: -2.25, k: "b", b: false, d: ["2023-12-31T23:59:59Z", "2020-01-01T00:00:00Z"], g: { lat: -1, lon: 2 } },
    ],
    ["2", { k: "c" }],
  ]);
});

const script = (source: string, params: JsonObject = {}): JsonObject => ({ lang: "expression", source, params });

async function answer(body: JsonObject): Promise<JsonObject> {
  try {
    return await fixture.search("e", body);
  } catch (error) {
    if (error instanceof RequestError) return { ...errorResponse(error) } as unknown as JsonObject;
    throw error;
  }
}

/** The first error of a shard. */
function failure(response: JsonObject): JsonObject {
  const { failed_shards: failed } = response.error as { failed_shards?: readonly { reason: JsonObject }[] };
  return failed?.[0]?.reason ?? (response.error as JsonObject);
}

describe("script fields", () => {
  test.each(cases)("$source", async ({ source, ...expected }) => {
    const fields = { x: { script: script(source, { a: 21 }) } };
    const response = await answer({ size: 3, sort: ["_doc"], script_fields: fields });
    if ("error" in expected) {
      const { reason, script_stack: stack, caused_by: cause } = failure(response);
      const { type, reason: why } = cause as JsonObject;
      expect([reason, stack, type, why]).toEqual(expected.error);
      return;
    }
    const values = hitsOf(response).map((hit) => (hit.fields as { x: Json[] }).x[0]);
    expect(values).toEqual(
      expected.values.map((value) => (typeof value === "number" ? expect.closeTo(value, 5) : value)),
    );
  });
});

describe("other contexts", () => {
  const everything = { match_all: {} };

  async function scores(query: JsonObject): Promise<unknown> {
    return hitsOf(await answer({ query })).map(({ _id, _score }) => [_id, _score]);
  }

  test("scores", async () => {
    const scored = (source: string): JsonObject => ({ script_score: { query: everything, script: script(source) } });
    expect(await scores(scored("doc['n'].value+1"))).toEqual([
      ["1", 3],
      ["0", 2],
      ["2", 1],
    ]);
    expect(await scores({ function_score: { script_score: { script: script("_score*3+doc['n']") } } })).toEqual([
      ["1", 5],
      ["0", 4],
      ["2", 3],
    ]);
  });

  test("filters", async () => {
    expect(await scores({ script: { script: script("doc['n'].value>least", { least: 1 }) } })).toEqual([["1", 1]]);
    const failed = failure(await answer({ query: { script: { script: script("a>0", { a: "x" }) } } }));
    expect(failed).toMatchObject({
      reason: "link error",
      caused_by: { type: "parse_exception", reason: "Parameter [a] must be a numeric type" },
    });
  });

  test("numbers to sort by, and no texts", async () => {
    const sorted = await answer({ sort: [{ _script: { type: "number", script: script("doc['n'].value*-1") } }] });
    expect(hitsOf(sorted).map(({ _id, sort }) => [_id, sort])).toEqual([
      ["1", [-2]],
      ["0", [-1]],
      ["2", [-0]],
    ]);
    const texts = failure(await answer({ sort: [{ _script: { type: "string", script: script("1") } }] }));
    expect(JSON.stringify(texts)).toContain(
      "expression engine does not know how to handle script context [string_sort]",
    );
  });

  test("values of aggregations", async () => {
    const value = async (body: JsonObject): Promise<unknown> =>
      ((await answer({ size: 0, aggs: { x: body } })).aggregations as { x: JsonObject }).x;
    expect(await value({ sum: { field: "n", script: script("_value*2") } })).toEqual({ value: 6 });
    expect(await value({ sum: { script: script("doc['n'].value*2") } })).toEqual({ value: 6 });
    expect(await value({ terms: { script: script("doc['n'].value*2") } })).toMatchObject({
      buckets: [{ key: "0.0" }, { key: "2.0" }, { key: "4.0" }],
    });
  });

  test("buckets", async () => {
    const buckets = async (pipeline: JsonObject): Promise<unknown> => {
      const aggs = { s: { sum: { field: "f" } }, b: pipeline };
      const response = await answer({ size: 0, aggs: { h: { histogram: { field: "n", interval: 1 }, aggs } } });
      return "error" in response ? response : (response.aggregations as { h: { buckets: JsonObject[] } }).h.buckets;
    };
    const path = { s: "s", c: "_count" };
    expect(await buckets({ bucket_script: { buckets_path: path, script: script("s*c+z", { z: 1 }) } })).toMatchObject([
      { key: 1, b: { value: 2.5 } },
      { key: 2, b: { value: -1.25 } },
    ]);
    expect(await buckets({ bucket_selector: { buckets_path: { s: "s" }, script: script("s>0") } })).toMatchObject([
      { key: 1 },
    ]);
    const unused = await buckets({ bucket_script: { buckets_path: path, script: script("s") } });
    expect(JSON.stringify(unused)).toContain("The variable [c] does not exist in the executable expressions script.");
  });

  test("numbers of terms", async () => {
    const wanted = (source: string): JsonObject => ({
      terms_set: { k: { terms: ["a", "b"], minimum_should_match_script: script(source) } },
    });
    expect(await scores(wanted("min(num_terms, doc['n'].value)"))).toMatchObject([["0", expect.any(Number)]]);
  });
});
