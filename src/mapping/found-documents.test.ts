/** Documents found by random mappings (test/random-mappings.test.ts), with the answers of Elasticsearch 8.19. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";
import { documentParserOf } from "./source-document-parser.ts";

const field = (definition: JsonObject): JsonObject => ({ properties: { x: definition } });
const flat = (definition: JsonObject): JsonObject => ({ subobjects: false, ...definition });

function parts(mapping: JsonObject, text: string, settings: Record<string, string>) {
  const document = {
    id: "1",
    routing: undefined,
    source: parseJson(text) as JsonObject,
    dynamicTemplates: undefined,
    raw: Buffer.from(text),
  };
  return {
    document,
    parser: documentParserOf({ name: "i", settings, mapping: mergeMappings({}, mapping, settings), mappingVersion: 1 }),
  };
}

/** What a document adds to a mapping, as an update; throws the error of a document that is refused. */
function added(mapping: JsonObject, text: string, settings: Record<string, string> = {}): JsonObject | undefined {
  const { document, parser } = parts(mapping, text, settings);
  return parser.dynamicUpdate(document);
}

/** The indexed values of a document. */
function indexed(mapping: JsonObject, text: string, settings: Record<string, string> = {}): readonly string[] {
  const { document, parser } = parts(mapping, text, settings);
  const builder = new RecordingBuilder();
  builder.start();
  parser.index(document, builder);
  return builder.records;
}

test("regular expressions of templates match whole paths", () => {
  const template = (conditions: JsonObject): JsonObject => ({
    dynamic_templates: [{ t: { ...conditions, match_pattern: "regex", mapping: { type: "ip" } } }],
  });
  const document = '{"o":{"a":"::1"},"p":{"a":"::1"}}';
  const types = (mapping: JsonObject): unknown[] => {
    const { properties } = added(mapping, document) as {
      properties: Record<string, { properties: { a: { type: string } } }>;
    };
    return Object.values(properties).map((object) => object.properties.a.type);
  };
  expect(types(template({ path_match: "o\\.a.*" }))).toEqual(["ip", "text"]);
  expect(types(template({ match_mapping_type: "string", path_unmatch: "o\\..*" }))).toEqual(["text", "ip"]);
});

describe("several definitions of one name in a document", () => {
  test("are merged in the order of Java's map of their paths", () => {
    const text =
      '{"n1":{"x":"1577836800000"},"a":{"n1":[{"gte":1,"lte":5},{"gte":"2020-01-01||/M","lte":"now"},"Hello World"]}}';
    expect(() => added({}, text)).toThrow("mapper [a.n1.lte] cannot be changed from type [long] to [text]");
    expect(() => added({}, '{"n":["a",{"b":1}]}')).toThrow(
      "can't merge a non object mapping [n] with an object mapping",
    );
    expect(() => added({}, '{"n1":[false,{},"5."]}')).toThrow(
      "mapper [n1] cannot be changed from type [boolean] to [ObjectMapper]",
    );
    expect(() => added({}, '{"n3":["a",{"gte":1}]}')).toThrow(
      "can't merge a non object mapping [n3] with an object mapping",
    );
    expect(() => added({}, '{"n3":["a",{"q":1}]}')).toThrow(
      "mapper [n3] cannot be changed from type [text] to [ObjectMapper]",
    );
    expect(() => added({}, '{"q":{"n":["a",{"b":1}]}}')).toThrow(
      "can't merge a non object mapping [q.n] with an object mapping",
    );
  });

  test("must have the same parameters", () => {
    expect(() => added({}, '{"n":["2020-01-01","2020/01/01"]}')).toThrow(
      "Mapper for [n] conflicts with existing mapper:\n\tCannot update parameter [format] from [strict_date_optional_time||epoch_millis] to [yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis]\n\tCannot update parameter [locale] from [en] to []",
    );
  });

  test("are reported after errors in values and in the number of nested objects", () => {
    const settings = { "index.mapping.nested_objects.limit": "1" };
    const mapping = { properties: { o: { type: "nested", properties: {} } } };
    expect(() => added(mapping, '{"n":[1,"x"],"o":[{},{}]}', settings)).toThrow(
      "The number of nested documents has exceeded the allowed limit of [1]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.",
    );
  });
});

describe("names", () => {
  test("blank parts are reported differently from empty ones", () => {
    expect(() => added({}, '{"a. .b":1}')).toThrow(
      "field name starting or ending with a [.] makes object resolution ambiguous: [a. .b]",
    );
    expect(() => added({}, '{"b.. .c":1}')).toThrow("field name cannot contain only whitespace: ['b.. .c']");
    expect(() => added({}, '{"..":1}')).toThrow("field name cannot contain only dots");
    expect(() => added({}, '{"":1}')).toThrow("field name cannot be an empty string");
  });

  test("inside subobjects false they are not split, and are checked in place", () => {
    expect(added(flat({}), '{"a..b":1,"..":1,"o":{"":1," ":1}}')?.["properties"]).toEqual({
      "a..b": { type: "long" },
      "..": { type: "long" },
      "o.": { type: "long" },
      "o. ": { type: "long" },
    });
    expect(() => added(flat({}), '{"":1}')).toThrow("failed to parse: Field name cannot be an empty string");
    expect(() => added({ properties: { o: { subobjects: false, properties: {} } } }, '{"o":{" ":1}}')).toThrow(
      "[1:7] Field name cannot contain only whitespace: [o. ]",
    );
  });
});

describe("below subobjects false", () => {
  test("strict refuses an object by its own name, also one of mapped names", () => {
    const mapping = flat({ dynamic: "strict", properties: { "o.a": { type: "long" } } });
    expect(() => added(mapping, '{"o":{"a":1}}')).toThrow(
      "mapping set to strict, dynamic introduction of [o] within [_doc] is not allowed",
    );
    expect(() => added(mapping, '{"o":[]}')).toThrow(
      "mapping set to strict, dynamic introduction of [o] within [_doc] is not allowed",
    );
  });

  test("without dynamic mapping objects are searched, arrays of them are not", () => {
    const mapping = flat({ dynamic: false, properties: { "o.a": { type: "long" } } });
    expect(() => indexed(mapping, '{"o":{"a":"x"}}')).toThrow("failed to parse field [o.a] of type [long]");
    expect(indexed(mapping, '{"o":[{"a":"x"}]}')).toEqual([]);
  });

  test("objects in arrays bypass a field of their name", () => {
    expect(added(flat({ properties: { x: { type: "text" } } }), '{"x":[[{"gt":1}],null]}')?.["properties"]).toEqual({
      "x.gt": { type: "long" },
    });
  });

  test("an object past a field that is copied is refused behind its members", () => {
    const mapping = flat({ properties: { x: { type: "boolean", copy_to: "y" } } });
    expect(() => added(mapping, '{"x":{"n":"z"}}')).toThrow(
      "Cannot copy field [x] to fields [y]. Copy-to currently only works for value-type fields, not objects.",
    );
  });

  test("a template may make a field of an object, and no nested objects", () => {
    const template = (definition: JsonObject): JsonObject =>
      flat({ dynamic_templates: [{ t: { match: "g*", match_mapping_type: "object", mapping: definition } }] });
    expect(added(template({ type: "geo_point" }), '{"g":{"lat":1,"lon":2}}')?.["properties"]).toEqual({
      g: { type: "geo_point" },
    });
    expect(added(template({ type: "long" }), '{"g":{"a":1}}')?.["properties"]).toEqual({
      g: { type: "long" },
      "g.a": { type: "long" },
    });
    // The template matches the whole dotted name.
    expect(added(template({ type: "geo_point" }), '{"q":{"g":{"lat":1}}}')?.["properties"]).toEqual({
      "q.g.lat": { type: "long" },
    });
    expect(() => added(template({ type: "nested" }), '{"g":[{"a":1}]}')).toThrow(
      "[1:7] Tried to add nested object [g] to object [_doc] which does not support subobjects",
    );
  });
});

describe("templates for objects", () => {
  const template = (definition: JsonObject): JsonObject => ({
    dynamic_templates: [{ t: { match_mapping_type: "object", mapping: definition } }],
  });

  test("what they map inside the object is mapped with the document", () => {
    const mapping = template({ type: "object", dynamic: "strict", properties: { a: { type: "long" } } });
    expect(() => added(mapping, '{"o":{"a":"x"}}')).toThrow("failed to parse field [o.a] of type [long]");
    expect(() => added(mapping, '{"o":{"z":5}}')).toThrow(
      "mapping set to strict, dynamic introduction of [z] within [o] is not allowed",
    );
    expect(added(mapping, '{"o":[{"a":1},{}]}')?.["properties"]).toEqual({
      o: { type: "object", dynamic: "strict", properties: { a: { type: "long" } } },
    });
  });

  test("apply to arrays, where they make a field that takes arrays", () => {
    expect(added(template({ type: "geo_point" }), '{"g":[1,2],"h":["1,2"],"i":[]}')?.["properties"]).toEqual({
      g: { type: "geo_point" },
      h: { type: "geo_point" },
      i: { type: "geo_point" },
    });
    expect(added(template({ type: "ip" }), '{"g":[1,2]}')?.["properties"]).toEqual({ g: { type: "long" } });
  });

  test("new objects take subobjects from their parent", () => {
    expect(added({ subobjects: true }, '{"o":{}}')?.["properties"]).toEqual({
      o: { type: "object", subobjects: true },
    });
    expect(added({}, '{"o":{}}')?.["properties"]).toEqual({ o: { type: "object" } });
  });

  test("an error in what they make is reported for the document", () => {
    const mapping = {
      dynamic_templates: [{ t: { match_mapping_type: ["long", "object"], mapping: { properties: {} } } }],
    };
    const several = {
      dynamic_templates: [
        {
          t: { mapping: { type: "{dynamic_type}", ignore_malformed: true, time_series_metric: "counter" }, match: "*" },
        },
      ],
    };
    expect(() => added(several, '{"n":"a"}')).toThrow(
      "[1:6] failed to parse: unknown parameter [time_series_metric] on mapper [n] of type [text]",
    );
    expect(() => added(mapping, '{"n":127}')).toThrow(
      "[1:6] failed to parse: unknown parameter [properties] on mapper [n] of type",
    );
  });

  test("items of arrays have no name", () => {
    const mapping = {
      dynamic_templates: [{ t: { match_mapping_type: "long", mapping: { type: "object", properties: {} } } }],
    };
    expect(() => added(mapping, '{"é":[[128]]}')).toThrow(
      "object mapping for [é] tried to parse field [null] as object, but found a concrete value",
    );
    expect(() => added(mapping, '{"é":128}')).toThrow(
      "object mapping for [é] tried to parse field [é] as object, but found a concrete value",
    );
  });
});

describe("values of documents", () => {
  test("of names with dots in objects are found where they stand", () => {
    expect(added({}, '{"n":{"x.y":{"a":-0.0,"b":1}}}')).toEqual({
      properties: {
        n: {
          type: "object",
          properties: {
            x: {
              type: "object",
              properties: { y: { type: "object", properties: { a: { type: "float" }, b: { type: "long" } } } },
            },
          },
        },
      },
    });
    const strict = { properties: { o: { dynamic: "strict", properties: { p: { properties: {} } } } } };
    expect(() => added(strict, '{"o.p.q.r":1}')).toThrow(
      "[1:2] mapping set to strict, dynamic introduction of [q] within [o.p] is not allowed",
    );
    expect(() => added(strict, '{"o":{"p.q":{"r":1}}}')).toThrow(
      "[1:13] mapping set to strict, dynamic introduction of [q] within [o.p] is not allowed",
    );
  });

  test("dates that a template makes say their format where it is not that of all dates", () => {
    const template = {
      dynamic_templates: [{ t: { match_mapping_type: "date", mapping: { type: "{dynamic_type}" } } }],
    };
    const shown = (mapping: JsonObject): JsonObject =>
      mergeMappings(mapping, added(mapping, '{"n":"2020-01-01"}') ?? {}, {})["properties"] as JsonObject;
    expect(shown(template)).toEqual({ n: { type: "date" } });
    const formats = { dynamic_date_formats: ["strict_date_optional_time"] };
    expect(shown({ ...template, ...formats })).toEqual({ n: { type: "date", format: "strict_date_optional_time" } });
    expect(shown(formats)).toEqual({ n: { type: "date", format: "strict_date_optional_time" } });
  });

  test("empty arrays are given to metadata fields", () => {
    expect(indexed({}, '{"_source":[[]],"_id":[]}')).toEqual([]);
    expect(() => indexed({}, '{"_source":[1]}')).toThrow("failed to parse field [_source] of type [_source]");
  });

  test("completions name the current token", () => {
    const multi = field({ type: "byte", ignore_malformed: true, fields: { k: { type: "completion" } } });
    expect(() => indexed(multi, '{"x":1.5}')).toThrow(
      "[1:6] failed to parse: failed to parse [x]: expected text or object, but got VALUE_NUMBER",
    );
    expect(() => indexed(multi, '{"x":[0]}')).toThrow(
      "[1:7] failed to parse: failed to parse [null]: expected text or object, but got VALUE_NUMBER",
    );
    const dotted = { properties: { "o.x": { type: "completion" } } };
    expect(() => indexed(dotted, '{"o.x":1}')).toThrow(
      "failed to parse [x]: expected text or object, but got VALUE_NUMBER",
    );
  });

  test("points out of range are told by the name alone, of two numbers without the field", () => {
    const points = { properties: { "o.x": { type: "geo_point" } } };
    expect(() => indexed(points, '{"o.x":[181,0]}')).toThrow(
      "[1:14] failed to parse: illegal longitude value [181.0] for x",
    );
    expect(() => indexed(points, '{"o.x":[[181,0]]}')).toThrow(
      "[1:15] failed to parse field [o.x] of type [geo_point]",
    );
    expect(() => indexed(points, '{"o.x":"0,181"}')).toThrow("[1:8] failed to parse field [o.x] of type [geo_point]");
  });

  test("the second number of a point may be a text, and what it is else is told of the document", () => {
    const points = field({ type: "geo_point", ignore_malformed: true });
    expect(indexed(points, '{"x":[2,"1"]}')).toEqual(indexed(points, '{"x":[2,1]}'));
    expect(() => indexed(points, '{"x":[2,"y"]}')).toThrow('[1:9] failed to parse: For input string: "y"');
    expect(() => indexed(points, '{"x":[2,true]}')).toThrow(
      "[1:9] failed to parse: [1:13] Current token (VALUE_TRUE) not numeric",
    );
    expect(() => indexed(points, '{"x":[2,{}]}')).toThrow(
      "[1:9] failed to parse: [1:10] Current token (START_OBJECT) not numeric",
    );
    expect(indexed(points, '{"x":[[2,"1"]]}')).toEqual(["_ignored=x"]);
  });

  test("multi-fields of stored bytes get an empty text, others the text", () => {
    const bytes = (more: JsonObject): JsonObject =>
      field({ type: "binary", ...more, fields: { k: { type: "keyword" }, g: { type: "geo_point" } } });
    expect(() => indexed(bytes({ store: true }), '{"x":"aGVsbG8="}')).toThrow(
      "[1:6] failed to parse field [x.g] of type [geo_point]",
    );
    expect(indexed(bytes({}), '{"x":"drm3"}')).toContain("x.k=drm3");
    expect(() => indexed(bytes({}), '{"x":"_-8="}')).toThrow("[1:6] failed to parse field [x.g] of type [geo_point]");
  });

  test("values of booleans without index, doc values and store are not checked", () => {
    const none = { type: "boolean", index: false, doc_values: false };
    expect(indexed(field(none), '{"x":["y",5,true]}')).toEqual([]);
    expect(indexed(field({ ...none, store: true }), '{"x":true}')).toEqual(["x=present"]);
    expect(() => indexed(field({ ...none, store: true }), '{"x":"y"}')).toThrow(
      "failed to parse field [x] of type [boolean]",
    );
  });

  test("an empty point is the one where the axes meet", () => {
    expect(indexed(field({ type: "geo_point" }), '{"x":"POINT EMPTY"}')).toEqual(
      indexed(field({ type: "geo_point" }), '{"x":[0,0]}'),
    );
  });

  test("of points of three numbers the last one is copied, others cannot be", () => {
    const copied = field({ type: "geo_point", copy_to: "k" });
    expect(added(copied, '{"x":[2,1,5]}')).toEqual({ properties: { k: { type: "long" } } });
    expect(
      indexed({ properties: { ...(copied["properties"] as JsonObject), k: { type: "keyword" } } }, '{"x":[2,1,5]}'),
    ).toContain("k=5");
    for (const value of ["[2,1]", "[[2,1]]", "[]", "[null]", '{"lat":1,"lon":2}']) {
      expect(() => added(copied, `{"x":${value}}`)).toThrow(
        "Cannot copy field [x] to fields [k]. Copy-to currently only works for value-type fields, not objects.",
      );
    }
  });

  test("copies are read like members, below subobjects false with their whole name", () => {
    const copied = (target: string): JsonObject => field({ type: "keyword", copy_to: target });
    expect(() => added(copied("y..z"), '{"x":"a"}')).toThrow(
      "[1:6] failed to parse: field name cannot contain only whitespace: ['y..z']",
    );
    expect(() => added(copied(""), '{"x":null}')).toThrow(
      "[1:6] failed to parse: field name cannot be an empty string",
    );
    expect(added(copied("e1."), '{"x":5}')).toEqual({ properties: { e1: { type: "long" } } });
    expect(added(flat(copied("x.k")), '{"x":[[],null]}')).toBeUndefined();
    expect(added(flat(copied("x.k")), '{"x":5}')?.["properties"]).toEqual({ "x.k": { type: "long" } });
  });

  test("an empty array may be written to an alias", () => {
    const alias = { properties: { a: { type: "long" }, x: { type: "alias", path: "a" } } };
    expect(indexed(alias, '{"x":[[]]}')).toEqual([]);
    for (const value of ["null", "[[null]]", "1"])
      expect(() => indexed(alias, `{"x":${value}}`)).toThrow("Cannot write to a field alias [x].");
    expect(() => added(alias, '{"n":1,"x":[[null]]}')).toThrow("[1:14] Cannot write to a field alias [x].");
  });

  test("errors of multi-fields about a point are reported for the point", () => {
    const points = field({ type: "geo_point", fields: { raw: { type: "float_range" } } });
    const failed = "failed to parse field [x] of type [geo_point]";
    expect(() => indexed(points, '{"x":"1,2"}')).toThrow(`[1:6] ${failed}`);
    expect(() => indexed(points, '{"x":{"lat":1,"lon":2}}')).toThrow(`[1:22] ${failed}`);
    expect(() => indexed(points, '{"x":[[1,2],[3,4]]}')).toThrow(`[1:11] ${failed}`);
  });

  test("objects for vectors are refused by their first name", () => {
    const vector = field({ type: "dense_vector", dims: 3 });
    expect(() => indexed(vector, '{"x":{"a":1}}')).toThrow(
      "[1:7] failed to parse: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [FIELD_NAME]",
    );
    expect(() => indexed(vector, '{"x":{"":1}}')).toThrow(
      "[1:7] failed to parse: field name cannot be an empty string",
    );
    expect(() => indexed(vector, '{"x":"zz" , "y":1}')).toThrow(
      "[1:13] failed to parse: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [FIELD_NAME]",
    );
    expect(() => indexed({ properties: { "o.x": { type: "dense_vector", dims: 3 } } }, ' {"o.x":"x", "y":1}')).toThrow(
      "[1:9] failed to parse: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [END_OBJECT]",
    );
    expect(() => indexed(vector, '{"x":5}')).toThrow(
      "[1:7] failed to parse: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [END_OBJECT]",
    );
    expect(() => indexed(vector, '{"x":{}}')).toThrow(
      "[1:7] failed to parse: Failed to parse object: expecting token of type [VALUE_NUMBER] but found [END_OBJECT]",
    );
  });

  test("multi-fields of a range see the end of its object", () => {
    const mapping = field({ type: "integer_range", fields: { k: { type: "keyword" } } });
    expect(() => indexed(mapping, '{"x":{"gte":1}}')).toThrow(
      "[1:14] failed to parse field [x.k] of type [keyword] in document with id '1'. Preview of field's value: 'null'",
    );
    const binary = field({ type: "integer_range", fields: { k: { type: "binary" } } });
    expect(() => indexed(binary, '{"x":{"gte":1}}')).not.toThrow();
  });

  test("bounds of ranges are coerced unless the index says otherwise", () => {
    const settings = { "index.mapping.coerce": "false" };
    expect(() => indexed(field({ type: "integer_range" }), '{"x":{"gte":1.5}}', settings)).toThrow(
      "failed to parse field [x] of type [integer_range]",
    );
    expect(() => indexed(field({ type: "integer_range", coerce: true }), '{"x":{"gte":1.5}}', settings)).not.toThrow();
    expect(() => indexed(field({ type: "integer_range" }), '{"x":{"gte":1.5}}')).not.toThrow();
  });

  test("multi-fields get a value in the order of their names", () => {
    const mapping = field({ type: "double_range", fields: { raw: { type: "long" }, k: { type: "flattened" } } });
    expect(() => indexed(mapping, '{"x":{}}')).toThrow("failed to parse field [x.k] of type [flattened]");
    expect(() => added(mapping, '{"n":1,"x":{}}')).toThrow("failed to parse field [x.k] of type [flattened]");
  });

  test("ranges that end before they begin are refused where they are indexed", () => {
    expect(() => indexed(field({ type: "integer_range" }), '{"x":{"gte":5,"lte":1}}')).toThrow(
      "failed to parse field [x] of type [integer_range]",
    );
    expect(() => indexed(field({ type: "integer_range", index: false }), '{"x":{"gte":5,"lte":1}}')).not.toThrow();
  });

  test("_doc_count is an int, and may be the only item of an array", () => {
    expect(indexed({}, '{"_doc_count":[[7]]}')).toEqual(["_doc_count=7"]);
    expect(indexed({}, '{"_doc_count":7.0}')).toEqual(["_doc_count=7"]);
    for (const value of ["1.5", "1e308", "9223372036854775808", "4294967296", "0", "[1,2]", "null", '"1"']) {
      expect(() => indexed({}, `{"_doc_count":${value}}`)).toThrow(
        "failed to parse field [_doc_count] of type [_doc_count] in document with id '1'.",
      );
    }
  });

  test("texts of short numbers are doubles to Java, those of long ones decimals in any script", () => {
    expect(indexed(field({ type: "short" }), '{"x":["1d","0x1p3","-0.5"]}')).toEqual(["x=1", "x=8", "x=0"]);
    expect(() => indexed(field({ type: "short" }), '{"x":"９"}')).toThrow("failed to parse field [x] of type [short]");
    expect(indexed(field({ type: "long" }), '{"x":["９","１.5","９２"]}')).toEqual(["x=9", "x=1", "x=92"]);
    expect(() => indexed(field({ type: "long" }), '{"x":"1d"}')).toThrow("failed to parse field [x] of type [long]");
    expect(() => indexed(field({ type: "integer" }), '{"x":2147483647.5}')).toThrow(
      "failed to parse field [x] of type [integer]",
    );
    expect(indexed(field({ type: "byte" }), '{"x":[127.5,"127.5"]}')).toEqual(["x=127", "x=127"]);
    expect(added({ numeric_detection: true }, '{"n":"９"}')).toEqual({ properties: { n: { type: "long" } } });
  });

  test("halves of surrogate pairs are question marks in keywords", () => {
    expect(indexed(field({ type: "keyword" }), '{"x":"\\ud800a😀"}')).toEqual(["x=?a😀"]);
  });

  test("keywords of numbers are spelled as in the source, wherever they stand", () => {
    const text = '{"x":[1.0,1e3,[-0,2.50,7]]}';
    expect(indexed(field({ type: "keyword" }), text)).toEqual(["x=1.0", "x=1e3", "x=-0", "x=2.50", "x=7"]);
    expect(indexed({ properties: { "o.x": { type: "keyword" } } }, '{"o.x":1.0,"o":{"x":1.50}}')).toEqual([
      "o.x=1.0",
      "o.x=1.50",
    ]);
  });

  test("names beyond the limit are ignored where a value would have made a field", () => {
    const settings = {
      "index.mapping.total_fields.limit": "1",
      "index.mapping.total_fields.ignore_dynamic_beyond_limit": "true",
    };
    const mapping = field({ type: "long" });
    expect(indexed(mapping, '{"c":null}', settings)).toEqual([]);
    expect(indexed(mapping, '{"a":[[],null],"b":[]}', settings)).toEqual(["_ignored=a", "_ignored=b"]);
    expect(
      indexed(mapping, '{"a":[[],null],"b":[]}', { ...settings, "index.mapping.total_fields.limit": "2" }),
    ).toEqual([]);
    expect(indexed({ dynamic: "runtime", ...mapping }, '{"a":{"b":[[1]],"c":{}}}', settings)).toEqual(["_ignored=a.b"]);
    expect(indexed(flat(mapping), '{"a":[{"b":1}],"c":{},"d.e":null}', settings)).toEqual([
      "_ignored=a",
      "_ignored=a.b",
    ]);
    expect(indexed(mapping, '{"a":[[{}]],"b":1,"c.d":null}', settings)).toEqual([
      "_ignored=a",
      "_ignored=b",
      "_ignored=c",
    ]);
  });
});
