/** Retrievers that a basic server does not have, as the documentation and the formulas say. */
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();
const index = "retrieved";

beforeAll(async () => {
  const properties = {
    k: { type: "keyword" },
    t: { type: "text" },
    v: { type: "dense_vector", dims: 1, similarity: "l2_norm", index_options: { type: "flat" } },
  };
  await fixture.create(index, { shards: 3, mapping: { properties } });
  for (let i = 0; i < 9; i++)
    await fixture.write(index, [[String(i), { k: i < 5 ? "low" : "high", t: `w${i} all`, v: [i] }]]);
});

/** Matches documents in this order. */
const ordered = (...ids: string[]): JsonObject => ({
  standard: {
    query: {
      bool: {
        should: ids.map((id, at) => ({
          constant_score: { filter: { ids: { values: [id] } }, boost: ids.length - at },
        })),
      },
    },
  },
});
const nearest = (to: number, k: number): JsonObject => ({
  knn: { field: "v", query_vector: [to], k, num_candidates: 20 },
});

async function found(retriever: Json, extra: JsonObject = {}): Promise<[string, number][]> {
  const hits = hitsOf(await fixture.search(index, { _source: false, retriever, ...extra }));
  return hits.map(({ _id, _score }) => [String(_id), Number(_score)]);
}

async function refusal(body: JsonObject): Promise<unknown> {
  try {
    await fixture.search(index, body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { type, reason } = errorResponse(error).error as { type: string; reason: string };
    return [error.status, type, reason];
  }
  throw new Error("nothing was refused");
}

describe("rrf", () => {
  test("adds up 1 / (rank_constant + rank), over searches and nearest vectors of all shards", async () => {
    const rrf = { retrievers: [ordered("3", "1", "2"), nearest(1, 2)], rank_constant: 10 };
    const both = [
      ["1", 1 / 12 + 1 / 11],
      ["3", 1 / 11],
    ] as const;
    const hits = await found({ rrf });
    expect(hits.slice(0, 2)).toEqual(both.map(([id, score]) => [id, expect.closeTo(score, 6)]));
    expect(hits.map(([id]) => id).sort()).toEqual(["0", "1", "2", "3"]);
  });

  test("looks at rank_window_size hits of each, but counts and aggregates all that match", async () => {
    const retriever = { rrf: { retrievers: [ordered("3", "1", "2"), ordered("7", "1")], rank_window_size: 1 } };
    const body = { size: 1, retriever, aggs: { k: { terms: { field: "k" } } } };
    expect((await found(retriever)).length).toBe(1);
    expect(await fixture.search(index, body)).toMatchObject({
      hits: { total: { value: 4, relation: "eq" } },
      aggregations: { k: { buckets: [{ key: "low", doc_count: 3 }, { doc_count: 1 }] } },
    });
  });

  test("filters all that is within", async () => {
    const rrf = { retrievers: [ordered("3", "8"), nearest(8, 2)], filter: { term: { k: "low" } } };
    expect((await found({ rrf })).map(([id]) => id).sort()).toEqual(["3", "4"]);
  });

  test("is paged, highlighted and collapsed as other searches", async () => {
    const rrf = { retrievers: [ordered("3", "7", "2"), ordered("7", "3")] };
    const all = (await found({ rrf })).map(([id]) => id);
    expect(all).toHaveLength(3);
    expect((await found({ rrf }, { from: 1, size: 1 })).map(([id]) => id)).toEqual(all.slice(1, 2));
    expect(await found({ rrf }, { collapse: { field: "k" } })).toHaveLength(2);
    const text = { standard: { query: { match: { t: "w3" } } } };
    const shown = await fixture.search(index, {
      retriever: { rrf: { retrievers: [text, nearest(3, 1)] } },
      highlight: { fields: { t: {} } },
    });
    expect(hitsOf(shown)[0]).toMatchObject({ highlight: { t: ["<em>w3</em> all"] } });
  });

  test("refuses pages beyond its window", async () => {
    const rrf = { retrievers: [ordered("3")], rank_window_size: 2 };
    expect(await refusal({ size: 3, retriever: { rrf } })).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: [rrf] requires [rank_window_size: 2] be greater than or equal to [size: 3];",
    ]);
  });

  test("is what `rank` says of a query and sections", async () => {
    const knn = { field: "v", query_vector: [1], k: 2, num_candidates: 20 };
    const body = { query: { match: { t: "w1" } }, knn, rank: { rrf: { rank_constant: 1 } }, size: 5 };
    const [first] = hitsOf(await fixture.search(index, body));
    expect(first).toMatchObject({ _id: "1", _score: 1 });
    expect(await refusal({ ...body, sort: "k" })).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: [rank] cannot be used with [sort];",
    ]);
    expect(await refusal({ query: { match_all: {} }, rank: { rrf: {} } })).toEqual([
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: [rank] requires a minimum of [2] result sets using a combination of sub searches and/or knn searches;",
    ]);
  });
});

describe("linear", () => {
  const linear = (normalizer: string): JsonObject => ({
    linear: {
      retrievers: [
        { retriever: ordered("3", "1", "2"), weight: 2, normalizer },
        { retriever: ordered("1", "7"), normalizer },
      ],
    },
  });

  test("adds up weighted scores", async () => {
    // 3, 2, 1 by the first, 2, 1 by the second.
    expect(await found(linear("none"))).toEqual(
      [
        ["3", 6],
        ["1", 6],
        ["2", 2],
        ["7", 1],
      ].sort(byScore),
    );
    expect((await found(linear("minmax"))).slice(0, 2)).toEqual([
      ["3", 2],
      ["1", 2],
    ]);
    const norms = new Map(await found(linear("l2_norm")));
    expect(norms.get("3")).toBeCloseTo(6 / Math.sqrt(14), 6);
    expect(norms.get("7")).toBeCloseTo(1 / Math.sqrt(5), 6);
  });

  test("refuses normalizers that are not there", async () => {
    expect(await refusal({ retriever: linear("z") })).toEqual([
      400,
      "parsing_exception",
      "[1:38] [linear] failed to parse field [retrievers]",
    ]);
  });
});

test("pinned shows some documents before those of others, whatever these are", async () => {
  const inner = ordered("3", "1");
  const pinned = (retriever: Json): JsonObject => ({ pinned: { ids: ["8", "0"], retriever } });
  const ids = async (retriever: Json): Promise<string[]> => (await found(retriever)).map(([id]) => id);
  expect(await ids(pinned(inner))).toEqual(["8", "0", "3", "1"]);
  expect(await ids(pinned({ rrf: { retrievers: [inner] } }))).toEqual(["8", "0", "3", "1"]);
});

describe("rule", () => {
  const inner = ordered("3", "1", "2");
  const rule = (retriever: Json, more: JsonObject = {}): JsonObject => ({
    rule: { ruleset_ids: ["pets"], match_criteria: { q: "pug" }, retriever, ...more },
  });
  const pin = { rule_id: "a", type: "pinned", criteria: [{ type: "always" }], actions: { ids: ["8", "2"] } };
  const leaveOut = {
    rule_id: "b",
    type: "exclude",
    criteria: [{ type: "exact", metadata: "q", values: ["pug"] }],
    actions: { docs: [{ _index: index, _id: "1" }] },
  };
  const never = { ...leaveOut, criteria: [{ type: "exact", metadata: "q", values: ["cow"] }] };
  const ids = async (retriever: Json): Promise<string[]> => (await found(retriever)).map(([id]) => id);

  beforeAll(() => {
    fixture.resolve = (reference) =>
      reference.kind === "document" && reference.id === "pets" ? { rules: [pin, leaveOut] } : { rules: [never] };
    return () => void (fixture.resolve = undefined);
  });

  test.each<[string, JsonObject]>([
    ["a search", inner],
    ["several searches", { rrf: { retrievers: [inner, ordered("3")] } }],
  ])("puts documents first and leaves others out of what %s finds", async (_name, retriever) => {
    expect(await ids(retriever)).toEqual(["3", "1", "2"]);
    expect(await ids(rule(retriever))).toEqual(["8", "2", "3"]);
    expect(await ids(rule(retriever, { match_criteria: { q: "cat" } }))).toEqual(["8", "2", "3", "1"]);
    expect(await ids(rule(retriever, { ruleset_ids: "none" }))).toEqual(["3", "1", "2"]);
    expect(await ids(rule(retriever, { rank_window_size: 2 }))).toEqual(["8", "2"]);
    const aggs = { k: { terms: { field: "k" } } };
    expect(await fixture.search(index, { retriever: rule(retriever), size: 1, aggs })).toMatchObject({
      hits: { total: { value: 3 } },
      aggregations: { k: { buckets: [{ doc_count: 2 }, { doc_count: 1 }] } },
    });
  });

  test("stands within others", async () => {
    const rrf = { retrievers: [rule(inner), ordered("3")], rank_constant: 1 };
    expect(await ids({ rrf })).toEqual(["3", "8", "2"]);
    expect(await ids(rule(rule(inner)))).toEqual(["8", "2", "3"]);
  });

  test.each<[JsonObject, string, string]>([
    [{ rule: {} }, "parsing_exception", "Required [ruleset_ids, match_criteria, retriever]"],
    [rule(inner, { foo: 1 }), "parsing_exception", "[1:327] [rule] unknown field [foo]"],
    [
      rule(inner, { ruleset_ids: 1 }),
      "parsing_exception",
      "[1:37] [rule] ruleset_ids doesn't support values of type: VALUE_NUMBER",
    ],
    [rule(inner, { ruleset_ids: [] }), "illegal_argument_exception", "rulesetIds must not be null or empty"],
    [rule(inner, { match_criteria: {} }), "illegal_argument_exception", "matchCriteria must not be null or empty"],
    [rule(nearest(1, 2)), "illegal_argument_exception", "organicQuery must not be null"],
    [
      rule({ standard: { query: { match_all: {} }, sort: ["k"] } }),
      "illegal_argument_exception",
      '[rule] retriever only supports sort by score, got: [{\n  "k" : {\n    "order" : "asc"\n  }\n}]',
    ],
  ])("%j is refused", async (retriever, type, reason) => {
    expect(await refusal({ retriever })).toEqual([400, type, reason]);
  });
});

test("a rescorer scores again what others combined", async () => {
  const rescore = { window_size: 3, query: { rescore_query: { ids: { values: ["1"] } } } };
  const retriever = { rescorer: { rescore, retriever: { rrf: { retrievers: [ordered("3", "1")] } } } };
  expect(await found(retriever)).toEqual([
    ["1", expect.closeTo(1 + 1 / 62, 6)],
    ["3", expect.closeTo(1 / 61, 6)],
  ]);
});

test("a model orders the texts of what another retriever found", async () => {
  const asked: unknown[] = [];
  fixture.resolve = (reference) => {
    asked.push(reference);
    return [
      { index: 1, relevance_score: 0.75 },
      { index: 0, relevance_score: 0.5 },
    ];
  };
  const reranker = { retriever: ordered("3", "1"), field: "t", inference_text: "x", inference_id: "m" };
  try {
    expect(await found({ text_similarity_reranker: reranker })).toEqual([
      ["1", 0.75],
      ["3", 0.5],
    ]);
    expect(await found({ text_similarity_reranker: { ...reranker, min_score: 0.6 } })).toEqual([["1", 0.75]]);
  } finally {
    fixture.resolve = undefined;
  }
  expect(asked[0]).toMatchObject({
    kind: "inference",
    endpoint: "m",
    task: "rerank",
    query: "x",
    input: ["w3 all", "w1 all"],
  });
});

function byScore([one, low]: readonly Json[], [other, high]: readonly Json[]): number {
  return Number(high) - Number(low) || order.indexOf(String(one)) - order.indexOf(String(other));
}

/** Of equal scores the document of the earlier shard comes first. */
const order = ["3", "1", "2", "7"];
