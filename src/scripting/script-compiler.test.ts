import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { ScriptCompiler } from "./script-compiler.ts";
import type { ScriptLanguage } from "./script-language.ts";
import type { ScriptPrograms } from "./script-programs.ts";
import type { InlineScript } from "./script.ts";

function script(source: string, params: JsonObject = {}): InlineScript {
  return { kind: "inline", source, lang: "painless", params, options: {} };
}

/** A language whose programs return their parameter `p`, and a list of compiled sources. */
function listening(): { readonly language: ScriptLanguage; readonly compiled: string[] } {
  const compiled: string[] = [];
  const language: ScriptLanguage = {
    name: "painless",
    contexts: [],
    compile({ source }, context) {
      compiled.push(`${context}: ${source}`);
      if (source === "bad") throw new RequestError(400, "script_exception", "compile error");
      return (params) => ({ values: () => [params["p"]] }) as unknown as ScriptPrograms[typeof context];
    },
  };
  return { language, compiled };
}

const document = { source: {}, doc: 0, columns: () => undefined };

test("a source is compiled once for each context, when it first runs", () => {
  const { language, compiled } = listening();
  const scripts = new ScriptCompiler([language]);
  const programs = [
    scripts.program(script("a"), "long_field"),
    scripts.program(script("a"), "long_field"),
    scripts.program(script("a"), "double_field"),
  ];
  expect(compiled).toEqual([]);
  for (const program of programs) program();
  expect(compiled).toEqual(["long_field: a", "double_field: a"]);
});

test("parameters are bound to a program compiled without them", () => {
  const { language, compiled } = listening();
  const scripts = new ScriptCompiler([language]);
  const valuesWith = (p: number): readonly unknown[] =>
    scripts.program(script("a", { p }), "long_field")().values(document);
  expect([valuesWith(1), valuesWith(2)]).toEqual([[1], [2]]);
  expect(compiled).toHaveLength(1);
});

test("`atOnce` reports compile errors immediately, otherwise they are reported when the script runs", () => {
  const { language } = listening();
  const scripts = new ScriptCompiler([language]);
  expect(() => scripts.atOnce.program(script("bad"), "long_field")).toThrow("compile error");
  const program = scripts.program(script("bad"), "long_field");
  expect(program).toThrow("compile error");
});

test("the least recently used program is evicted", () => {
  const { language, compiled } = listening();
  const scripts = new ScriptCompiler([language], 2);
  for (const source of ["a", "b", "a", "c", "a", "b"]) scripts.program(script(source), "long_field")();
  expect(compiled.map((each) => each.slice(-1))).toEqual(["a", "b", "c", "b"]);
});
