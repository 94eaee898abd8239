/**
 * Summaries of values: histogram and aggregate_metric_double. What Elasticsearch documents of them, and its words for
 * what is wrong.
 */
import { beforeAll, describe, expect, test } from "vitest";
import fc from "fast-check";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { idsOf, SearchFixture } from "../testing/search/search-fixture.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("s", {
    mapping: {
      properties: {
        h: { type: "histogram" },
        lenient: { type: "histogram", ignore_malformed: true },
        m: { type: "aggregate_metric_double", metrics: ["min", "max", "sum", "value_count"], default_metric: "max" },
        part: { type: "aggregate_metric_double", metrics: ["max"], ignore_malformed: true },
        group: { type: "keyword" },
      },
    },
  });
  await fixture.write("s", [
    // The example of the documentation: latencies of 3 + 7 + 23 + 12 + 6 requests.
    [
      "0",
      {
        group: "a",
        h: { values: [0.1, 0.2, 0.3, 0.4, 0.5], counts: [3, 7, 23, 12, 6] },
        m: { min: -302.5, max: 702.3, sum: 200, value_count: 25 },
      },
    ],
    [
      "1",
      {
        group: "a",
        h: { values: [0.1, 0.1, 7], counts: [8, 0, 2] },
        m: { min: -93, max: 1702.3, sum: 300, value_count: 25 },
      },
    ],
    ["2", { group: "b", h: { values: [], counts: [] } }],
    ["3", { group: "b", m: { value_count: 1, sum: 4.5, max: 4.5, min: 4.5 }, part: { max: 3 } }],
    ["4", {}],
  ]);
});

async function aggregated(aggregation: string, field: string, body: JsonObject = {}): Promise<JsonObject> {
  const found = await fixture.search("s", { size: 0, aggs: { a: { [aggregation]: { field, ...body } } } });
  return (found.aggregations as JsonObject).a as JsonObject;
}

async function refusal(run: () => Promise<unknown>): Promise<JsonObject> {
  const error: unknown = await run().then(
    () => new Error("not refused"),
    (reason: unknown) => reason,
  );
  const { error: body } = JSON.parse(JSON.stringify(errorResponse(error))) as { error: JsonObject };
  return body;
}

describe("aggregations of histograms weigh each value by its count", () => {
  test.each([
    ["value_count", 61],
    ["min", 0.1],
    ["max", 7],
    ["sum", 3 * 0.1 + 7 * 0.2 + 23 * 0.3 + 12 * 0.4 + 6 * 0.5 + 8 * 0.1 + 14],
    ["avg", (3 * 0.1 + 7 * 0.2 + 23 * 0.3 + 12 * 0.4 + 6 * 0.5 + 8 * 0.1 + 14) / 61],
  ])("%s", async (aggregation, expected) => {
    expect((await aggregated(aggregation, "h"))["value"]).toBeCloseTo(expected, 10);
  });

  test.each(["terms", "stats", "cardinality", "missing", "date_histogram"])("%s is refused", async (aggregation) => {
    const { root_cause: causes } = await refusal(() =>
      aggregated(aggregation, "h", aggregation === "date_histogram" ? { fixed_interval: "1d" } : {}),
    );
    expect((causes as JsonObject[])[0]!["reason"]).toBe(
      `Field [h] of type [histogram] is not supported for aggregation [${aggregation}]`,
    );
  });

  test("the sum of many is that of all values one by one", async () => {
    const histograms = fc.array(
      fc.record({ value: fc.integer({ min: -50, max: 50 }), count: fc.integer({ min: 0, max: 9 }) }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(histograms, { minLength: 1, maxLength: 5 }), async (documents) => {
        const other = new SearchFixture();
        await other.create("p", { mapping: { properties: { h: { type: "histogram" } } } });
        const written = documents.map((bins) => bins.toSorted((one, next) => one.value - next.value));
        const sources = written.map((bins) => ({
          h: { values: bins.map((bin) => bin.value), counts: bins.map((bin) => bin.count) },
        }));
        await other.write("p", sources.map((source, id) => [String(id), source] as const)); // prettier-ignore
        const aggs: JsonObject = Object.fromEntries(
          ["sum", "value_count", "avg", "min", "max"].map((kind) => [kind, { [kind]: { field: "h" } }]),
        );
        const { aggregations } = await other.search("p", { size: 0, aggs });
        const all = documents.flat().flatMap(({ value, count }) => Array<number>(count).fill(value));
        const sum = all.reduce((total, value) => total + value, 0);
        const none = all.length === 0;
        expect(aggregations).toEqual({
          sum: { value: sum },
          value_count: { value: all.length },
          avg: { value: none ? null : sum / all.length },
          min: { value: none ? null : Math.min(...all) },
          max: { value: none ? null : Math.max(...all) },
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe("aggregations of metrics read the metric of their name", () => {
  test.each([
    ["min", -302.5],
    ["max", 1702.3],
    ["sum", 504.5],
    ["value_count", 51],
    ["avg", 504.5 / 51],
  ])("%s", async (aggregation, expected) => {
    expect(await aggregated(aggregation, "m")).toEqual({ value: expected });
  });

  test("below buckets", async () => {
    const found = await aggregated("terms", "group");
    expect((found["buckets"] as JsonObject[]).length).toBe(2);
    const { aggregations } = await fixture.search("s", {
      size: 0,
      aggs: {
        g: {
          terms: { field: "group" },
          aggs: { mean: { avg: { field: "m" } }, of: { value_count: { field: "h" } }, mean_h: { avg: { field: "h" } } },
        },
      },
    });
    const buckets = ((aggregations as JsonObject).g as JsonObject).buckets as JsonObject[];
    expect(buckets.map((bucket) => [bucket["key"], bucket["mean"], bucket["of"]])).toEqual([
      ["a", { value: 10 }, { value: 61 }],
      ["b", { value: 4.5 }, { value: 0 }],
    ]);
    expect(buckets[1]!["mean_h"]).toEqual({ value: null });
  });

  test("a metric that the field does not have has no value", async () => {
    expect(await aggregated("min", "part")).toEqual({ value: null });
    expect(await aggregated("max", "part")).toEqual({ value: 3 });
  });
});

test("queries and sorting take the default metric", async () => {
  expect(idsOf(await fixture.search("s", { query: { range: { m: { gte: 700, lt: 1000 } } } }))).toEqual(["0"]);
  expect(idsOf(await fixture.search("s", { query: { term: { m: 4.5 } } }))).toEqual(["3"]);
  expect(idsOf(await fixture.search("s", { query: { exists: { field: "m" } }, sort: [{ m: "desc" }] }))).toEqual([
    "1",
    "0",
    "3",
  ]);
  expect(idsOf(await fixture.search("s", { query: { exists: { field: "h" } }, sort: ["_doc"] }))).toEqual([
    "0",
    "1",
    "2",
  ]);
});

test("fields shows them as they came, field_caps what they can do", async () => {
  const { hits } = await fixture.search("s", { query: { ids: { values: ["3"] } }, fields: ["m", "h"], _source: false });
  expect(((hits as JsonObject).hits as JsonObject[])[0]!["fields"]).toEqual({
    m: [{ value_count: 1, sum: 4.5, max: 4.5, min: 4.5 }],
  });
  const caps = (await fixture.call("field_caps", ["s"], undefined, { fields: "h,m" }))["fields"] as JsonObject;
  expect(caps["h"]).toEqual({
    histogram: { type: "histogram", metadata_field: false, searchable: false, aggregatable: true },
  });
  expect(caps["m"]).toEqual({
    aggregate_metric_double: {
      type: "aggregate_metric_double",
      metadata_field: false,
      searchable: true,
      aggregatable: true,
    },
  });
});

describe("documents", () => {
  test.each([
    [
      { h: 5 },
      "[1:6] failed to parse field [h] of type [histogram]",
      "Failed to parse object: expecting token of type [START_OBJECT] but found [VALUE_NUMBER]",
    ],
    [
      { h: { values: [1] } },
      "[1:19] failed to parse field [h] of type [histogram]",
      "[1:19] error parsing field [h], expected field called [counts]",
    ],
    [
      { h: { counts: [1] } },
      "[1:19] failed to parse field [h] of type [histogram]",
      "[1:19] error parsing field [h], expected field called [values]",
    ],
    [
      { h: { values: [2, 1], counts: [1, 1] } },
      "[1:19] failed to parse field [h] of type [histogram]",
      "[1:19] error parsing field [h], [values] values must be in increasing order, got [1.0] but previous value was [2.0]",
    ],
    [
      { h: { values: [1], counts: [1, 1] } },
      "[1:34] failed to parse field [h] of type [histogram]",
      "[1:34] error parsing field [h], expected same length from [values] and [counts] but got [1 != 2]",
    ],
    [
      { h: { values: [1], counts: [-1] } },
      "[1:33] failed to parse field [h] of type [histogram]",
      "[1:33] error parsing field [h], [counts] elements must be >= 0 but got -1",
    ],
    [
      {
        h: [
          { values: [1], counts: [1] },
          { values: [1], counts: [1] },
        ],
      },
      "[1:61] failed to parse field [h] of type [histogram]",
      "Field [h] of type [histogram] doesn't not support indexing multiple values for the same field in the same document",
    ],
    [
      { m: { min: 5, max: 1, sum: 1, value_count: 1 } },
      "[1:46] failed to parse field [m] of type [aggregate_metric_double] in document with id '9'. Preview of field's value: 'null'",
      "Aggregate metric field [m] max value cannot be smaller than min value",
    ],
    [
      { m: { min: 1, max: 1 } },
      "[1:22] failed to parse field [m] of type [aggregate_metric_double] in document with id '9'. Preview of field's value: 'null'",
      "Aggregate metric field [m] must contain all metrics [min, max, sum, value_count]",
    ],
    [
      { m: { min: "a" } },
      "[1:13] failed to parse field [m] of type [aggregate_metric_double] in document with id '9'. Preview of field's value: 'a'",
      "Failed to parse object: expecting token of type [VALUE_NUMBER] but found [VALUE_STRING]",
    ],
    [
      { m: { value_count: 1.5 } },
      "[1:21] failed to parse field [m] of type [aggregate_metric_double] in document with id '9'. Preview of field's value: '1.5'",
      "failed to parse [value_count] sub field: 1.5 cannot be converted to Integer without data loss",
    ],
  ])("%j is refused", async (document, reason, cause) => {
    const error = await refusal(() => fixture.write("s", [["9", document]]));
    expect([error["reason"], (error["caused_by"] as JsonObject)["reason"]]).toEqual([reason, cause]);
  });

  test("malformed ones are left out where the field says so", async () => {
    await fixture.write("s", [["8", { lenient: { values: [2, 1], counts: [1, 1] }, part: { min: 1 } }]]);
    const { hits } = await fixture.search("s", { query: { ids: { values: ["8"] } } });
    expect(((hits as JsonObject).hits as JsonObject[])[0]!["_ignored"]).toEqual(["lenient", "part"]);
    await fixture.delete("s", ["8"]);
  });
});

describe("mappings", () => {
  const merged = (definition: JsonObject): Json =>
    (mergeMappings({}, { properties: { x: definition } }, {}).properties as JsonObject).x!;

  test("a single metric is the default one, and metrics stand in their own order", () => {
    expect(merged({ type: "aggregate_metric_double", metrics: ["sum"] })).toEqual({
      type: "aggregate_metric_double",
      metrics: ["sum"],
      default_metric: "sum",
    });
    expect(merged({ type: "aggregate_metric_double", metrics: ["sum", "min"], default_metric: "min" })).toEqual({
      type: "aggregate_metric_double",
      metrics: ["min", "sum"],
      default_metric: "min",
    });
  });

  test.each([
    [{ type: "aggregate_metric_double" }, "Property [metrics] is required for field [x]."],
    [
      { type: "aggregate_metric_double", metrics: ["min", "max"] },
      "Property [default_metric] is required for field [x].",
    ],
    [
      { type: "aggregate_metric_double", metrics: ["min"], default_metric: "max" },
      "Default metric [max] is not defined in the metrics of field [x].",
    ],
    [{ type: "aggregate_metric_double", metrics: ["mean"] }, "Metric [mean] is not supported."],
    [
      { type: "keyword", fields: { h: { type: "histogram" } } },
      "Field [h] of type [histogram] can't be used in multifields",
    ],
    [{ type: "histogram", index: false }, "unknown parameter [index] on mapper [x] of type [histogram]"],
  ])("%j is refused", (definition, reason) => {
    expect(() => merged(definition)).toThrow(`Failed to parse mapping: ${reason}`);
  });
});
