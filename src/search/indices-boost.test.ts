import { beforeAll, expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  for (const number of [1, 2]) {
    await fixture.create(`test_${number}`, { aliases: { [`alias_${number}`]: {} } });
    await fixture.write(`test_${number}`, [["1", { foo: "bar" }]]);
  }
});

test.each<[Json, number, number]>([
  [[{ alias_1: 2 }], 2, 1],
  [[{ "alias_*": 2 }], 2, 2],
  [[{ "*_1": 3 }, { alias_1: 1 }, { test_2: 2 }], 3, 2],
  [[{ "*_1": 1 }, { test_2: 2 }, { alias_1: 3 }], 1, 2],
])("%j gives the scores %d and %d", async (boosts, first, second) => {
  const response = await fixture.search(["test_1", "test_2"], { indices_boost: boosts });
  const scores = Object.fromEntries(hitsOf(response).map((hit) => [hit._index, hit._score]));
  expect(scores).toEqual({ test_1: first, test_2: second });
});

test("a name that is neither index nor alias", async () => {
  const body = { indices_boost: [{ nonexistent: 2 }, { test_2: 2 }] };
  await expect(fixture.search(["test_1", "test_2"], body)).rejects.toThrow("no such index [nonexistent]");
  const response = await fixture.search(["test_1", "test_2"], body, { ignore_unavailable: "true" });
  expect(hitsOf(response).map((hit) => hit._index)).toEqual(["test_2", "test_1"]);
});
