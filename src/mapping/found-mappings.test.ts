/** Mappings that comparisons with Elasticsearch 8.19 found (test/random-mappings.test.ts), with its answers. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { mergeMappings } from "./merge-mappings.ts";

const long = { type: "long" };
const keyword = { type: "keyword" };

/** The mapping of a new index. */
const created = (mapping: JsonObject, settings: Record<string, string> = {}): JsonObject => mergeMappings({}, mapping, settings, undefined, "create");
/** The mapping of an index after an update. */
const updated = (mapping: JsonObject, update: JsonObject): JsonObject => mergeMappings(created(mapping), update, {});

describe("definitions of one name", () => {
  test("of a new index the later one of a field holds, where two objects of one name have it", () => {
    const twice = { properties: { "o.b": keyword, o: { properties: { b: { ...long, index: false } } } } };
    expect(created(twice)).toEqual({ properties: { o: { properties: { b: { ...long, index: false } } } } });
    expect(() => updated({ properties: { x: long } }, twice)).toThrow("mapper [o.b] cannot be changed from type [keyword] to [long]");
  });

  test("two names of one field are refused in a new index as well", () => {
    expect(() => created({ properties: { b: long, "b.": keyword } })).toThrow(
      "Failed to parse mapping: mapper [b] cannot be changed from type [long] to [keyword]",
    );
  });

  test("of a new index the later options of an object hold", () => {
    const twice = { properties: { o: { properties: { p: { enabled: false } } }, "o.p": { enabled: true } } };
    expect(created(twice)).toEqual({ properties: { o: { properties: { p: { type: "object" } } } } });
    expect(() => updated({ properties: { o: { properties: { p: { enabled: false } } } } }, { properties: { "o.p": { enabled: true } } })).toThrow(
      "the [enabled] parameter can't be updated for the object mapping [o.p]",
    );
  });

  test("where objects hold no objects, names with dots meet multi-fields", () => {
    const beside = (other: JsonObject): JsonObject => ({ subobjects: false, properties: { a: { ...long, fields: { k: keyword } }, "a.k": other } });
    expect(() => created(beside({ type: "text" }))).toThrow("Field [a.k] is defined more than once");
    expect(() => created(beside({ type: "alias", path: "a" }))).toThrow("Alias [a.k] is defined both as an alias and a concrete field");
  });

  test("names of metadata fields are taken", () => {
    expect(() => created({ properties: { _id: long } })).toThrow("Field [_id] is defined more than once");
    expect(() => created({ properties: { "_id.x": long } })).toThrow("Field [_id] is defined both as an object and a field");
    expect(() => created({ properties: { x: long, _id: { type: "alias", path: "x" } } })).toThrow(
      "Alias [_id] is defined both as an alias and a concrete field",
    );
  });
});

describe("the order of faults", () => {
  test("what is wrong in the mapping itself is told before its limits", () => {
    const settings = { "index.mapping.total_fields.limit": "1" };
    const alias = { properties: { x: { type: "nested", properties: { y: long } }, z: { type: "alias", path: "x.y" } } };
    expect(() => created(alias, settings)).toThrow("an alias must have the same nested scope as its target");
    const joins = { properties: { a: { type: "join", relations: { p: "c" } }, b: { type: "join", relations: { p: "c" } } } };
    expect(() => created(joins, settings)).toThrow("Only one [parent-join] field can be defined per index, got [a, b]");
  });
});

describe("objects that meet", () => {
  test("a later definition without objects takes those that are there apart", () => {
    const twice = {
      properties: { o: { properties: { p: { type: "object", subobjects: false } } }, "o.p": { properties: { q: { properties: { r: long } } } } },
    };
    expect(created(twice)).toEqual({ properties: { o: { properties: { p: { subobjects: false, properties: { "q.r": long } } } } } });
  });

  test("an update of what holds no objects may be written with objects", () => {
    const flat = { subobjects: false, properties: { "o.p": long } };
    const update = { properties: { o: { properties: { p: { ...long, meta: { unit: "ms" } }, q: keyword } } } };
    expect(updated(flat, update)).toEqual({ subobjects: false, properties: { "o.p": { ...long, meta: { unit: "ms" } }, "o.q": keyword } });
  });

  test("pass-through objects stay what they are, and others do not become such in an update", () => {
    const passthrough = { type: "passthrough", priority: 1, properties: { b: long } };
    const object = { properties: { x: { properties: { c: long } } } };
    expect(() => updated({ properties: { x: passthrough } }, object)).toThrow("can't merge a non object mapping [x] with an object mapping");
    expect(() => updated({ properties: { x: passthrough } }, { properties: { x: { type: "nested" } } })).toThrow("can't merge a non object mapping [x]");
    expect(() => updated(object, { properties: { x: passthrough } })).toThrow("the [subobjects] parameter can't be updated for the object mapping [x]");
    expect(() => updated({ properties: { x: { type: "object" } } }, { properties: { x: { type: "object", subobjects: false } } })).toThrow(
      "the [subobjects] parameter can't be updated for the object mapping [x]",
    );
  });

  test("an alias is changed by an alias only", () => {
    const properties = { z: long, a: { type: "alias", path: "z" } };
    for (const name of ["a", "a.b"]) {
      expect(() => updated({ properties }, { properties: { [name]: long } })).toThrow(
        name === "a" ? "Cannot merge a field alias mapping [a]" : "can't merge a non object",
      );
      expect(() => created({ properties: { ...properties, ...(name === "a" ? { "a.": long } : { "a.b": long }) } })).toThrow(
        "Cannot merge a field alias mapping [a] with a mapping that is not for a field alias.",
      );
    }
  });

  test("aliases may lead to metadata fields", () => {
    const mapping = { properties: { x: { type: "alias", path: "_id" } } };
    expect(created(mapping)).toEqual(mapping);
  });

  test("of what goes to the root by way of what is around, only that is shown", () => {
    const nested = (...properties: JsonObject[]): JsonObject => ({ type: "nested", include_in_parent: true, include_in_root: true, ...properties[0] });
    expect(created({ properties: { o: { properties: { x: nested() } } } })).toEqual({
      properties: { o: { properties: { x: { type: "nested", include_in_parent: true } } } },
    });
    const within = (around: JsonObject): JsonObject => ({ properties: { n: { type: "nested", ...around, properties: { m: nested() } } } });
    expect(created(within({}))).toEqual(within({}));
    expect(created(within({ include_in_root: true }))).toEqual({
      properties: { n: { type: "nested", include_in_root: true, properties: { m: { type: "nested", include_in_parent: true } } } },
    });
  });
});

describe("values of parameters", () => {
  const field =
    (definition: JsonObject): (() => JsonObject) =>
    () =>
      created({ properties: { x: definition } });

  test("flags are true or false, and nothing is neither", () => {
    expect(field({ ...long, index: "" })).toThrow("Failed to parse value [] as only [true] or [false] are allowed.");
    expect(field({ ...long, index: 1e30 })).toThrow("Failed to parse value [1.0E30] as only [true] or [false] are allowed.");
    expect(field({ type: "object", subobjects: 1 })).toThrow("unknown subobjects value: 1");
    expect(field({ type: "object", dynamic: null })).toThrow('Cannot invoke "Object.toString()" because "fieldNode" is null');
    expect(field({ type: "nested", include_in_root: null })).toThrow("Mapping definition for [x] has unsupported parameters:  [include_in_root : null]");
  });

  test("whole numbers have 32 bits", () => {
    expect(field({ ...keyword, ignore_above: 1.5 })).toThrow("1.5 is not an integer value");
    expect(field({ ...keyword, ignore_above: 2147483648 })).toThrow("integer overflow");
    expect(field({ ...keyword, ignore_above: "" })).toThrow('For input string: ""');
  });

  test("numbers in place of null are told as Java writes them", () => {
    expect(field({ ...long, null_value: "NaN" })).toThrow("Value [NaN] has a decimal part");
    expect(field({ ...long, null_value: "Infinity" })).toThrow("Value [Infinity] is out of range for a long");
    expect(field({ ...long, null_value: { lon: 2, lat: 1 } })).toThrow('For input string: "{lon=2, lat=1}"');
    expect(field({ type: "half_float", null_value: 65536 })).toThrow("[half_float] supports only finite values, but got [65536.0]");
  });

  test("parameters of text", () => {
    expect(field({ type: "text", similarity: null })()).toEqual({ properties: { x: { type: "text" } } });
    expect(field({ type: "text", fielddata_frequency_filter: {} })()).toEqual({ properties: { x: { type: "text" } } });
    expect(field({ type: "text", fielddata_frequency_filter: { foo: 1 } })).toThrow("Mapping definition for [x] has unsupported parameters:  [foo : 1]");
    expect(field({ type: "text", fielddata_frequency_filter: [1] })).toThrow("class java.util.ArrayList cannot be cast to class java.util.Map");
    expect(field({ type: "text", index_prefixes: { min_chars: null } })()).toEqual({
      properties: { x: { type: "text", index_prefixes: { min_chars: 2, max_chars: 5 } } },
    });
  });

  test("parameters of all fields", () => {
    expect(field({ ...long, include_in_all: true })).toThrow("unknown parameter [include_in_all] on mapper [x] of type [long]");
    expect(field({ ...long, meta: null })).toThrow("[meta] on mapper [x] of type [long] must not have a [null] value");
    expect(field({ ...long, copy_to: ["y", null] })).toThrow("Failed to parse mapping: null");
    expect(field({ ...long, fields: ["a"] })).toThrow("expected map for property [fields] on field [[a]] or [fields] but got a class java.util.ArrayList");
    expect(field({ ...long, fields: { k: { type: "nope" } } })).toThrow("The mapper type [nope] declared on field [k] does not exist.");
  });

  test("languages have two letters that Java knows, or three of any kind", () => {
    expect(field({ type: "date", locale: "xx" })).toThrow("Unknown language: xx");
    expect(field({ type: "date", locale: "xyz" })()).toEqual({ properties: { x: { type: "date", locale: "xyz" } } });
    expect(field({ type: "date", locale: "de-Latn" })).toThrow("Unknown country: Latn");
  });
});
