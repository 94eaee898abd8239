/** `more_like_this` with documents of other indices and of the request, as Elasticsearch 8.19 answers it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { type Caller, callerOf } from "./engine-caller.ts";
import { inMemory } from "./in-memory.ts";

let engine: Engine;
let call: Caller["call"];

beforeAll(async () => {
  engine = await openEngine({ ...inMemory, log: () => undefined });
  ({ call } = callerOf(engine));
  await call("PUT", "/liked/_doc/1?refresh=true", { k: "aa bb", t: "cc" });
  for (const id of ["1", "2"]) await call("PUT", `/searched/_doc/${id}?refresh=true`, { k: "aa", u: "dd" });
});
afterAll(() => engine.close());

const like = async (query: object, search = "searched/_search"): Promise<string[]> => {
  const more_like_this = { min_term_freq: 1, min_doc_freq: 1, ...query };
  const { body } = await call("POST", `/${search}`, { query: { more_like_this } });
  return body.hits.hits.map(({ _id }: { _id: string }) => _id);
};

test("of a document of another index the fields of the query count alone, and its id is not found", async () => {
  const liked = [{ _index: "liked", _id: "1" }];
  expect(await like({ fields: ["k"], like: liked })).toEqual(["2"]);
  expect(await like({ fields: ["t"], like: liked })).toEqual([]);
});

test("of a document of the request all fields count, of one that is not liked those of the query", async () => {
  const given = [{ doc: { k: "aa", u: "dd" } }];
  expect(await like({ fields: ["u"], like: given, unlike: [{ _index: "searched", _id: "1" }] })).toEqual(["1", "2"]);
  expect(await like({ fields: ["u"], like: given, unlike: given })).toEqual([]);
});

test("documents are counted in the shard, whatever scores are made of", async () => {
  await call("PUT", "/other", { settings: { number_of_shards: 1 } });
  await call("PUT", "/other/_doc/3?refresh=true", { k: "aa" });
  const both = "searched,other/_search?search_type=dfs_query_then_fetch";
  expect(await like({ fields: ["k"], like: "aa", min_doc_freq: 2 }, both)).toEqual(["1", "2"]);
});
