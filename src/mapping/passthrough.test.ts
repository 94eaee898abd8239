import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { Mapping } from "./mapping.ts";
import { mergeMappings } from "./merge-mappings.ts";

// Expected values are the answers of Elasticsearch 8.19.
const attributes: JsonObject = {
  type: "passthrough",
  priority: 10,
  properties: { x: { type: "keyword" }, "y.z": { type: "long" } },
};
const resources: JsonObject = {
  type: "passthrough",
  priority: 20,
  properties: { x: { type: "long" }, w: { type: "text" } },
};

const shown = (properties: JsonObject): JsonObject => mergeMappings({}, { properties }, {});
const mappingOf = (properties: JsonObject): Mapping =>
  Mapping.parse({ name: "test", settings: {}, mapping: shown(properties), mappingVersion: 1 });

describe("pass-through objects", () => {
  test("are shown as they are defined", () => {
    expect(shown({ attributes })).toEqual({ properties: { attributes } });
    expect(shown({ a: { type: "passthrough", priority: "5", dynamic: false } })).toEqual({
      properties: { a: { type: "passthrough", priority: 5, dynamic: "false" } },
    });
  });

  test("expose the names of their fields, highest priority first", () => {
    const mapping = mappingOf({ attributes, resources, w: { type: "date" } });
    expect(mapping.field("y.z")?.path).toBe("attributes.y.z");
    expect(mapping.field("x")?.path).toBe("resources.x");
    expect(mapping.field("attributes.x")?.type).toBe("keyword");
    expect(mapping.field("w")?.type).toBe("date");
    expect(mapping.matching("*z")).toEqual(["attributes.y.z", "y.z"]);
  });

  test("a document's value of such a name is not mapped", () => {
    const source = { x: "root", attributes: { "new.deep": true } };
    expect(
      mappingOf({ attributes })
        .documentParser()
        .dynamicUpdate({ id: "1", routing: undefined, source, dynamicTemplates: undefined }),
    ).toEqual({
      properties: {
        attributes: { type: "passthrough", priority: 10, properties: { "new.deep": { type: "boolean" } } },
      },
    });
  });

  test("make their fields dimensions", () => {
    const dimension = { time_series_dimension: true };
    expect(
      shown({
        a: {
          type: "passthrough",
          priority: 1,
          ...dimension,
          properties: { k: { type: "keyword" }, t: { type: "text" } },
        },
      }),
    ).toEqual({
      properties: {
        a: {
          type: "passthrough",
          priority: 1,
          ...dimension,
          properties: { k: { type: "keyword", ...dimension }, t: { type: "text" } },
        },
      },
    });
  });

  test.each<[JsonObject, string]>([
    [
      { a: { type: "passthrough" } },
      "Failed to parse mapping: Pass-through object [a] is missing a non-negative value for parameter [priority]",
    ],
    [
      { a: { type: "passthrough", priority: -1 } },
      "Failed to parse mapping: Pass-through object [a] is missing a non-negative value for parameter [priority]",
    ],
    [{ a: { type: "passthrough", priority: "q" } }, 'Failed to parse mapping: For input string: "q"'],
    [{ a: { type: "passthrough", priority: 1.7 } }, "Failed to parse mapping: 1.7 is not an integer value"],
    [
      { a: attributes, b: { ...resources, priority: 10 } },
      "Pass-through object [b] has a conflicting param [priority=10] with object [a]",
    ],
    [
      { a: { ...attributes, subobjects: true } },
      "Failed to parse mapping: Mapping definition for [a] has unsupported parameters:  [subobjects : true]",
    ],
    [
      { a: { ...attributes, time_series_dimension: "q" } },
      "Failed to parse mapping: Could not convert [atime_series_dimension] to boolean",
    ],
    [
      { a: { type: "keyword", fields: { b: attributes } } },
      "Failed to parse mapping: Type [passthrough] cannot be used in multi field",
    ],
    [{ a: { type: "object", subobjects: "auto" } }, "Failed to parse mapping: unknown subobjects value: auto"],
  ])("%j is refused", (properties, reason) => {
    expect(() => shown(properties)).toThrow(expect.objectContaining({ message: reason }) as Error);
  });

  test("stay pass-through objects, with the higher of two priorities", () => {
    const update = (properties: JsonObject): JsonObject =>
      mergeMappings(shown({ a: attributes, c: { type: "object" } }), { properties }, {});
    expect(update({ a: { type: "passthrough", priority: 3 } })["properties"]).toMatchObject({ a: { priority: 10 } });
    expect(update({ a: { type: "passthrough", priority: 15 } })["properties"]).toMatchObject({ a: { priority: 15 } });
    expect(() => update({ a: { type: "object" } })).toThrow(
      "can't merge a non object mapping [a] with an object mapping",
    );
    expect(() => update({ c: { type: "passthrough", priority: 1 } })).toThrow(
      "the [subobjects] parameter can't be updated for the object mapping [c]",
    );
  });
});
