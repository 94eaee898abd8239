import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { searchRequest } from "./request/parse-request.ts";
import { hitsOf, idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const all = { rescore_query: { match_all: {} } };

beforeAll(async () => {
  const properties = { k: { type: "keyword" }, n: { type: "integer" }, t: { type: "text" } };
  await fixture.create("a", { shards: 1, mapping: { properties } });
  await fixture.create("b", { shards: 2, mapping: { properties } });
  for (const index of ["a", "b"])
    for (const n of [1, 2, 3]) await fixture.write(index, [[String(n), { k: `x${n}`, n, t: `red fox ${n}` }]]);
});

async function scores(index: string, body: JsonObject): Promise<unknown[]> {
  return hitsOf(await fixture.search(index, body)).map(({ _id, _score }) => [_id, _score]);
}

async function refusal(body: JsonObject): Promise<JsonObject> {
  try {
    await fixture.search("a", body);
  } catch (error) {
    if (error instanceof RequestError) return errorResponse(error).error as unknown as JsonObject;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the best hits are scored again", () => {
  const query = (extra: JsonObject): JsonObject => ({ rescore_query: { term: { k: "x2" } }, ...extra });

  // Answers of 8.19.
  test("and the others behind them by their first score", async () => {
    const body = { rescore: { window_size: 2, query: query({}) } };
    expect(await scores("a", body)).toEqual([
      ["2", 1.9808291],
      ["1", 1],
      ["3", 1],
    ]);
    expect(await fixture.search("a", body)).toMatchObject({ hits: { max_score: 1.9808291, total: { value: 3 } } });
  });

  test.each<[string, number, number]>([
    ["total", 3.4424872, 0.5],
    ["multiply", 1.4712436, 0.5],
    ["avg", 1.7212436, 0.5],
    ["max", 2.9424872, 0.5],
    ["min", 0.5, 0.5],
  ])("score_mode %s", async (mode, second, others) => {
    const weights = { query_weight: 0.5, rescore_query_weight: 3, score_mode: mode };
    const found = new Map((await scores("a", { rescore: { query: query(weights) } })) as [string, number][]);
    expect(found.get("2")).toBeCloseTo(second, 6);
    expect([found.get("1"), found.get("3")]).toEqual([others, others]);
  });

  test("by several rescorers in order, with an explanation of what each did", async () => {
    const found = await fixture.search("a", {
      query: { match: { t: "fox" } },
      rescore: [
        { window_size: 2, query: query({ query_weight: 0.5, rescore_query_weight: 3, score_mode: "avg" }) },
        { window_size: 1, query: { ...all, score_mode: "max" } },
      ],
      explain: true,
    });
    const [best, next] = hitsOf(found);
    expect(best).toMatchObject({
      _id: "2",
      _score: 1.5046265,
      _explanation: {
        description: "max of:",
        value: 1.5046265,
        details: [
          { description: "product of:", details: [{ description: "avg of:", value: 1.5046265 }, { value: 1 }] },
          { description: "product of:", value: 1, details: [{}, { description: "secondaryWeight" }] },
        ],
      },
    });
    expect(next).toMatchObject({
      _id: "1",
      _score: 0.066765696,
      _explanation: { description: "product of:", details: [{ description: "product of:" }, { value: 1 }] },
    });
  });

  test("though the page is smaller, on each of several shards, and in a page behind the first", async () => {
    const rescore = { window_size: 10, query: { rescore_query: { range: { n: { gte: 2 } } } } };
    const ids = idsOf(await fixture.search("b", { rescore, size: 2 }));
    expect(ids.sort()).toEqual(["2", "3"]);
    expect(idsOf(await fixture.search("a", { rescore, size: 2, from: 1 }))).toEqual(["3", "1"]);
    expect(hitsOf(await fixture.search("a", { rescore, size: 0 }))).toEqual([]);
    expect(hitsOf(await fixture.search("a", { rescore, query: { match_none: {} } }))).toEqual([]);
  });

  test("a phrase is looked for in them alone", async () => {
    const rescore = { window_size: 2, query: { rescore_query: { match_phrase: { t: "fox 3" } } } };
    expect(await scores("a", { rescore })).toEqual([
      ["1", 1],
      ["2", 1],
      ["3", 1],
    ]);
    const wide = await scores("a", { rescore: { ...rescore, window_size: 3 } });
    expect(wide[0]).toEqual(["3", expect.closeTo(2.1143606, 5)]);
  });
});

// Answers of 8.19.
test.each<[Json, string, string]>([
  [{}, "parsing_exception", "missing rescore type"],
  [[5], "parsing_exception", "unexpected token [END_ARRAY] after [null]"],
  [{ foo: 1, query: all }, "parsing_exception", "rescore doesn't support [foo]"],
  [{ foo: all }, "named_object_not_found_exception", "[1:19] unknown field [foo]"],
  [{ query: [] }, "parsing_exception", "unexpected token [START_ARRAY] after [query]"],
  [{ window_size: "x", query: all }, "number_format_exception", 'For input string: "x"'],
  [{ query: {} }, "illegal_argument_exception", "rescore_query cannot be null"],
  [{ query: { ...all, foo: 1 } }, "x_content_parse_exception", "[1:55] [query] unknown field [foo]"],
  [
    { query: { ...all, score_mode: "foo" } },
    "x_content_parse_exception",
    "[1:68] [query] failed to parse field [score_mode]",
  ],
  [
    { query: { ...all, score_mode: 5 } },
    "x_content_parse_exception",
    "[1:68] [query] score_mode doesn't support values of type: VALUE_NUMBER",
  ],
  [
    { query: { rescore_query: { foo: {} } } },
    "x_content_parse_exception",
    "[1:45] [query] failed to parse field [rescore_query]",
  ],
])("%j is refused", async (rescore, type, reason) => {
  expect(await refusal({ rescore })).toMatchObject({ type, reason });
});

test("what is wrong with its query is the root of the error", async () => {
  const cause = { type: "parsing_exception", reason: "unknown query [foo]", line: 1, col: 45 };
  expect(await refusal({ rescore: { query: { rescore_query: { foo: {} } } } })).toMatchObject({
    root_cause: [cause],
    caused_by: cause,
  });
});

test.each<[JsonObject, string]>([
  [{ rescore: { query: all }, sort: ["n"] }, "Cannot use [sort] option in conjunction with [rescore]."],
  [
    { rescore: { query: all }, sort: ["_score", "n"], size: 0 },
    "Cannot use [sort] option in conjunction with [rescore].",
  ],
  [
    { rescore: { window_size: 10_001, query: all } },
    "Rescore window [10001] is too large. It must be less than [10000]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.",
  ],
])("shards refuse %j", async (body, reason) => {
  expect(await refusal(body)).toMatchObject({
    reason: "all shards failed",
    root_cause: [{ type: "illegal_argument_exception", reason }],
  });
  expect(idsOf(await fixture.search("a", { rescore: { query: all }, sort: ["_score"] }))).toEqual(["1", "2", "3"]);
});

test("a typed request with rescorers is plain data that crosses a port", async () => {
  const body: JsonObject = {
    query: { match: { t: "fox" } },
    explain: true,
    rescore: [
      { window_size: 2, query: { rescore_query: { term: { k: "x2" } }, score_mode: "Multiply" } },
      { window_size: 3, query: { ...all, query_weight: 0.5, rescore_query_weight: 3 } },
    ],
  };
  const question = structuredClone({
    request: searchRequest(body),
    targets: [fixture.target("a"), fixture.target("b")],
  });
  const found = await fixture.thread.ask("search", question, { control: undefined, startedMs: 0 });
  const whole = hitsOf(await fixture.search(["a", "b"], body));
  expect(whole).toHaveLength(6);
  expect(found).toMatchObject({ hits: whole });
});
