import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({
  t: { type: "date" },
  i: { type: "integer" },
  d: { type: "double" },
  some: { type: "date" },
  m: { type: "long" },
});

/** Windows of documents in order are within one interval or two; in any other order each is in all of them. */
function documents(order: (at: number) => number): JsonObject[] {
  return Array.from({ length: 9000 }, (_, place) => {
    const at = order(place);
    const t = Date.UTC(2024, 0, 1) + at * 600_000;
    return { t, i: at - 4000, d: at / 7, m: at % 13, ...(at % 3 === 0 ? {} : { some: t }) };
  });
}

const below = { s: { sum: { field: "m" } }, k: { terms: { field: "m", size: 3 } } };
const request: JsonObject = {};
for (const [name, own] of Object.entries({
  day: { date_histogram: { field: "t", calendar_interval: "day" } },
  month: { date_histogram: { field: "t", calendar_interval: "month", time_zone: "Europe/Berlin" } },
  year: { date_histogram: { field: "t", calendar_interval: "year" } },
  fixed: { date_histogram: { field: "t", fixed_interval: "20d", offset: "3h" } },
  bounded: {
    date_histogram: { field: "t", fixed_interval: "20d", hard_bounds: { min: "2024-01-15", max: "2024-02-10" } },
  },
  some: { date_histogram: { field: "some", calendar_interval: "month" } },
  missing: { date_histogram: { field: "some", calendar_interval: "month", missing: "2024-02-02" } },
  integers: { histogram: { field: "i", interval: 3000 } },
  doubles: { histogram: { field: "d", interval: 1000 } },
})) {
  request[name] = own;
  request[`${name} with others`] = { ...own, aggs: below };
}

test("histograms are the same in whatever order the documents stand, and half of them too", () => {
  const inOrder = testShard(mapping, [documents((at) => at)]);
  const mixed = testShard(mapping, [documents((at) => (at * 4001) % 9000)]);
  for (const query of [undefined, { range: { m: { gte: 4 } } }])
    expect(aggregate([inOrder], request, { query })).toEqual(aggregate([mixed], request, { query }));
});
