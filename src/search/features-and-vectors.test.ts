/** Features and vectors: what is stored of them, what is refused. Scores and words are those of Elasticsearch 8.19. */
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("v", {
    mapping: {
      properties: {
        s: { type: "sparse_vector" },
        rank: { type: "rank_feature" },
        ranks: { type: "rank_features" },
        d: { type: "dense_vector", dims: 3 },
        grows: { type: "dense_vector" },
      },
    },
  });
  await fixture.write("v", [
    ["0", { s: { a: 1.5, b: 2 }, rank: 2.5, ranks: { x: 1 }, d: [1, 2, 3] }],
    ["1", { s: { a: "2" }, rank: "3" }],
    ["2", { s: [{ a: 1 }, { a: 3 }] }],
    ["3", { s: {} }],
    ["4", { grows: [1, 2] }],
  ]);
});

async function scores(query: Json): Promise<(readonly [string, number])[]> {
  const { hits } = await fixture.call("search", ["v"], { query, _source: false });
  const found = (hits as JsonObject).hits as JsonObject[];
  return found
    .map((hit) => [hit._id as string, hit._score as number] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

async function refusal(run: Promise<unknown>): Promise<string> {
  const error: unknown = await run.catch((reason: unknown) => reason);
  return JSON.stringify(errorResponse(error));
}

test("tokens of a sparse vector score by their weight, the greatest of several", async () => {
  const expected = [
    ["0", 1.5],
    ["1", 2],
    ["2", 3],
  ];
  expect(await scores({ term: { s: "a" } })).toEqual(expected);
  expect(await scores({ match: { s: { query: "a", boost: 2 } } })).toEqual(
    expected.map(([id, score]) => [id, Number(score) * 2]),
  );
  expect(await scores({ bool: { filter: { term: { s: "b" } } } })).toEqual([["0", 0]]);
  expect(await scores({ term: { s: "c" } })).toEqual([]);
  expect((await scores({ exists: { field: "s" } })).map(([id]) => id)).toEqual(["0", "1", "2", "3"]);
});

test("documents with a feature or a vector can be asked for, but not of rank_features", async () => {
  expect((await scores({ exists: { field: "rank" } })).map(([id]) => id)).toEqual(["0", "1"]);
  expect((await scores({ exists: { field: "d" } })).map(([id]) => id)).toEqual(["0"]);
  expect(await refusal(scores({ exists: { field: "ranks" } }))).toContain(
    "[rank_features] fields do not support [exists] queries",
  );
});

test.each([
  [{ query: { term: { rank: 1 } } }, "Queries on [rank_feature] fields are not supported"],
  [{ query: { term: { d: 1 } } }, "Field [d] of type [dense_vector] doesn't support term queries"],
  [{ query: { match: { d: "1" } } }, "Field [d] of type [dense_vector] does not support match queries"],
  [{ sort: ["s"] }, "[sparse_vector] fields do not support sorting, scripting or aggregating"],
  [
    { aggs: { a: { terms: { field: "rank" } } } },
    "[rank_feature] fields do not support sorting, scripting or aggregating",
  ],
  [
    { aggs: { a: { terms: { field: "d" } } } },
    "String representation of doc values for vector fields is not supported",
  ],
])("%j is refused", async (body, words) => {
  expect(await refusal(fixture.call("search", ["v"], body as unknown as Json))).toContain(words);
});

test("the first vector says how many dimensions there are", async () => {
  expect(await refusal(fixture.write("v", [["5", { grows: [1, 2, 3] }]]))).toContain(
    "[grows] in doc [document with id '5'] has more dimensions than defined in the mapping [2]",
  );
});
