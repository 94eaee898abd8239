import { describe, expect, test } from "vitest";
import { parseJson } from "../compat/json/parse-json.ts";
import type { JsonObject } from "../core/json.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

/** Indexes documents in order, and adds to the mapping what they need. */
function index(
  mappings: JsonObject,
  sources: readonly string[],
  settings: Record<string, string> = {},
): { records: string[]; mapping: JsonObject } {
  let mapping = mergeMappings({}, mappings, settings);
  const builder = new RecordingBuilder();
  for (const text of sources) {
    const document = {
      id: "1",
      routing: undefined,
      source: parseJson(text) as JsonObject,
      dynamicTemplates: undefined,
      raw: Buffer.from(text),
    };
    let parser = documentParserOf({ name: "test", settings, mapping, mappingVersion: 1 });
    const update = parser.dynamicUpdate(document);
    if (update) {
      mapping = mergeMappings(mapping, update, settings);
      parser = documentParserOf({ name: "test", settings, mapping, mappingVersion: 2 });
      expect(parser.dynamicUpdate(document)).toBeUndefined();
    }
    builder.start();
    parser.index(document, builder);
  }
  return { records: builder.records, mapping };
}

const properties = (fields: JsonObject): JsonObject => ({ properties: fields });

describe("indexing values", () => {
  test.each([
    [{ type: "long" }, '{"x":[1,"2",3.9,null,"",[4]]}', ["x=1", "x=2", "x=3", "x=4"]],
    [{ type: "long", null_value: 7 }, '{"x":null}', ["x=7"]],
    [{ type: "long" }, '{"x":9223372036854775807}', ["x=9223372036854775807"]],
    [{ type: "unsigned_long" }, '{"x":18446744073709551615}', ["x=9223372036854775807"]],
    [{ type: "float" }, '{"x":1.1}', ["x=1.100000023841858"]],
    [{ type: "half_float" }, '{"x":1.1}', ["x=1.099609375"]],
    [{ type: "scaled_float", scaling_factor: 10 }, '{"x":1.26}', ["x=1.3"]],
    [{ type: "boolean" }, '{"x":[true,"false",""]}', ["x=T@0", "x=1", "x=F@0", "x=0", "x=F@0", "x=0"]],
    [{ type: "date" }, '{"x":["2020-01-02",1577923200000]}', ["x=1577923200000", "x=1577923200000"]],
    [{ type: "keyword" }, '{"x":["a",1.50,-0,1e3,5,true]}', ["x=a", "x=1.50", "x=-0", "x=1e3", "x=5", "x=true"]],
    [{ type: "keyword", ignore_above: 2, normalizer: "lowercase" }, '{"x":["AB","abc"]}', ["x=ab", "_ignored=x"]],
    [{ type: "text" }, '{"x":["One two","three"]}', ["x=one@0", "x=two@1", "x=length 2", "x=three@102", "x=length 1"]],
    [{ type: "text", norms: false, index: false }, '{"x":"a"}', []],
    [{ type: "text", norms: false, index: false, store: true }, '{"x":"a"}', ["x=present"]],
    [{ type: "long", ignore_malformed: true }, '{"x":["a",1]}', ["x=1", "_ignored=x"]],
    [{ type: "geo_point" }, '{"x":[[2,1],[4,3]]}', ["x=23860929,23860929", "x=71582788,47721858"]],
    [{ type: "object", enabled: false }, '{"x":[1,{"a":"b"}]}', []],
    [{ type: "binary" }, '{"x":"aGVsbG8="}', []],
  ])("%j of %s", (definition, source, expected) => {
    expect(index(properties({ x: definition }), [source]).records).toEqual(expected);
  });

  test("multi-fields and copies get the value too", () => {
    const { records } = index(
      properties({ a: { type: "keyword", copy_to: ["all"], fields: { t: { type: "text" } } }, all: { type: "text" } }),
      ['{"a":["x","y"]}'],
    );
    expect(records).toEqual([
      "a=x",
      "a.t=x@0",
      "a.t=length 1",
      "all=x@0",
      "all=length 1",
      "a=y",
      "a.t=y@101",
      "a.t=length 1",
      "all=y@101",
      "all=length 1",
    ]);
  });

  test("dotted names are paths", () => {
    expect(
      index(properties({ a: { properties: { b: { type: "long" } } } }), ['{"a.b":1,"a":{"b":2}}']).records,
    ).toEqual(["a.b=1", "a.b=2"]);
  });

  test("positions restart with each document", () => {
    const { records } = index(properties({ t: { type: "text" } }), ['{"t":["a","b"]}', '{"t":"c"}']);
    expect(records).toEqual(["t=c@0", "t=length 1"]);
  });
});

describe("dynamic mapping", () => {
  test("maps each kind of value", () => {
    const { mapping } = index({}, [
      '{"l":1,"d":1.0,"b":true,"s":"x","t":"2020-01-02","u":"2020/01/02","n":"2020","o":{"p":[1]},"e":[],"z":null,"f.g":2}',
    ]);
    const string = { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } };
    expect(mapping).toEqual(
      properties({
        b: { type: "boolean" },
        d: { type: "float" },
        f: { properties: { g: { type: "long" } } },
        l: { type: "long" },
        n: string,
        o: { properties: { p: { type: "long" } } },
        s: string,
        t: { type: "date" },
        u: { type: "date", format: "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis", locale: "" },
      }),
    );
  });

  test("the first matching template applies", () => {
    const templates = [
      { words: { match_mapping_type: "string", match: "w_*", mapping: { type: "keyword" } } },
      { all: { match_mapping_type: "*", path_unmatch: "o.*", mapping: { type: "{dynamic_type}", store: true } } },
    ];
    const { mapping } = index({ dynamic_templates: templates }, ['{"w_a":"x","b":1,"o":{"c":2}}']);
    expect(mapping["properties"]).toEqual({
      b: { type: "long", store: true },
      o: { properties: { c: { type: "long" } } },
      w_a: { type: "keyword" },
    });
  });

  test("inside subobjects: false names keep their dots", () => {
    const { mapping, records } = index(properties({ s: { type: "object", subobjects: false } }), [
      '{"s":{"a":{"b":1},"c.d":2}}',
    ]);
    expect(mapping["properties"]).toEqual({
      s: { subobjects: false, properties: { "a.b": { type: "long" }, "c.d": { type: "long" } } },
    });
    expect(records).toEqual(["s.a.b=1", "s.c.d=2"]);
  });

  test("beyond the limit fields are ignored when the index says so", () => {
    const settings = {
      "index.mapping.total_fields.limit": "1",
      "index.mapping.total_fields.ignore_dynamic_beyond_limit": "true",
    };
    const { mapping, records } = index(
      properties({ a: { type: "long" } }),
      ['{"a":1,"b":{"c":1},"d":[1,2]}'],
      settings,
    );
    expect(mapping).toEqual(properties({ a: { type: "long" } }));
    expect(records).toEqual(["a=1", "_ignored=b", "_ignored=d"]);
  });
});

// As Elasticsearch 8.19 maps the same arrays.
test.each([
  [127, 0.5, "float"],
  [128, 0.5, "dense_vector"],
  [4096, 0.5, "dense_vector"],
  [4097, 0.5, "float"],
  [128, 1, "long"],
])("an array of %i times %f becomes %s", (length, value, type) => {
  const parser = documentParserOf({ name: "test", settings: {}, mapping: {}, mappingVersion: 1 });
  const update = parser.dynamicUpdate({
    id: "1",
    routing: undefined,
    source: { a: Array.from({ length }, () => value) },
    dynamicTemplates: undefined,
  });
  expect(update).toMatchObject({ properties: { a: { type } } });
});
