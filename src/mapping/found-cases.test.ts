/** Cases found by random mappings (test/random-mappings.test.ts), with the answers of Elasticsearch 8.19. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

const field = (definition: JsonObject): JsonObject => ({ properties: { x: definition } });
const shown = (mapping: JsonObject, settings: Record<string, string> = {}): JsonObject =>
  mergeMappings({}, mapping, settings);

/** What a document adds to a mapping, as an update; throws the error of a document that is refused. */
function added(mapping: JsonObject, text: string): JsonObject | undefined {
  const document = {
    id: "1",
    routing: undefined,
    source: parseJson(text) as JsonObject,
    dynamicTemplates: undefined,
    raw: Buffer.from(text),
  };
  return documentParserOf({ name: "i", settings: {}, mapping: shown(mapping), mappingVersion: 1 }).dynamicUpdate(
    document,
  );
}

/** The indexed values of a document. */
function indexed(mapping: JsonObject, text: string): readonly string[] {
  const document = {
    id: "1",
    routing: undefined,
    source: parseJson(text) as JsonObject,
    dynamicTemplates: undefined,
    raw: Buffer.from(text),
  };
  const builder = new RecordingBuilder();
  builder.start();
  documentParserOf({ name: "i", settings: {}, mapping: shown(mapping), mappingVersion: 1 }).index(document, builder);
  return builder.records;
}

describe("documents", () => {
  test("a refused document adds nothing to the mapping, wherever the error is", () => {
    expect(() => added(field({ type: "long" }), '{"n":1,"x":"y"}')).toThrow(
      "[1:12] failed to parse field [x] of type [long] in document with id '1'",
    );
    expect(() => added(field({ type: "long" }), '{"n":1,"x":{"a":1}}')).toThrow(
      "failed to parse field [x] of type [long]",
    );
    expect(() => added({ properties: { o: { properties: {} } } }, '{"n":1,"o":5}')).toThrow(
      "object mapping for [o] tried to parse field [o] as object",
    );
  });

  test("two types for one new name are reported when there is no other error", () => {
    expect(() => added(field({ type: "long" }), '{"n":["a",5],"x":"y"}')).toThrow(
      "failed to parse field [x] of type [long]",
    );
    expect(() => added(field({ type: "long" }), '{"n":["a",5],"x":1}')).toThrow(
      "mapper [n] cannot be changed from type [text] to [long]",
    );
  });

  test("values of new fields must fit the template's mapping", () => {
    const mapping = { dynamic_templates: [{ t: { match_mapping_type: "string", mapping: { type: "ip" } } }] };
    expect(() => added(mapping, '{"n":"y"}')).toThrow("failed to parse field [n] of type [ip]");
    expect(added(mapping, '{"n":"::1"}')).toEqual({ properties: { n: { type: "ip" } } });
  });

  test("multi-fields count among the fields that a document adds", () => {
    const limited = (limit: string) => () => {
      const document = {
        id: "1",
        routing: undefined,
        source: { n: "y" },
        dynamicTemplates: undefined,
        raw: Buffer.from('{"n":"y"}'),
      };
      const settings = { "index.mapping.total_fields.limit": limit };
      return documentParserOf({ name: "i", settings, mapping: {}, mappingVersion: 1 }).dynamicUpdate(document);
    };
    expect(limited("1")).toThrow("Limit of total fields [1] has been exceeded while adding new fields [2]");
    expect(limited("2")).not.toThrow();
  });

  test("blank names are reported with their parent objects", () => {
    expect(() => added({}, '{"a":{"q":{" ":1}}}')).toThrow("[1:12] Field name cannot contain only whitespace: [a.q. ]");
  });

  test("NaN is zero for the smaller integer types, as Java casts it", () => {
    expect(indexed(field({ type: "integer" }), '{"x":"NaN"}')).toEqual(indexed(field({ type: "integer" }), '{"x":0}'));
    expect(() => indexed(field({ type: "short" }), '{"x":"Infinity"}')).toThrow(
      "failed to parse field [x] of type [short]",
    );
    expect(() => indexed(field({ type: "long" }), '{"x":"NaN"}')).toThrow("failed to parse field [x] of type [long]");
  });

  test("copies are not copied again, whatever the template of their field says", () => {
    const mapping = {
      properties: { o: { properties: {} } },
      dynamic_templates: [{ t: { path_match: "*", mapping: { type: "keyword", copy_to: "a" } } }],
    };
    const copied = { type: "keyword", copy_to: "a" };
    expect(added(mapping, '{"o":{"n":"x"}}')).toEqual({
      properties: { o: { type: "object", properties: { n: copied } }, a: copied },
    });
  });

  test("base64 may have white space between groups of four characters", () => {
    const bytes = field({ type: "binary", doc_values: true });
    expect(indexed(bytes, '{"x":" aGVs\\nbG8="}')).toEqual(indexed(bytes, '{"x":"aGVsbG8="}'));
    expect(() => indexed(bytes, '{"x":"aGV sbG8="}')).toThrow("Preview of field's value: 'sbG8='");
  });

  test("previews show objects in the order of Java's map, names with dots as objects", () => {
    const preview = (text: string): (() => unknown) => {
      const whole = `{"x":${text}}`;
      return () => indexed(field({ type: "long" }), whole);
    };
    expect(preview('{"lat":1,"lon":2}')).toThrow("'{lon=2, lat=1}'");
    expect(preview('{"gte":-0.0,"lte":0}')).toThrow("'{gte=-0.0, lte=0}'");
    expect(preview('{"a.":1}')).toThrow("'{a=1}'");
  });
});

describe("mappings", () => {
  test("objects inside subobjects false become dotted names", () => {
    const mapping = { subobjects: false, properties: { q: { properties: { b: { type: "long" } } } } };
    expect(shown(mapping)).toEqual({ subobjects: false, properties: { "q.b": { type: "long" } } });
    expect(() => shown({ subobjects: false, properties: { q: { enabled: false, properties: {} } } })).toThrow(
      "Object mapper [q] was found in a context where subobjects is set to false. Auto-flattening [q] failed because the value of [enabled] is [false]",
    );
    const strict = {
      subobjects: false,
      properties: { q: { properties: { r: { dynamic: "strict", properties: {} } } } },
    };
    expect(() => shown(strict)).toThrow(
      "Auto-flattening [q.r] failed because the value of [dynamic] (STRICT) is not compatible with the value from its parent context (TRUE)",
    );
  });

  test("a dotted name and the equivalent objects are merged", () => {
    expect(() => shown({ properties: { "o.b": { type: "text" }, o: { type: "long" } } })).toThrow(
      "can't merge a non object mapping [o] with an object mapping",
    );
    expect(() => shown({ properties: { o: { type: "long" }, "o.b": { type: "text" } } })).toThrow(
      "mapper [o] cannot be changed from type [long] to [ObjectMapper]",
    );
  });

  test("the first error in the text is reported, with the whole dotted name", () => {
    expect(() => shown(field({ type: "long", coerce: "x", foo: 1 }))).toThrow("Failed to parse value [x]");
    expect(() => shown(field({ type: "long", foo: 1, coerce: "x" }))).toThrow(
      "unknown parameter [foo] on mapper [x] of type [long]",
    );
    expect(() => shown({ properties: { "o.a": { type: "nope" } } })).toThrow(
      "The mapper type [nope] declared on field [o.a] does not exist.",
    );
  });

  test("vectors cannot be multi-fields", () => {
    expect(() => shown(field({ type: "text", fields: { m: { type: "dense_vector", dims: 3 } } }))).toThrow(
      "Field [m] of type [dense_vector] can't be used in multifields",
    );
  });

  test("dates return ignore_malformed where it differs from the index setting, numbers always", () => {
    const hidden = { type: "date", ignore_malformed: false };
    expect(shown(field(hidden))).toEqual(field({ type: "date" }));
    expect(shown(field(hidden), { "index.mapping.ignore_malformed": "true" })).toEqual(field(hidden));
    expect(shown(field({ type: "long", ignore_malformed: false }))).toEqual(
      field({ type: "long", ignore_malformed: false }),
    );
  });

  test("time series: points have positions, floats are dimensions", () => {
    expect(shown(field({ type: "geo_point", time_series_metric: "position" }))).toEqual(
      field({ type: "geo_point", time_series_metric: "position" }),
    );
    expect(() => shown(field({ type: "geo_point", time_series_metric: "gauge" }))).toThrow(
      "Unknown value [gauge] for field [time_series_metric] - accepted values are [position]",
    );
    expect(shown(field({ type: "float", time_series_dimension: true }))).toEqual(
      field({ type: "float", time_series_dimension: true }),
    );
  });

  test("templates without conditions are not tried", () => {
    const template = (conditions: JsonObject): JsonObject => ({
      dynamic_templates: [{ t: { ...conditions, mapping: { type: "nope" } } }],
    });
    expect(() => shown(template({}))).not.toThrow();
    expect(() => shown(template({ match: "x" }))).toThrow("dynamic template [t] has invalid content");
  });
});
