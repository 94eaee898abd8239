/** `force_synthetic_source`: sources as `mode: synthetic` would show them. */
import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const properties = { n: { type: "integer" }, k: { type: "keyword" }, a: { type: "nested", properties: { x: { type: "keyword" } } } };
  await fixture.create("kept", { mapping: { properties } });
  await fixture.write("kept", [["1", { n: [3, 1], k: ["b", "a", "b"], "o.p": "x", a: [{ x: "b" }, { x: "a" }] }]]);
}); // prettier-ignore

const sourceOf = async (body: JsonObject, forced?: string): Promise<unknown> => {
  const parameters = forced === undefined ? {} : { force_synthetic_source: forced };
  return hitsOf(await fixture.search("kept", body, parameters))[0]!._source;
};

// As Elasticsearch 8.19 answers, but for `o.p`, which it has no mapping for without a dynamic one.
test("sources are made of the values of fields, in their order", async () => {
  const made = { a: [{ x: "b" }, { x: "a" }], k: ["a", "b"], n: [1, 3], o: { p: "x" } };
  expect(await sourceOf({}, "true")).toEqual(made);
  expect(Object.keys((await sourceOf({}, "true")) as JsonObject)).toEqual(Object.keys(made));
  expect(await sourceOf({ _source: ["k"] }, "true")).toEqual({ k: ["a", "b"] });
  expect(await sourceOf({ query: { ids: { values: ["1"] } }, sort: ["n"] }, "")).toEqual(made);
});

test("without it they are what was sent", async () => {
  const sent = { n: [3, 1], k: ["b", "a", "b"], "o.p": "x", a: [{ x: "b" }, { x: "a" }] };
  expect(await sourceOf({})).toEqual(sent);
  expect(await sourceOf({}, "false")).toEqual(sent);
  await expect(sourceOf({}, "1")).rejects.toThrow("Failed to parse value [1] as only [true] or [false] are allowed.");
});
