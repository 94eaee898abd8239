/** Runtime fields in mappings: accepted, returned, merged and refused as in Elasticsearch. */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../merge-mappings.ts";

function put(
  update: JsonObject,
  current: JsonObject = {},
  settings: Readonly<Record<string, string>> = {},
): JsonObject {
  return mergeMappings(current, update, settings);
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

const LOOKUP = { type: "lookup", target_index: "x", input_field: "y", target_field: "z" };

test("definitions are returned with their given parameters, sorted by name", () => {
  const runtime = {
    c: { type: "date", format: "yyyy-MM-dd", locale: "de" },
    b: { type: "long", meta: { unit: "ms" } },
    "a..b": { type: "ip" },
    "": { type: "double" },
    l: { ...LOOKUP, fetch_fields: ["a", { field: "d", format: "yyyy", include_unmapped: true }] },
    d: { type: "date", format: "strict_date_optional_time||epoch_millis", locale: null, meta: {} },
  };
  const shown = put({ runtime });
  expect(Object.keys(shown["runtime"] as JsonObject)).toEqual(["", "a..b", "b", "c", "d", "l"]);
  expect(shown).toEqual({
    runtime: {
      ...runtime,
      l: { ...LOOKUP, fetch_fields: [{ field: "a" }, { field: "d", format: "yyyy" }] },
      d: { type: "date" },
    },
  });
  expect(put(shown), "what is shown can be put").toEqual(shown);
});

test("a definition replaces the previous one, and null removes it", () => {
  const before = put({ runtime: { a: { type: "long" }, b: { type: "ip" } } });
  expect(put({ runtime: { a: { type: "keyword" } } }, before)).toEqual({
    runtime: { a: { type: "keyword" }, b: { type: "ip" } },
  });
  expect(put({ runtime: { a: null, b: null, c: null } }, before)).toEqual({ properties: {} });
  expect(put({ runtime: {} }, before)).toEqual(before);
});

test("a runtime field may have the name of a mapped field, of an object, and an alias may lead to it", () => {
  const update = {
    runtime: { m: { type: "long" }, o: { type: "long" } },
    properties: { m: { type: "text" }, o: { properties: { x: { type: "long" } } }, also: { type: "alias", path: "o" } },
  };
  expect(
    put({ ...update, properties: { ...update.properties, also: { type: "alias", path: "m" } } })["runtime"],
  ).toEqual(update.runtime);
  expect(put({ runtime: { r: { type: "ip" } }, properties: { also: { type: "alias", path: "r" } } })).toEqual({
    runtime: { r: { type: "ip" } },
    properties: { also: { type: "alias", path: "r" } },
  });
});

test("runtime fields count for index.mapping.total_fields.limit, not for the limits of names and depth", () => {
  const settings = {
    "index.mapping.total_fields.limit": "3",
    "index.mapping.depth.limit": "2",
    "index.mapping.field_name_length.limit": "25",
  };
  const before = put(
    {
      runtime: { abcdefghijklmnopqrstuvwxyz: { type: "long" }, "a.b.c.d": { type: "long" } },
      properties: { c: { type: "long" } },
    },
    {},
    settings,
  );
  expect(refusal(() => put({ runtime: { d: { type: "long" } } }, before, settings))).toBe(
    "illegal_argument_exception: Limit of total fields [3] has been exceeded",
  );
  expect(
    put({ runtime: { abcdefghijklmnopqrstuvwxyz: null, d: { type: "long" } } }, before, settings)["runtime"],
  ).toEqual({
    "a.b.c.d": { type: "long" },
    d: { type: "long" },
  });
});

/** A composite field with a script and inner fields. */
function composite(fields: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "composite", script: "return", fields, ...more };
}

const NO_TYPE =
  "does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.";

/**
 * From Elasticsearch, which answers each as `mapper_parsing_exception` with `Failed to parse mapping: ` before the
 * message.
 */
const refused: readonly (readonly [definition: Json, words: string])[] = [
  ["x", "Expected map for runtime field [s] definition but got a java.lang.String"],
  [{}, "No type specified for runtime field [s]"],
  [{ type: null }, "No type specified for runtime field [s]"],
  [{ type: "foo" }, `The mapper type [foo] declared on runtime field [s] ${NO_TYPE}`],
  [{ type: "text" }, `The mapper type [text] declared on runtime field [s] ${NO_TYPE}`],
  [{ type: ["long"] }, `The mapper type [[long]] declared on runtime field [s] ${NO_TYPE}`],
  [{ type: "long", foo: 1 }, "unknown parameter [foo] on runtime field [s] of type [long]"],
  [{ type: "long", format: "x" }, "unknown parameter [format] on runtime field [s] of type [long]"],
  [{ type: "keyword", ignore_above: 10 }, "unknown parameter [ignore_above] on runtime field [s] of type [keyword]"],
  [{ type: "long", meta: { a: 1 } }, "[meta] values can only be strings, but got Integer[1] for field [s]"],
  [{ type: "long", meta: null }, "[meta] on runtime field [s] of type [long] must not have a [null] value"],
  [{ type: "date", format: "foo" }, "Invalid format: [foo]: Unknown pattern letter: f"],
  [{ type: "date", locale: "foo_bar_baz_x" }, "Locales can have at most 3 parts but got 4: [foo, bar, baz, x]"],
  [{ type: "long", on_script_error: "continue" }, "Field [on_script_error] requires field [script] to be configured"],
  [
    { type: "long", on_script_error: "x" },
    "Unknown value [x] for field [on_script_error] - accepted values are [fail, continue]",
  ],
  [
    { type: "long", on_script_error: null },
    "[on_script_error] on runtime field [s] of type [long] must not have a [null] value",
  ],
  [{ type: "keyword", script: { source: "emit(1)", lang: "foo" } }, "script_lang not supported [foo]"],
  [
    { type: "long", script: { source: "1", lang: "expression" } },
    "expression engine does not know how to handle script context [long_field]",
  ],
  [{ type: "keyword", script: { id: "foo" } }, "stored scripts are not supported for runtime field [s]"],
  [{ type: "keyword", script: null }, "[script] on runtime field [s] of type [keyword] must not have a [null] value"],
  [{ type: "keyword", script: 5 }, "Script value should be a String or a Map"],
  [{ type: "keyword", script: {} }, "Expected one of [source] or [id] fields, but found none"],
  [{ type: "keyword", script: { source: "return", foo: 1 } }, "Unsupported field [foo]"],
  [{ type: "keyword", script: { source: "return", params: 5 } }, "Value must be of type Map: [params]"],
  [{ type: "composite", fields: { a: { type: "long" } } }, "composite runtime field [s] must declare a [script]"],
  [{ type: "composite", script: "return" }, "composite runtime field [s] must declare its [fields]"],
  [{ type: "composite", script: "return", fields: 5 }, "[fields] must be an object, got Integer[5] for field [s]"],
  [{ type: "composite", script: "return", fields: {} }, "composite runtime field [s] must declare its [fields]"],
  [
    { type: "composite", script: "return", fields: null },
    "[fields] on runtime field [s] of type [composite] must not have a [null] value",
  ],
  [composite({ a: { type: "long" } }, { foo: 1 }), "unknown parameter [foo] on runtime field [s] of type [composite]"],
  [
    composite({ a: { type: "long" } }, { script: { source: "return", lang: "foo" } }),
    "script_lang not supported [foo]",
  ],
  [composite({ a: { type: "nope" } }), `The mapper type [nope] declared on runtime field [a] ${NO_TYPE}`],
  [composite({ a: 5 }), "Expected map for runtime field [a] definition but got a java.lang.Integer"],
  [composite({ a: null }), "Runtime field [a] was set to null but its removal is not supported in this context"],
  [
    composite({ a: { type: "long", script: "return" } }),
    "Cannot use [script] parameter on sub-field [a] of composite field [s]",
  ],
  [
    composite({ a: { type: "long", on_script_error: "continue" } }),
    "Field [on_script_error] requires field [script] to be configured",
  ],
  [
    composite({ a: composite({ b: { type: "long" } }) }),
    "Composite field [a] cannot be a child of composite field [s]",
  ],
  [{ ...LOOKUP, input_field: "s", fetch_fields: ["a"] }, "lookup field [s] can't use input from itself"],
  [{ type: "lookup" }, "[target_index] parameter must be specified"],
  [{ type: "lookup", target_index: "x" }, "[input_field] parameter must be specified"],
  [{ type: "lookup", target_index: "x", input_field: "y" }, "[target_field] parameter must be specified"],
  [LOOKUP, "[fetch_fields] parameter must not be empty"],
  [{ ...LOOKUP, fetch_fields: [] }, "[fetch_fields] parameter must not be empty"],
  [{ ...LOOKUP, fetch_fields: [5] }, "unexpected value [5] for [fetch_fields] parameter"],
  [{ ...LOOKUP, fetch_fields: [{ foo: 1 }] }, "[field] parameter of [fetch_fields] must be provided"],
  [
    { ...LOOKUP, fetch_fields: ["a"], script: "return" },
    "unknown parameter [script] on runtime field [s] of type [lookup]",
  ],
];

test.each(refused)("%j is refused", (definition, words) => {
  expect(refusal(() => put({ runtime: { s: definition } }))).toBe(
    `mapper_parsing_exception: Failed to parse mapping: ${words}`,
  );
});

test.each([["x"], [[]], [null]])("runtime: %j is refused", (runtime) => {
  expect(refusal(() => put({ runtime }))).toBe(
    "mapper_parsing_exception: Failed to parse mapping: runtime must be a map type",
  );
});

test("scripts are returned with their language, and without empty parts", () => {
  const runtime = {
    l: {
      type: "long",
      meta: { a: "b" },
      script: { source: "return", params: {}, options: {} },
      on_script_error: "continue",
    },
    d: { type: "date", script: "return", format: "yyyy", on_script_error: "fail" },
    k: { type: "keyword", script: { source: "return;", params: { p: [1, 2] }, options: { o: "p" } } },
    c: composite({ a: { type: "long" }, z: { format: "yyyy", type: "date" } }, { on_script_error: "continue" }),
  };
  const shown = put({ runtime });
  expect(JSON.stringify(shown["runtime"])).toBe(
    '{"c":{"type":"composite","script":{"source":"return","lang":"painless"},"fields":{"a":{"type":"long"},"z":{"format":"yyyy","type":"date"}},"on_script_error":"continue"},' +
      '"d":{"type":"date","script":{"source":"return","lang":"painless"},"format":"yyyy"},' +
      '"k":{"type":"keyword","script":{"source":"return;","lang":"painless","options":{"o":"p"},"params":{"p":[1,2]}}},' +
      '"l":{"type":"long","meta":{"a":"b"},"script":{"source":"return","lang":"painless"},"on_script_error":"continue"}}',
  );
  expect(put(shown), "what is shown can be put").toEqual(shown);
});

test("a composite field is replaced as a whole, and removed with null", () => {
  const before = put({ runtime: { c: composite({ a: { type: "long" }, b: { type: "ip" } }) } });
  const after = put({ runtime: { c: composite({ d: { type: "double" } }, { script: "return;" }) } }, before);
  expect(after).toEqual({
    runtime: {
      c: { type: "composite", script: { source: "return;", lang: "painless" }, fields: { d: { type: "double" } } },
    },
  });
  expect(put({ runtime: { c: null } }, after)).toEqual({ properties: {} });
});

test("the fields inside a composite field are fields, the composite itself is not", () => {
  const runtime = { c: composite({ a: { type: "long" } }) };
  const alias = (path: string): JsonObject => ({ runtime, properties: { also: { type: "alias", path } } });
  expect(put(alias("c.a"))["properties"]).toEqual({ also: { type: "alias", path: "c.a" } });
  expect(refusal(() => put(alias("c")))).toBe(
    "mapper_parsing_exception: Invalid [path] value [c] for field alias [also]: an alias must refer to an existing field in the mappings.",
  );
});

test("two runtime fields of one path are refused", () => {
  const words = "illegal_argument_exception: Found two runtime fields with same name [c.a]";
  const runtime = { c: composite({ a: { type: "long" } }) };
  expect(refusal(() => put({ runtime: { ...runtime, "c.a": { type: "long" } } }))).toBe(words);
  expect(refusal(() => put({ runtime: { "c.a": { type: "long" } } }, put({ runtime })))).toBe(words);
});

test.each<[JsonObject, string]>([
  [{ "": { type: "long" } }, "c."],
  [{ l: { ...LOOKUP, fetch_fields: ["a"] } }, "l"],
])("%j are not within a composite field", (fields, name) => {
  expect(refusal(() => put({ runtime: { c: composite(fields) } }))).toBe(
    `illegal_state_exception: Found sub-fields with name not belonging to the parent field they are part of [${name}]`,
  );
});

test("a composite field counts once for index.mapping.total_fields.limit", () => {
  const fields = { a: { type: "long" }, b: { type: "long" }, d: { type: "long" } };
  expect(() =>
    put({ runtime: { c: composite(fields) } }, {}, { "index.mapping.total_fields.limit": "1" }),
  ).not.toThrow();
});

function withTemplate(template: JsonObject): JsonObject {
  return put({ dynamic_templates: [{ t: template }] });
}

test.each<[JsonObject]>([
  [{ match: "a*", runtime: {} }],
  [{ match: "a*", runtime: { type: "keyword" } }],
  [{ match_mapping_type: "*", runtime: { type: "{dynamic_type}" } }],
  [{ match_mapping_type: ["string", "long"], runtime: { script: { source: "return" } } }],
  // The script is compiled when the template makes a field.
  [{ match: "a*", runtime: { script: { lang: "foo", source: "return" } } }],
])("a dynamic template may make runtime fields: %j", (template) => {
  expect(withTemplate(template)).toEqual({ dynamic_templates: [{ t: template }] });
});

const KINDS = "attempted to validate it with the following match_mapping_type: [string, long, double, boolean, date]";

test.each<[JsonObject, string]>([
  [
    { match: "a*", runtime: {}, mapping: {} },
    "mapping and runtime cannot be both specified in the same dynamic template [t]",
  ],
  [{ match: "a*", runtime: null }, "template [t] must have either mapping or runtime set"],
  [
    { match_mapping_type: "object", runtime: {} },
    "Dynamic template [t] defines a runtime field but type [object] is not supported as runtime field",
  ],
  [
    { match_mapping_type: "binary", runtime: {} },
    "Dynamic template [t] defines a runtime field but type [binary] is not supported as runtime field",
  ],
  [
    { match: "a*", runtime: { type: "text" } },
    `dynamic template [t] has invalid content [{"match":"a*","runtime":{"type":"text"}}], ${KINDS}`,
  ],
  [
    { match: "x", runtime: { type: "composite" } },
    `dynamic template [t] has invalid content [{"match":"x","runtime":{"type":"composite"}}], ${KINDS}`,
  ],
])("the template %j is refused", (template, words) => {
  expect(refusal(() => withTemplate(template))).toBe(`mapper_parsing_exception: Failed to parse mapping: ${words}`);
});
