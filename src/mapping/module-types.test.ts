/**
 * Field types of modules: cases found by random mappings, with the answers of OpenSearch 3.8 where the module is the
 * same, else of Elasticsearch 8.19.
 */
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { Mapping } from "./mapping.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

const stored = (field: JsonObject): JsonObject => mergeMappings({}, { properties: { x: field } }, {});
const metadata = (field: JsonObject): Parameters<typeof documentParserOf>[0] => ({
  name: "i",
  settings: {},
  mapping: stored(field),
  mappingVersion: 1,
});

function indexed(field: JsonObject, x: Json): readonly string[] {
  const builder = new RecordingBuilder();
  builder.start();
  documentParserOf(metadata(field)).index(
    { id: "1", routing: undefined, source: { x }, dynamicTemplates: undefined },
    builder,
  );
  return builder.records;
}

describe("analyzers are returned with their defaults", () => {
  test.each([
    [{ search_analyzer: "whitespace" }, { analyzer: "default", search_analyzer: "whitespace" }],
    [
      { analyzer: "simple", search_quote_analyzer: "stop" },
      { analyzer: "simple", search_analyzer: "simple", search_quote_analyzer: "stop" },
    ],
    [{ search_quote_analyzer: "default" }, {}],
    [
      { analyzer: "standard", search_analyzer: "standard", search_quote_analyzer: "standard" },
      { analyzer: "standard" },
    ],
    [
      { analyzer: "standard", search_analyzer: "default" },
      { analyzer: "standard", search_analyzer: "default" },
    ],
  ])("%j", (given, shown) => {
    expect(stored({ type: "text", ...given })).toEqual({ properties: { x: { type: "text", ...shown } } });
  });
});

test.each([{ copy_to: "y" }, { fields: { k: { type: "keyword" } } }, { meta: { a: "b" } }])(
  "percolator fields take no %j",
  (given: JsonObject) => {
    expect(() => stored({ type: "percolator", ...given })).toThrow(
      `Mapping definition for [x] has unsupported parameters:  [${Object.keys(given)[0]} : `,
    );
  },
);

test("rank_features pass nothing to their multi-fields", () => {
  const fields = { k: { type: "keyword" } };
  expect(indexed({ type: "rank_features", fields }, { a: 1 })).toEqual(indexed({ type: "rank_features" }, { a: 1 }));
});

test("search_as_you_type may leave out positions", () => {
  expect(stored({ type: "search_as_you_type", index_options: "docs" })).toMatchObject({
    properties: { x: { index_options: "docs" } },
  });
});

test("search_as_you_type has no doc values", () => {
  expect(() => stored({ type: "search_as_you_type", doc_values: true })).toThrow(
    "Cannot set [doc_values] on field of type [search_as_you_type]",
  );
});

test.each([
  [{ type: "rank_feature" }, "1f", 1],
  [{ type: "rank_feature" }, 0.30000001192092896, 0.3],
  [{ type: "scaled_float", scaling_factor: 10, null_value: 5 }, null, undefined],
  [{ type: "scaled_float", scaling_factor: 10, null_value: 5 }, "", 5],
  [{ type: "token_count", analyzer: "standard" }, "a b", 2],
  [{ type: "token_count", analyzer: "standard", doc_values: false }, "a b", undefined],
])("%j shows %j as %j", (field, value, shown) => {
  expect(Mapping.parse(metadata(field)).field("x")?.fetch?.(value, undefined)).toBe(shown);
});

describe("scaled_float", () => {
  const field = { type: "scaled_float", scaling_factor: 10 };
  const mapped = Mapping.parse(metadata(field)).field("x");

  test.each([
    // Math.round returns a long.
    [1e300, 922337203685477600],
    [-1e300, -922337203685477600],
    [0.3, 0.3],
    [1.26, 1.3],
  ])("%d is shown as %d", (value, shown) => {
    expect(mapped?.fetch?.(value, undefined)).toBe(shown);
  });

  test("doc values are steps times the inverse of the factor", () => {
    expect(indexed(field, 0.3)).toEqual(["x=0.30000000000000004"]);
    expect(indexed(field, 1e300)).toEqual([`x=${2 ** 63 * 0.1}`]);
  });

  test("bounds are scaled as they are written", () => {
    const cents = Mapping.parse(metadata({ type: "scaled_float", scaling_factor: 100 })).field("x");
    expect(cents?.range?.({ gte: 1.1, lte: 79.99, nowMs: 0 })).toEqual({
      unit: "number",
      from: 110 * 0.01,
      to: 7999 * 0.01,
    });
  });
});
