import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { scriptOfMapping, scriptOfRequest, scriptOfSettings } from "./parse-script.ts";
import { type InlineScript, scriptText, showScript } from "./script.ts";

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError)
      return `${error.status} ${error.type}: ${error.message}${error.cause ? ` <- ${error.cause.message}` : ""}`;
    throw error;
  }
  throw new Error("nothing was refused");
}

const plain = { kind: "inline", source: "x", lang: "painless", params: {}, options: {} };

test("a text is a source in the default language", () => {
  expect(scriptOfMapping("x")).toEqual(plain);
  expect(scriptOfRequest("x")).toEqual(plain);
});

test.each<[JsonObject, JsonObject]>([
  [{ source: "x" }, plain],
  [{ source: "x", lang: null }, plain],
  [
    { source: "x", lang: "expression", params: { a: 1 }, options: { b: "c" } },
    { ...plain, lang: "expression", params: { a: 1 }, options: { b: "c" } },
  ],
  // The last of several sources and ids wins.
  [{ id: "y", source: "x" }, plain],
  [
    { source: "x", id: "y", options: { a: 1 } },
    { kind: "stored", id: "y", params: {} },
  ],
])("%j of a mapping", (value, script) => {
  expect(scriptOfMapping(value)).toEqual(script);
});

// Answers of Elasticsearch 8.19.
test.each<[Json, string]>([
  [5, "400 illegal_argument_exception: Script value should be a String or a Map"],
  [[], "400 illegal_argument_exception: Script value should be a String or a Map"],
  [{}, "400 parse_exception: Expected one of [source] or [id] fields, but found none"],
  [{ source: null }, "400 parse_exception: Expected one of [source] or [id] fields, but found none"],
  [{ source: 5 }, "400 parse_exception: Value must be of type String: [source]"],
  [{ source: "x", lang: 5 }, "400 parse_exception: Value must be of type String: [lang]"],
  [{ source: "x", params: [] }, "400 parse_exception: Value must be of type Map: [params]"],
  [{ source: "x", params: null }, "400 null_pointer_exception: null"],
  [{ source: "x", foo: 1 }, "400 parse_exception: Unsupported field [foo]"],
  [{ id: "x", lang: "painless" }, "400 illegal_argument_exception: [lang] cannot be specified for stored scripts"],
])("%j is no script of a mapping", (value, words) => {
  expect(refusal(() => scriptOfMapping(value))).toBe(words);
});

test("a source given as an object is kept as text, with its content type", () => {
  expect(scriptOfRequest({ source: { query: {} }, lang: "mustache" })).toEqual({
    ...plain,
    source: '{"query":{}}',
    lang: "mustache",
    options: { content_type: "application/json; charset=UTF-8" },
  });
});

// Answers of Elasticsearch 8.19 for `index.similarity.my.script`, which it parses like the script of a request.
test.each<[Record<string, string | string[]>, string]>([
  [{}, "400 illegal_argument_exception: must specify either [source] for an inline script or [id] for a stored script"],
  [{ source: "x", foo: "foo" }, "400 x_content_parse_exception: [1:2] [script] unknown field [foo]"],
  [
    { source: "x", id: "y" },
    "400 x_content_parse_exception: [1:20] [script] failed to parse field [source] <- must only use one of [source, id] when specifying a script",
  ],
  [{ id: "x", lang: "y" }, "400 illegal_argument_exception: illegally specified <lang> for a stored script"],
  [{ source: "x", "options.a": "1" }, "400 illegal_argument_exception: illegal compiler options [{a=1}] specified"],
  [
    { source: "x", lang: ["a", "b"] },
    "400 x_content_parse_exception: [1:9] [script] lang doesn't support values of type: START_ARRAY",
  ],
  [
    { source: "x", params: "y" },
    "400 x_content_parse_exception: [1:11] [script] params doesn't support values of type: VALUE_STRING",
  ],
  [
    { id: "x", "options.a": "1" },
    "400 illegal_argument_exception: field [options] cannot be specified using a stored script",
  ],
])("%j are no settings of a script", (settings, words) => {
  expect(refusal(() => scriptOfSettings(Object.entries(settings)))).toBe(words);
});

test("dotted names in settings are nested members", () => {
  expect(scriptOfSettings(Object.entries({ "params.a.b": "1", "params.c": ["2"], source: "x" }))).toEqual({
    ...plain,
    params: { a: { b: "1" }, c: ["2"] },
  });
});

test("empty parts are not returned", () => {
  expect(showScript({ kind: "inline", source: "x", lang: "painless", params: {}, options: {} })).toEqual({
    source: "x",
    lang: "painless",
  });
  const full: InlineScript = {
    kind: "inline",
    source: "y",
    lang: "painless",
    params: { a: [1, "b"] },
    options: { o: "p" },
  };
  expect(showScript(full)).toEqual({ source: "y", lang: "painless", options: { o: "p" }, params: { a: [1, "b"] } });
  expect(scriptText(full)).toBe("Script{type=inline, lang='painless', idOrCode='y', options={o=p}, params={a=[1, b]}}");
});
