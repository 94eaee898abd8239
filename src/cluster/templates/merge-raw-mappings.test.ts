import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { mergedMappings, withDefaults } from "./merge-raw-mappings.ts";

const long: JsonObject = { type: "long" };

// Each as Elasticsearch 8.19 merges the mappings of component templates.
test("fields of objects are joined, other definitions are replaced as a whole", () => {
  const merged = mergedMappings([
    {
      properties: {
        o: { type: "object", dynamic: "strict", properties: { x: long } },
        n: { type: "nested", properties: { x: long } },
        t: { type: "text", fields: { k: { type: "keyword" } } },
      },
    },
    {
      properties: {
        o: { properties: { y: long } },
        n: { properties: { y: long } },
        t: { type: "text", fields: { l: { type: "keyword" } } },
      },
    },
    { properties: { o: { type: "nested" } } },
  ]);
  expect(merged).toEqual({
    properties: {
      o: { type: "nested", properties: { x: long, y: long } },
      n: { properties: { x: long, y: long } },
      t: { type: "text", fields: { l: { type: "keyword" } } },
    },
  });
});

test("dynamic templates are joined by their names, other lists have the later values first", () => {
  const template = (name: string, match: string): JsonObject => ({ [name]: { match } });
  expect(
    mergedMappings([
      { dynamic_templates: [template("a", "1"), template("b", "1")], dynamic_date_formats: ["yyyy", "MM"] },
      { dynamic_templates: [template("c", "2"), template("a", "2")], dynamic_date_formats: ["dd", "yyyy"] },
    ]),
  ).toEqual({
    dynamic_templates: [template("a", "2"), template("b", "1"), template("c", "2")],
    dynamic_date_formats: ["dd", "yyyy", "MM"],
  });
});

test("whether routing is required cannot be said in two ways", () => {
  const required = (value: boolean): JsonObject => ({ _routing: { required: value } });
  expect(() => mergedMappings([required(true), required(false)])).toThrow("contradicting `_routing.required` settings");
  expect(mergedMappings([required(true), required(true)])).toEqual(required(true));
});

test("defaults fill in what a mapping does not say, at any depth and by any name", () => {
  const mapping = { dynamic: false, properties: { constructor: { type: "keyword" } } };
  const defaults = JSON.parse(
    '{"dynamic":true,"properties":{"constructor":{"ignore_above":5},"__proto__":{"type":"long"}},"_meta":{"k":1}}',
  ) as JsonObject;
  const merged = withDefaults(mapping, defaults);
  expect(JSON.stringify(merged)).toBe(
    '{"dynamic":false,"properties":{"constructor":{"type":"keyword","ignore_above":5},"__proto__":{"type":"long"}},"_meta":{"k":1}}',
  );
  expect(mapping).toEqual({ dynamic: false, properties: { constructor: { type: "keyword" } } });
});
