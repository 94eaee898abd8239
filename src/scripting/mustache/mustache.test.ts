/** Templates, as Elasticsearch 7.10 renders them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { parseLossless } from "../../compat/json/lossless-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { ScriptCompiler } from "../script-compiler.ts";
import { MOST_CHARACTERS } from "./render-template.ts";

const compiler = new ScriptCompiler();

function rendered(source: string, params: JsonObject, options: JsonObject = {}): string {
  return compiler
    .program({ kind: "inline", lang: "mustache", source, params: {}, options }, "template")()
    .render(params);
}

/** What it writes, or the types and reasons of why it does not, outermost first. */
function outcome(run: () => string): unknown {
  try {
    return run();
  } catch (error) {
    const told: string[] = [];
    for (let at = error; at instanceof RequestError; at = at.cause) told.push(`${at.type}: ${at.message}`);
    if (told.length === 0) throw error;
    return { error: told };
  }
}

const text = readFileSync(new URL("mustache-cases.json", import.meta.url), "utf8");
const { params } = parseLossless(text) as { params: JsonObject };
const { cases } = JSON.parse(text) as { cases: [template: string, expected: unknown][] };

test.each(cases)("%j", (template, expected) => {
  expect(outcome(() => rendered(template, params))).toEqual(expected);
});

test("the type of a template says how values are written", () => {
  const model = { q: 'a "b"&/ü' };
  expect(rendered("{{q}}", model, { content_type: "text/plain" })).toBe('a "b"&/ü');
  expect(rendered("{{q}}", model, { content_type: "application/x-www-form-urlencoded" })).toBe("a+%22b%22%26%2F%C3%BC");
  expect(rendered("{{q}}", model, { content_type: "application/json; charset=UTF-8" })).toBe('a \\"b\\"&/ü');
  expect(outcome(() => rendered("{{q}}", model, { content_type: "text/zork" }))).toEqual({
    error: ["illegal_argument_exception: No encoder found for MIME type [text/zork]"],
  });
});

test("names of what every object has are names like any other", () => {
  expect(
    rendered("{{constructor}}{{__proto__}}{{o.toString}}|{{#hasOwnProperty}}x{{/hasOwnProperty}}", { o: {} }),
  ).toBe("|");
  expect(rendered("{{constructor}}", { constructor: "mine" })).toBe("mine");
});

test("what a template writes, and how far it goes, is bounded", () => {
  const large = "x".repeat(MOST_CHARACTERS);
  const tooLarge = { error: ["parse_exception: Mustache script result size limit exceeded"] };
  expect(rendered("{{{large}}}", { large })).toHaveLength(MOST_CHARACTERS);
  expect(outcome(() => rendered("{{{large}}}!", { large }))).toEqual(tooLarge);
  const list = Array.from({ length: 100 }, (_, n) => n);
  const nested = "{{#list}}".repeat(6) + "{{/list}}".repeat(6);
  expect(outcome(() => rendered(nested, { list }))).toEqual(tooLarge);
  const deep = "{{#t}}".repeat(5000) + "{{/t}}".repeat(5000);
  expect(outcome(() => rendered(deep, { t: true }))).toMatchObject({ error: [expect.any(String), expect.any(String)] });
});
