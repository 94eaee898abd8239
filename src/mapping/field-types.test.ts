import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import type { ConvertedRange, MappedField, RangeBounds } from "./field-type.ts";
import { fieldTypes } from "./field-types.ts";
import { Mapping } from "./mapping.ts";
import { mergeMappings } from "./merge-mappings.ts";
import { RecordingBuilder } from "../testing/mapping/recording-builder.ts";

function mapped(definition: JsonObject): MappedField {
  const mapping = mergeMappings({}, { properties: { x: definition } }, {});
  return Mapping.parse({ name: "test", settings: {}, mapping, mappingVersion: 1 }).field("x")!;
}

/** The numbers that a document's value puts into the column. */
function column(definition: JsonObject, value: Json): number[] {
  const mapping = mergeMappings({}, { properties: { x: definition } }, {});
  const parser = Mapping.parse({ name: "test", settings: {}, mapping, mappingVersion: 1 }).documentParser();
  const builder = new RecordingBuilder();
  builder.start();
  parser.index({ id: "1", routing: undefined, source: { x: value }, dynamicTemplates: undefined }, builder);
  return builder.records.map((record) => Number(record.slice(2)));
}

function range(definition: JsonObject, bounds: Omit<RangeBounds, "nowMs">): ConvertedRange {
  return mapped(definition).range({ ...bounds, nowMs: Date.UTC(2020, 1, 3, 4) });
}

const numbers = (from: number | undefined, to: number | undefined): ConvertedRange => ({ unit: "number", from, to });
const empty: ConvertedRange = { unit: "empty" };

describe("the list of field types", () => {
  test("names are unique and each has a sentence", () => {
    expect(new Set(fieldTypes.map((type) => type.name)).size).toBe(fieldTypes.length);
    for (const type of fieldTypes) expect(type.summary).toMatch(/\.$/);
  });
});

describe("ranges of numbers", () => {
  test.each([
    ["long", { gt: 4.5 }, numbers(5, undefined)],
    ["long", { gt: 4, lt: 6 }, numbers(5, 5)],
    ["long", { gte: 4.5, lte: 5.5 }, numbers(5, 5)],
    ["long", { gte: 5.5, lte: 5.5 }, empty],
    ["long", { gte: "-0.5" }, numbers(0, undefined)],
    ["long", { lt: -0.5 }, numbers(undefined, -1)],
    ["long", { gt: 9223372036854775807n }, empty],
    ["long", { gte: 9007199254740993n }, { unit: "bigint", from: 9007199254740993n, to: undefined }],
    ["byte", { lte: 300 }, numbers(undefined, undefined)],
    ["byte", { gte: 300 }, empty],
    ["byte", { gte: 300, lte: 300 }, empty],
    ["integer", { gte: "1e2" }, numbers(100, undefined)],
    ["unsigned_long", { gte: 1 }, { unit: "bigint", from: -9223372036854775807n, to: undefined }],
    ["float", { gt: 1.1 }, numbers(1.1000001430511475, undefined)],
    ["float", { gte: 1e40 }, empty],
    ["float", { lte: "1e40" }, numbers(undefined, undefined)],
    ["half_float", { gte: 1.1 }, numbers(1.1005859375, undefined)],
    ["half_float", { lt: 1.1 }, numbers(undefined, 1.099609375)],
    ["half_float", { gte: 1.1, lte: 1.1 }, numbers(1.099609375, 1.099609375)],
    ["double", { gt: 0.1 }, numbers(0.10000000000000002, undefined)],
    ["double", { gte: "NaN" }, empty],
    ["boolean", { gte: "false", lt: "true" }, numbers(0, 0)],
    ["boolean", { gt: true }, empty],
  ] as const)("%s %o", (type, bounds, expected) => {
    expect(range({ type }, bounds)).toEqual(expected);
  });

  test.each([
    ["long", { gte: 1e30 }, "Value [1.0E30] is out of range for a long"],
    ["integer", { lte: 3000000000 }, "Value [3000000000] is out of range for an integer"],
    ["long", { gte: "abc" }, 'For input string: "abc"'],
    ["double", { gte: "" }, "empty String"],
    ["boolean", { gte: "x" }, "Can't parse boolean value [x], expected [true] or [false]"],
    [
      "date_nanos",
      { gte: "1900" },
      "date[1900-01-01T00:00:00Z] is before the epoch in 1970 and cannot be stored in nanosecond resolution",
    ],
    ["geo_point", { gte: 1 }, "Field [x] of type [geo_point] does not support range queries"],
    ["ip", { gte: "10.0.0.0/8" }, "'10.0.0.0/8' is not an IP string literal."],
  ] as const)("%s refuses %o", (type, bounds, reason) => {
    expect(() => range({ type }, bounds)).toThrow(reason);
  });

  test("a value of the column is in a range exactly when the number is", () => {
    const types = ["byte", "short", "integer", "long", "half_float", "float", "double"] as const;
    const value = fc.integer({ min: -100, max: 100 }).map((number) => number / 4);
    const bound = fc.integer({ min: -100, max: 100 }).map((number) => number / 8);
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        value,
        bound,
        fc.constantFrom("gt", "gte", "lt", "lte"),
        (type, number, edge, side) => {
          const [kept] = column({ type }, number);
          const converted = range({ type }, { [side]: edge });
          const inside =
            converted.unit === "number" &&
            kept! >= (converted.from ?? -Infinity) &&
            kept! <= (converted.to ?? Infinity);
          const expected =
            side === "gt"
              ? kept! > edge
              : side === "gte"
                ? kept! >= edge
                : side === "lt"
                  ? kept! < edge
                  : kept! <= edge;
          expect(inside).toBe(expected);
        },
      ),
    );
  });
});

describe("ranges of dates", () => {
  const day = Date.UTC(2020, 0, 1);
  test.each([
    [{ gte: "2020-01-01", lte: "2020-01-01" }, numbers(day, day + 86_399_999)],
    [{ gt: "2020-01-01" }, numbers(day + 86_400_000, undefined)],
    [{ lt: "2020-01-01" }, numbers(undefined, day - 1)],
    [{ gte: "2020-01-01||/M", lte: "2020-01-01||/M" }, numbers(day, Date.UTC(2020, 1, 1) - 1)],
    [{ gte: "now/d" }, numbers(Date.UTC(2020, 1, 3), undefined)],
    [{ gte: "01/01/2020", format: "dd/MM/yyyy" }, numbers(day, undefined)],
    [{ gte: "2020-01-01", timeZone: "Europe/Paris" }, numbers(day - 3_600_000, undefined)],
    [{ gte: 2020 }, numbers(2020, undefined)],
  ])("%j", (bounds, expected) => {
    expect(range({ type: "date" }, bounds)).toEqual(expected);
  });
});

describe("values rendered as JSON", () => {
  test.each([
    [{ type: "long" }, 5, "000", "005"],
    [{ type: "double" }, 0.1, "#.00", ".10"],
    [{ type: "double" }, 1234567.891, "#,##0.0", "1,234,567.9"],
    [{ type: "unsigned_long" }, 9223372036854775807n, undefined, 18446744073709551615n],
    [{ type: "boolean" }, 1, undefined, true],
    [{ type: "date" }, 1577865600000, undefined, "2020-01-01T08:00:00.000Z"],
    [{ type: "date" }, 1577865600000, "epoch_millis", "1577865600000"],
    [{ type: "date_nanos" }, 1577836800123456789n, undefined, "2020-01-01T00:00:00.123456789Z"],
  ] as const)("%o %s by %s", (definition, value, format, expected) => {
    expect(mapped(definition).format(value, format)).toBe(expected);
  });

  test("addresses: IPv4 for mapped ones, zeros compressed", () => {
    const field = mapped({ type: "ip" });
    for (const [given, shown] of [
      ["10.0.0.1", "10.0.0.1"],
      ["::ffff:10.0.0.1", "10.0.0.1"],
      ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
      ["::", "::"],
      ["::1.2.3.4", "::102:304"],
    ]) {
      expect(field.format(field.term(given!)!)).toBe(shown);
    }
  });

  test.each([
    [{ type: "float" }, "1.1", 1.1],
    [{ type: "long" }, "7.9", 7],
    [{ type: "long" }, "abc", undefined],
    [{ type: "geo_point" }, "10.5,20.25", { type: "Point", coordinates: [20.25, 10.5] }],
    [{ type: "keyword", ignore_above: 2 }, "abc", undefined],
    [{ type: "date", format: "yyyy/MM/dd" }, "2020/02/03", "2020/02/03"],
    [{ type: "boolean" }, "", false],
  ] as const)("fields shows %j of %j as %j", (definition, value, expected) => {
    expect(mapped(definition).fetch(value)).toEqual(expected);
  });
});
