/** Mappings found by comparisons with Elasticsearch 8.19 (test/random-mappings.test.ts), with its answers. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { mergeMappings } from "./merge-mappings.ts";

const long = { type: "long" };
const keyword = { type: "keyword" };

/** The mapping of a new index. */
const created = (mapping: JsonObject, settings: Record<string, string> = {}): JsonObject =>
  mergeMappings({}, mapping, settings, undefined, "create");
/** The mapping of an index after an update. */
const updated = (mapping: JsonObject, update: JsonObject): JsonObject => mergeMappings(created(mapping), update, {});

describe("definitions of one name", () => {
  test("in a new index the later definition of a field wins, where two objects of one name have it", () => {
    const twice = { properties: { "o.b": keyword, o: { properties: { b: { ...long, index: false } } } } };
    expect(created(twice)).toEqual({ properties: { o: { properties: { b: { ...long, index: false } } } } });
    expect(() => updated({ properties: { x: long } }, twice)).toThrow(
      "mapper [o.b] cannot be changed from type [keyword] to [long]",
    );
  });

  test("two names of one field are refused in a new index as well", () => {
    expect(() => created({ properties: { b: long, "b.": keyword } })).toThrow(
      "Failed to parse mapping: mapper [b] cannot be changed from type [long] to [keyword]",
    );
  });

  test("in a new index the later options of an object win", () => {
    const twice = { properties: { o: { properties: { p: { enabled: false } } }, "o.p": { enabled: true } } };
    expect(created(twice)).toEqual({ properties: { o: { properties: { p: { type: "object" } } } } });
    expect(() =>
      updated(
        { properties: { o: { properties: { p: { enabled: false } } } } },
        { properties: { "o.p": { enabled: true } } },
      ),
    ).toThrow("the [enabled] parameter can't be updated for the object mapping [o.p]");
  });

  test("where objects hold no objects, names with dots meet multi-fields", () => {
    const beside = (other: JsonObject): JsonObject => ({
      subobjects: false,
      properties: { a: { ...long, fields: { k: keyword } }, "a.k": other },
    });
    expect(() => created(beside({ type: "text" }))).toThrow("Field [a.k] is defined more than once");
    expect(() => created(beside({ type: "alias", path: "a" }))).toThrow(
      "Alias [a.k] is defined both as an alias and a concrete field",
    );
  });

  test("names of metadata fields are taken", () => {
    expect(() => created({ properties: { _id: long } })).toThrow("Field [_id] is defined more than once");
    expect(() => created({ properties: { "_id.x": long } })).toThrow(
      "Field [_id] is defined both as an object and a field",
    );
    expect(() => created({ properties: { x: long, _id: { type: "alias", path: "x" } } })).toThrow(
      "Alias [_id] is defined both as an alias and a concrete field",
    );
  });
});

describe("the order of faults", () => {
  test("errors in the mapping itself are reported before its limits", () => {
    const settings = { "index.mapping.total_fields.limit": "1" };
    const alias = { properties: { x: { type: "nested", properties: { y: long } }, z: { type: "alias", path: "x.y" } } };
    expect(() => created(alias, settings)).toThrow("an alias must have the same nested scope as its target");
    const joins = {
      properties: { a: { type: "join", relations: { p: "c" } }, b: { type: "join", relations: { p: "c" } } },
    };
    expect(() => created(joins, settings)).toThrow("Only one [parent-join] field can be defined per index, got [a, b]");
  });
});

describe("objects that meet", () => {
  test("a later definition with subobjects false flattens existing objects", () => {
    const twice = {
      properties: {
        o: { properties: { p: { type: "object", subobjects: false } } },
        "o.p": { properties: { q: { properties: { r: long } } } },
      },
    };
    expect(created(twice)).toEqual({
      properties: { o: { properties: { p: { subobjects: false, properties: { "q.r": long } } } } },
    });
  });

  test("an update of what holds no objects may be written with objects", () => {
    const flat = { subobjects: false, properties: { "o.p": long } };
    const update = { properties: { o: { properties: { p: { ...long, meta: { unit: "ms" } }, q: keyword } } } };
    expect(updated(flat, update)).toEqual({
      subobjects: false,
      properties: { "o.p": { ...long, meta: { unit: "ms" } }, "o.q": keyword },
    });
  });

  test("pass-through objects stay what they are, and others do not become such in an update", () => {
    const passthrough = { type: "passthrough", priority: 1, properties: { b: long } };
    const object = { properties: { x: { properties: { c: long } } } };
    expect(() => updated({ properties: { x: passthrough } }, object)).toThrow(
      "can't merge a non object mapping [x] with an object mapping",
    );
    expect(() => updated({ properties: { x: passthrough } }, { properties: { x: { type: "nested" } } })).toThrow(
      "can't merge a non object mapping [x]",
    );
    expect(() => updated(object, { properties: { x: passthrough } })).toThrow(
      "the [subobjects] parameter can't be updated for the object mapping [x]",
    );
    expect(() =>
      updated({ properties: { x: { type: "object" } } }, { properties: { x: { type: "object", subobjects: false } } }),
    ).toThrow("the [subobjects] parameter can't be updated for the object mapping [x]");
  });

  test("an alias is changed by an alias only", () => {
    const properties = { z: long, a: { type: "alias", path: "z" } };
    for (const name of ["a", "a.b"]) {
      expect(() => updated({ properties }, { properties: { [name]: long } })).toThrow(
        name === "a" ? "Cannot merge a field alias mapping [a]" : "can't merge a non object",
      );
      expect(() =>
        created({ properties: { ...properties, ...(name === "a" ? { "a.": long } : { "a.b": long }) } }),
      ).toThrow("Cannot merge a field alias mapping [a] with a mapping that is not for a field alias.");
    }
  });

  test("aliases may lead to metadata fields", () => {
    const mapping = { properties: { x: { type: "alias", path: "_id" } } };
    expect(created(mapping)).toEqual(mapping);
  });

  test("when include_in_parent already reaches the root, include_in_root is not returned", () => {
    const nested = (...properties: JsonObject[]): JsonObject => ({
      type: "nested",
      include_in_parent: true,
      include_in_root: true,
      ...properties[0],
    });
    expect(created({ properties: { o: { properties: { x: nested() } } } })).toEqual({
      properties: { o: { properties: { x: { type: "nested", include_in_parent: true } } } },
    });
    const within = (around: JsonObject): JsonObject => ({
      properties: { n: { type: "nested", ...around, properties: { m: nested() } } },
    });
    expect(created(within({}))).toEqual(within({}));
    expect(created(within({ include_in_root: true }))).toEqual({
      properties: {
        n: { type: "nested", include_in_root: true, properties: { m: { type: "nested", include_in_parent: true } } },
      },
    });
  });
});

describe("roots", () => {
  const template =
    (definition: unknown): (() => JsonObject) =>
    () =>
      created({ dynamic_templates: [{ t: definition as JsonObject }] });

  test("regular expressions of dynamic templates are those of paths too", () => {
    const refusal = (text: string): string =>
      `Pattern [${text}] of type [regex] is invalid. Cannot create dynamic template [t].`;
    const regex = { match_pattern: "regex", mapping: keyword };
    expect(template({ ...regex, path_unmatch: "*" })).toThrow(refusal("*"));
    expect(template({ ...regex, path_match: "*", path_unmatch: "(" })).toThrow(refusal("*"));
    expect(template({ ...regex, path_match: "*", unmatch: "(" })).toThrow(refusal("("));
  });

  test("kinds of values are tried in the order in which a dynamic template names them", () => {
    const kinds = { match_mapping_type: ["long", "string"], mapping: { type: "flattened", index_options: {} } };
    expect(template(kinds)).toThrow("attempted to validate it with the following match_mapping_type: [long, string]");
  });

  test("unsupported metrics are reported after all parameters are read", () => {
    const field = (definition: JsonObject) => () =>
      created({ properties: { x: { type: "geo_point", ...definition } } });
    const refusal = "Unknown value [gauge] for field [time_series_metric] - accepted values are [position]";
    expect(field({ time_series_metric: "gauge" })).toThrow(refusal);
    expect(field({ time_series_metric: "gauge", time_series_dimension: "x" })).toThrow(
      "Failed to parse value [x] as only [true] or [false] are allowed.",
    );
    expect(field({ time_series_metric: "x", time_series_dimension: "x" })).toThrow(
      "Unknown value [x] for field [time_series_metric]",
    );
  });

  test("dynamic templates are read member by member", () => {
    expect(() => created({ dynamic_templates: [5] })).toThrow(
      "class java.lang.Integer cannot be cast to class java.util.Map",
    );
    expect(() => created({ dynamic_templates: [null] })).toThrow(
      'Cannot invoke "java.util.Map.size()" because "tmpl" is null',
    );
    expect(template(null)).toThrow('Cannot invoke "java.util.Map.entrySet()" because "conf" is null');
    expect(template({ mapping: null })).toThrow("template [t] must have either mapping or runtime set");
    expect(template({ mapping: [] })).toThrow("class java.util.ArrayList cannot be cast to class java.util.Map");
    expect(template({ mapping: {}, match: null })).toThrow(
      'Cannot invoke "Object.toString()" because the return value of "java.util.Map$Entry.getValue()" is null',
    );
    expect(template({ mapping: {}, match: ["a", 5] })).toThrow(
      "[match] values must either be a string or list of strings, but was [[a, 5]]",
    );
    expect(template({ mapping: {}, match_mapping_type: ["long", "*"] })).toThrow("No field type matched on [*]");
    expect(template({ mapping: {}, match_mapping_type: "*" })).not.toThrow();
  });

  test("dynamic date formats are texts, and `none` is one by itself", () => {
    const formats =
      (value: unknown): (() => JsonObject) =>
      () =>
        created({ dynamic_date_formats: value as JsonObject });
    expect(formats("none")()).toEqual({ dynamic_date_formats: [] });
    expect(formats(["none"])).toThrow("Invalid format: [none]");
    expect(formats(5)).toThrow("Invalid format: [5]: expected string value");
    expect(formats(null)).toThrow('Cannot invoke "Object.toString()" because "fieldNode" is null');
    expect(formats([null])).toThrow('Cannot invoke "Object.toString()" because "formatter" is null');
  });

  test("metadata fields", () => {
    expect(() => created({ _source: { includes: "a" } })).toThrow(
      "class java.lang.String cannot be cast to class java.util.List",
    );
    expect(() => created({ _source: { excludes: [null] } })).toThrow(
      'Cannot invoke "Object.toString()" because "item" is null',
    );
    expect(() => created({ _source: { mode: null } })).toThrow('Cannot invoke "Object.toString()" because "o" is null');
    expect(() => created({ _tsid: {} })).toThrow("_tsid is not configurable");
    expect(() => created({ properties: null })).toThrow("properties must be a map type");
    expect(created({ synthetic_source_keep: "none" })).toEqual({ properties: {} });
  });

  test("a root is of no type, and stays enabled or not", () => {
    expect(() => created({ type: "object" })).toThrow(
      "Root mapping definition has unsupported parameters:  [type : object]",
    );
    expect(() => updated({ properties: { x: long } }, { type: "nested" })).toThrow(
      "Root mapping definition has unsupported parameters:  [type : nested]",
    );
    expect(() => updated({ properties: { x: long } }, { enabled: false })).toThrow(
      "the [enabled] parameter can't be updated for the object mapping [_doc]",
    );
    expect(() => created({ date_detection: null })).toThrow('Cannot invoke "Object.toString()" because "node" is null');
  });

  test("a parameter repeated in an update is not returned for that", () => {
    expect(updated({ properties: { x: long } }, { subobjects: true })).toEqual({ properties: { x: long } });
  });

  test("an index that is made without a mapping is within all limits", () => {
    const settings = { "index.mapping.field_name_length.limit": "3" };
    expect(created({}, settings)).toEqual({});
    expect(() => mergeMappings({}, { properties: { a: long } }, settings)).toThrow(
      "is longer than the limit of [3] characters",
    );
  });

  test("objects count for the depth where they are read; nested ones and names with dots only in the whole", () => {
    const settings = { "index.mapping.depth.limit": "2" };
    const objects = { properties: { o: { properties: { p: { properties: { q: { type: "object" } } } } } } };
    expect(() => created(objects, settings)).toThrow(
      "Failed to parse mapping: Limit of mapping depth [2] has been exceeded",
    );
    const nested = {
      properties: { o: { type: "nested", properties: { p: { properties: { q: { properties: { r: long } } } } } } },
    };
    expect(() => created(nested, settings)).toThrow(
      "Limit of mapping depth [2] has been exceeded due to object field [o.p",
    );
  });

  test("an alias of a dangling alias is dangling", () => {
    const aliases = (path: string): JsonObject => ({
      properties: { a: { type: "alias", path }, b: { type: "alias", path: "a" }, z: long },
    });
    expect(() => created({ properties: { ...(aliases("z")["properties"] as JsonObject) } })).toThrow(
      "[b]: an alias cannot refer to another alias.",
    );
    expect(() => created({ properties: { b: { type: "alias", path: "a" }, a: { type: "alias", path: "y" } } })).toThrow(
      "Invalid [path] value [a] for field alias [b]: an alias must refer to an existing field in the mappings.",
    );
  });
});

describe("time series", () => {
  const dimension = { ...keyword, time_series_dimension: true };

  test("dimensions can be searched, have columns, and are indexed as they are", () => {
    expect(() => created({ properties: { d: { ...dimension, index: false } } })).toThrow(
      "Field [time_series_dimension] requires that [index] and [doc_values] are true",
    );
    expect(() => created({ properties: { d: { ...dimension, doc_values: false } } })).toThrow(
      "Field [time_series_dimension] requires that [index] and [doc_values]",
    );
    expect(() => created({ properties: { d: { ...dimension, normalizer: "lowercase" } } })).toThrow(
      "Field [normalizer] cannot be set in conjunction with field [time_series_dimension]",
    );
    expect(() => created({ properties: { n: { type: "nested", properties: { d: dimension } } } })).toThrow(
      "time_series_dimension can't be configured in nested field [n.d]",
    );
  });

  test("an alias is no time of a data stream", () => {
    const mapping = {
      _data_stream_timestamp: { enabled: true },
      properties: { z: { type: "date" }, "@timestamp": { type: "alias", path: "z" } },
    };
    expect(() => created(mapping)).toThrow(
      "data stream timestamp field [@timestamp] is of type [alias], but [date,date_nanos] is expected",
    );
  });
});

describe("values of parameters", () => {
  const field =
    (definition: JsonObject): (() => JsonObject) =>
    () =>
      created({ properties: { x: definition } });

  test("flags are true or false, and not empty", () => {
    expect(field({ ...long, index: "" })).toThrow("Failed to parse value [] as only [true] or [false] are allowed.");
    expect(field({ ...long, index: 1e30 })).toThrow(
      "Failed to parse value [1.0E30] as only [true] or [false] are allowed.",
    );
    expect(field({ type: "object", subobjects: 1 })).toThrow("unknown subobjects value: 1");
    expect(field({ type: "object", dynamic: null })).toThrow(
      'Cannot invoke "Object.toString()" because "fieldNode" is null',
    );
    expect(field({ type: "nested", include_in_root: null })).toThrow(
      "Mapping definition for [x] has unsupported parameters:  [include_in_root : null]",
    );
  });

  test("whole numbers have 32 bits", () => {
    expect(field({ ...keyword, ignore_above: 1.5 })).toThrow("1.5 is not an integer value");
    expect(field({ ...keyword, ignore_above: 2147483648 })).toThrow("integer overflow");
    expect(field({ ...keyword, ignore_above: "" })).toThrow('For input string: ""');
  });

  test("numeric null_value is reported as Java prints it", () => {
    expect(field({ ...long, null_value: "NaN" })).toThrow("Value [NaN] has a decimal part");
    expect(field({ ...long, null_value: "Infinity" })).toThrow("Value [Infinity] is out of range for a long");
    expect(field({ ...long, null_value: { lon: 2, lat: 1 } })).toThrow('For input string: "{lon=2, lat=1}"');
    expect(field({ type: "half_float", null_value: 65536 })).toThrow(
      "[half_float] supports only finite values, but got [65536.0]",
    );
  });

  test("parameters of text", () => {
    expect(field({ type: "text", similarity: null })()).toEqual({ properties: { x: { type: "text" } } });
    expect(field({ type: "text", fielddata_frequency_filter: {} })()).toEqual({ properties: { x: { type: "text" } } });
    expect(field({ type: "text", fielddata_frequency_filter: { foo: 1 } })).toThrow(
      "Mapping definition for [x] has unsupported parameters:  [foo : 1]",
    );
    expect(field({ type: "text", fielddata_frequency_filter: [1] })).toThrow(
      "class java.util.ArrayList cannot be cast to class java.util.Map",
    );
    expect(field({ type: "text", index_prefixes: { min_chars: null } })()).toEqual({
      properties: { x: { type: "text", index_prefixes: { min_chars: 2, max_chars: 5 } } },
    });
  });

  test("lengths of prefixes are told in a form of their own", () => {
    const text = (prefixes: JsonObject): JsonObject => ({
      properties: { x: { type: "text", index_prefixes: prefixes } },
    });
    expect(() => updated(text({}), text({ min_chars: 1 }))).toThrow(
      "Cannot update parameter [index_prefixes] from [{ min_chars=2, max_chars=5 }] to [{ min_chars=1, max_chars=5 }]",
    );
    expect(() => updated(text({}), { properties: { x: { type: "text" } } })).toThrow(
      "from [{ min_chars=2, max_chars=5 }] to [null]",
    );
  });

  test("parameters of all fields", () => {
    expect(field({ ...long, include_in_all: true })).toThrow(
      "unknown parameter [include_in_all] on mapper [x] of type [long]",
    );
    expect(field({ ...long, meta: null })).toThrow("[meta] on mapper [x] of type [long] must not have a [null] value");
    expect(field({ ...long, copy_to: ["y", null] })).toThrow("Failed to parse mapping: null");
    expect(field({ ...long, fields: ["a"] })).toThrow(
      "expected map for property [fields] on field [[a]] or [fields] but got a class java.util.ArrayList",
    );
    expect(field({ ...long, fields: { k: { type: "nope" } } })).toThrow(
      "The mapper type [nope] declared on field [k] does not exist.",
    );
  });

  test("parameters of vectors", () => {
    const vector = { type: "dense_vector", dims: 3 };
    expect(field({ ...vector, element_type: true })).toThrow(
      "class java.lang.Boolean cannot be cast to class java.lang.String",
    );
    expect(field({ ...vector, dims: 2147483648 })).toThrow(
      "Property [dims] on field [x] must be an integer but got [2147483648]",
    );
    expect(field({ ...vector, index_options: "flat" })).toThrow(
      "class java.lang.String cannot be cast to class java.util.Map",
    );
    expect(field({ ...vector, index_options: { type: "hnsw", m: "x" } })).toThrow('For input string: "x"');
    expect(field({ ...vector, index_options: { type: "int4_flat" } })).toThrow(
      "int4_flat only supports even dimensions; provided=3",
    );
    expect(field({ ...vector, similarity: null, index_options: null })()).toEqual(field(vector)());
    expect(field({ type: "sparse_vector", index_options: 5 })).toThrow(
      "index_options should be a map but was of type: class java.lang.Integer",
    );
    expect(field({ type: "sparse_vector", index_options: { m: 1 } })).toThrow(
      "[0:0] [index_options] unknown field [m]",
    );
    expect(field({ type: "sparse_vector", index_options: {} })()).toEqual({
      properties: { x: { type: "sparse_vector", index_options: {} } },
    });
  });

  test("parameters of ranges and flattened objects", () => {
    expect(field({ type: "integer_range", format: "nope" })).toThrow(
      "field [x] of type [range] should not define a dateTimeFormatter unless it is a DATE type",
    );
    expect(field({ type: "flattened", time_series_dimensions: "a" })).toThrow(
      "class java.lang.String cannot be cast to class java.util.List",
    );
  });

  test("languages have two letters that Java knows, or three of any kind", () => {
    expect(field({ type: "date", locale: "xx" })).toThrow("Unknown language: xx");
    expect(field({ type: "date", locale: "xyz" })()).toEqual({ properties: { x: { type: "date", locale: "xyz" } } });
    expect(field({ type: "date_range", locale: "1.5", format: "MMM" })()).toEqual({
      properties: { x: { type: "date_range", locale: "1.5", format: "MMM" } },
    });
    expect(field({ type: "date", locale: "de-Latn" })).toThrow("Unknown country: Latn");
  });
});
