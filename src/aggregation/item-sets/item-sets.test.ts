/** The data and counts of Elasticsearch's published test of frequent_item_sets, and all sets one by one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { aggregate, testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { closedSets } from "./closed-sets.ts";

const mapping = testMapping({
  features: { type: "keyword" },
  error_message: { type: "keyword" },
  timestamp: { type: "date" },
  n: { type: "integer" },
});
const LOW = "compressor low pressure";
const HOT = "engine overheated";
const rows: readonly [string, string, number][] = [
  [
    "turbocharger,electric mirror,heated steering wheel,matrix led,gps,sunroof,autopilot,air condition",
    LOW,
    1020229654,
  ],
  [
    "pink wheels,turbocharger,lane assist,matrix led,coming home,heated seats,blind spot monitoring,air condition",
    HOT,
    1020316054,
  ],
  ["awd,tow-bar,matrix led,gps,sunroof,air condition", LOW, 1022742044],
  ["rwd,tow-bar,turbocharger,lane assist,pink wheels", HOT, 1021532444],
  ["pink wheels,sunroof,air condition", LOW, 1020575254],
  ["turbocharger,pink wheels,air condition", HOT, 1020322844],
  ["awd,heated steering wheel,sunroof,air condition", LOW, 1020748054],
  ["turbocharger,sunroof,autopilot,air condition", LOW, 1020229654],
  ["rwd,turbocharger,autopilot,pink wheels", HOT, 1022137244],
  [
    "fwd,tow-bar,turbocharger,pink wheels,electric mirror,heated steering wheel,lane assist,sunroof,autopilot,air condition",
    "low tire pressure",
    1020920854,
  ],
];
const documents = rows.map(([features, message, time]): JsonObject => ({
  features: features.split(","),
  error_message: message,
  timestamp: time * 1000,
}));
const shards = [testShard(mapping, [documents.slice(0, 3)]), testShard(mapping, [documents.slice(3)])];
const BODY = { minimum_set_size: 3, minimum_support: 0.3, fields: [{ field: "features" }, { field: "error_message" }] };

interface Found {
  readonly buckets: readonly {
    readonly key: Readonly<Record<string, readonly unknown[]>>;
    readonly doc_count: number;
    readonly support: number;
  }[];
}
const run = (body: JsonObject): Found["buckets"] =>
  (aggregate(shards, { fi: { frequent_item_sets: body } })["fi"] as unknown as Found).buckets;

test("the sets of several fields are those of the published test, and two that Elasticsearch passes by", () => {
  const found = run(BODY);
  expect(found.map(({ doc_count: count, support }) => [count, support])).toEqual([
    [5, 0.5],
    [4, 0.4],
    [3, 0.3],
    [3, 0.3],
    [3, 0.3],
    [3, 0.3],
  ]);
  expect(found[0]!.key).toEqual({ features: ["air condition", "sunroof"], error_message: [LOW] });
  expect(found[1]!.key).toEqual({ features: ["turbocharger", "pink wheels"], error_message: [HOT] });
});

test("include, exclude, filter and size choose", () => {
  const [features] = BODY.fields;
  const fields = (rule: JsonObject): JsonObject => ({
    ...BODY,
    fields: [features!, { field: "error_message", ...rule }],
  });
  expect(run(fields({ exclude: HOT })).map(({ doc_count: count }) => count)).toEqual([5, 3, 3, 3, 3]);
  expect(run(fields({ include: "en.*ed" })).map(({ doc_count: count }) => count)).toEqual([4, 3, 3, 3, 3]);
  const filter = { bool: { must_not: { term: { features: "pink wheels" } } } };
  expect(run({ ...BODY, filter })).toMatchObject([{ doc_count: 4, support: 0.4, key: { error_message: [LOW] } }]);
  expect(run({ ...BODY, size: 1 })).toHaveLength(1);
  expect(run({ ...BODY, minimum_set_size: 2, fields: [{ field: "timestamp" }, { field: "error_message" }] })).toEqual(
    [],
  );
  expect(run({ minimum_support: 0.2, fields: [{ field: "timestamp" }, { field: "unknown" }] })).toEqual([
    { key: { timestamp: ["2002-05-01T05:07:34.000Z"] }, doc_count: 2, support: 0.2 },
  ]);
});

test("each bucket has its own sets", () => {
  const weekly = aggregate(shards, {
    w: { date_histogram: { field: "timestamp", calendar_interval: "1w" }, aggs: { fi: { frequent_item_sets: BODY } } },
  })["w"] as unknown as { buckets: readonly { fi: Found }[] };
  expect(weekly.buckets).toHaveLength(5);
  expect(weekly.buckets[0]!.fi.buckets).toHaveLength(4);
  expect(weekly.buckets[0]!.fi.buckets[0]).toMatchObject({ doc_count: 3, support: 0.6, key: { error_message: [LOW] } });
});

test("all closed sets are found, and nothing else", () => {
  const set = fc.uniqueArray(fc.nat(6), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(set, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (sets, leastCount) => {
      const counts = sets.map(() => 1);
      const items = Array.from({ length: 7 }, (_, key) => ({ field: 0, key }));
      const asked = { size: 1000, leastItems: 1, leastSupport: leastCount / Math.max(sets.length, 1) };
      const documents = Math.max(sets.length, 1);
      const found = closedSets({ documents, items, sets, counts }, asked, () => undefined)
        .map((one) => `${one.count}: ${one.items.toSorted((a, b) => a - b).join()}`)
        .sort((one, other) => (one < other ? -1 : 1));
      const expected: string[] = [];
      for (let bits = 1; bits < 128; bits++) {
        const having = sets.filter((one) => items.every(({ key }) => (bits & (1 << key)) === 0 || one.includes(key)));
        const own = items.filter(({ key }) => (bits & (1 << key)) !== 0);
        const shared = items.filter(({ key }) => having.every((one) => one.includes(key)));
        if (having.length >= leastCount && shared.length === own.length)
          expected.push(`${having.length}: ${own.map(({ key }) => key).join()}`);
      }
      expect(found).toEqual(expected.sort());
    }),
    { numRuns: 150 },
  );
});

test("the search stops when a step says so", () => {
  const items = Array.from({ length: 30 }, (_, key) => ({ field: 0, key }));
  const sets = items.map((_, left) => items.map(({ key }) => key).filter((key) => key !== left));
  const transactions = { documents: 30, items, sets, counts: sets.map(() => 1) };
  let steps = 0;
  const stop = (): void => {
    if (++steps === 100) throw new Error("cancelled");
  };
  expect(() => closedSets(transactions, { size: 10_000, leastItems: 20, leastSupport: 0.1 }, stop)).toThrow(
    "cancelled",
  );
});

test.each<[JsonObject, string]>([
  [{}, "Required [fields]"],
  [{ ...BODY, minimum_support: 0 }, "Failed to build [frequent_item_sets] after last required field arrived"],
  [{ ...BODY, size: 0 }, "Failed to build [frequent_item_sets] after last required field arrived"],
  [{ ...BODY, minimum_set_size: -1 }, "Failed to build [frequent_item_sets] after last required field arrived"],
  [{ fields: [{ script: "1" }] }, "[frequent_item_sets] failed to parse field [fields]"],
  [{ ...BODY, extra: 1 }, "[frequent_item_sets] unknown field [extra]"],
])("refuses %j", (body, why) => {
  expect(() => run(body)).toThrow(why);
});
