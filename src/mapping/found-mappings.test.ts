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
