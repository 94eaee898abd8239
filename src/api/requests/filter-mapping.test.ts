import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { filterMapping } from "./filter-mapping.ts";

const mapping: JsonObject = {
  dynamic: "strict",
  properties: {
    title: { type: "text", fields: { raw: { type: "keyword" }, exact: { type: "keyword" } } },
    secret: { type: "text", fields: { raw: { type: "keyword" } } },
    obj: { properties: { a: { type: "keyword" }, deeper: { properties: { b: { type: "keyword" } } } } },
    n: { type: "integer" },
  },
};

function shown(grant: readonly string[], except: readonly string[] = []): unknown {
  return filterMapping(mapping, { queries: [], fields: [[{ grant, except }]] });
}

test("all of it is shown to who has no restriction of fields", () => {
  expect(filterMapping(mapping, undefined)).toBe(mapping);
  expect(filterMapping(mapping, { queries: [["{}"]], fields: [] })).toBe(mapping);
});

// As Elasticsearch 8.19 filters mappings.
test("objects are shown with what is shown of them, and go when nothing is", () => {
  expect(shown(["n", "obj.a"])).toEqual({
    dynamic: "strict",
    properties: { n: { type: "integer" }, obj: { properties: { a: { type: "keyword" } } } },
  });
  expect(shown(["*"], ["obj.deeper.*", "title*", "secret*", "obj.deeper"])).toEqual({
    dynamic: "strict",
    properties: { n: { type: "integer" }, obj: { properties: { a: { type: "keyword" } } } },
  });
  expect(shown(["obj"])).toEqual({ dynamic: "strict", properties: { obj: { properties: {} } } });
  expect(shown([])).toEqual({ dynamic: "strict", properties: {} });
});

test("multi-fields are fields of their own", () => {
  expect(shown(["title"])).toEqual({ dynamic: "strict", properties: { title: { type: "text" } } });
  expect(shown(["title", "title.raw"])).toEqual({
    dynamic: "strict",
    properties: { title: { type: "text", fields: { raw: { type: "keyword" } } } },
  });
  expect(shown(["secret.raw"])).toEqual({
    dynamic: "strict",
    properties: { secret: { properties: { raw: { type: "keyword" } } } },
  });
});

test("runtime fields are shown by their names, and their section goes with the last one", () => {
  const mixed: JsonObject = { runtime: { n: { type: "long" }, "secret.x": { type: "ip" } } };
  const granted = (grant: readonly string[]): unknown =>
    filterMapping(mixed, { queries: [], fields: [[{ grant, except: [] }]] });
  expect(granted(["n"])).toEqual({ runtime: { n: { type: "long" } } });
  expect(granted(["other"])).toEqual({});
});

test("a mapping that says nothing is shown as one that there is not", () => {
  expect(filterMapping({ properties: {} }, undefined)).toEqual({});
});
