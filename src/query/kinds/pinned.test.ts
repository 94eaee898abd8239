/** Pinned documents; the scores are those of the documentation of Elasticsearch: from 1.7014124E38 on. */
import { expect, test } from "vitest";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture({ body: { type: "text" } }, [
  { body: "quick fox" },
  { body: "lazy dog" },
  { body: "quick dog" },
  { body: "cat" },
]);

test("pinned documents come first, in their order, then the others with their own scores", () => {
  const found = fixture.search({ pinned: { ids: ["3", "2"], organic: { match: { body: "quick" } } } });
  expect(found.map(({ id }) => id)).toEqual(["3", "2", "0"]);
  expect(found[1]?.score).toBe(Math.fround(1.7014122e38));
  expect(found[0]!.score).toBeGreaterThan(found[1]!.score);
  expect(found[2]).toEqual(fixture.search({ match: { body: "quick" } })[0]);
});

test("documents of other indices are not pinned", () => {
  const docs = [
    { _index: "other", _id: "3" },
    { _index: "fixture", _id: "1" },
  ];
  const found = fixture.search({ pinned: { docs, organic: { match: { body: "quick" } } } });
  expect(found.map(({ id }) => id)).toEqual(["1", "0", "2"]);
});

test("what is wrong is refused", () => {
  expect(() => fixture.plan({ pinned: { ids: ["1"] } })).toThrow("Required [organic]");
  const ids = Array.from({ length: 101 }, (_, at) => String(at));
  expect(() => fixture.plan({ pinned: { ids, organic: { match_all: {} } } })).toThrow("Max of 100 ids exceeded: 101");
});
