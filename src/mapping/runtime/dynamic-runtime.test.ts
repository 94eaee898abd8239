/**
 * What documents add to a mapping with `dynamic: runtime`, and how they treat names of existing runtime fields. As in
 * Elasticsearch.
 */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { Mapping } from "../mapping.ts";
import { mergeMappings } from "../merge-mappings.ts";

/** The mapping after a document, given as text because the notation of numbers matters. */
function mappingAfter(
  mapping: JsonObject,
  source: string,
  settings: Readonly<Record<string, string>> = {},
): JsonObject {
  const before = mergeMappings({}, mapping, settings);
  const parser = Mapping.parse({ name: "i", settings, mapping: before, mappingVersion: 1 }).documentParser();
  const document = {
    id: "1",
    routing: undefined,
    source: parseJson(source) as JsonObject,
    raw: Buffer.from(source),
    dynamicTemplates: undefined,
  };
  const update = parser.dynamicUpdate(document);
  return update ? mergeMappings(before, update, settings) : before;
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return `${error.type}: ${error.message}`;
    throw error;
  }
  throw new Error("nothing was refused");
}

function types(...entries: [name: string, type: string][]): JsonObject {
  return Object.fromEntries(entries.map(([name, type]) => [name, { type }]));
}

test("dynamic: runtime makes a runtime field of each new name, and no objects", () => {
  const source = `{"s":"abc","l":1,"big":12345678901234567890,"d":1.5,"i":1.0,"b":true,"dt":"2020-01-01","dt2":"2020/01/01 10:00:00",
    "o":{"x":1,"y":{"z":"q"}},"arr":[1,"a"],"arro":[{"k":1},{"k":2,"j":"x"}],"dot.ted":5,"nul":null,"emp":[],"numstr":"123","obj":{}}`;
  const runtime = {
    ...types(
      ["arr", "keyword"],
      ["arro.j", "keyword"],
      ["arro.k", "long"],
      ["b", "boolean"],
      ["big", "long"],
      ["d", "double"],
      ["dot.ted", "long"],
    ),
    dt: { type: "date" },
    dt2: { type: "date", format: "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis" },
    ...types(
      ["i", "double"],
      ["l", "long"],
      ["numstr", "keyword"],
      ["o.x", "long"],
      ["o.y.z", "keyword"],
      ["s", "keyword"],
    ),
  };
  expect(mappingAfter({ dynamic: "runtime" }, source)).toEqual({ dynamic: "runtime", runtime });
});

test("an array of many fractions does not become a vector", () => {
  const source = `{"v":[${Array.from({ length: 130 }, () => "1.5").join(",")}]}`;
  expect(mappingAfter({ dynamic: "runtime" }, source)).toEqual({
    dynamic: "runtime",
    runtime: { v: { type: "double" } },
  });
});

test("objects override dynamic, templates override it by name", () => {
  const mapping = {
    dynamic: "runtime",
    properties: { st: { type: "object", dynamic: "true" } },
    dynamic_templates: [
      { m: { match: "m_*", mapping: { type: "keyword" } } },
      { ob: { match: "ob_*", match_mapping_type: "object", mapping: { type: "object" } } },
    ],
  };
  const after = mappingAfter(mapping, '{"m_x":"k","ob_a":{"f":1},"st":{"a":1,"o":{"p":1}}}');
  expect(after["runtime"]).toEqual({ "ob_a.f": { type: "long" } });
  expect(after["properties"]).toEqual({
    m_x: { type: "keyword" },
    st: { dynamic: "true", properties: { a: { type: "long" }, o: { properties: { p: { type: "long" } } } } },
  });
});

test("a runtime template makes runtime fields in a mapping that is not runtime", () => {
  const templates = [
    { o: { match: "r*", runtime: {} } },
    { x: { match: "q*", match_mapping_type: "string", runtime: { type: "{dynamic_type}" } } },
  ];
  const after = mappingAfter(
    { dynamic_templates: templates },
    '{"r1":"a","r2":5,"r3":"2020-01-01","r4":{"r5":1,"z":2},"z":{"r6":true},"r7":"2020/01/01","q1":"x","r8":[1.5]}',
  );
  expect(after["runtime"]).toEqual(
    types(
      ["q1", "keyword"],
      ["r1", "keyword"],
      ["r2", "long"],
      ["r3", "date"],
      ["r4.r5", "long"],
      ["r7", "date"],
      ["r8", "double"],
      ["z.r6", "boolean"],
    ),
  );
  expect(after["properties"]).toEqual({ r4: { properties: { z: { type: "long" } } }, z: { type: "object" } });
});

test("names in objects with subobjects false", () => {
  const mapping = { dynamic: "runtime", subobjects: false };
  expect(mappingAfter(mapping, '{"a.b":1,"c":{"d":2}}')).toEqual({
    ...mapping,
    runtime: types(["a.b", "long"], ["c.d", "long"]),
  });
});

test("values of a runtime field are not mapped, objects of its name are", () => {
  const runtime = types(["a", "long"], ["o.x", "keyword"], ["ob", "keyword"]);
  expect(mappingAfter({ runtime }, '{"a":"foo","o":{"x":1,"y":2},"ob":{"z":1},"n":1}')).toEqual({
    runtime,
    properties: {
      n: { type: "long" },
      o: { properties: { y: { type: "long" } } },
      ob: { properties: { z: { type: "long" } } },
    },
  });
  expect(mappingAfter({ runtime }, '{"a":[1,2],"ob":null}')).toEqual({ runtime });
});

test("a strict mapping accepts the values of runtime fields, but not objects around them", () => {
  const mapping = { dynamic: "strict", runtime: types(["a", "long"], ["o.x", "long"]) };
  expect(mappingAfter(mapping, '{"a":1}')).toEqual(mapping);
  expect(mappingAfter(mapping, '{"a":[1,2]}')).toEqual(mapping);
  expect(refusal(() => mappingAfter(mapping, '{"o":{"x":1}}'))).toBe(
    "strict_dynamic_mapping_exception: [1:6] mapping set to strict, dynamic introduction of [o] within [_doc] is not allowed",
  );
});

test("new runtime fields count for the limit of all fields", () => {
  const settings = { "index.mapping.total_fields.limit": "2" };
  expect(refusal(() => mappingAfter({ dynamic: "runtime" }, '{"a":1,"b":2,"c":3}', settings))).toBe(
    "document_parsing_exception: [1:18] failed to parse: Limit of total fields [2] has been exceeded while adding new fields [3]",
  );
  const lenient = { ...settings, "index.mapping.total_fields.ignore_dynamic_beyond_limit": "true" };
  expect(mappingAfter({ dynamic: "runtime" }, '{"a":1,"b":2,"c":3}', lenient)["runtime"]).toEqual(
    types(["a", "long"], ["b", "long"]),
  );
});
