import { expect, test } from "vitest";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const DAY_MS = 86_400_000;
const days = ["2024-01-01", "2024-03-01", "2023-06-30", "1971-01-01"];

test("the score is half where the distance is the pivot, whatever the column holds", () => {
  const fixture = new QueryFixture(
    { one: { type: "date" }, nanos: { type: "date_nanos" }, several: { type: "date" } },
    days.map((day) => ({ one: day, nanos: day, several: [day, "1900-01-01"] })),
  );
  const origin = Date.parse("2024-01-11");
  for (const field of ["one", "nanos", "several"]) {
    const found = fixture.search({ distance_feature: { field, origin: "2024-01-11T00:00:00.000Z", pivot: "10d" } });
    const scores = Object.fromEntries(found.map(({ id, score }) => [id, score]));
    days.forEach((day, id) => {
      const distance = Math.abs(Date.parse(day) - origin);
      expect(scores[id]).toBe(Math.fround((10 * DAY_MS) / (10 * DAY_MS + distance)));
    });
    expect(scores[0]).toBe(0.5);
  }
});
