/** Range fields: the relation to the queried range, checked against its definition. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";

const LEAST = -20;
const MOST = 20;

/** Inclusive ranges, as documents write them. */
const written = fc
  .tuple(fc.integer({ min: LEAST, max: MOST }), fc.nat(8), fc.boolean(), fc.boolean())
  .map(([from, length, openFrom, openTo]) => ({
    from,
    to: from + length,
    json: {
      [openFrom ? "gt" : "gte"]: openFrom ? from - 1 : from,
      [openTo ? "lt" : "lte"]: openTo ? from + length + 1 : from + length,
    } as JsonObject,
  }));
const documents = fc.array(fc.array(written, { maxLength: 3 }), { minLength: 1, maxLength: 30 });

const relations = {
  intersects: (own: { from: number; to: number }, from: number, to: number) => own.from <= to && own.to >= from,
  within: (own: { from: number; to: number }, from: number, to: number) => own.from >= from && own.to <= to,
  contains: (own: { from: number; to: number }, from: number, to: number) => own.from <= from && own.to >= to,
};

function found(fixture: QueryFixture, query: Json): number[] {
  const ids = fixture.search(query).map(({ id, score }) => {
    expect(score).toBe(1);
    return Number(id);
  });
  expect(fixture.count(query)).toBe(ids.length);
  return ids.sort((one, other) => one - other);
}

test.each(["integer_range", "long_range", "float_range", "double_range"])("%s by relation", (type) => {
  const asked = fc.record({
    relation: fc.constantFrom(...(Object.keys(relations) as (keyof typeof relations)[])),
    from: fc.integer({ min: LEAST, max: MOST }),
    length: fc.nat(8),
  });
  fc.assert(
    fc.property(documents, asked, (all, { relation, from, length }) => {
      // Exclusive bounds of fractions are the neighbouring number: compared only for ranges with inclusive bounds.
      const exact = all.map((ranges) =>
        type.startsWith("f") || type.startsWith("d")
          ? ranges.filter(({ json }) => "gte" in json && "lte" in json)
          : ranges,
      );
      const fixture = new QueryFixture(
        { r: { type } },
        exact.map((ranges) => (ranges.length > 0 ? { r: ranges.map(({ json }) => json) } : {})),
      );
      const expected = exact.flatMap((ranges, id) =>
        ranges.some((own) => relations[relation](own, from, from + length)) ? [id] : [],
      );
      expect(found(fixture, { range: { r: { gte: from, lte: from + length, relation } } })).toEqual(expected);
      const holding = exact.flatMap((ranges, id) =>
        ranges.some((own) => own.from <= from && own.to >= from) ? [id] : [],
      );
      expect(found(fixture, { term: { r: from } })).toEqual(holding);
    }),
    { numRuns: 60 },
  );
});

test("negative, zero and positive bounds are in the order of numbers, for fractions too", () => {
  const fixture = new QueryFixture({ f: { type: "float_range" }, d: { type: "double_range" } }, [
    { f: { gt: -1.5, lt: -0.25 }, d: { gt: -1.5, lt: -0.25 } },
    { f: { gte: -0.25, lte: 0.25 }, d: { gte: -0.25, lte: 0.25 } },
    { f: { gt: 0.25 }, d: { gt: 0.25 } },
  ]);
  for (const field of ["f", "d"]) {
    expect(found(fixture, { term: { [field]: -0.25 } })).toEqual([1]);
    expect(found(fixture, { term: { [field]: 0.25 } })).toEqual([1]);
    expect(found(fixture, { range: { [field]: { gt: 0.25 } } })).toEqual([2]);
    expect(found(fixture, { range: { [field]: { lt: -0.25 } } })).toEqual([0]);
  }
});

// Expected values as Elasticsearch 8.19 answers for the same documents and queries.
test("dates, with rounding, formats and time zones; addresses and networks", () => {
  const fixture = new QueryFixture({ t: { type: "date_range" }, p: { type: "ip_range" } }, [
    { t: { gte: "2020", lte: "2021" }, p: "10.0.0.0/8" },
    { t: { gte: 1577836800000, lte: 1577836900000 }, p: { gte: "10.0.0.1", lte: "10.0.0.9" } },
    { p: "::1/64" },
  ]);
  expect(found(fixture, { term: { t: "2020-05-05" } })).toEqual([0]);
  expect(found(fixture, { range: { t: { gte: "2020", lte: "2020", format: "yyyy" } } })).toEqual([0, 1]);
  expect(
    found(fixture, { range: { t: { gte: "2020-01-01", lt: "2020-01-02", relation: "within", time_zone: "+02:00" } } }),
  ).toEqual([1]);
  expect(found(fixture, { term: { p: "10.0.0.5" } })).toEqual([0, 1, 2]);
  expect(found(fixture, { range: { p: { gte: "10.0.0.10", lte: "10.0.0.11", relation: "contains" } } })).toEqual([
    0, 2,
  ]);
  expect(() => fixture.search({ range: { t: { gte: 5, lte: 2 } } })).toThrow(
    "Range query `from` value (5) is greater than `to` value (2)",
  );
});
