import { expect, test } from "vitest";
import { testIndex } from "../testing/documents/documents-harness.ts";
import { defaultRoutingShards } from "../cluster/routing-shards.ts";
import { shardRouting } from "./shard-routing.ts";

const routings = ["a", "1", "hello", "user-42", "äöü", "日本語", "x0123456789"];

// Answers of Elasticsearch 8.19's _search_shards, by number of shards.
test.each([
  [1, [0, 0, 0, 0, 0, 0, 0]],
  [2, [0, 0, 0, 0, 0, 0, 0]],
  [3, [0, 2, 2, 0, 1, 2, 0]],
  [5, [1, 4, 4, 1, 1, 2, 2]],
  [7, [4, 0, 5, 2, 5, 2, 5]],
  [16, [4, 0, 6, 5, 7, 0, 1]],
])("documents of an index with %i shards stand where Elasticsearch puts them", (shards, expected) => {
  const routing = shardRouting(testIndex("i", { "index.number_of_shards": String(shards) }));
  expect(routings.map((value) => routing.shardOf(value, undefined))).toEqual(expected);
  expect(routings.map((value) => routing.shardOf("other", value))).toEqual(expected);
});

test("a partition size spreads one routing over that many shards", () => {
  const routing = shardRouting(testIndex("i", { "index.number_of_shards": "6", "index.routing_partition_size": "2" }));
  expect(["a", "b", "c", "d", "e"].map((id) => routing.shardOf(id, "r1"))).toEqual([0, 0, 0, 0, 0]);
});

test("an index can be split by two up to about a thousand shards", () => {
  expect([1, 2, 3, 5, 1024, 2000].map(defaultRoutingShards)).toEqual([1024, 1024, 768, 640, 2048, 4000]);
});
