/** Changes in series whose changes are known because they were made. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { changeInValues } from "./change-in-values.ts";
import { spikeOrDip } from "./spike-or-dip.ts";
import { WeightedFit } from "./weighted-fit.ts";

/** Noise between -1 and 1 that is the same each time. */
function noise(at: number): number {
  return ((((at + 1) * 2_654_435_761) % 4_294_967_296) / 2_147_483_648 - 1) * 0.9;
}
const series = (length: number, value: (at: number) => number): Float64Array =>
  Float64Array.from({ length }, (_, at) => value(at) + noise(at));

describe("of all series", () => {
  test.each<[string, number | undefined, Float64Array]>([
    ["stationary", undefined, series(60, () => 10)],
    ["stationary", undefined, new Float64Array(60).fill(7)],
    ["step_change", 30, series(60, (at) => (at < 30 ? 10 : 20))],
    ["non_stationary", undefined, series(60, (at) => at)],
    ["trend_change", 40, series(80, (at) => (at < 40 ? at : 2 * (80 - at)))],
    ["distribution_change", 60, series(120, (at) => (at < 60 ? 0 : 60 * noise(3 * at)))],
    ["step_change", 700, series(1500, (at) => (at < 700 ? 0 : 5))],
  ])("%s at %s is found", (type, at, values) => {
    const change = changeInValues(values, 0.01);
    expect(change.type).toBe(type);
    if (at !== undefined) expect(Math.abs(change.at! - at)).toBeLessThanOrEqual(2);
    expect(change.pValue < 0.01).toBe(type !== "stationary");
  });

  test("a trend knows its direction", () => {
    expect(
      changeInValues(
        series(60, (at) => -at),
        0.01,
      ).trend,
    ).toBe("decreasing");
    expect(
      changeInValues(
        series(60, (at) => at),
        0.01,
      ).trend,
    ).toBe("increasing");
  });

  test("a value that stands out is a spike or a dip", () => {
    expect(
      spikeOrDip(
        series(60, (at) => (at === 17 ? 60 : 10)),
        0.01,
      ),
    ).toMatchObject({ type: "spike", at: 17 });
    expect(
      spikeOrDip(
        series(60, (at) => (at === 59 ? -40 : 10)),
        0.01,
      ),
    ).toMatchObject({ type: "dip", at: 59 });
    expect(
      spikeOrDip(
        series(60, () => 10),
        0.01,
      ),
    ).toMatchObject({ type: "stationary" });
    expect(
      spikeOrDip(
        Float64Array.from({ length: 30 }, (_, at) => (at === 4 ? 2 : 1)),
        0.01,
      ),
    ).toMatchObject({
      type: "spike",
      pValue: 0,
    });
  });
});

test("the parabola of points that were removed again is that of the others", () => {
  const [all, some] = [new WeightedFit(), new WeightedFit()];
  for (let i = 0; i < 40; i++) {
    const [x, y, weight] = [i / 40, 3 + 2 * i - i * i * 0.1 + noise(i), i % 5 === 0 ? 0.01 : 1];
    all.add(x, y, weight);
    if (i >= 25) some.add(x, y, weight);
  }
  for (let i = 0; i < 25; i++) all.add(i / 40, 3 + 2 * i - i * i * 0.1 + noise(i), i % 5 === 0 ? -0.01 : -1);
  expect(all.explained).toBeCloseTo(some.explained, 6);
  expect(all.variance).toBeCloseTo(some.variance, 8);
  const exact = new WeightedFit();
  for (let i = 0; i < 12; i++) exact.add(i, 1 - i + 2 * i * i, 1);
  expect(exact.explained).toBeCloseTo(1, 10);
});

describe("of buckets", () => {
  const mapping = testMapping({ time: { type: "date" }, cost: { type: "integer" } });
  // Every ten seconds, so that of buckets of five every other one has no document.
  const costs = Array.from({ length: 24 }, (_, at) => Math.round((at < 12 ? 200 : 600) + 10 * noise(at)));
  const documents = costs.map((cost, at): JsonObject => ({ time: 1_587_501_233_000 + at * 10_000, cost }));
  const shards = [testShard(mapping, [documents.slice(0, 9)]), testShard(mapping, [documents.slice(9)])];
  const run = (path: string, interval: string): JsonObject =>
    aggregate(shards, {
      date: { date_histogram: { field: "time", fixed_interval: interval }, aggs: { avg: { avg: { field: "cost" } } } },
      found: { change_point: { buckets_path: path } },
    })["found"] as JsonObject;

  test("the bucket of a change is shown as the aggregation shows it; gaps are skipped, and counted", () => {
    const found = run("date>avg", "5s") as { type: { step_change: JsonObject }; bucket: JsonObject };
    expect(Object.keys(found)).toEqual(["bucket", "type"]);
    expect(found.type.step_change).toEqual({ p_value: expect.any(Number), change_point: 24 });
    expect(found.bucket).toEqual({ key: "2020-04-21T20:35:50.000Z", doc_count: 1, avg: { value: costs[12] } });
  });

  test("of few buckets nothing is told", () => {
    expect(run("date>_count", "60s")).toEqual({
      type: {
        indeterminable: { reason: "not enough buckets to calculate change_point. Requires at least [22]; found [5]" },
      },
    });
  });

  test("refuses what has no path to buckets", () => {
    expect(() => run("foo", "5s")).toThrow("No aggregation found for path [foo]");
    expect(() => aggregate(shards, { found: { change_point: {} } })).toThrow("Required [buckets_path]");
  });
});
