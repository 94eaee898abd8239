import { beforeAll, expect, test } from "vitest";
import { hitsOf, SearchFixture } from "../../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("a", { mapping: { properties: { k: { type: "keyword", store: true } } } });
  await fixture.write("a", [["1", { k: "x" }]]);
});

// Responses of Elasticsearch 8.19.
test.each([
  [{ stored_fields: ["k"], docvalue_fields: ["k"] }, ["x", "x"]],
  [{ stored_fields: ["k"], docvalue_fields: ["k"], fields: ["k"] }, ["x"]],
])("%j: doc values stand behind stored values, and fields replace both", async (body, values) => {
  expect(hitsOf(await fixture.search("a", body)).map((hit) => hit["fields"])).toEqual([{ k: values }]);
});
