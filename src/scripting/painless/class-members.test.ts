/**
 * Members of the classes of the allow-list: what OpenSearch 3.8 answers (`class-members-cases.json`), an exception as
 * its text.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ScriptCompiler } from "../script-compiler.ts";

interface Case {
  readonly script: string;
  readonly result: string;
}

const cases = JSON.parse(readFileSync(new URL("class-members-cases.json", import.meta.url), "utf8")) as readonly Case[];

const compiler = new ScriptCompiler();

/** The script in a function that tells what it throws. */
function run(script: string): unknown {
  const at = script.lastIndexOf("; return ") + 1;
  const result = script.slice(at).replace(/^ return /, "");
  const body = `${script.slice(0, at)} return String.valueOf(${result});`;
  const source = `String run() { try { ${body} } catch (Exception e) { return e.toString(); } } return run()`;
  return compiler
    .program({ kind: "inline", source, lang: "painless", params: {}, options: {} }, "painless_test")()
    .result();
}

test.each(cases)("$script", ({ script, result }) => {
  expect(run(script)).toBe(result);
});
