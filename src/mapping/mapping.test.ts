import { wholeTexts } from "./field-capabilities.ts";
import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analysis/analyzers-of.ts";
import type { JsonObject } from "../core/json.ts";
import { Mapping } from "./mapping.ts";
import { mergeMappings } from "./merge-mappings.ts";

const settings = { "index.analysis.analyzer.mine.tokenizer": "whitespace", "index.max_result_window": "5" };
const mapping = mergeMappings(
  {},
  {
    _routing: { required: true },
    properties: {
      title: { type: "text", analyzer: "mine", search_analyzer: "simple", fields: { raw: { type: "keyword" } } },
      plain: { type: "text", similarity: "boolean" },
      o: { properties: { n: { type: "long" } } },
      also: { type: "alias", path: "o.n" },
    },
  },
  settings,
);
const view = Mapping.parse(
  { name: "test", settings, mapping, mappingVersion: 3 },
  { settingDefault: (name) => (name === "index.max_terms_count" ? "65536" : undefined) },
);

describe("the mapping as searching sees it", () => {
  test("knows fields, multi-fields, objects, aliases and metadata fields by path", () => {
    expect(view.field("title.raw")).toMatchObject({ path: "title.raw", type: "keyword", capabilities: wholeTexts });
    expect(view.field("o")).toMatchObject({ capabilities: { object: "object" } });
    expect(view.isObject("o")).toBe(true);
    expect(view.field("also")).toBe(view.field("o.n"));
    expect(view.resolve("also")).toBe("o.n");
    expect(view.field("_id")).toMatchObject({ type: "_id" });
    expect(view.field("nothing")).toBeUndefined();
  });

  test("finds leaf fields by pattern, but not metadata fields", () => {
    expect(view.matching("*")).toEqual(["also", "o.n", "plain", "title", "title.raw"]);
    expect(view.matching("title*")).toEqual(["title", "title.raw"]);
  });

  test("fields use their own analyzers, else the defaults", () => {
    const title = view.field("title")!;
    expect(title.indexAnalyzer?.name).toBe("mine");
    expect(title.searchAnalyzer?.name).toBe("simple");
    expect(title.searchQuoteAnalyzer?.name).toBe("simple");
    expect(view.field("plain")?.indexAnalyzer?.tokens("A b")).toEqual(
      builtInAnalysis.analyzer("standard")?.tokens("A b"),
    );
    expect(view.field("plain")?.similarity.type).toBe("boolean");
  });

  test("settings are given ones, then defaults", () => {
    expect(view.setting("index.max_result_window")).toBe("5");
    expect(view.setting("index.max_terms_count")).toBe("65536");
    expect(view.setting("index.other")).toBeUndefined();
    expect(view.routingRequired).toBe(true);
  });

  test("an index without analyzers of that name refuses the mapping", () => {
    expect(() => mergeMappings({}, { properties: { x: { type: "text", analyzer: "nope" } } }, settings)).toThrow(
      "analyzer [nope] has not been configured in mappings",
    );
  });

  test("the output of get_mapping merges into itself unchanged", () => {
    expect(mergeMappings(mapping, mapping, settings)).toEqual(mapping);
    expect(mergeMappings({}, mapping, settings)).toEqual(mapping);
  });
});

describe("limits", () => {
  const fields = (count: number) => ({
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: "long" }])),
  });

  test("at most a thousand fields", () => {
    expect(() => mergeMappings({}, fields(1000), {})).not.toThrow();
    expect(() => mergeMappings({}, fields(1001), {})).toThrow("Limit of total fields [1000] has been exceeded");
  });

  test("at most twenty levels", () => {
    const nested = (levels: number): Record<string, never> =>
      JSON.parse('{"properties":{"a":'.repeat(levels) + '{"type":"long"}' + "}}".repeat(levels)) as Record<
        string,
        never
      >;
    expect(() => mergeMappings({}, nested(20), {})).not.toThrow();
    expect(() => mergeMappings({}, nested(21), {})).toThrow(
      "Limit of mapping depth [20] has been exceeded due to object field [a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a]",
    );
  });

  test("names of fields", () => {
    // The longest metadata field is `_data_stream_timestamp`, and counts.
    const limited = { "index.mapping.field_name_length.limit": "22" };
    const mapping = (length: number): JsonObject => ({ properties: { ["a".repeat(length)]: { type: "long" } } });
    expect(() => mergeMappings({}, mapping(22), limited)).not.toThrow();
    expect(() => mergeMappings({}, mapping(23), limited)).toThrow(
      `Field name [${"a".repeat(23)}] is longer than the limit of [22] characters`,
    );
    expect(() => mergeMappings({}, mapping(1), { "index.mapping.field_name_length.limit": "21" })).toThrow(
      "Field name [_data_stream_timestamp] is longer than the limit of [21] characters",
    );
  });
});
