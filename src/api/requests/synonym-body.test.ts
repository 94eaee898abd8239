import { describe, expect, test } from "vitest";
import { errorBody, RequestError } from "../../compat/errors.ts";
import { readSynonymRule, readSynonymsSet } from "./synonym-body.ts";

/** The reasons of an error and of what caused it, the outermost first. */
function reasons(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const found: string[] = [];
    for (let body: ReturnType<typeof errorBody> | undefined = errorBody(error); body; body = body.caused_by)
      found.push(`${body.type}: ${body.reason}`);
    return found;
  }
}

const content = "x_content_parse_exception: ";
const failed = `${content}[1:COL] [synonyms_set] failed to parse field [synonyms_set]`;
const at = (column: number): string => failed.replace("COL", String(column));

// What 8.19 answers.
describe("the body of a set", () => {
  test.each([
    [`{"synonyms_set":[{"id":"x"}]}`, [at(27), "illegal_argument_exception: Required [synonyms]"]],
    [
      `{"synonyms_set":[{"synonyms":1}]}`,
      [at(30), `${content}[1:30] [synonym_rule] synonyms doesn't support values of type: VALUE_NUMBER`],
    ],
    [
      `{"synonyms_set":[{"synonyms":null}]}`,
      [at(30), `${content}[1:30] [synonym_rule] synonyms doesn't support values of type: VALUE_NULL`],
    ],
    [
      `{"synonyms_set":[{"synonyms":"a,b","id":5}]}`,
      [at(41), `${content}[1:41] [synonym_rule] id doesn't support values of type: VALUE_NUMBER`],
    ],
    [`{"synonyms_set":[{"synonyms":"a,b","foo":5}]}`, [at(42), `${content}[1:36] [synonym_rule] unknown field [foo]`]],
    [`{"synonyms_set":["a"]}`, [at(21), `${content}[1:21] [synonym_rule] Expected START_OBJECT but was: END_ARRAY`]],
    [
      `{"synonyms_set":"a"}`,
      [`${content}[1:17] [synonyms_set] synonyms_set doesn't support values of type: VALUE_STRING`],
    ],
    [`{}`, ["illegal_argument_exception: Required [synonyms_set]"]],
    [`{"foo":1}`, [`${content}[1:2] [synonyms_set] unknown field [foo]`]],
    [`[]`, [`${content}[1:1] [synonyms_set] Expected START_OBJECT but was: START_ARRAY`]],
    [``, [`${content}[1:0] [synonyms_set] Expected START_OBJECT but was: null`]],
  ])("%s is refused", (text, causes) => {
    expect(reasons(() => readSynonymsSet(text))).toEqual([
      `illegal_argument_exception: Failed to parse: ${text}`,
      ...causes,
    ]);
  });

  test("tells all rules that cannot be", () => {
    expect(
      reasons(() => readSynonymsSet(`{"synonyms_set":[{"synonyms":"a,b"},{"synonyms":""},{"synonyms":" => x"}]}`)),
    ).toEqual([
      "action_request_validation_exception: Validation Failed: 1: [synonyms] field can't be empty;2: Incorrect syntax for [synonyms]: [ => x];",
    ]);
  });

  test("is a list of rules, or one of them", () => {
    expect(readSynonymsSet(`{"synonyms_set":[{"id":"1","synonyms":"a, b"},{"synonyms":"c => d"}]}`)).toEqual([
      { id: "1", synonyms: "a, b" },
      { id: undefined, synonyms: "c => d" },
    ]);
    expect(readSynonymsSet(`{"synonyms_set":{"synonyms":"a"}}`)).toEqual([{ id: undefined, synonyms: "a" }]);
    expect(readSynonymsSet(`{"synonyms_set":[]}`)).toEqual([]);
  });
});

describe("the body of a rule", () => {
  test.each([
    [`{}`, ["illegal_argument_exception: Required [synonyms]"]],
    [`{"id":"z","synonyms":"a,b"}`, [`${content}[1:2] [synonyms] unknown field [id]`]],
    [`{"synonyms":["a,b"]}`, [`${content}[1:13] [synonyms] synonyms doesn't support values of type: START_ARRAY`]],
    [``, [`${content}[1:0] [synonyms] Expected START_OBJECT but was: null`]],
  ])("%s is refused", (text, causes) => {
    expect(reasons(() => readSynonymRule(text))).toEqual([
      `illegal_argument_exception: Failed to parse: ${text}`,
      ...causes,
    ]);
  });

  test("holds its synonyms", () => {
    expect(readSynonymRule(`{"synonyms":"a, b"}`)).toBe("a, b");
    expect(reasons(() => readSynonymRule(`{"synonyms":""}`))).toEqual([
      "action_request_validation_exception: Validation Failed: 1: [synonyms] field can't be empty;",
    ]);
  });
});
