import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { inlineScript } from "./check-script.ts";
import { ScriptCompiler } from "./script-compiler.ts";
import type { InlineScript } from "./script.ts";

const scripts = new ScriptCompiler();

function script(lang: string, source = "x"): InlineScript {
  return { kind: "inline", source, lang, params: {}, options: {} };
}

function failure(run: () => unknown): RequestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

test("a language that is not documented is refused", () => {
  expect(failure(() => scripts.program(script("foo"), "long_field")).message).toBe("script_lang not supported [foo]");
});

test("a documented language that does not support the context is refused with its own message", () => {
  expect(failure(() => scripts.program(script("expression"), "analysis")()).message).toBe(
    "expression engine does not know how to handle script context [analysis]",
  );
  expect(failure(() => scripts.program(script("mustache"), "analysis")()).message).toBe(
    "mustache engine does not know how to handle context [analysis]",
  );
});

test("a source has at most 65,535 bytes", () => {
  expect(() => scripts.program(script("painless", "é".repeat(32_767)), "long_field")).not.toThrow();
  expect(failure(() => scripts.program(script("painless", "é".repeat(32_768)), "long_field")).message).toMatch(
    /^exceeded max allowed inline script size in bytes \[65535\] with size \[65536\] for script \[é+\]$/,
  );
});

test("stored scripts are not found", () => {
  expect(failure(() => inlineScript({ kind: "stored", id: "x", params: {} }, {}))).toMatchObject({
    status: 404,
    type: "resource_not_found_exception",
    message: "unable to find script [x] in cluster state",
  });
});
