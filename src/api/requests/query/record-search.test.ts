import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../core/json.ts";
import { valueText } from "../../../compat/value-text.ts";
import { aggregate } from "./record-aggregations.ts";
import { field, type RecordFields } from "./record-fields.ts";
import { readSearch, searchRecords } from "./record-search.ts";

const NOW = Date.UTC(2026, 0, 10);
const fields: RecordFields = {
  name: field("keyword", "name"),
  title: field("text", "title"),
  made: field("date", "made"),
  valid: field("boolean", "valid"),
  metadata: field("flattened", "metadata"),
};
const records: JsonObject[] = [
  { name: "a", title: "The Quick fox", made: NOW - 1000, valid: true, metadata: { team: "red", deep: { n: 1 } } },
  { name: "b", title: "a lazy dog", made: NOW - 86_400_000, valid: false, metadata: { team: ["red", "blue"] } },
  { name: "c", made: null, valid: true, metadata: {} },
];
const context = { fields, nowMs: NOW, idOf: (record: JsonObject) => `id-${valueText(record["name"])}` };
const found = (body: JsonObject): Json[] =>
  searchRecords(readSearch("test", body, [], context), records).records.map((record) => record["name"] ?? null);

describe("queries over records", () => {
  test.each<[JsonObject, string[]]>([
    [{ match_all: {} }, ["a", "b", "c"]],
    [{ term: { name: "a" } }, ["a"]],
    [{ term: { name: { value: "b" } } }, ["b"]],
    [{ terms: { name: ["a", "c", "x"] } }, ["a", "c"]],
    [{ prefix: { name: "A" } }, []],
    [{ prefix: { name: { value: "A", case_insensitive: true } } }, ["a"]],
    [{ wildcard: { title: "l?zy" } }, ["b"]],
    [{ match: { title: "QUICK dog" } }, ["a", "b"]],
    [{ match: { name: "a b" } }, []],
    [{ exists: { field: "title" } }, ["a", "b"]],
    [{ exists: { field: "metadata.deep" } }, ["a"]],
    [{ term: { valid: true } }, ["a", "c"]],
    [{ term: { "metadata.team": "blue" } }, ["b"]],
    [{ term: { "metadata.deep.n": 1 } }, ["a"]],
    [{ range: { made: { gte: "now-1h" } } }, ["a"]],
    [{ range: { made: { lt: NOW - 1000 } } }, ["b"]],
    [{ range: { name: { gt: "a", lte: "c" } } }, ["b", "c"]],
    [{ ids: { values: ["id-c"] } }, ["c"]],
    [{ simple_query_string: { query: "qui* lazy" } }, ["a", "b"]],
    [{ simple_query_string: { query: "-dog", fields: ["title"] } }, ["a", "c"]],
    [{ bool: { must: { term: { valid: true } }, must_not: [{ term: { name: "a" } }] } }, ["c"]],
    [{ bool: { should: [{ term: { name: "a" } }, { term: { name: "b" } }] } }, ["a", "b"]],
    [{ bool: { filter: { match_all: {} }, should: { term: { name: "a" } } } }, ["a", "b", "c"]],
    [{ bool: { should: [{ term: { name: "a" } }, { term: { valid: true } }], minimum_should_match: 2 } }, ["a"]],
  ])("%j", (query, names) => {
    expect(found({ query })).toEqual(names);
  });

  test("fields that may not be named, and kinds that are not taken, are refused", () => {
    for (const query of [{ term: { secret: 1 } }, { term: { "name.x": 1 } }, { exists: { field: "secret" } }])
      expect(() => found({ query })).toThrow(/is not allowed for querying/);
    expect(() => found({ query: { regexp: { name: "a" } } })).toThrow(
      "Query type [regexp] is not currently supported in this context",
    );
  });

  test("orders, pages, and goes on behind a record", () => {
    expect(found({ sort: [{ name: "desc" }], size: 2 })).toEqual(["c", "b"]);
    expect(found({ sort: ["made", "name"] })).toEqual(["b", "a", "c"]);
    expect(found({ sort: [{ valid: { order: "desc" } }, "name"], from: 1 })).toEqual(["c", "b"]);
    expect(found({ sort: ["name"], search_after: ["a"] })).toEqual(["b", "c"]);
    expect(() => found({ sort: ["name"], search_after: ["a", "b"] })).toThrow(/search_after has 2/);
    expect(() => found({ size: 10_001 })).toThrow(/Result window is too large/);
  });
});

describe("aggregations over records", () => {
  const answer = (asked: JsonObject): JsonObject => aggregate(asked, records, { ...context, typed: false });

  test("terms with the largest first, and what lies below", () => {
    expect(
      answer({
        teams: { terms: { field: "metadata.team", size: 1 }, aggs: { names: { value_count: { field: "name" } } } },
      }),
    ).toEqual({
      teams: {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 1,
        buckets: [{ key: "red", doc_count: 2, names: { value: 2 } }],
      },
    });
  });

  test("missing, filter, filters, cardinality and ranges", () => {
    expect(
      answer({
        m: { missing: { field: "title" } },
        f: { filter: { term: { valid: true } } },
        fs: { filters: { filters: { a: { term: { name: "a" } }, all: { match_all: {} } } } },
        c: { cardinality: { field: "metadata.team" } },
        r: { date_range: { field: "made", ranges: [{ from: "now-1h" }] } },
      }),
    ).toEqual({
      m: { doc_count: 1 },
      f: { doc_count: 2 },
      fs: { buckets: { a: { doc_count: 1 }, all: { doc_count: 3 } } },
      c: { value: 2 },
      r: {
        buckets: [
          { key: `${NOW - 3_600_000}-*`, from: NOW - 3_600_000, from_as_string: String(NOW - 3_600_000), doc_count: 1 },
        ],
      },
    });
  });
});
