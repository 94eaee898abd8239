/**
 * Index-time scripts of fields: what mappings accept, return, update and refuse (answers of Elasticsearch 8.19), and
 * how values are indexed.
 */
import { describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { ScriptDocument } from "../scripting/script-document.ts";
import type { ValueContext } from "./field-type.ts";
import { long } from "./field-types/long.ts";
import { indexAsGiven, indexScript, scriptedField } from "./index-script.ts";
import { MappingContext } from "./mapping-context.ts";
import { mergeMappings } from "./merge-mappings.ts";

function put(field: JsonObject, current: JsonObject = {}, settings: Readonly<Record<string, string>> = {}): JsonObject {
  return (mergeMappings(current, { properties: { s: field } }, settings)["properties"] as JsonObject)[
    "s"
  ] as JsonObject;
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

describe("mappings", () => {
  test.each(["long", "double", "keyword", "boolean", "date", "date_nanos", "ip", "geo_point"])(
    "%s takes a script",
    (type) => {
      expect(put({ type, script: "return;" })).toEqual({ type, script: { source: "return;", lang: "painless" } });
      const whole = {
        type,
        script: { source: "return", lang: "painless", options: { o: "p" }, params: { a: [1] } },
        on_script_error: "continue",
      };
      expect(put(whole)).toEqual(whole);
      expect(put({ type, script: null })).toEqual({ type });
    },
  );

  test.each(["byte", "short", "integer", "float", "half_float"])(
    "%s parses a script but does not support it",
    (type) => {
      expect(refusal(() => put({ type, script: "return" }))).toBe(
        "mapper_parsing_exception: Failed to parse mapping: Unknown parameter [script] for mapper [s]",
      );
    },
  );

  test.each<[JsonObject, string]>([
    [{ type: "text", script: "return" }, "unknown parameter [script] on mapper [s] of type [text]"],
    [{ type: "text", on_script_error: "fail" }, "unknown parameter [on_script_error] on mapper [s] of type [text]"],
    [{ type: "long", on_script_error: "continue" }, "Field [on_script_error] requires field [script] to be configured"],
    [
      { type: "long", on_script_error: "foo" },
      "Unknown value [foo] for field [on_script_error] - accepted values are [fail, continue]",
    ],
    [
      { type: "long", on_script_error: null },
      "[on_script_error] on mapper [s] of type [long] must not have a [null] value",
    ],
    [{ type: "long", script: { id: "x" } }, "stored scripts are not supported on field [s]"],
    [{ type: "long", script: { source: "return", lang: "foo" } }, "script_lang not supported [foo]"],
    [
      { type: "long", script: "return", null_value: 1 },
      "Field [null_value] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "long", script: "return", coerce: true },
      "Field [coerce] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "long", script: "return", ignore_malformed: false },
      "Field [ignore_malformed] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "boolean", script: "return", ignore_malformed: false },
      "Field [ignore_malformed] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "date", script: "return", null_value: "2020" },
      "Field [null_value] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "geo_point", script: "return", ignore_z_value: false },
      "Field [ignore_z_value] cannot be set in conjunction with field [script]",
    ],
    [
      { type: "keyword", script: "return", null_value: "x", index: false, doc_values: false },
      "Cannot define script on field with index:false and doc_values:false",
    ],
    [
      { type: "keyword", script: "return", null_value: "x", fields: { x: { type: "long" } } },
      "Cannot define multifields on a field with a script",
    ],
    [
      { type: "keyword", script: "return", null_value: "x", copy_to: "a" },
      "Cannot define copy_to parameter on a field with a script",
    ],
  ])("%j is refused", (field, words) => {
    expect(refusal(() => put(field))).toBe(`mapper_parsing_exception: Failed to parse mapping: ${words}`);
  });

  test("ignore_malformed: false of a date has no effect", () => {
    expect(put({ type: "date", script: "return", ignore_malformed: false })).toEqual({
      type: "date",
      script: { source: "return", lang: "painless" },
    });
  });

  test("the script cannot change, on_script_error can", () => {
    const scripted = { properties: { s: { type: "long", script: { source: "return", lang: "painless" } } } };
    const conflict = (from: string, to: string): string =>
      `illegal_argument_exception: Mapper for [s] conflicts with existing mapper:\n\tCannot update parameter [script] from [${from}] to [${to}]`;
    const shown = (source: string, params: string): string =>
      `Script{type=inline, lang='painless', idOrCode='${source}', options={}, params={${params}}}`;
    expect(refusal(() => put({ type: "long" }, scripted))).toBe(conflict(shown("return", ""), "null"));
    expect(refusal(() => put({ type: "long", script: { source: "return;", params: { a: [1, "b"] } } }, scripted))).toBe(
      conflict(shown("return", ""), shown("return;", "a=[1, b]")),
    );
    expect(refusal(() => put({ type: "long", script: "return" }, { properties: { s: { type: "long" } } }))).toBe(
      conflict("null", shown("return", "")),
    );
    expect(put({ type: "long", script: "return", on_script_error: "continue" }, scripted)).toEqual({
      ...scripted.properties.s,
      on_script_error: "continue",
    });
  });

  test("a template with a script in an unknown language is refused", () => {
    const templates = (lang: string): JsonObject => ({
      dynamic_templates: [{ t: { match: "*", mapping: { type: "long", script: { source: "return", lang } } } }],
    });
    expect(refusal(() => mergeMappings({}, templates("foo"), {}))).toMatch(
      /^mapper_parsing_exception: Failed to parse mapping: dynamic template \[t\] has invalid/,
    );
    expect(() => mergeMappings({}, templates("painless"), {})).not.toThrow();
  });
});

describe("values", () => {
  const scripts = new ScriptCompiler();
  const context = new MappingContext({}, scripts).field("s");
  const read = (more: JsonObject = {}) => ({
    values: { script: { source: "return", lang: "painless" }, ...more },
    shown: {},
  });

  /** A document, and the numbers indexed for it. */
  function documentOf(source: JsonObject): { target: ValueContext; numbers: unknown[]; ignored: string[] } {
    const numbers: unknown[] = [];
    const ignored: string[] = [];
    const scriptDocument: ScriptDocument = { source, doc: 0, columns: () => undefined };
    const builder = { addNumber: (_field: number, value: unknown) => void numbers.push(value) };
    const target = {
      builder,
      field: 0,
      ignore: (path: string) => void ignored.push(path),
      numberText: String,
      scriptDocument,
    };
    return { target: target as unknown as ValueContext, numbers, ignored };
  }

  /** Emits twice the number of the document, and fails without one. */
  const doubling = indexScript<number>({
    excludes: [],
    index: indexAsGiven,
    program: () => () => ({
      values({ source }) {
        if (typeof source["n"] !== "number") throw new RequestError(400, "script_exception", "runtime error");
        return [source["n"] * 2, source["n"] * 2 + 1];
      },
    }),
  });

  test("are what the script emits for the document", () => {
    const { target, numbers } = documentOf({ n: 3 });
    scriptedField(long.parse({}, context), doubling, read(), scripts).everyDocument?.(target);
    expect(numbers).toEqual([6, 7]);
  });

  test("are refused with the document where the script fails, or left out", () => {
    const { target, numbers, ignored } = documentOf({});
    const field = long.parse({}, context);
    expect(refusal(() => scriptedField(field, doubling, read(), scripts).everyDocument?.(target))).toBe(
      "document_parsing_exception: Error executing script on field [s]",
    );
    scriptedField(field, doubling, read({ on_script_error: "continue" }), scripts).everyDocument?.(target);
    expect([numbers, ignored]).toEqual([[], ["s"]]);
  });
});
