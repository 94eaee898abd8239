import { describe, expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { RequestError } from "../compat/errors.ts";
import { createParseContext, parseQuery } from "./parse-query.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";
import { createSearcherView } from "./searcher-view.ts";

const fixture = new QueryFixture(
  {
    t: { type: "text" },
    k: { type: "keyword" },
    n: { type: "integer" },
    silent: { type: "keyword", index: false },
    quiet: { type: "integer", index: false },
  },
  [{ t: "quick fox", k: "a", n: 1, silent: "s", quiet: 1 }],
);

/** The reason why a query is refused, from the cause of the failure, or `accepted`. */
function refusal(query: Json): string {
  const searcher = createSearcherView({ ...fixture.searcher, allowsExpensive: false });
  try {
    parseQuery(query, createParseContext({ mapping: searcher.mapping, nowMs: 0 })).plan(searcher, {
      scored: true,
      boost: 1,
    });
    return "accepted";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect([error.status, error.type, error.message]).toEqual([
      400,
      "query_shard_exception",
      `failed to create query: ${error.cause?.message}`,
    ]);
    expect(error.cause?.type).toBe("exception");
    return error.cause?.message ?? "";
  }
}

const off = "cannot be executed when 'search.allow_expensive_queries' is set to false.";
const prefix = `[prefix] queries ${off} For optimised prefix queries on text fields please enable [index_prefixes].`;
const range = `[range] queries on [text] or [keyword] fields ${off}`;
const unindexed = (field: string): string =>
  `Cannot search on field [${field}] since it is not indexed and 'search.allow_expensive_queries' is set to false.`;

// All as Elasticsearch 8.19 answered.
describe("without expensive queries", () => {
  const refused: readonly [query: Json, reason: string][] = [
    [{ prefix: { k: "a" } }, prefix],
    [{ prefix: { t: "a" } }, prefix],
    [{ wildcard: { k: "*" } }, `[wildcard] queries ${off}`],
    [{ regexp: { k: "a.*" } }, `[regexp] queries ${off}`],
    [{ fuzzy: { k: "aa" } }, `[fuzzy] queries ${off}`],
    [{ range: { k: { gte: "a" } } }, range],
    [{ range: { t: { gte: "a" } } }, range],
    [{ bool: { filter: [{ prefix: { k: "a" } }] } }, prefix],
    [{ match: { t: { query: "abc", fuzziness: 1 } } }, `[fuzzy] queries ${off}`],
    [{ match_bool_prefix: { t: "quick f" } }, prefix],
    [{ simple_query_string: { query: "a*", fields: ["t"] } }, prefix],
    [{ simple_query_string: { query: "abc~1", fields: ["t"] } }, `[fuzzy] queries ${off}`],
    [{ term: { silent: "s" } }, unindexed("silent")],
    [{ terms: { silent: ["a", "b"] } }, unindexed("silent")],
    [{ term: { quiet: 1 } }, unindexed("quiet")],
    [{ range: { quiet: { gt: 1 } } }, unindexed("quiet")],
    [{ match: { quiet: 1 } }, unindexed("quiet")],
  ];
  test.each(refused)("%j is refused", (query, reason) => {
    expect(refusal(query)).toBe(reason);
  });

  const accepted: readonly Json[] = [
    { range: { n: { gte: 1 } } },
    { prefix: { _index: "i" } },
    { wildcard: { _index: "i*" } },
    { prefix: { unmapped: "1" } },
    { match_phrase_prefix: { t: "quick f" } },
    { exists: { field: "k" } },
    { exists: { field: "quiet" } },
    { query_string: { query: "k:a*b k:a* k:/a.*/ k:abc~1 k:[a TO b]" } },
    { match: { t: "quick fox" } },
  ];
  test.each(accepted.map((query) => [query]))("%j is accepted", (query) => {
    expect(refusal(query)).toBe("accepted");
  });
});
