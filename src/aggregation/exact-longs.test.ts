import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { aggregate, testMapping, testShard } from "../testing/aggregation/aggregation-harness.ts";

const mapping = testMapping({
  long: { type: "long" },
  unsigned: { type: "unsigned_long" },
  nanos: { type: "date_nanos" },
  float: { type: "float" },
});

function over(segments: readonly (readonly JsonObject[])[], aggs: JsonObject): JsonObject {
  return aggregate([testShard(mapping, segments)], aggs);
}

describe("whole numbers beyond 2^53", () => {
  const documents: JsonObject[] = [
    { long: 9007199254740993n },
    { long: 9007199254740992n },
    { long: [9007199254740993n, -9007199254740995n] },
    { long: 5 },
    {},
  ];

  test("are distinct as keys of terms, in segments with and without them", () => {
    const buckets = [
      { key: 9007199254740993n, doc_count: 2 },
      { key: -9007199254740995n, doc_count: 1 },
      { key: 5, doc_count: 1 },
      { key: 9007199254740992n, doc_count: 1 },
    ];
    expect(over([documents, [{}]], { a: { terms: { field: "long" } } })).toMatchObject({ a: { buckets } });
    expect(over([documents.slice(0, 3), documents.slice(3)], { a: { terms: { field: "long" } } })).toMatchObject({
      a: { buckets },
    });
  });

  test("merge with the same numbers of a shard that stores them as doubles", () => {
    const shards = [documents.slice(0, 3), [{ long: 5 }, { long: 5 }], [{ long: [5, 9007199254740993n] }]].map((own) =>
      testShard(mapping, [own]),
    );
    expect(aggregate(shards, { a: { terms: { field: "long", size: 2 } } })).toMatchObject({
      a: {
        buckets: [
          { key: 5, doc_count: 3 },
          { key: 9007199254740993n, doc_count: 3 },
        ],
        sum_other_doc_count: 2,
      },
    });
  });

  test("are filtered, replaced where missing, counted and formatted exactly", () => {
    expect(over([documents], { a: { terms: { field: "long", include: ["9007199254740993"] } } })).toMatchObject({
      a: { buckets: [{ key: 9007199254740993n, doc_count: 2 }] },
    });
    expect(over([documents], { a: { terms: { field: "long", missing: 9007199254740993n, size: 1 } } })).toMatchObject({
      a: { buckets: [{ key: 9007199254740993n, doc_count: 3 }] },
    });
    expect(over([documents], { a: { cardinality: { field: "long" } } })).toEqual({ a: { value: 4 } });
    expect(over([documents], { a: { terms: { field: "long", format: "#,##0", size: 1 } } })).toMatchObject({
      a: { buckets: [{ key_as_string: "9,007,199,254,740,993" }] },
    });
    expect(over([documents], { a: { stats: { field: "long" } } })).toMatchObject({
      a: { count: 5, min: -9007199254740996, max: 9007199254740992 },
    });
  });

  test("have a bucket below each parent with min_doc_count 0", () => {
    const request = { a: { terms: { field: "long", min_doc_count: 0, order: { _key: "asc" } } } };
    expect(aggregate([testShard(mapping, [documents])], request, { query: { term: { long: 5 } } })).toMatchObject({
      a: {
        buckets: [
          { key: -9007199254740995n, doc_count: 0 },
          { key: 5, doc_count: 1 },
          { key: 9007199254740992n, doc_count: 0 },
          { key: 9007199254740993n, doc_count: 0 },
        ],
      },
    });
  });
});

test("unsigned longs are rendered unshifted", () => {
  const documents = [
    { unsigned: 18446744073709551615n },
    { unsigned: 18446744073709551615n },
    { unsigned: 3 },
    { unsigned: 9223372036854775808n },
    {},
  ];
  const request = {
    t: { terms: { field: "unsigned" } },
    m: { max: { field: "unsigned" } },
    s: { sum: { field: "unsigned", missing: 7 } },
    h: { histogram: { field: "unsigned", interval: 1e19 } },
    r: { range: { field: "unsigned", ranges: [{ to: 10 }] } },
    i: { terms: { field: "unsigned", include: ["3"] } },
  };
  expect(over([documents], request)).toMatchObject({
    t: {
      buckets: [
        { key: 18446744073709551615n, doc_count: 2 },
        { key: 3, doc_count: 1 },
        { key: 9223372036854775808n, doc_count: 1 },
      ],
    },
    m: { value: 2 ** 64 },
    s: { value: 2 ** 64 * 2 + 2 ** 63 },
    h: {
      buckets: [
        { key: 0, doc_count: 2 },
        { key: 1e19, doc_count: 2 },
      ],
    },
    r: { buckets: [{ doc_count: 1 }] },
    i: { buckets: [{ key: 3, doc_count: 1 }] },
  });
});

test("nanoseconds are milliseconds in aggregations", () => {
  const documents = [
    { nanos: "2020-05-01T01:02:03.123456789Z" },
    { nanos: "2020-05-01T01:02:03.123999999Z" },
    { nanos: "2021-05-01" },
    {},
  ];
  const request = {
    t: { terms: { field: "nanos" } },
    m: { min: { field: "nanos" } },
    d: { date_histogram: { field: "nanos", calendar_interval: "year" } },
    c: { cardinality: { field: "nanos", missing: "2021-05-01" } },
    r: { range: { field: "nanos", ranges: [{ from: "2021-01-01" }] } },
  };
  const first = { key: 1588294923123, key_as_string: "2020-05-01T01:02:03.123Z", doc_count: 2 };
  expect(over([documents], request)).toMatchObject({
    t: { buckets: [first, { doc_count: 1 }] },
    m: { value: 1588294923123, value_as_string: "2020-05-01T01:02:03.123Z" },
    d: { buckets: [{ key_as_string: "2020-01-01T00:00:00.000Z", doc_count: 2 }, { doc_count: 1 }] },
    c: { value: 2 },
    r: { buckets: [{ key: "2021-01-01T00:00:00.000Z-*", doc_count: 1 }] },
  });
});

test("bounds of ranges have the precision of the stored floats", () => {
  expect(
    over([[{ float: 0.7 }, { float: 0.2 }]], {
      a: { range: { field: "float", ranges: [{ from: 0.2, to: 0.7 }, { from: 0.7 }] } },
    }),
  ).toMatchObject({
    a: {
      buckets: [
        { key: "0.2-0.7", doc_count: 1 },
        { key: "0.7-*", doc_count: 1 },
      ],
    },
  });
});
