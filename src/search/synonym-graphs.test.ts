/** Words that analysis turns into a graph: what is searched for is every way through it. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("g", {
    settings: {
      "index.analysis.filter.s.type": "synonym_graph",
      "index.analysis.filter.s.synonyms": [
        "ny, new york",
        "usa, united states of america, united states",
        "fox, quick animal",
      ] as unknown as string,
      "index.analysis.analyzer.g.tokenizer": "standard",
      "index.analysis.analyzer.g.filter": ["lowercase", "s"] as unknown as string,
    },
    mapping: { properties: { t: { type: "text", analyzer: "standard", search_analyzer: "g" } } },
  });
  await fixture.write("g", [
    ["1", { t: "he lives in new york now" }],
    ["2", { t: "he lives in ny now" }],
    ["3", { t: "york is old, not new" }],
    ["4", { t: "the united states of america" }],
    ["5", { t: "the usa" }],
    ["6", { t: "america of the united" }],
  ]);
});

async function ids(query: Json): Promise<string[]> {
  const answer = await fixture.call("search", ["g"], { query, sort: ["_doc"] });
  return ((answer.hits as JsonObject).hits as JsonObject[]).map((hit) => hit._id as string);
}

// What a real server (OpenSearch 3.8) answers to _validate/query?explain&rewrite for the same index.
describe("graphs become", () => {
  test.each([
    [{ match: { t: { query: "in ny now", operator: "and" } } }, '+t:in +(t:"new york" t:ny) +t:now'],
    [
      { match: { t: { query: "in ny now", operator: "and", auto_generate_synonyms_phrase_query: false } } },
      "+t:in +((+t:new +t:york) t:ny) +t:now",
    ],
    [{ match: { t: "ny" } }, 't:"new york" t:ny'],
    [{ match_phrase: { t: { query: "in ny now", slop: 2 } } }, 't:"in new york now"~2 t:"in ny now"~2'],
    [{ match_bool_prefix: { t: { query: "in ny no", operator: "and" } } }, '+t:in +(t:"new york" t:ny) +t:no*'],
    [
      { query_string: { query: "in ny now", default_field: "t", default_operator: "and" } },
      '+t:in +(t:"new york" t:ny) +t:now',
    ],
    [
      {
        query_string: {
          query: "in ny x",
          default_field: "t",
          default_operator: "and",
          auto_generate_synonyms_phrase_query: false,
        },
      },
      "+t:in +((+t:new +t:york) t:ny) +t:x",
    ],
    [
      { match: { t: { query: "in ny now fox", minimum_should_match: "2" } } },
      '(t:in (t:"new york" t:ny) t:now (t:"quick animal" t:fox))~2',
    ],
  ])("%j", async (query, expected) => {
    const answer = await fixture.call("validate", ["g"], { query: query as Json }, { explain: "", rewrite: "" });
    expect(((answer.explanations as JsonObject[])[0] as JsonObject).explanation).toBe(expected);
  });
});

describe("documents are found", () => {
  test.each([
    [{ match: { t: { query: "in ny", operator: "and" } } }, ["1", "2"]],
    [{ match: { t: "new york" } }, ["1", "2"]],
    [{ match: { t: { query: "ny", auto_generate_synonyms_phrase_query: false } } }, ["1", "2", "3"]],
    [{ match_phrase: { t: "in new york now" } }, ["1", "2"]],
    [{ match_phrase: { t: "lives ny" } }, []],
    [{ match_phrase_prefix: { t: "in ny no" } }, ["1", "2"]],
    [{ match_bool_prefix: { t: { query: "lives ny", operator: "and" } } }, ["1", "2"]],
    [{ match: { t: { query: "in ny naw", fuzziness: 1, operator: "and" } } }, ["1", "2"]],
    [{ match: { t: { query: "the united states of america", operator: "and" } } }, ["4", "5"]],
    [{ match_phrase: { t: "the usa" } }, ["4", "5"]],
    [{ query_string: { query: '"the usa"', default_field: "t" } }, ["4", "5"]],
    [{ simple_query_string: { query: '"in ny"', fields: ["t"] } }, ["1", "2"]],
    [
      { multi_match: { query: "in ny", fields: ["t"], operator: "and", auto_generate_synonyms_phrase_query: false } },
      ["1", "2"],
    ],
  ])("by %j", async (query, expected) => {
    expect(await ids(query as Json)).toEqual(expected);
  });
});

test("filters whose rules may change are for searches only", async () => {
  const settings = {
    "index.analysis.filter.s.type": "synonym",
    "index.analysis.filter.s.synonyms": "a => b",
    "index.analysis.filter.s.updateable": "true",
    "index.analysis.analyzer.u.tokenizer": "standard",
    "index.analysis.analyzer.u.filter": "s",
  };
  await fixture.create("u", {
    settings,
    mapping: { properties: { t: { type: "text", analyzer: "standard", search_analyzer: "u" } } },
  });
  await expect(
    fixture.create("v", { settings, mapping: { properties: { t: { type: "text", analyzer: "u" } } } }),
  ).rejects.toThrow("analyzer [u] contains filters [s] that are not allowed to run in index time mode.");
});
