import { expect, test } from "vitest";
import { errorBody, RequestError } from "../compat/errors.ts";
import { absentScript, inlineScript } from "./check-script.ts";
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
  expect(failure(() => scripts.program(script("expression"), "analysis")).message).toBe(
    "expression engine does not know how to handle script context [analysis]",
  );
  expect(failure(() => scripts.program(script("mustache"), "analysis")()).message).toBe(
    "mustache engine does not know how to handle context [analysis]",
  );
});

test("a documented language that is not implemented fails when its script runs", () => {
  const program = scripts.program(script("expression", "1"), "score");
  const error = failure(program);
  expect(error.status).toBe(400);
  expect(errorBody(error)).toEqual({
    type: "script_exception",
    reason: "runtime error",
    script_stack: [],
    script: "1",
    lang: "expression",
    caused_by: { type: "illegal_argument_exception", reason: "this server does not run scripts in [expression] yet" },
  });
});

test("a source has at most 65,535 bytes", () => {
  expect(() => scripts.program(script("painless", "é".repeat(32_767)), "long_field")).not.toThrow();
  expect(failure(() => scripts.program(script("painless", "é".repeat(32_768)), "long_field")).message).toMatch(
    /^exceeded max allowed inline script size in bytes \[65535\] with size \[65536\] for script \[é+\]$/,
  );
});

test("where no scripts run yet, each gets its error", () => {
  expect(absentScript(script("painless"), "update").type).toBe("script_exception");
  expect(absentScript(script("expression"), "aggs").type).toBe("script_exception");
  expect(absentScript(script("expression"), "update").message).toBe(
    "expression engine does not know how to handle script context [update]",
  );
  expect(absentScript(script("foo"), "update").message).toBe("script_lang not supported [foo]");
  expect(absentScript({ kind: "stored", id: "x", params: {} }, "update")).toMatchObject({ status: 404 });
});

test("stored scripts are not found", () => {
  expect(failure(() => inlineScript({ kind: "stored", id: "x", params: {} }, {}))).toMatchObject({
    status: 404,
    type: "resource_not_found_exception",
    message: "unable to find script [x] in cluster state",
  });
});
