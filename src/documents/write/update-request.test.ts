import { describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { parseUpdate } from "./update-request.ts";

/** The root cause and the reason of a body that is refused. */
function refusal(text: string): [root: string, reason: string, cause: string | undefined] {
  try {
    parseUpdate(parseJson(text) as JsonObject, text);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [errorResponse(error).error.root_cause[0]!.reason, error.message, error.cause?.message];
  }
  throw new Error("nothing was refused");
}

const FAILED = "[UpdateRequest] failed to parse field [script]";

// Answers of 8.19.
describe("scripts of updates", () => {
  test.each([
    ['{"script":5}', "[1:11] [UpdateRequest] script doesn't support values of type: VALUE_NUMBER"],
    ['{"script":null}', "[1:11] [UpdateRequest] script doesn't support values of type: VALUE_NULL"],
  ])("%s", (text, reason) => {
    expect(refusal(text)).toEqual([reason, reason, undefined]);
  });

  test.each([
    ['{"script":{"source":"x","foo":1}}', "[1:31]", "[1:25] [script] unknown field [foo]"],
    [
      '{"script":{"source":"x","lang":5}}',
      "[1:32]",
      "[1:32] [script] lang doesn't support values of type: VALUE_NUMBER",
    ],
    ['{"script":{"source":"x","id":"y"}}', "[1:30]", "[1:30] [script] failed to parse field [id]"],
  ])("%s is told with its place", (text, place, cause) => {
    expect(refusal(text)).toEqual([cause, `${place} ${FAILED}`, cause]);
  });

  test.each([
    ['{"script":{}}', "[1:12]", "must specify either [source] for an inline script or [id] for a stored script"],
    ['{\n "script": { }\n}', "[2:14]", "must specify either [source] for an inline script or [id] for a stored script"],
    ['{"script":{"id":"y","lang":"painless"}}', "[1:38]", "illegally specified <lang> for a stored script"],
  ])("%s is told at its end", (text, place, cause) => {
    expect(refusal(text)).toEqual([`${place} ${FAILED}`, `${place} ${FAILED}`, cause]);
  });

  test("are read", () => {
    expect(parseUpdate({ script: { source: "x", params: { a: 1 } } }).script).toEqual({
      kind: "inline",
      source: "x",
      lang: "painless",
      params: { a: 1 },
      options: {},
    });
    expect(parseUpdate({ script: { id: "y" } }).script).toEqual({ kind: "stored", id: "y", params: {} });
  });
});
