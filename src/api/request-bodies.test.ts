import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { parseAliasActions } from "./targets/alias-actions.ts";
import { parseMgetBody } from "./requests/mget-body.ts";
import { parseMsearchBody } from "./requests/msearch-body.ts";
import { checkLeaves } from "./requests/stored-fields.ts";

const DEFAULTS = { index: "i", routing: undefined, source: undefined, storedFields: undefined };

function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
  throw new Error("accepted");
}

test("mget takes docs and ids, with what each says of itself", () => {
  const body = {
    ids: ["1", 2],
    docs: [
      {
        _id: 3,
        _index: "j",
        routing: 5,
        version: 4,
        version_type: "external",
        _source: { include: ["a.*"], exclude: "a.b" },
        stored_fields: "s",
      },
    ],
  };
  const [first, second, third] = parseMgetBody(body, DEFAULTS, () => undefined);
  expect([first?.id, second?.id, first?.index]).toEqual(["1", "2", "i"]);
  expect(third).toEqual({
    index: "j",
    id: "3",
    routing: "5",
    version: 4,
    versionType: "external",
    source: { fetch: true, includes: ["a.*"], excludes: ["a.b"] },
    storedFields: ["s"],
  });
});

test.each<[Json, string]>([
  [[], "unexpected token [START_ARRAY], expected [START_OBJECT]"],
  [{ foo: [] }, "unknown key [foo] for a START_ARRAY, expected [docs] or [ids]"],
  [{ docs: ["1"] }, "docs array element should include an object"],
  [{ ids: [{}] }, "ids array element should only contain ids"],
  [{ docs: [{ _id: "1", _type: "x" }] }, "failed to parse multi get request. unknown field [_type]"],
  [{ docs: [{ _id: "1", version_type: "foo" }] }, "No version type match [foo]"],
])("mget refuses %j", (body, reason) => {
  expect(reasonOf(() => parseMgetBody(body, DEFAULTS, () => undefined))).toBe(reason);
});

test("msearch pairs headers and searches, and drops a header without one", () => {
  const items = parseMsearchBody(
    '{"index":["a","b"],"preference":"_local","ignore_unavailable":true}\n{"size":0}\n\n{}\n{"index":"c"}\n',
  );
  expect(items).toEqual([
    { index: "a,b", parameters: { preference: "_local", ignore_unavailable: "true" }, body: '{"size":0}' },
    { index: undefined, parameters: {}, body: "{}" },
  ]);
});

test.each([
  ["{}\n{}", "The msearch request must be terminated by a newline [\n]"],
  ['{"foo":1}\n{}\n', "key [foo] is not supported in the metadata section"],
  ['{"index":"a"}\n', "Validation Failed: 1: no requests added;"],
])("msearch refuses %j", (text, reason) => {
  expect(reasonOf(() => parseMsearchBody(text))).toBe(reason);
});

test("alias actions say what they do, in order", () => {
  const body: JsonObject = {
    actions: [
      { add: { index: "a", aliases: ["x", "y"], routing: 1, search_routing: "2,3", is_write_index: "false" } },
      { remove: { indices: ["a", "b"], alias: "z", must_exist: true } },
    ],
  };
  const actions = parseAliasActions(body, JSON.stringify(body));
  expect(actions).toEqual([
    {
      kind: "add",
      indices: ["a"],
      aliases: ["x", "y"],
      metadata: { index_routing: "1", search_routing: "2,3", is_write_index: false },
      mustExist: undefined,
    },
    { kind: "remove", indices: ["a", "b"], aliases: ["z"], metadata: {}, mustExist: true },
  ]);
});

// The places and words are those of a real server.
test.each<[text: string, place: string, causes: readonly string[]]>([
  ['{"actions":[{"foo":{}}]}', "[1:20]", ["[1:14] [alias_action] unknown field [foo]"]],
  ['{"actions":[{"add":{"index":"conf_a"}}]}', "[1:39]", ["One of [alias] or [aliases] is required"]],
  ['{"actions":[{"add":{"alias":"conf_y"}}]}', "[1:39]", ["One of [index] or [indices] is required"]],
  [
    '{"actions":[{"add":{"index":"conf_a","alias":"x","foo":1}}]}',
    "[1:56]",
    ["[1:56] [alias_action] failed to parse field [add]", "[1:50] [add] unknown field [foo]"],
  ],
  [
    '{"actions":[{"add":{"index":"conf_a","indices":["conf_b"],"alias":"x"}}]}',
    "[1:57]",
    [
      "[1:57] [alias_action] failed to parse field [add]",
      "[1:57] [add] failed to parse field [indices]",
      "Only one of [index] and [indices] is supported",
    ],
  ],
])("alias actions refuse %s", (text, place, causes) => {
  try {
    parseAliasActions(JSON.parse(text) as JsonObject, text);
    expect.unreachable();
  } catch (error) {
    const reasons: string[] = [];
    for (let at = error as RequestError | undefined; at; at = at.cause) reasons.push(at.message);
    expect(reasons).toEqual([`${place} [aliases] failed to parse field [actions]`, ...causes]);
  }
});

test("objects are no stored fields", () => {
  const mapping = {
    properties: {
      s: { type: "text", store: true },
      o: { properties: { p: { type: "long", store: true } } },
      n: { type: "nested" },
    },
  };
  expect(() => checkLeaves(["s", "o.p", "nope", "_routing"], mapping)).not.toThrow();
  expect(reasonOf(() => checkLeaves(["o"], mapping))).toBe("field [o] isn't a leaf field");
  expect(reasonOf(() => checkLeaves(["n"], mapping))).toBe("field [n] isn't a leaf field");
});
