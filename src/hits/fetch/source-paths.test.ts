import { expect, test } from "vitest";
import { Mapping } from "../../mapping/mapping.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { SourcePaths } from "./source-paths.ts";

const mapping = Mapping.parse({
  name: "i",
  settings: {},
  mappingVersion: 1,
  mapping: mergeMappings(
    {},
    {
      properties: {
        a: { type: "text", copy_to: ["all", "o.all"], fields: { raw: { type: "keyword" } } },
        b: { type: "keyword", copy_to: "all" },
        all: { type: "text", fields: { raw: { type: "keyword" } } },
        o: { properties: { all: { type: "text" } } },
      },
    },
    {},
  ),
});

test.each([
  ["a", ["a"]],
  ["a.raw", ["a"]],
  ["all", ["all", "a", "b"]],
  ["all.raw", ["all", "a", "b"]],
  ["o.all", ["o.all", "a"]],
])("the values of %s stand under %j", (path, expected) => {
  const field = mapping.field(path);
  expect(field && new SourcePaths(mapping).of(field)).toEqual(expected);
});

test("names with dots are not multi-fields of the fields above them with subobjects: false", () => {
  const flat = mergeMappings(
    {},
    {
      subobjects: false,
      properties: { n: { type: "text", fields: { k: { type: "keyword" } } }, "n.lat": { type: "float" } },
    },
    {},
  );
  const dotted = Mapping.parse({ name: "i", settings: {}, mappingVersion: 1, mapping: flat });
  expect(new SourcePaths(dotted).of(dotted.field("n.lat")!)).toEqual(["n.lat"]);
  expect(new SourcePaths(dotted).of(dotted.field("n.k")!)).toEqual(["n"]);
});
