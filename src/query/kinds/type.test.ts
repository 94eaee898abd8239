import { expect, test } from "vitest";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const fixture = new QueryFixture({ n: { type: "integer" } }, [{ n: 1 }, { n: 2 }]);

test("all documents are of the type _doc", () => {
  expect(fixture.search({ type: { value: "_doc", boost: 2 } })).toEqual([
    { id: "0", score: 2 },
    { id: "1", score: 2 },
  ]);
  expect(fixture.search({ type: { value: "tweet" } })).toEqual([]);
  expect(fixture.warnings).toContain(
    "[types removal] Type queries are deprecated, prefer to filter on a field instead.",
  );
});

test("what is refused", () => {
  expect(() => fixture.plan({ type: {} })).toThrow("[type] filter needs to be provided with a value for the type");
  expect(() => fixture.plan({ type: { value: "_doc", foo: 1 } })).toThrow("[type] query does not support [foo]");
});
